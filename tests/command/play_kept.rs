//! Tests that `gokata play` does not lose the game if the terminal closes, the program is killed, or a file cannot be
//! written; and that it overwrites no file of others.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use crate::support::command::{gokata, gokata_command, path, run};
use crate::support::npy::array;
use crate::support::terminal::{Terminal, folder};
use crate::support::waiting::{PATIENCE, obey_signals};
use gokata::{Preset, Random};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;

/// The game is saved if the input ends or the window is closed.
#[test]
fn the_game_is_kept_when_the_terminal_is_closed() {
    let folder = folder("gone");
    let mut ends = Terminal::open(80, 24, &folder, &["play", "--seed", "1"]);
    ends.wait_for("1. Black (x)> ");
    ends.line("d4");
    ends.wait_for("3. Black (x)> ");
    ends.keys(b"\x04");
    ends.wait_for("The game is not finished.");
    ends.wait_for("saved: gokata-game.sgf");
    assert_eq!(ends.end().0, Some(0));
    let first = fs::read_to_string(folder.join("gokata-game.sgf")).expect("saved");
    assert!(
        first.contains("RE[?]") && first.contains(";B[df];W["),
        "{first}"
    );

    let mut closed = Terminal::open(80, 24, &folder, &["play", "--seed", "1"]);
    closed.wait_for("1. Black (x)> ");
    closed.line("e5");
    closed.wait_for("3. Black (x)> ");
    closed.close();
    let second = fs::read_to_string(folder.join("gokata-game-2.sgf")).expect("saved");
    assert!(second.contains(";B[ee];W["), "{second}");
    let again = fs::read_to_string(folder.join("gokata-game.sgf")).expect("still there");
    assert_eq!(first, again, "nothing is written over");
}

/// Without `--save`, a signal saves the game too, if a move was played. The exit status is 128 + signal.
#[test]
fn the_game_is_kept_when_a_signal_ends_the_program() {
    for signal in [
        Signal::SIGINT,
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGQUIT,
    ] {
        let folder = folder(signal.as_str());
        let mut terminal = Terminal::open(80, 24, &folder, &["play", "--seed", "1"]);
        terminal.wait_for("1. Black (x)> ");
        terminal.line("d4");
        terminal.wait_for("3. Black (x)> ");
        terminal.signal(signal);
        terminal.wait_for("saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf\n");
        assert_eq!(terminal.end().0, Some(128 + signal as i32), "{signal}");
        let saved = fs::read_to_string(folder.join("gokata-game.sgf")).expect("saved");
        assert!(saved.contains(";B[df];W["), "{saved}");
    }
    let empty = folder("nothing-played");
    let mut terminal = Terminal::open(80, 24, &empty, &["play"]);
    terminal.wait_for("1. Black (x)> ");
    terminal.signal(Signal::SIGINT);
    assert_eq!(terminal.end().0, Some(130));
    assert_eq!(
        fs::read_dir(&empty).expect("a folder").count(),
        0,
        "there was nothing to save"
    );
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
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(ran.out.contains(expected), "{lines}: {}", ran.out);
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
    terminal.wait_for("1. Black (x)> ");
    terminal.line("d4");
    terminal.wait_for("2. White (o)> ");
    terminal.signal(Signal::SIGINT);
    assert_eq!(terminal.end().0, Some(130));
    assert!(saved(&folder, "g.sgf").contains(";B[df])"));
}

/// When a person's game ends, the program offers to save it.
#[test]
fn a_finished_game_can_be_kept() {
    let folder = folder("finished");
    let mut terminal = Terminal::open(
        80,
        24,
        &folder,
        &["play", "--size", "3", "--white", "human"],
    );
    for line in ["b2", "pass", "pass", "done", "done"] {
        terminal.line(line);
    }
    terminal.wait_for("Black wins by 1.5 points (B+1.5, 3 turns)");
    terminal.wait_for("Keep the game record? A file name (Enter alone: do not keep): ");
    terminal.line("/nowhere/at/all.sgf");
    terminal.wait_for("there is no such folder");
    terminal.wait_for("A file name (Enter alone: do not keep): ");
    terminal.line("three.sgf");
    terminal.wait_for("saved: three.sgf");
    assert_eq!(terminal.end().0, Some(0));
    let saved = fs::read_to_string(folder.join("three.sgf")).expect("saved");
    assert!(saved.contains("RE[B+1.5]"), "{saved}");
}

/// With `--save`, every move is written at once, so a killed program loses nothing.
#[test]
fn the_saved_file_is_always_up_to_date() {
    let folder = folder("killed");
    let mut terminal = Terminal::open(80, 24, &folder, &["play", "--seed", "1", "--save", "g.sgf"]);
    terminal.wait_for("1. Black (x)> ");
    terminal.line("d4");
    terminal.wait_for("3. Black (x)> ");
    let saved = fs::read_to_string(folder.join("g.sgf")).expect("saved");
    assert!(saved.contains(";B[df];W["), "{saved}");
    terminal.line("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn existing_files_are_not_overwritten() {
    let folder = folder("there");
    let file = folder.join("there.sgf");
    fs::write(&file, "mine").expect("written");
    let ran = gokata(&["play", "--black", "random", "--save", path(&file)]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    let told = "the file already exists, and is left unchanged";
    assert!(ran.err.contains(told), "{}", ran.err);
    let mut play = gokata_command();
    play.current_dir(&folder)
        .args(["play", "--white", "human", "--size", "3"]);
    let lines = "b2\nsave there.sgf\nsave nowhere/at/all.sgf\nsave two words.sgf\nquit\n";
    let ran = run(&mut play, lines.as_bytes());
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    for told in [
        told,
        "there is no such folder",
        "saved: two words.sgf; it is kept up to date",
    ] {
        assert!(ran.out.contains(told), "{told}\n{}", ran.out);
    }
    assert_eq!(fs::read_to_string(&file).expect("still there"), "mine");
    assert!(saved(&folder, "two words.sgf").contains(";B[bb]"));
    let left = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(left, 2, "nothing is left lying about");
}

/// The program writes only to the file that it created. Other files stay as they are, even if they have its name.
#[test]
fn files_of_other_programs_are_left_alone() {
    let folder = folder("others");
    let mut terminal = Terminal::open(80, 24, &folder, &["play", "--seed", "1", "--save", "g.sgf"]);
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
    terminal.wait_for("another file has this name now, and is left\n  unchanged");
    terminal.wait_for("5. Black (x)> ");
    terminal.line("save mine.sgf");
    terminal.wait_for("saved: mine.sgf");
    terminal.line("quit");
    assert_eq!(terminal.end().0, Some(0));
    assert_eq!(saved(&folder, "g.sgf"), "another game");
    assert!(saved(&folder, "mine.sgf").contains(";B[ee]"));
    assert!(!saved(&folder, "first.sgf").contains(";B[ee]"));
}

/// If the new file cannot be written, the old one stays in use. The program may return to a file that it created
/// earlier.
#[test]
fn a_save_that_fails_changes_nothing() {
    let folder = folder("fails");
    let mut play = gokata_command();
    play.current_dir(&folder).args([
        "play", "--white", "human", "--size", "3", "--save", "one.sgf",
    ]);
    let long = "n".repeat(300);
    let lines =
        format!("b2\nsave two.sgf\nsave nowhere/x.sgf\nsave {long}\na1\nsave one.sgf\nc3\nquit\n");
    let ran = run(&mut play, lines.as_bytes());
    assert_eq!(ran.status, Some(0), "{}\n{}", ran.out, ran.err);
    assert!(
        saved(&folder, "two.sgf").ends_with(";B[bb];W[ac])\n"),
        "up to the change"
    );
    assert!(saved(&folder, "one.sgf").ends_with(";B[bb];W[ac];B[ca])\n"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
}

#[test]
fn exit_zero_does_not_hide_a_game_that_was_not_kept() {
    let ran = gokata(&[
        "play",
        "--exit-zero",
        "--black",
        "random",
        "--save",
        "/nowhere/x.sgf",
    ]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("there is no such folder"), "{}", ran.err);
}

/// If the record cannot be written, it is printed, and the exit status says that it was not saved.
#[test]
fn a_record_that_cannot_be_saved_is_shown() {
    let folder = folder("gone-away");
    let mut terminal = Terminal::open(80, 24, &folder, &["play", "--seed", "1", "--save", "g.sgf"]);
    terminal.wait_for("1. Black (x)> ");
    fs::remove_dir_all(&folder).expect("taken away");
    terminal.line("d4");
    terminal.wait_for("cannot save the game: g.sgf: no such file");
    terminal.wait_for("3. Black (x)> ");
    terminal.line("quit");
    terminal.wait_for(";B[df];W[");
    assert_eq!(terminal.end().0, Some(2));
}

fn saved(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
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
        assert_eq!(ran.status, Some(0), "{}\n{}", ran.out, ran.err);
        let file = folder.join("game.sgf");
        let text = fs::read_to_string(&file).expect("saved");
        // `check` calls no record fine that has no moves.
        if text.contains("\n;") {
            let judged = gokata(&["check", path(&file), "--variations"]);
            assert_eq!(
                (judged.status, judged.err.as_str()),
                (Some(0), ""),
                "{text}\n{}",
                judged.out
            );
            assert!(!judged.out.contains("warning"), "{text}\n{}", judged.out);
            let data = folder.join("data.npz");
            let ran = gokata(&["dataset", path(&file), "--out", path(&data)]);
            assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{text}");
        }
        resumed += usize::from(text.contains(";PL["));
        let converted = gokata(&["convert", path(&file), "--to", "sgf"]);
        assert_eq!((converted.status, converted.out), (Some(0), text));
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
