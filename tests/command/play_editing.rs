//! Lines edited at the prompt of `gokata play` in a terminal. `Terminal::end` checks that the terminal is as before.

use std::path::Path;

use nix::sys::signal::Signal;
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::terminal::{Terminal, folder, saved};

const PEOPLE: [&str; 3] = ["play", "--white", "human"];

const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const LEFT: &str = "\u{1b}[D";
const HOME: &str = "\u{1b}[H";
const END: &str = "\u{1b}[F";
const DELETE: &str = "\u{1b}[3~";
const DELETE_WORD: &str = "\u{17}";

/// The moves in the record that an unfinished game leaves behind.
fn moves(folder: &Path) -> String {
    let record = saved(folder, "gokata-game.sgf");
    let (_, moves) = record.split_once("\n;").expect("moves");
    moves.trim_end().trim_end_matches(')').to_owned()
}

#[test]
fn a_line_is_edited_before_it_is_entered() {
    let folder = folder("edited");
    let mut play = Terminal::open(80, 24, &folder, &PEOPLE);
    let lines = [
        format!("4{LEFT}d\n"),
        format!("no move{DELETE_WORD}{DELETE_WORD}5{HOME}xe{HOME}{DELETE}{END}\n"),
        // As a terminal sends the Enter key.
        format!("f66{LEFT}\u{7f}\r"),
    ];
    for (turn, line) in (1..).zip(lines) {
        play.wait_for(&format!("{turn}. "));
        play.wait_for("> ");
        play.keys(line.as_bytes());
    }
    play.answer("4. White (o)> ", "quit");
    assert_eq!(play.end().0, Some(0));
    assert_eq!(moves(&folder), "B[df];W[ee];B[fd]");
}

#[test]
fn earlier_lines_come_back() {
    let folder = folder("history");
    let mut play = Terminal::open(80, 24, &folder, &PEOPLE);
    play.answer("1. Black (x)> ", "d4");
    play.answer("2. White (o)> ", "e5");
    play.answer("3. Black (x)> ", &format!("{UP}{UP}{DOWN}"));
    play.wait_for("Black E5: not legal");
    play.answer("3. Black (x)> ", "pass");
    play.answer("4. White (o)> ", UP);
    play.answer("Both have passed.", "resume");
    play.answer("5. ", "quit");
    assert_eq!(play.end().0, Some(0));
    assert!(moves(&folder).starts_with("B[df];W[ee];B[];W[]"));
}

/// Typed before the prompt is there, or pasted at it; also while an answer is awaited.
#[test]
fn lines_typed_ahead_are_not_lost() {
    let folder = folder("ahead");
    let mut play = Terminal::open(80, 24, &folder, &PEOPLE);
    play.keys(b"a1\nb2\nc3\n");
    play.wait_for("4. White (o)> ");
    play.keys(b"d4\re5\rf6\rg");
    play.wait_for("7. Black (x)> ");
    play.keys(b"7\nquit\n");
    assert_eq!(play.end().0, Some(0));
    assert_eq!(moves(&folder), "B[ai];W[bh];B[cg];W[df];B[ee];W[fd];B[gc]");
}

#[rstest]
#[case("quit", Ok("quit\n"), 0)]
#[case("ctrl-d", Ok("\u{4}"), 0)]
#[case("ctrl-c", Ok("half a line\u{3}"), 130)]
#[case("sigint", Err(Signal::SIGINT), 130)]
#[case("sigterm", Err(Signal::SIGTERM), 143)]
#[case("sigquit", Err(Signal::SIGQUIT), 131)]
#[case("sighup", Err(Signal::SIGHUP), 129)]
fn every_end_saves_the_game_and_restores_the_terminal(
    #[case] name: &str,
    #[case] end: Result<&str, Signal>,
    #[case] status: i32,
) {
    let folder = folder(&format!("restored-{name}"));
    let mut play = Terminal::open(80, 24, &folder, &PEOPLE);
    play.answer("1. Black (x)> ", "d4");
    play.wait_for("2. White (o)> ");
    assert!(!play.is_as_before(), "lines are edited");
    match end {
        Ok(keys) => play.keys(keys.as_bytes()),
        Err(signal) => play.signal(signal),
    }
    play.wait_for("saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf\n");
    assert_eq!(play.end().0, Some(status));
    assert_eq!(moves(&folder), "B[df]");
}

#[test]
fn odd_lines_are_refused() {
    let folder = folder("odd-lines");
    let mut play = Terminal::open(80, 24, &folder, &PEOPLE);
    play.wait_for("1. Black (x)> ");
    play.keys(b"d\xff");
    play.wait_for("that is not UTF-8 text");
    play.answer("1. Black (x)> ", &"d4".repeat(2500));
    play.wait_for("that line is too long");
    play.answer("1. Black (x)> ", "d\u{e4}\u{5b57}4");
    play.wait_for("`d\u{e4}\u{5b57}4` is neither");
    play.answer("1. Black (x)> ", "d4");
    play.answer("2. White (o)> ", "quit");
    assert_eq!(play.end().0, Some(0));
    assert_eq!(moves(&folder), "B[df]");
}
