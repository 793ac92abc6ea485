//! `gokata dojo`: what it writes, and what it does if it cannot. tests/command/files.rs tests it with the other commands
//! that write files.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use pretty_assertions::{assert_eq, assert_str_eq};

use crate::support::command::{Ran, gokata_command, run};
use crate::support::terminal::folder;

const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/cli/dojo/kit");

/// What running a kit leaves in the folders of its languages.
const LEFT_BEHIND: [&str; 7] = [
    "progress",
    "lights.log",
    "last-question",
    "target",
    "dojo",
    ".scala-build",
    "__pycache__",
];

fn dojo(folder: &Path, out: &str) -> Ran {
    let mut gokata = gokata_command();
    run(gokata.current_dir(folder).args(["dojo", out]), b"")
}

/// The files below a folder by their paths.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let (path, name) = (entry.path(), entry.file_name());
            if LEFT_BEHIND.iter().any(|left| *left == name) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("below").to_str();
                let content = fs::read(&path).expect("a file");
                files.insert(name.expect("UTF-8").to_owned(), content);
            }
        }
    }
    files
}

fn assert_is_kit(found: &Path) {
    let (kit, found) = (files(Path::new(KIT)), files(found));
    // A file of the kit that is not written needs a line in `build.rs`.
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        kit.keys().collect::<Vec<_>>()
    );
    for (name, content) in found {
        assert!(content == kit[&name], "{name}");
        assert!(content.is_ascii(), "{name}: consoles show ASCII everywhere");
    }
}

#[test]
fn it_writes_the_kit_byte_for_byte() {
    let folder = folder("dojo");
    let ran = dojo(&folder, "evening");
    assert_str_eq!(ran.err, "");
    assert_str_eq!(
        ran.out,
        "evening/FACILITATOR.md: read this first\n\
         evening/projector.html: open this in a browser: timer, rules and wall for the room\n\
         evening/hand-out: give this folder to everybody; KATA.md in it has one command per language\n\
         evening/solutions: keep this folder, for those who are stuck\n"
    );
    assert_eq!(ran.status, Some(0));
    assert_is_kit(&folder.join("evening"));
    for file in ["hand-out/rust/Cargo.toml", "hand-out/cpp/dojo.cpp"] {
        assert!(folder.join("evening").join(file).is_file(), "{file}");
    }
}

/// An empty folder keeps its permissions, and a link to it stays a link.
#[test]
fn an_empty_folder_is_filled() {
    let folder = folder("dojo-empty");
    let mine = folder.join("mine");
    fs::create_dir(&mine).expect("a folder");
    fs::set_permissions(&mine, fs::Permissions::from_mode(0o750)).expect("set");
    symlink("mine", folder.join("link")).expect("linked");
    let ran = dojo(&folder, "link");
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    assert!(folder.join("link").is_symlink());
    let mode = fs::metadata(&mine).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    assert_is_kit(&mine);
}

/// Of the other languages, neither folders nor rows of the table are written; all else is.
#[test]
fn some_languages_are_written_without_the_others() {
    let folder = folder("dojo-languages");
    let mut gokata = gokata_command();
    let ran = run(
        gokata
            .current_dir(&folder)
            .args(["dojo", "--languages", "Scala, python", "evening"]),
        b"",
    );
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    let (mut kit, mut found) = (files(Path::new(KIT)), files(&folder.join("evening")));
    let page = |files: &mut BTreeMap<String, Vec<u8>>| {
        String::from_utf8(files.remove("hand-out/KATA.md").expect("there")).expect("ASCII")
    };
    let (whole, written) = (page(&mut kit), page(&mut found));
    let is_row = |line: &&str| line.contains("/kata.") || line.contains("/Kata.");
    assert_eq!(whole.lines().filter(is_row).count(), 8);
    let is_kept =
        |line: &&str| !is_row(line) || line.contains("`python/") || line.contains("`scala/");
    let kept: Vec<&str> = whole.lines().filter(is_kept).collect();
    assert_eq!(written.lines().collect::<Vec<_>>(), kept);
    assert_eq!(written.lines().filter(is_row).count(), 2);
    // The projector prints that page, too.
    let copy = |files: &mut BTreeMap<String, Vec<u8>>| {
        let copied = String::from_utf8(files.remove("projector.html").expect("there"));
        let copied = copied.expect("ASCII");
        (
            copied.lines().count(),
            copied.lines().filter(is_row).count(),
        )
    };
    let (whole, written) = (copy(&mut kit), copy(&mut found));
    assert_eq!((whole.1, written), (8, (whole.0 - 6, 2)));
    kit.retain(|name, _| {
        let parts: Vec<&str> = name.split('/').collect();
        let is_general = parts.len() < 3 || ["hints", "steps", "bonus"].contains(&parts[1]);
        is_general || ["python", "scala"].contains(&parts[1])
    });
    assert_eq!(found, kit);

    let mut gokata = gokata_command();
    let ran = run(
        gokata
            .current_dir(&folder)
            .args(["dojo", "--languages", "python,cobol", "other"]),
        b"",
    );
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert_str_eq!(
        ran.err,
        "gokata: no language \"cobol\": there are cpp, go, java, javascript, python, rust, scala, typescript\n"
    );
    assert!(!folder.join("other").exists());
}

#[test]
fn mistakes_are_reported_in_a_sentence_and_change_nothing() {
    let folder = folder("dojo-mistakes");
    fs::create_dir(folder.join("full")).expect("a folder");
    fs::write(folder.join("full/mine"), "mine").expect("written");
    fs::write(folder.join("file"), "mine").expect("written");
    symlink("nowhere", folder.join("dangling")).expect("linked");
    let before = files(&folder.join("full"));
    for (out, why) in [
        (
            "full",
            "full: the folder is not empty, and is left unchanged",
        ),
        (".", ".: the folder is not empty, and is left unchanged"),
        ("file", "file: a new folder or an empty one is needed"),
        (
            "dangling",
            "dangling: a new folder or an empty one is needed",
        ),
        ("file/in", "file/in: there is no such folder"),
        ("no/such", "no/such: there is no such folder"),
        ("..", "..: the folder is not empty, and is left unchanged"),
    ] {
        let ran = dojo(&folder, out);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{out}");
        assert_str_eq!(ran.err, format!("gokata: {why}\n"), "{out}");
    }
    assert_eq!(files(&folder.join("full")), before);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
    let ran = dojo(&folder, "--");
    assert_eq!(ran.status, Some(2), "{}", ran.err);
}

/// A disk that takes the small files, but not the large one.
#[test]
fn nothing_half_written_stays_on_a_full_disk() {
    let folder = folder("dojo-no-space");
    let limited = "trap '' XFSZ; ulimit -f 400; exec \"$0\" dojo evening";
    let mut shell = Command::new("sh");
    let gokata = env!("CARGO_BIN_EXE_gokata");
    let ran = run(
        shell.args(["-c", limited, gokata]).current_dir(&folder),
        b"",
    );
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert_str_eq!(
        ran.err,
        "gokata: evening: larger than the system allows (a limit, or the kind of disk); no file was written\n"
    );
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}
