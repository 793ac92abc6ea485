//! Tests the names of the files that `gokata dataset` writes: which are taken, which are free, and when they are checked.

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use crate::support::command::{gokata, gokata_command, path, run};
use crate::support::folder::{self, names};
#[cfg(target_os = "linux")]
use crate::support::processes::{gokata_for_all_users, limited};
use crate::support::waiting::wait_until;
use pretty_assertions::assert_eq;

const GAME: &str = "(;SZ[2];B[aa];W[bb])";
/// A record that is left out with a message.
const BAD: &str = "(;SZ[2];B[aa];W[aa])";

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    folder::empty(&format!("files-{name}"))
}

/// A name that is taken, or that no file can have, ends the run before the first record is read.
#[test]
fn names_are_checked_before_records_are_read() {
    let folder = folder("first");
    let games = folder.join("bad.sgf");
    fs::write(&games, BAD).expect("written");
    let at = |name: &str| path(&folder.join(name)).to_owned();
    symlink("nowhere", at("dangling.npz")).expect("linked");
    fs::write(at("there.npz"), "mine").expect("written");
    fs::write(at("part-00003.npz"), "mine").expect("written");
    fs::create_dir(at("sub")).expect("made");
    let before = names(&folder);
    let taken = "the file already exists, and is left unchanged";
    let several = ["--games-per-file", "1"];
    for (out, more, named, why) in [
        ("there.npz", &[][..], "there.npz", taken),
        ("dangling.npz", &[], "dangling.npz", taken),
        ("part.npz", &several, "part-00003.npz", taken),
        ("sub", &[], "sub", "this is not the name of a file"),
        ("sub", &several, "sub", "this is not the name of a file"),
        ("no/..", &[], "no/..", "this is not the name of a file"),
        ("no/x.npz", &[], "no/x.npz", "there is no such folder"),
        (
            "bad.sgf/x.npz",
            &[],
            "bad.sgf/x.npz",
            "there is no such folder",
        ),
    ] {
        let arguments = ["dataset", path(&games), "--out", &at(out)];
        let ran = gokata(&[&arguments[..], more].concat());
        let expected = format!("gokata: {}: {why}\n", at(named));
        assert_eq!((ran.status, ran.err), (Some(2), expected), "{out} {more:?}");
        assert_eq!(names(&folder), before, "{out} {more:?}");
    }
    assert_eq!(fs::read(at("part-00003.npz")).expect("read"), b"mine");
}

/// Nobody may create a file in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_write_access_is_found_before_records_are_read() {
    let games = folder("proc").join("bad.sgf");
    fs::write(&games, BAD).expect("written");
    let ran = gokata(&["dataset", path(&games), "--out", "/proc/data.npz"]);
    ran.is_refused();
    ran.says_first("gokata: /proc/data.npz: ");
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

/// Only a name that a file of this data set can have is taken. Of several, the first is reported.
#[test]
fn other_numbered_names_are_free() {
    let folder = folder("numbered");
    let games = folder.join("game.sgf");
    fs::write(&games, GAME.repeat(2)).expect("written");
    let others = [
        "data-.npz",
        "data-0.npz",
        "data-000000.npz",
        "data-00000.txt",
        "data-1.npz",
        "data-x.npz",
        "data.npz",
        "data00000.npz",
        "other-00000.npz",
    ];
    for other in others {
        fs::write(folder.join(other), "other").expect("written");
    }
    let before = names(&folder);
    let dataset = |out: &str| {
        let out = folder.join(out);
        let several = ["--games-per-file", "1", "--out", path(&out)];
        gokata(&[&["dataset", path(&games)], &several[..]].concat())
    };
    let ran = dataset("data.npz");
    ran.is_fine();
    let with = |more: [&str; 2]| {
        let more = more.map(str::to_owned);
        let mut all = [&before[..], &more].concat();
        all.sort();
        all
    };
    let made = ["data-00000.npz", "data-00001.npz"];
    assert_eq!(names(&folder), with(made));
    for name in made {
        fs::remove_file(folder.join(name)).expect("removed");
    }
    // A name without an ending.
    assert_eq!(dataset("data").status, Some(0));
    assert_eq!(names(&folder), with(["data-00000", "data-00001"]));
    for name in [
        "data-100000.npz",
        "data-00007.npz",
        "data-00003.npz",
        "data-00012.npz",
    ] {
        fs::write(folder.join(name), "other").expect("written");
    }
    let ran = dataset("data.npz");
    let first = path(&folder.join("data-00003.npz")).to_owned();
    let printed = format!("gokata: {first}: the file already exists, and is left unchanged\n");
    assert_eq!((ran.status, ran.err), (Some(2), printed));
}

/// A limit on the size of files simulates a full disk, for the second of two files.
#[test]
fn the_file_that_cannot_be_written_is_named() {
    let folder = folder("second");
    let games = folder.join("games.sgf");
    let long = format!("(;SZ[19]{})", ";B[];W[]".repeat(400));
    fs::write(&games, format!("(;SZ[19];B[aa])\n{long}\n")).expect("written");
    let command =
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" dataset \"$1\" --out \"$2\" --games-per-file 1";
    let out = folder.join("data.npz");
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        command,
        env!("CARGO_BIN_EXE_gokata"),
        path(&games),
        path(&out),
    ]);
    let ran = run(&mut shell, b"");
    ran.is_refused();
    let named = format!("gokata: {}: ", path(&folder.join("data-00001.npz")));
    ran.says_first(&named);
    assert_eq!(names(&folder), ["games.sgf"]);
}

/// A file that another program creates during the run could be mistaken for a part of the data set, even if its number
/// is higher than those written.
#[test]
fn names_are_checked_again_at_the_end() {
    for (out, made, more) in [
        ("data.npz", "data.npz", &[][..]),
        ("data.npz", "data-00000.npz", &["--games-per-file", "1"]),
        ("data.npz", "data-00009.npz", &["--games-per-file", "1"]),
    ] {
        let folder = folder(&format!("again-{made}"));
        let opened = fs::File::open(&folder).expect("a folder");
        opened.set_modified(UNIX_EPOCH).expect("set");
        let mut gokata = gokata_command()
            .args(["dataset", "-", "--out", path(&folder.join(out))])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        // After the first check and before the input is read, a draft is made and removed, to see whether that is possible.
        // It is seen in the folder's time of change.
        wait_until("the names have been checked", || {
            fs::metadata(&folder).expect("a folder").modified().ok() != Some(UNIX_EPOCH)
        });
        fs::write(folder.join(made), "mine").expect("written");
        let mut input = gokata.stdin.take().expect("input");
        input.write_all(GAME.as_bytes()).expect("written");
        drop(input);
        let ran = gokata.wait_with_output().expect("it ends");
        let printed = String::from_utf8(ran.stderr).expect("UTF-8");
        let taken = folder.join(made);
        let expected = format!(
            "gokata: {}: the file already exists, and is left unchanged\n",
            path(&taken)
        );
        assert_eq!((ran.status.code(), printed), (Some(2), expected), "{made}");
        assert_eq!(names(&folder), [made]);
        assert_eq!(fs::read(taken).expect("read"), b"mine");
    }
}

/// In a folder that cannot be listed, a taken name is found only when the file is renamed. The files that have their
/// names by then are removed.
#[cfg(target_os = "linux")]
#[test]
fn a_name_found_taken_at_the_end_leaves_no_other_file() {
    let gokata = gokata_for_all_users("unlisted");
    let folder =
        std::env::temp_dir().join(format!("gokata-unlisted-folder-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("made");
    let [first, second] = [0, 1].map(|number| folder.join(format!("data-0000{number}.npz")));
    fs::write(&second, "mine").expect("written");
    fs::set_permissions(&folder, Permissions::from_mode(0o333)).expect("set");
    let mut command = limited(100, 6);
    command
        .arg(&gokata)
        .args(["dataset", "-", "--games-per-file", "1", "--out"]);
    let ran = run(
        command.arg(folder.join("data.npz")),
        GAME.repeat(2).as_bytes(),
    );
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).expect("set");
    let left = names(&folder);
    let kept = fs::read(&second).expect("read");
    let _ = fs::remove_dir_all(&folder);
    let _ = fs::remove_file(&gokata);
    ran.is_refused();
    let printed = format!(
        "gokata: {}: the file already exists, and is left unchanged\n",
        path(&second)
    );
    assert_eq!(ran.err, printed, "{}", first.display());
    assert_eq!(
        (left, kept.as_slice()),
        (vec!["data-00001.npz".to_owned()], &b"mine"[..])
    );
}

/// A data set has the permissions of any new file.
#[test]
fn the_umask_decides_who_may_read_a_data_set() {
    for (mask, mode) in [("027", 0o640), ("022", 0o644), ("077", 0o600)] {
        let folder = folder(&format!("umask-{mask}"));
        let out = folder.join("data.npz");
        let command = format!("umask {mask}; exec \"$0\" dataset - --out \"$1\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &command, env!("CARGO_BIN_EXE_gokata"), path(&out)]);
        assert_eq!(run(&mut shell, GAME.as_bytes()).status, Some(0));
        let found = fs::metadata(&out).expect("a file").permissions().mode();
        assert_eq!(found & 0o777, mode, "{mask}");
    }
}
