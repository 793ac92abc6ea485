//! Tests every command that writes files on full disks, in folders where it may not, and after it was killed. No
//! existing file is harmed, and the message says what was written.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support::command::{KO, ROOT, Ran, file, gokata_command, gokata_in, path, run};
use crate::support::folder::names;
#[cfg(target_os = "linux")]
use crate::support::processes::{gokata_for_all_users, limited};
use crate::support::terminal::folder;
use crate::support::waiting::wait_until;
use pretty_assertions::{assert_eq, assert_str_eq};

const GAME: &str = "(;SZ[5]RE[B+1];B[cc];W[bb];B[aa])";

/// A folder with a game record in it.
fn folder_with_game(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("game.sgf"), GAME).expect("written");
    folder
}

/// Starts to write a data set with two files, of which one is complete, and waits for the names of more records.
fn half_a_data_set(folder: &Path, out: &str) -> Child {
    let before = names(folder);
    let mut gokata = gokata_command()
        .args(["dataset", "--files-from", "-", "--jobs", "1"])
        .args(["--games-per-file", "1", "--out", out])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let list = gokata.stdin.as_mut().expect("input");
    list.write_all(b"game.sgf\ngame.sgf\n").expect("it reads");
    let new = || {
        let mut names = names(folder).into_iter();
        names.find(|name| !before.contains(name))
    };
    wait_until("a draft", || {
        let files = new().and_then(|new| fs::read_dir(folder.join(new)).ok());
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
    let folder = folder("killed");
    let game = file("killed.sgf", GAME.as_bytes());
    fs::copy(&game, folder.join("game.sgf")).expect("copied");
    let mut killed = half_a_data_set(&folder, "data.npz");
    killed.kill().expect("killed");
    killed.wait().expect("it ends");
    fs::remove_file(folder.join("game.sgf")).expect("removed");
    let left = names(&folder);
    let [hidden] = &left[..] else {
        panic!("{left:?}")
    };
    assert!(hidden.starts_with(".gokata-"), "{hidden}");
    // Apart from it, the folder is empty, and may become a folder of pictures.
    for (next, made) in [
        (&["show", "--as", "svg", "-o", "."][..], "killed.svg"),
        (&["dataset", "--out", "data.npz"], "data.npz"),
    ] {
        let ran = gokata_in(&folder, &[next, &[path(&game)]].concat(), b"");
        ran.ends(0);
        assert!(folder.join(hidden).exists() && folder.join(made).exists());
    }
    assert_eq!(names(&folder).len(), 3);
}

/// Also an output that was closed before the program was started: Rust's runtime opens `/dev/null` in its place.
#[test]
fn output_that_cannot_be_written_is_reported_by_every_command() {
    let folder = folder_with_game("dev-full");
    fs::write(folder.join("bad.sgf"), "(;SZ[5];B[aa];W[aa])").expect("written");
    let root = Path::new(ROOT);
    let ko = root.join(KO);
    let ko = path(&ko);
    for (arguments, input) in [
        (&["show", "game.sgf"][..], ""),
        (&["show", "game.sgf", "--as", "svg"], ""),
        (&["show", "game.sgf", "--as", "html", "--every", "1"], ""),
        (&["convert", "game.sgf", "--to", "sgf"], ""),
        (&["convert", ko, "--to", "kata"], ""),
        (&["export", ko], ""),
        (&["check", "game.sgf", "bad.sgf"], ""),
        (&["check", "--format", "ndjson", "game.sgf", "bad.sgf"], ""),
        (&["check", "--format", "ndjson", ko], ""),
        (&["score", "game.sgf"], ""),
        (&["legal", ko, "B3"], ""),
        (&["explain", ko, "B3"], ""),
        (&["perft", "2x2", "--depth", "2"], ""),
        (&["gtp", "--seed", "1"], "play b D4\nprintsgf\nquit\n"),
        (&["--help"], ""),
        (&["--version"], ""),
        (
            &["play", "--black", "random", "--seed", "1", "--size", "3"],
            "",
        ),
    ] {
        for (output, why) in [(">/dev/full", "the disk is full"), (">&-", "it is closed")] {
            let command = format!("exec \"$0\" \"$@\" {output}");
            let mut shell = Command::new("sh");
            let words = ["-c", &command, env!("CARGO_BIN_EXE_gokata")];
            let shell = shell.args(words).args(arguments).current_dir(&folder);
            let ran = run(shell, input.as_bytes());
            ran.ends(2);
            let last =
                format!("gokata: cannot write the output: {why}; what was written is incomplete\n");
            ran.says_last(last);
        }
    }
    // Elsewhere, nothing is missing.
    let mut shell = Command::new("sh");
    let command = "\"$0\" --version <>/dev/null >&0 && \"$0\" --version | true";
    let ran = run(
        shell.args(["-c", command, env!("CARGO_BIN_EXE_gokata")]),
        b"",
    );
    ran.is_fine();
}

/// Runs gokata with a limit on the size of files, in blocks of 512 or 1024 bytes.
fn gokata_with_little_space(folder: &Path, blocks: u32, arguments: &[&str], input: &str) -> Ran {
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    let gokata = env!("CARGO_BIN_EXE_gokata");
    let shell = shell.args(["-c", &limited, gokata]).args(arguments);
    run(shell.current_dir(folder), input.as_bytes())
}

/// A limit on the size of files simulates a full disk.
#[test]
fn a_file_that_does_not_fit_is_not_written() {
    let folder = folder_with_game("no-space");
    let why = "larger than the system allows (a limit, or the kind of disk); no file was written";
    for (arguments, file) in [
        (
            &["dataset", "game.sgf", "--out", "data.npz"][..],
            "data.npz",
        ),
        (&["play", "--save", "g.sgf"], "g.sgf"),
        (&["show", "game.sgf", "-o", "board.svg"], "board.svg"),
        (&["show", "game.sgf", "-o", "page.html"], "page.html"),
        (
            &[
                "show", "game.sgf", "--every", "1", "--as", "svg", "-o", "pictures",
            ],
            "pictures",
        ),
        (&["dojo", "evening"], "evening"),
    ] {
        let ran = gokata_with_little_space(&folder, 0, arguments, "");
        ran.is_refused();
        let last = ran.err.lines().last().unwrap_or_default();
        assert_str_eq!(last, format!("gokata: {file}: {why}"));
        assert_eq!(names(&folder), ["game.sgf"]);
    }
}

/// The game that was saved before the disk was full stays.
#[test]
fn a_saved_game_survives_a_full_disk() {
    let folder = folder("grown");
    let columns = "ABCDEFGHJKLMNOPQRST";
    let rows = (1..=19).step_by(2);
    let moves = rows.flat_map(|row| {
        columns
            .chars()
            .map(move |column| format!("{column}{row}\n"))
    });
    let moves: String = moves.collect();
    let play = [
        "play", "--white", "human", "--size", "19", "--save", "g.sgf",
    ];
    let ran = gokata_with_little_space(&folder, 1, &play, &format!("{moves}quit\n"));
    ran.ends(2);
    let why = "cannot save the game: g.sgf: larger than the system allows (a limit, or the kind of \
               disk); the file keeps what was saved before";
    ran.prints(why);
    ran.says_last(format!("{why}\n"));
    ran.prints("(;GM[1]");
    assert_eq!(names(&folder), ["g.sgf"]);
    let saved = fs::read_to_string(folder.join("g.sgf")).expect("saved");
    assert!(saved.len() > 400 && saved.ends_with(")\n"), "{saved}");
    let checked = gokata_in(&folder, &["check", "g.sgf"], b"");
    checked.ends(0);
}

#[test]
fn names_that_cannot_become_files_are_refused() {
    let folder = folder_with_game("refused");
    fs::create_dir(folder.join("there")).expect("a folder");
    fs::write(folder.join("there/mine"), "mine").expect("written");
    symlink("nowhere", folder.join("dangling")).expect("linked");
    let before = names(&folder);
    let exists = "the file already exists, and is left unchanged";
    let long = "n".repeat(300);
    for (target, why) in [
        ("game.sgf", exists),
        ("dangling", exists),
        ("nowhere/file", "there is no such folder"),
        ("game.sgf/file", "there is no such folder"),
        (
            &long,
            "the name is too long, or has a character that is not allowed",
        ),
        ("/proc/self/file", "there is no such folder"),
        ("there", ""),
    ] {
        for command in [
            &["dataset", "game.sgf", "--out"][..],
            &["play", "--black", "random", "--save"],
            &["show", "game.sgf", "--as", "html", "-o"],
            &["show", "game.sgf", "--as", "svg", "--every", "1", "-o"],
            &["dojo"],
        ] {
            let ran = gokata_in(&folder, &[command, &[target]].concat(), b"");
            ran.ends(2);
            ran.says_first("gokata: ");
            let is_folder_wanted = command.contains(&"svg") || command == ["dojo"];
            if !is_folder_wanted {
                ran.says(why);
            }
            ran.keeps_quiet_about("os error");
            assert_eq!(names(&folder), before, "{command:?} {target}");
        }
    }
    assert_eq!(names(&folder.join("there")), ["mine"]);
    assert_str_eq!(
        fs::read_to_string(folder.join("game.sgf")).expect("there"),
        GAME
    );
}

/// It may be the current folder of a shell, and its owner and permissions are not those of a new one.
#[test]
fn an_empty_folder_stays_the_same_one() {
    let folder = folder("same-folder");
    let game = folder.join("game.sgf");
    fs::write(&game, "(;SZ[5];B[aa];W[bb];B[cc])").expect("written");
    let out = folder.join("out");
    fs::create_dir(&out).expect("a folder");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o751)).expect("set");
    let link = folder.join("link");
    symlink("out", &link).expect("linked");
    let identity = || {
        let found = fs::metadata(&out).expect("a folder");
        (found.ino(), found.mode())
    };
    let before = identity();
    for (place, target) in [
        (&out, "."),
        (&folder, "out"),
        (&folder, "link"),
        (&out, "../out/"),
    ] {
        let mut gokata = gokata_command();
        let gokata = gokata.current_dir(place).args(["show", path(&game)]);
        let ran = run(
            gokata.args(["--every", "1", "--as", "svg", "-o", target]),
            b"",
        );
        ran.is_fine();
        assert_eq!(names(&out).len(), 3, "{target}: {:?}", names(&out));
        assert_eq!(identity(), before, "{target}");
        for name in names(&out) {
            assert!(name.starts_with("game"), "{name}");
            fs::remove_file(out.join(name)).expect("removed");
        }
    }
    assert_eq!(names(&folder), ["game.sgf", "link", "out"]);
}

/// The folder disappears while a data set is written.
#[test]
fn a_folder_that_is_deleted_in_between_is_reported() {
    let folder = folder_with_game("deleted");
    let out = folder.join("out");
    fs::create_dir(&out).expect("a folder");
    fs::copy(folder.join("game.sgf"), out.join("game.sgf")).expect("copied");
    let mut gokata = half_a_data_set(&out, "data.npz");
    fs::remove_dir_all(&out).expect("removed");
    drop(gokata.stdin.take());
    let ran = gokata.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{err}");
    assert!(err.contains("npz: there is no such folder"), "{err}");
    assert_eq!(names(&folder), ["game.sgf"]);
}

/// Root may write anywhere, so root runs this as another user.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_permission_is_reported() {
    let gokata = gokata_for_all_users("no-permission");
    let folder = gokata.with_extension("folder");
    fs::create_dir(&folder).expect("a folder");
    let mut game = File::create(folder.join("game.sgf")).expect("a file");
    game.write_all(GAME.as_bytes()).expect("written");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("read only");
    for (arguments, file) in [
        (
            &["dataset", "game.sgf", "--out", "data.npz"][..],
            "data.npz",
        ),
        (&["play", "--save", "g.sgf"], "g.sgf"),
        (&["show", "game.sgf", "-o", "page.html"], "page.html"),
        (
            &["show", "game.sgf", "--as", "svg", "-o", "pictures"],
            "pictures",
        ),
        (&["dojo", "evening"], "evening"),
    ] {
        let mut command = limited(64, 7);
        let command = command.arg(&gokata).args(arguments).current_dir(&folder);
        let ran = run(command, b"");
        let expected = format!("gokata: {file}: permission denied; no file was written\n");
        assert_eq!((ran.status, ran.err), (Some(2), expected), "{arguments:?}");
        assert_eq!(names(&folder), ["game.sgf"]);
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("writable");
    fs::remove_dir_all(&folder).expect("removed");
    fs::remove_file(&gokata).expect("removed");
}
