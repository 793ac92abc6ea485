//! Tests that nothing that `gokata play` says is lost in a window of usual size.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::command::contains_all;
use crate::support::program::compiled;
use crate::support::terminal::{CLEAR, Terminal, folder, screen};

fn open(folder: &Path, arguments: &[&str]) -> Terminal {
    Terminal::open(80, 24, folder, &[&["play"], arguments].concat())
}

/// On the largest board, the announcement after the passes is shown whole, with or without an engine.
#[test]
fn the_announcement_after_the_passes_is_shown() {
    let folder = folder("window-announced");
    let mut play = open(&folder, &["--size", "19", "--white", "human"]);
    for (turn, line) in (1..).zip(["d4", "q16", "pass", "pass"]) {
        play.wait_for(&format!("{turn}. "));
        play.answer("> ", line);
    }
    play.wait_for("mark dead stones, or `done`> ");
    let shown = screen(&play.seen);
    contains_all(
        shown,
        ["White passes.\nBoth have passed. Which stones are dead?\n"],
    );
    assert!(shown.contains("(unfinished?)"), "{shown}");
    play.close();
    let white = format!("{} plays=Q16,pass dead=Q16", compiled("gtp_program"));
    let mut play = open(&folder, &["--size", "19", "--white", &white]);
    play.answer("1. Black (x)> ", "d4");
    play.wait_for("White is thinking ...");
    play.wait_for("3. Black (x)> ");
    assert!(!screen(&play.seen).contains("thinking"), "{}", play.seen);
    play.line("pass");
    play.wait_for("mark dead stones, or `done`> ");
    let shown = screen(&play.seen);
    for line in ["Both have passed.\n", "White's engine takes as dead: Q16\n"] {
        assert!(shown.contains(line), "{shown}");
    }
    assert!(!shown.contains("looking for dead stones"), "{shown}");
    play.close();
}

/// The notes about a loaded game are below its board.
#[rstest]
#[case(9)]
#[case(19)]
fn notes_about_a_loaded_game_are_shown(#[case] size: usize) {
    let folder = folder(&format!("window-notes-{size}"));
    let text = format!("(;SZ[{size}]RE[B+2.5];B[bb](;W[ba])(;W[ab]))(;SZ[9])");
    fs::write(folder.join("game.sgf"), &text).expect("written");
    let load = ["--load", "game.sgf", "--rules", "komi=1.5"];
    let mut play = open(&folder, &load);
    play.wait_for("3. Black (x)> ");
    let shown = screen(&play.seen);
    for note in [
        "note game.sgf: this is game 1 of 2; --game chooses\n",
        "note game.sgf: the result in the record is B+2.5; it is counted again\n",
        "note game.sgf: this is the main line; --path chooses from 1 variation besides\n",
        "loaded game.sgf: 2 turns\n",
    ] {
        assert!(shown.contains(note), "{note}{shown}");
    }
    play.line("quit");
    assert_eq!(play.end().0, Some(0));
    // If the game cannot start, the notes are on standard error.
    for more in [
        ["--save", "game.sgf"],
        ["--white", "exit 3"],
        ["--at", "99"],
    ] {
        let (status, seen) = open(&folder, &[&load[..], &more].concat()).end();
        assert_eq!(status, Some(2), "{seen}");
        assert!(seen.contains("this is game 1 of 2"), "{seen}");
        assert!(!seen.contains(CLEAR), "{seen}");
    }
}

/// The help fits below a board of usual size, at any time.
#[rstest]
fn help_leaves_the_board_in_sight(#[values("japanese", "chinese")] rules: &str) {
    let folder = folder(&format!("window-help-{rules}"));
    let mut play = open(&folder, &["--white", "human", "--rules", rules]);
    for (prompt, line) in [
        ("1. Black (x)> ", "pass"),
        ("2. White (o)> ", "pass"),
        ("done`> ", "quit"),
    ] {
        play.answer(prompt, "?");
        play.wait_for("quit           stop here");
        play.wait_for("> ");
        let shown = screen(&play.seen);
        assert!(
            shown.starts_with(" 9 ") && shown.contains("\nCommands:\n"),
            "{shown}"
        );
        assert!(shown.split('\n').count() <= 24, "{shown}");
        assert!(
            shown.lines().all(|line| line.chars().count() <= 80),
            "{shown}"
        );
        play.line(line);
    }
    play.close();
}

/// Refusals are wrapped at words, and long words and lines are shortened.
#[test]
fn long_lines_are_shortened() {
    let folder = folder("window-long");
    let mut play = open(&folder, &["--white", "human"]);
    play.answer("1. Black (x)> ", "d4x");
    play.answer(
        "such as E5 or (4,4): row and column from\n  the top left, from 0 (type ? for help)\n",
        &"x9".repeat(1500),
    );
    play.wait_for("...` is neither a\n  command nor a point");
    play.wait_for("> ");
    let shown = screen(&play.seen);
    assert!(shown.starts_with(" 9 "), "{shown}");
    assert!(
        shown.lines().all(|line| line.chars().count() <= 80),
        "{shown}"
    );
    play.close();
}

/// Where a window is too low for the board, the latest stone and an answer are in sight, and every row can be reached.
#[rstest]
#[case(60, 16, "19")]
#[case(60, 16, "25")]
#[case(80, 24, "25")]
fn no_row_is_out_of_reach(#[case] columns: u16, #[case] lines: u16, #[case] size: &str) {
    let folder = folder(&format!("window-rows-{columns}-{size}"));
    let arguments = ["play", "--white", "human", "--size", size];
    let mut play = Terminal::open(columns, lines, &folder, &arguments);
    play.wait_for("1. Black (x)> ");
    let shown = |line: &str, play: &mut Terminal| {
        play.line(line);
        play.wait_for(CLEAR);
        play.wait_for("> ");
        let rows = screen(&play.seen).lines();
        let rows = rows.filter_map(|row| row.split_whitespace().next()?.parse().ok());
        rows.collect::<Vec<usize>>()
    };
    let fitting = usize::from(lines) - 5;
    for (line, row) in [("a1", 1), ("b16", 16), ("c1", 1)] {
        let rows = shown(line, &mut play);
        assert!(rows.contains(&row) && rows.len() == fitting, "{rows:?}");
    }
    let _ = ["up", "up"].map(|line| shown(line, &mut play));
    let lines = ["up", "down", "down", "down"];
    let seen: BTreeSet<usize> = lines
        .map(|line| shown(line, &mut play))
        .concat()
        .into_iter()
        .collect();
    let all: BTreeSet<usize> = (1..=size.parse().expect("a number")).collect();
    assert_eq!(seen, all);
    play.resize(80, 40);
    assert_eq!(shown("", &mut play).len(), all.len());
    play.line("up");
    play.wait_for("Every row is shown.");
    for (height, line) in [(8, "zz"), (6, "zy")] {
        play.resize(80, height);
        play.line(line);
        play.wait_for(&format!("`{line}` is neither"));
        play.wait_for("4. White (o)> ");
        let (_, below) = play.seen.rsplit_once(" is neither").expect("an answer");
        assert!(below.lines().count() < 5, "{below}");
    }
    play.close();
}
