//! Commands that write files while they are killed, interrupted, or robbed of their folder; `files/` beside this file has
//! the other faults.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use nix::sys::signal::{Signal, kill};
use pretty_assertions::assert_eq;

use crate::support::command::{file, gokata_command, gokata_in, path};
use crate::support::folder::{self, names};
use crate::support::waiting::{obey_signals, wait_until};

const GAME: &str = "(;SZ[5]RE[B+1];B[cc];W[bb];B[aa])";

/// A folder with this game record in it.
fn folder_with(name: &str, record: &str) -> PathBuf {
    let folder = folder::empty(&format!("files-{name}"));
    fs::write(folder.join("game.sgf"), record).expect("written");
    folder
}

/// Starts to write a data set with two files, of which one is complete, and waits for the names of more records.
fn half_a_data_set(folder: &Path) -> Child {
    let mut gokata = gokata_command()
        .args(["dataset", "--files-from", "-", "--jobs", "1"])
        .args(["--games-per-file", "1", "--out", "data.npz"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let list = gokata.stdin.as_mut().expect("input");
    list.write_all(b"game.sgf\ngame.sgf\n").expect("it reads");
    wait_until("a draft", || {
        let mut names = names(folder).into_iter();
        let new = names.find(|name| name != "game.sgf");
        let files = new.and_then(|new| fs::read_dir(folder.join(new)).ok());
        files.is_some_and(|files| {
            let sizes = files.flatten().flat_map(|file| file.metadata());
            sizes.filter(|file| file.len() > 0).count() == 2
        })
    });
    gokata
}

/// A killed program cannot remove its drafts: one hidden folder stays, and hinders no other run.
#[test]
fn a_killed_program_leaves_one_hidden_folder_that_hinders_nobody() {
    let folder = folder_with("killed", GAME);
    let game = file("killed.sgf", GAME.as_bytes());
    let mut killed = half_a_data_set(&folder);
    killed.kill().expect("killed");
    killed.wait().expect("it ends");
    fs::remove_file(folder.join("game.sgf")).expect("removed");
    let left = names(&folder);
    assert!(
        left.len() == 1 && left[0].starts_with(".gokata-"),
        "{left:?}"
    );
    // Apart from it, the folder is empty, and may become a folder of pictures.
    for next in [
        &["show", "--as", "svg", "-o", "."][..],
        &["dataset", "--out", "data.npz"],
    ] {
        gokata_in(&folder, &[next, &[path(&game)]].concat(), b"").ends(0);
    }
    assert_eq!(names(&folder), [&*left[0], "data.npz", "killed.svg"]);
}

/// The folder disappears while a data set is written.
#[test]
fn a_folder_that_is_deleted_in_between_is_reported() {
    let folder = folder_with("deleted", GAME);
    let mut gokata = half_a_data_set(&folder);
    fs::remove_dir_all(&folder).expect("removed");
    drop(gokata.stdin.take());
    let ran = gokata.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{err}");
    assert!(err.contains("npz: there is no such folder"), "{err}");
    assert!(!folder.exists());
}

/// A signal leaves neither half a page nor a draft.
#[test]
fn an_interrupted_page_is_not_written() {
    let game = format!("(;SZ[19]{})\n", ";B[aa];W[bb];B[];W[]".repeat(100));
    let folder = folder_with("interrupted", &game.repeat(2000));
    for out in ["page.html", "pictures"] {
        obey_signals();
        let mut show = gokata_command();
        show.args(["show", "game.sgf", "--every", "1", "-o", out]);
        let show = show.current_dir(&folder).stdout(Stdio::null());
        let mut child = show.stderr(Stdio::null()).spawn().expect("it runs");
        wait_until("a draft", || names(&folder).len() > 1);
        let pid = i32::try_from(child.id()).expect("a pid");
        kill(nix::unistd::Pid::from_raw(pid), Signal::SIGINT).expect("the signal is sent");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert_eq!(names(&folder), ["game.sgf"]);
    }
}

/// Root may write anywhere, so root runs this as another user.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_permission_is_reported() {
    use crate::support::command::run;
    use crate::support::processes::{gokata_for_all_users, limited};
    use std::os::unix::fs::PermissionsExt;
    let gokata = gokata_for_all_users("no-permission");
    let folder = gokata.with_extension("folder");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode));
    allow(0o555).expect("read only");
    for (arguments, file) in [
        ("dataset game.sgf --out data.npz", "data.npz"),
        ("play --save g.sgf", "g.sgf"),
        ("show game.sgf -o page.html", "page.html"),
        ("show game.sgf --as svg -o pictures", "pictures"),
        ("dojo evening", "evening"),
    ] {
        let mut command = limited(64, 7);
        command.arg(&gokata).args(arguments.split(' '));
        let ran = run(command.current_dir(&folder), b"");
        let expected = format!("gokata: {file}: permission denied; no file was written\n");
        assert_eq!((ran.status, ran.err), (Some(2), expected), "{arguments}");
        assert_eq!(names(&folder), ["game.sgf"]);
    }
    allow(0o755).expect("writable");
    fs::remove_dir_all(&folder).expect("removed");
    fs::remove_file(&gokata).expect("removed");
}
