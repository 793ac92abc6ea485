//! Tests what `check --exec` shows in a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::signal::Signal;
use pretty_assertions::{assert_eq, assert_str_eq};

use crate::support::command::{KO, ROOT, assert_has, gokata, path};
use crate::support::judged::{LEGAL, NO_BOARD, lying};
use crate::support::terminal::{Terminal, folder};

#[test]
fn a_terminal_shows_the_first_wrong_answer_of_each_folder_as_a_board() {
    let root = Path::new(ROOT);
    let run = |options: &[&str]| {
        let check = ["check", "--color", "never", "--exec", &NO_BOARD];
        let folders = ["fixtures/kata/4-self-capture", "fixtures/kata/6-ko"];
        let arguments = [&check, &folders[..], options].concat();
        let (status, seen) = Terminal::open(80, 50, root, &arguments).end();
        assert_eq!(status, Some(1), "{seen}");
        seen
    };
    let is_drawn = |line: &&str| line.ends_with(": legal") || line.ends_with(": not legal");
    let boards = |seen: &str| seen.lines().filter(is_drawn).count();
    let seen = run(&[]);
    assert_eq!(boards(&seen), 2, "{seen}");
    assert!(seen.contains("more in kata/4-self-capture\n"), "{seen}");
    assert_has(&seen, "more in kata/6-ko\n  --list-all prints them\n");
    assert!(boards(&run(&["--all"])) > 50);
    let seen = run(&["--first", "3"]);
    assert_eq!(boards(&seen), 3, "{seen}");
    let seen = run(&["--quiet"]);
    assert_eq!(boards(&seen), 2, "{seen}");
    // As `gokata explain` draws it.
    let all = [
        "check", "--color", "never", "--all", KO, "--exec", &NO_BOARD,
    ];
    let (_, seen) = Terminal::open(80, 50, root, &all).end();
    let board = "\
Black C3: not legal
  ko: the board would be as it was before your opponent's last turn (the opening board)
  would take 1 stone: B3

before               after, if it were legal
 5  .  .  .  .  .     5  .  .  .  .  .
 4  .  x  o  .  .     4  .  x  o  .  .
 3  x (o) .  o  .     3  x  . (x) o  .
 2  .  x  o  .  .     2  .  x  o  .  .
 1  .  .  .  .  .     1  .  .  .  .  .
    A  B  C  D  E        A  B  C  D  E
";
    assert!(seen.contains(board), "{seen}");
    // A point off the board, too.
    let sides = "fixtures/dojo/2-on-the-board/four-sides.txt";
    let all = [
        "check", "--color", "never", "--all", sides, "--exec", &NO_BOARD,
    ];
    let (status, seen) = Terminal::open(80, 50, root, &all).end();
    assert!(status == Some(1) && boards(&seen) > 3, "{seen}");
    // A program that fails has answered nothing that a board could explain.
    let (_, seen) = Terminal::open(80, 50, root, &["check", "--exec", "cat", KO]).end();
    assert_eq!(boards(&seen), 0, "{seen}");
}

/// After Ctrl-C, the totals of the games so far; the status is that of the signal.
#[test]
fn random_games_end_with_what_was_found_so_far() {
    let program = lying("forgetful");
    let games = [
        "check", "--color", "never", "--games", "1000000", "--seed", "3",
    ];
    let asked = [
        "--rules",
        "ko=positional,suicide=forbidden",
        "--exec",
        &program,
    ];
    let arguments = [&games[..], &asked].concat();
    let mut terminal = Terminal::open(100, 40, Path::new(ROOT), &arguments);
    terminal.wait_for("expected illegal superko, got legal");
    terminal.wait_for("\nillegal superko ");
    terminal.signal(Signal::SIGINT);
    let (status, seen) = terminal.end();
    assert_eq!(status, Some(130), "{seen}");
    assert_has(&seen, " games, ");
    assert_has(&seen, "  seed: 3\n  ended by a signal\n");
}

/// On a terminal there is progress, on standard error only; with `--quiet` there is none.
#[test]
fn progress_never_reaches_a_pipe() {
    let folder = folder("progress");
    let script = "\"$0\" check \"$@\" >out.txt; echo \"status $?\"";
    let fixtures = PathBuf::from(ROOT).join("fixtures/superko");
    for arguments in [&[path(&fixtures)][..], &["--exec", &LEGAL, path(&fixtures)]] {
        let piped = gokata(&[&["check"], arguments].concat());
        assert_eq!(piped.err, "");
        piped.omits("\r");
        piped.omits("\u{1b}");
        // No progress where only standard output is a terminal.
        let shown = |script: &str, quiet: &[&str]| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script, env!("CARGO_BIN_EXE_gokata")]);
            shell.args(arguments).args(quiet).current_dir(&folder);
            let (_, seen) = Terminal::run(100, 30, shell).end();
            let written = fs::read_to_string(folder.join("out.txt")).expect("written");
            (seen, written)
        };
        let (seen, written) = shown(script, &[]);
        assert_str_eq!(written, piped.out);
        let (progress, _) = seen.rsplit_once("status ").expect("the end");
        assert!(progress.contains('\u{1b}'), "no progress: {seen:?}");
        for line in written.lines().filter(|line| !line.is_empty()) {
            assert!(!progress.contains(line), "{line}");
        }
        let (seen, _) = shown(script, &["--quiet"]);
        assert!(seen.starts_with("status "), "{seen:?}");
        let (seen, written) = shown("\"$0\" check \"$@\" 2>out.txt", &[]);
        assert_eq!(written, "");
        assert!(!seen.contains(['\r', '\u{1b}']), "{seen}");
        // On a terminal, wrong answers are drawn above the tables.
        let tables = |text: &str| text.find("\nfolder ").map_or(0, |at| at);
        assert_str_eq!(seen[tables(&seen)..], piped.out[tables(&piped.out)..]);
    }
}
