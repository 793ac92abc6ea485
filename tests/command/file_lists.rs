//! Tests which files a command reads: those in folders, in lists, and given by name.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use crate::support::command::{Ran, file, gokata, gokata_in, path, run};
use crate::support::folder;
use pretty_assertions::assert_eq;
use serde_json::Value;

/// A fixture that passes, and a game record without an illegal move.
const FIXTURE: &str = "x\n--\n";
const RECORD: &str = "(;SZ[2];B[aa])";

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    folder::empty(&format!("lists-{name}"))
}

/// The files that were checked, in order.
fn checked(ran: &Ran) -> Vec<String> {
    let lines = ran.out.lines();
    let objects =
        lines.map(|line| serde_json::from_str::<Value>(line).expect("one object per line"));
    objects
        .filter_map(|object| object["file"].as_str().map(str::to_owned))
        .collect()
}

const JSON: [&str; 3] = ["check", "--format", "ndjson"];

/// Files are read in the order of their names, folders among them. Links to files are read, links to folders are not
/// followed; a link given by name is.
#[test]
fn files_in_folders_are_read_in_order() {
    let folder = folder("order");
    for name in ["a", "c", "c/d", "empty"] {
        fs::create_dir(folder.join(name)).expect("made");
    }
    for name in [
        "b.txt",
        "a/z.txt",
        "a/B.txt",
        "c/d/e.txt",
        "c/d.txt",
        "c/no.md",
        "x.TXT",
    ] {
        fs::write(folder.join(name), FIXTURE).expect("written");
    }
    for name in ["d.sgf", "c/A.SGF"] {
        fs::write(folder.join(name), RECORD).expect("written");
    }
    symlink("../b.txt", folder.join("a/link.txt")).expect("linked");
    symlink("c", folder.join("linked")).expect("linked");
    symlink(".", folder.join("a/loop.txt")).expect("linked");
    let ran = gokata_in(&folder, &[&JSON[..], &["."]].concat(), b"");
    let all = [
        "./a/B.txt",
        "./a/link.txt",
        "./a/loop.txt",
        "./a/z.txt",
        "./b.txt",
        "./c/A.SGF",
        "./c/d/e.txt",
        "./c/d.txt",
        "./d.sgf",
    ];
    assert_eq!(checked(&ran), all, "{}", ran.err);
    let ran = gokata_in(&folder, &[&JSON[..], &["linked", "x.TXT"]].concat(), b"");
    let given = ["linked/A.SGF", "linked/d/e.txt", "linked/d.txt", "x.TXT"];
    assert_eq!(
        (checked(&ran), ran.status),
        (given.map(str::to_owned).into(), Some(0)),
        "{}",
        ran.err
    );
}

/// `dataset` reads no `.txt` file of a folder.
#[test]
fn a_data_set_has_no_fixtures() {
    let folder = folder("records");
    fs::write(folder.join("a.txt"), FIXTURE).expect("written");
    fs::write(folder.join("b.sgf"), RECORD).expect("written");
    let ran = gokata_in(&folder, &["dataset", ".", "--out", "data.npz"], b"");
    ran.is_fine();
}

/// A folder that cannot be read is reported once; its files are not said to be missing. Its path is longer than any
/// system allows.
#[test]
fn a_folder_that_cannot_be_read_is_reported_once() {
    let folder = folder("deep");
    let name = "n".repeat(250);
    let command = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do mkdir $0 && cd -P ./$0 || exit; done";
    let mut shell = Command::new("sh");
    let ran = run(shell.current_dir(&folder).args(["-c", command, &name]), b"");
    ran.ends(0);
    let ran = gokata_in(&folder, &["check", name.as_str()], b"");
    ran.ends(2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    ran.keeps_quiet_about("no file that ends in");
    fs::remove_dir_all(&folder).expect("removed");
}

/// Where there is no folder `fixtures`, gokata's own are checked; a missing folder that is named beside others is reported like
/// any.
#[test]
fn without_a_folder_of_fixtures_gokatas_own_are_checked() {
    let folder = folder("none");
    for arguments in [&["check"][..], &["check", "fixtures"]] {
        let ran = gokata_in(&folder, arguments, b"");
        ran.ends(0);
        ran.prints("all as expected");
    }
    fs::write(folder.join("a.txt"), FIXTURE).expect("written");
    let ran = gokata_in(&folder, &["check", "a.txt", "fixtures"], b"");
    ran.ends(2);
    ran.says("fixtures");
}

/// Lists end their lines as Unix or Windows does. With NUL bytes, every other byte belongs to the name.
#[test]
fn names_in_lists_are_read_byte_by_byte() {
    let folder = folder("names");
    let odd = [
        &b"a.txt"[..],
        b"a.txt\r",
        b"line\nend.txt",
        b"\xff.txt",
        b" b.txt ",
    ];
    for name in odd {
        fs::write(folder.join(OsStr::from_bytes(name)), FIXTURE).expect("written");
    }
    let list = [&JSON[..], &["--files-from", "-"]].concat();
    let ran = gokata_in(&folder, &list, b"\na.txt\r\n\r\n\n b.txt \na.txt");
    ran.ends(0);
    assert_eq!(checked(&ran).len(), 3, "{ran}");
    let ran = gokata_in(&folder, &[&list[..], &["-0"]].concat(), &odd.join(&0));
    ran.ends(0);
    assert_eq!(checked(&ran).len(), 5, "{ran}");
    let names = checked(&ran);
    for name in ["a.txt", "a.txt\r", "line\nend.txt", " b.txt "] {
        assert!(
            names.iter().any(|other| other == name),
            "{name:?}: {names:?}"
        );
    }
}

/// A file of the list that cannot be read is reported beside the others.
#[test]
fn a_name_in_a_list_without_a_file_is_reported() {
    let folder = folder("missing");
    fs::write(folder.join("a.txt"), FIXTURE).expect("written");
    let list = ["check", "--files-from", "-"];
    let ran = gokata_in(&folder, &list, b"a.txt\nno-such-file.txt\n");
    ran.ends(2);
    ran.prints_first("2 files, ");
}

/// The longest name has 64 KiB with its line end. A longer one ends the list with an error.
#[test]
fn a_name_that_is_too_long_ends_the_list() {
    let folder = folder("long");
    fs::write(folder.join("a.txt"), FIXTURE).expect("written");
    let list = [&JSON[..], &["--files-from", "-"]].concat();
    for (length, files, message) in [
        ((64 << 10) - 1, 2, "name is too long"),
        (64 << 10, 1, "a name of more than 64 kib"),
        (200 << 10, 1, "a name of more than 64 kib"),
    ] {
        let text = format!("{}\na.txt\n", "n".repeat(length));
        let ran = gokata_in(&folder, &list, text.as_bytes());
        ran.ends(2);
        let text = ran.to_string().to_lowercase();
        assert!(text.contains(message), "{length}");
        assert_eq!(ran.out.lines().count(), files, "{length}");
    }
}

/// A list that cannot be read to its end is an error. A process reads nothing at the beginning of its memory.
#[cfg(target_os = "linux")]
#[test]
fn a_list_that_cannot_be_read_is_an_error() {
    let ran = gokata(&["check", "--files-from", "/proc/self/mem"]);
    ran.ends(2);
    ran.says("/proc/self/mem: ");
}

/// A record without moves is not called fine, with variations, or beside a game that is.
#[test]
fn a_record_without_moves_is_never_fine() {
    for (name, text, moves) in [
        ("alone", "(;SZ[9])", 0),
        ("set-up", "(;SZ[9]AB[aa]AW[bb]PL[W])", 0),
        ("comment", "(;SZ[9];C[one];C[two])", 0),
        ("beside", "(;SZ[9];B[aa])(;SZ[9])", 1),
    ] {
        let record = file(&format!("no-moves-{name}.sgf"), text.as_bytes());
        for more in [
            &[][..],
            &["--variations"],
            &["--keep-going", "--any-order", "--stats"],
        ] {
            let ran = gokata(&[&["check", path(&record)], more].concat());
            ran.ends(2);
            ran.says("there is no move");
            ran.prints(format!("{moves} move"));
        }
    }
}
