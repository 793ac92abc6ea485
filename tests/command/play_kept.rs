//! Tests that `gokata play` does not lose the game if the terminal closes, the program is killed, or a file cannot be
//! written; and that it overwrites no file of others.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use crate::support::command::{contains_all, gokata, gokata_command, path, run};
use crate::support::npy::array;
use crate::support::terminal::{Terminal, folder, saved};
use crate::support::waiting::{PATIENCE, obey_signals};
use gokata::{Preset, Random};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;

/// The game is saved if the window is closed. Nothing is written over.
#[test]
fn the_game_is_kept_when_the_terminal_is_closed() {
    let folder = folder("gone");
    fs::write(folder.join("gokata-game.sgf"), "mine").expect("written");
    let mut closed = Terminal::window(&folder, "play --seed 1");
    closed.answer("1. Black (x)> ", "e5");
    closed.wait_for("3. Black (x)> ");
    closed.close();
    let kept = saved(&folder, "gokata-game-2.sgf");
    contains_all(&kept, ["RE[?]", ";B[ee];W["]);
    assert_eq!(saved(&folder, "gokata-game.sgf"), "mine");
}

/// A signal before the first move leaves no file, which would prevent the same command from starting again.
#[test]
fn an_early_signal_leaves_no_file() {
    let folder = folder("early");
    let file = folder.join("g.sgf");
    for black in ["human", "random"] {
        for nth in 0..10 {
            obey_signals();
            // Two bots that wait a minute before the first move.
            let mut play = gokata_command()
                .args(["play", "--black", black, "--delay", "60000", "--save"])
                .arg(&file)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it runs");
            // Its end would end the program, too.
            let input = play.stdin.take();
            let start = Instant::now();
            while !file.exists() {
                assert!(start.elapsed() < PATIENCE, "there is no file");
                thread::yield_now();
            }
            let id = Pid::from_raw(play.id().try_into().expect("a number"));
            kill(id, Signal::SIGINT).expect("sent");
            let status = play.wait().expect("it ends");
            drop(input);
            assert_eq!(status.code(), Some(130), "{black} {nth}");
            let left: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
            assert!(left.is_empty(), "{black} {nth}: {left:?}");
        }
    }
}

/// `quit` before the first move leaves no file either, unless the player has entered `save`.
#[test]
fn a_game_without_a_move_leaves_no_file() {
    let folder = folder("unplayed");
    for (lines, expected) in [
        ("quit\n", "nothing was played: g.sgf is removed\n"),
        ("", "nothing was played: g.sgf is removed\n"),
        ("d4\nundo\nquit\n", "nothing was played: g.sgf is removed\n"),
        ("save\nquit\n", "saved: g.sgf\n"),
    ] {
        let mut play = gokata_command();
        play.current_dir(&folder)
            .args(["play", "--white", "human", "--save", "g.sgf"]);
        let ran = run(&mut play, lines.as_bytes());
        ran.ends(0);
        ran.prints(expected);
    }
    assert!(saved(&folder, "g.sgf").starts_with("(;GM[1]"));
}

/// A file that the program did not create, or a game with a move, is not removed by a signal.
#[test]
fn a_signal_removes_no_other_file() {
    let folder = folder("not-removed");
    let save = ["play", "--white", "human", "--save", "g.sgf"];
    let mut terminal = Terminal::open(80, 24, &folder, &save);
    terminal.wait_for("1. Black (x)> ");
    fs::remove_file(folder.join("g.sgf")).expect("removed");
    fs::write(folder.join("g.sgf"), "mine").expect("written");
    terminal.signal(Signal::SIGINT);
    assert_eq!(terminal.end().0, Some(130));
    assert_eq!(saved(&folder, "g.sgf"), "mine");
    fs::remove_file(folder.join("g.sgf")).expect("removed");
    let mut terminal = Terminal::open(80, 24, &folder, &save);
    terminal.answer("1. Black (x)> ", "d4");
    terminal.wait_for("2. White (o)> ");
    terminal.signal(Signal::SIGINT);
    assert_eq!(terminal.end().0, Some(130));
    assert!(saved(&folder, "g.sgf").contains(";B[df])"));
}

/// The program writes only to the file that it created. Other files stay as they are, even if they have its name.
#[test]
fn files_of_other_programs_are_left_alone() {
    let folder = folder("others");
    let mut terminal = Terminal::window(&folder, "play --seed 1 --save g.sgf");
    terminal.wait_for("1. Black (x)> ");
    assert!(
        saved(&folder, "g.sgf").starts_with("(;GM[1]"),
        "a record from the start"
    );
    fs::write(folder.join("precious"), "mine").expect("written");
    let beside = folder.join(format!(".gokata-{}-0.part", terminal.id()));
    std::os::unix::fs::symlink("precious", beside).expect("linked");
    terminal.line("d4");
    terminal.wait_for("3. Black (x)> ");
    assert_eq!(saved(&folder, "precious"), "mine");
    assert!(saved(&folder, "g.sgf").contains(";B[df]"));
    fs::rename(folder.join("g.sgf"), folder.join("first.sgf")).expect("moved");
    fs::write(folder.join("g.sgf"), "another game").expect("written");
    terminal.line("e5");
    terminal.wait_for("another program has changed this file, which is\n  left unchanged");
    terminal.answer("5. Black (x)> ", "save mine.sgf");
    terminal.wait_for("saved: mine.sgf");
    // A file that is gone is written again.
    fs::remove_file(folder.join("mine.sgf")).expect("removed");
    terminal.line("quit");
    assert_eq!(terminal.end().0, Some(0));
    assert_eq!(saved(&folder, "g.sgf"), "another game");
    assert!(saved(&folder, "mine.sgf").contains(";B[ee]"));
    assert!(!saved(&folder, "first.sgf").contains(";B[ee]"));
}

/// `check` finds nothing in the file of a game that was resumed, resigned and undone, and `convert` writes it again.
#[test]
fn every_saved_game_is_legal_and_stays_the_same() {
    let fixed = "c3\npass\npass\nresume\nd3\npass\npass\nresume\nc4\nresign\n\n";
    let mut resumed = 0;
    let mut random = Random::new(12);
    for number in 0..24 {
        let preset = Preset::ALL[number % Preset::ALL.len()];
        let mut lines = String::new();
        for _ in 0..40 {
            let point = format!(
                "{}{}",
                ["a", "b", "c", "d"][random.below(4)],
                1 + random.below(4)
            );
            lines += match random.below(16) {
                0..6 => "pass",
                6..9 => "resume",
                9 => "undo",
                10 if random.below(3) == 0 => "resign",
                _ => &point,
            };
            lines += "\n";
        }
        let (rules, lines) = match number {
            0 => ("japanese", fixed.to_owned()),
            _ => (preset.name(), lines),
        };
        let folder = folder(&format!("again-{number}"));
        let mut play = gokata_command();
        play.current_dir(&folder).args(["play", "--white", "human"]);
        play.args(["--size", "4", "--save", "game.sgf", "--rules", rules]);
        let ran = run(&mut play, lines.as_bytes());
        ran.ends(0);
        let file = folder.join("game.sgf");
        let text = fs::read_to_string(&file).expect("saved");
        // `check` calls no record fine that has no moves.
        if text.contains("\n;") {
            let judged = gokata(&["check", path(&file), "--variations"]);
            judged.is_fine();
            judged.omits("warning");
            let data = folder.join("data.npz");
            let ran = gokata(&["dataset", path(&file), "--out", path(&data)]);
            ran.is_fine();
        }
        resumed += usize::from(text.contains(";PL["));
        for anew in [&[][..], &["--moves-only"]] {
            let converted = gokata(&[&["convert", path(&file), "--to", "sgf"], anew].concat());
            assert_eq!((converted.status, converted.out), (Some(0), text.clone()));
        }
    }
    assert!(resumed > 10, "{resumed}");
}

/// `PL` alone hands the turn over or resumes play, and keeps the history: Black may not retake the ko.
#[test]
fn a_data_set_replays_turns_handed_over() {
    let record = "(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];PL[W];PL[B];B[dd];PL[B];B[ad];W[];B[];PL[B];B[aa])";
    let folder = folder("dataset-handed");
    fs::write(folder.join("a.sgf"), record).expect("written");
    let out = folder.join("data.npz");
    let ran = gokata(&["dataset", path(&folder), "--out", path(&out)]);
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "1 game, 13 positions on 4x4, 1 file\n", "")
    );
    let (_, colors) = array(&out, "color");
    assert_eq!(colors, [0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0]);
    let (_, bytes) = array(&out, "planes");
    let legal = |position: usize| &bytes[(position * 9 + 7) * 16..][..16];
    assert_eq!((legal(8)[5], legal(8)[6]), (0, 0));
}
