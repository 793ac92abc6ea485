//! What `gokata dojo` writes. `dojo/` and `files/` beside this file have what it does if it cannot.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pretty_assertions::{assert_eq, assert_str_eq};

use crate::support::command::{gokata_in, root};
use crate::support::folder;

/// What running a kit leaves in the folders of its languages.
const LEFT_BEHIND: [&str; 8] = [
    "progress",
    "lights.log",
    "last-question",
    "runs",
    "target",
    "dojo",
    ".scala-build",
    "__pycache__",
];

/// The files below a folder by their paths. All are ASCII: consoles show it everywhere.
fn files(root: &Path) -> BTreeMap<String, String> {
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
                let content = fs::read_to_string(&path).expect("text");
                assert!(content.is_ascii(), "{}", path.display());
                files.insert(name.expect("UTF-8").to_owned(), content);
            }
        }
    }
    files
}

fn kit() -> BTreeMap<String, String> {
    files(&root("src/cli/dojo/kit"))
}

/// The files that were written, without the bonus: its questions come from the fixtures, not from the kit.
fn written(folder: &Path) -> BTreeMap<String, String> {
    let mut files = files(folder);
    let bonus = files.remove("hand-out/bonus/8-everything.txt");
    let bonus = bonus.expect("a bonus");
    let questions = bonus.matches("\n# should be:  ").count();
    assert!(questions > 1000, "{questions}");
    assert!(!bonus.contains("\nsteps "), "no runner reads steps");
    files
}

/// A file of the kit that is not written needs a line in `build.rs`.
#[test]
fn it_writes_the_kit_byte_for_byte() {
    let folder = folder::empty("dojo");
    let ran = gokata_in(&folder, &["dojo", "evening"], b"");
    ran.ends(0);
    ran.says("note: the kata in a browser, hand-out/dojo.html, is not part of this gokata");
    assert_str_eq!(
        ran.out,
        "evening/FACILITATOR.md: read this first\n\
         evening/projector.html: open this in a browser: timer, rules and wall for the room\n\
         evening/hand-out: give this folder to everybody; KATA.md in it has one command per language\n\
         evening/solutions: keep this folder, for those who are stuck\n"
    );
    assert_eq!(written(&folder.join("evening")), kit());
    for file in ["hand-out/rust/Cargo.toml", "hand-out/cpp/dojo.cpp"] {
        assert!(folder.join("evening").join(file).is_file(), "{file}");
    }
}

/// Of the other languages, neither folders nor rows of the table are written, also not in the copy of that page which the
/// projector prints; all else is.
#[test]
fn some_languages_are_written_without_the_others() {
    let folder = folder::empty("dojo-languages");
    let ran = gokata_in(
        &folder,
        &["dojo", "--languages", "Scala, python", "evening"],
        b"",
    );
    ran.ends(0);
    let (mut kit, mut found) = (kit(), written(&folder.join("evening")));
    let is_row = |line: &&str| line.contains("/kata.") || line.contains("/Kata.");
    let is_kept =
        |line: &&str| !is_row(line) || line.contains("`python/") || line.contains("`scala/");
    for page in ["hand-out/KATA.md", "projector.html"] {
        let whole = kit.remove(page).expect("a page");
        let written = found.remove(page).expect("a page");
        assert_eq!(whole.lines().filter(is_row).count(), 8, "{page}");
        let kept: Vec<&str> = whole.lines().filter(is_kept).collect();
        assert_eq!(written.lines().collect::<Vec<_>>(), kept, "{page}");
        assert_eq!(written.lines().filter(is_row).count(), 2, "{page}");
    }
    kit.retain(|name, _| {
        let parts: Vec<&str> = name.split('/').collect();
        let is_general = parts.len() < 3 || ["hints", "steps", "bonus"].contains(&parts[1]);
        is_general || ["python", "scala"].contains(&parts[1])
    });
    assert_eq!(found, kit);
}
