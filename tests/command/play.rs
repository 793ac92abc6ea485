//! `gokata play` in real terminals, and with any input. What needs no terminal is in the pages of `play/`.

use std::path::Path;

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rstest::rstest;

use crate::support::command::{contains_all, gokata_command, run};
use crate::support::program::compiled;
use crate::support::terminal::{CLEAR, Terminal, folder, saved, screen};

const PEOPLE: [&str; 5] = ["play", "--white", "human", "--size", "5"];

fn open(folder: &Path, arguments: &[&str]) -> Terminal {
    Terminal::open(80, 24, folder, &[&["play"], arguments].concat())
}

#[test]
fn a_person_in_a_terminal_plays_a_bot_to_the_agreed_result() {
    let folder = folder("terminal");
    let mut terminal = Terminal::window(
        &folder,
        "play --size 5 --seed 3 --rules japanese --save game.sgf",
    );
    terminal.answer("1. Black (x)> ", "c3");
    terminal.wait_for("White plays ");
    terminal.answer("3. Black (x)> ", "C3");
    terminal.wait_for("Black C3: not legal");
    terminal.wait_for("occupied: there is a stone already");
    terminal.answer("3. Black (x)> ", "pass");
    terminal.wait_for("White passes.");
    terminal.wait_for("(Enter `resume` if the borders are not finished yet.)");
    terminal.answer("done`> ", "score");
    terminal.wait_for("result: ");
    // White's only stone.
    let white = terminal.seen.split("White plays ").nth(1);
    let white = white.and_then(|rest| rest.get(..2)).unwrap_or_default();
    let white = white.to_owned();
    terminal.line(&white.to_lowercase());
    terminal.wait_for(&format!("dead now (1): {white}"));
    terminal.wait_for("so far: Black wins by 18.5 points");
    terminal.answer("done`> ", "done");
    terminal.wait_for("White agrees.");
    terminal.wait_for("Black wins by 18.5 points (B+18.5, 4 turns)");
    terminal.wait_for("saved: game.sgf");
    assert_eq!(terminal.end().0, Some(0));
    let saved = saved(&folder, "game.sgf");
    assert!(saved.contains("RE[B+18.5]"), "{saved}");
}

#[test]
fn a_terminal_shows_the_board_at_the_top_and_the_latest_lines_below() {
    let folder = folder("redrawn");
    let mut play = Terminal::open(80, 16, &folder, &PEOPLE);
    play.wait_for("1. Black (x)> ");
    assert!(screen(&play.seen).starts_with(" 5  .  .  .  .  .\n"));
    for (turn, point) in (1..).zip(["a1", "a2", "b1", "b2", "c1", "c1", "c2", "d1"]) {
        play.line(point);
        let next = if turn < 6 { turn + 1 } else { turn };
        play.wait_for(CLEAR);
        play.wait_for(&format!("{next}. "));
        play.wait_for("> ");
        let screen = screen(&play.seen);
        assert!(screen.starts_with(" 5  .  .  .  .  .\n"), "{screen}");
        assert!(screen.lines().count() <= 16, "{screen}");
        assert!(screen.contains(&format!("> {point}\n")), "{screen}");
    }
    let refusal = "6. White (o)> c1\nWhite C1: not legal\n  occupied: there is a stone already\n";
    assert!(screen(&play.seen).contains(refusal), "{}", play.seen);
    // The first lines have left the window, but a long answer is shown whole.
    assert!(!screen(&play.seen).contains("1. Black (x)> a1"));
    play.line("?");
    play.wait_for("show, quit     the board again");
    assert!(screen(&play.seen).contains("Commands:"), "{}", play.seen);
    play.answer("> ", "quit");
    let (status, seen) = play.end();
    assert_eq!(status, Some(0));
    assert!(screen(&seen).starts_with(" 5  .  .  .  .  .\n"), "{seen}");
    contains_all(
        &seen,
        ["The game is not finished.\nsaved: gokata-game.sgf\n"],
    );
}

/// In a terminal that cannot move its cursor, or is too small, the lines scroll. A narrow board has one column a point.
#[rstest]
#[case::dumb("dumb", 80, 24, "5", " 3  .  . (x) .  .")]
#[case::low("xterm", 80, 6, "5", " 3  .  . (x) .  .")]
#[case::narrow("xterm", 30, 16, "19", " 3 ..X................")]
#[case::tiny("xterm", 10, 5, "19", " 3 ..X...")]
#[case::unknown("dumb", 0, 0, "19", " 3  .  . (x) .  .  .  .  .")]
fn other_terminals_scroll(
    #[case] term: &str,
    #[case] columns: u16,
    #[case] lines: u16,
    #[case] size: &str,
    #[case] row: &str,
) {
    let folder = folder(&format!("scrolls-{term}-{columns}-{lines}"));
    let variables = [("TERM", term), ("NO_COLOR", "1")];
    let people = ["play", "--white", "human", "--size", size];
    let mut play = Terminal::open_as(&variables, columns, lines, &folder, &people);
    play.answer("1. Black (x)> ", "c3");
    play.wait_for(row);
    play.answer("2. White (o)> ", "quit");
    let (status, seen) = play.end();
    assert_eq!(status, Some(0));
    assert!(!seen.contains('\u{1b}'), "{seen}");
}

/// On the largest board of a usual window, the announcement after the passes is shown whole, with or without an engine.
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
    let announced = "White passes.\nBoth have passed. Which stones are dead?\n";
    contains_all(shown, [announced, "(unfinished?)"]);
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
    contains_all(
        shown,
        ["Both have passed.\n", "White's engine takes as dead: Q16\n"],
    );
    assert!(!shown.contains("looking for dead stones"), "{shown}");
    play.close();
}

/// The notes about a loaded game are below its board. If the game cannot start, they are on standard error.
#[test]
fn notes_about_a_loaded_game_are_shown() {
    let folder = folder("window-notes");
    let text = "(;SZ[19]RE[B+2.5];B[bb](;W[ba])(;W[ab]))(;SZ[9])";
    std::fs::write(folder.join("game.sgf"), text).expect("written");
    let load = ["--load", "game.sgf", "--rules", "komi=1.5"];
    let mut play = open(&folder, &load);
    play.wait_for("3. Black (x)> ");
    let notes = [
        "note game.sgf: this is game 1 of 2; --game chooses\n",
        "note game.sgf: the result in the record is B+2.5; it is counted again\n",
        "note game.sgf: this is the main line; --path chooses from 1 variation besides\n",
        "loaded game.sgf: 2 turns\n",
    ];
    contains_all(screen(&play.seen), notes);
    play.line("quit");
    assert_eq!(play.end().0, Some(0));
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

/// The help fits below a board of usual size, at any time. Refusals are wrapped, and long words shortened.
#[test]
fn help_leaves_the_board_in_sight() {
    let folder = folder("window-help");
    let mut play = open(&folder, &["--white", "human", "--rules", "japanese"]);
    for (prompt, line) in [
        ("1. Black (x)> ", "pass"),
        ("2. White (o)> ", "pass"),
        ("done`> ", "quit"),
    ] {
        play.answer(prompt, "?");
        play.wait_for("show, quit     the board again");
        if line == "pass" {
            play.answer("> ", &"x9".repeat(1500));
            play.wait_for("...` is neither a\n  command nor a point");
        }
        play.wait_for("> ");
        let shown = screen(&play.seen);
        contains_all(shown, ["show, quit "]);
        assert!(shown.starts_with(" 9 "), "{shown}");
        assert!(shown.split('\n').count() <= 24, "{shown}");
        let mut lines = shown.lines();
        assert!(lines.all(|line| line.chars().count() <= 80), "{shown}");
        play.line(line);
    }
    play.close();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Whatever bytes are typed, the program does not panic, reports no error, and exits with 0.
    #[test]
    fn any_typed_line_is_handled(lines in prop::collection::vec(line(), 0..60)) {
        let folder = folder("any");
        let bytes = lines.concat();
        let mut play = gokata_command();
        play.current_dir(folder).args(["play", "--size", "4", "--seed", "5", "--rules", "japanese"]);
        let ran = run(&mut play, &bytes);
        ran.ends(0);
        prop_assert_eq!(ran.err, "");
    }
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        5 => "[a-d][1-4]",
        3 => prop::sample::select(vec!["pass", "undo", "score", "done", "resume", "dead", "alive", "neutral", "counted", "why", "show", "?", "x:", "o:a1", "(0,1)", "PASS"]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    let words = prop::collection::vec(word, 1..3)
        .prop_map(|words| format!("{}\n", words.join(" ")).into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..40).prop_map(|mut bytes| {
        bytes.push(b'\n');
        bytes
    });
    let long = (4000usize..9000).prop_map(|length| {
        let mut line = vec![b'a'; length];
        line.push(b'\n');
        line
    });
    // Lines with `save` would write files, so they are left out.
    prop_oneof![20 => words, 3 => bytes, 1 => long].prop_filter("harmless", |line| {
        let text = String::from_utf8_lossy(line).to_ascii_lowercase();
        !text.contains("save")
    })
}
