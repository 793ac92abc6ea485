//! `gokata play` in real terminals, and with any input. What needs no terminal is in the pages of `play/`.

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rstest::rstest;

use crate::support::command::{gokata_command, run};
use crate::support::program::compiled;
use crate::support::terminal::{Terminal, folder, saved};

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

/// A board that does not fit is drawn with one column a point.
#[rstest]
#[case::usual(80, " 3  .  . (x) .  .  .  .  .")]
#[case::narrow(30, " 3 ..X................")]
#[case::tiny(10, " 3 ..X...")]
#[case::unknown(0, " 3  .  . (x) .  .  .  .  .")]
fn boards_fit_into_the_window(#[case] columns: u16, #[case] row: &str) {
    let folder = folder(&format!("window-{columns}"));
    let people = ["play", "--white", "human", "--size", "19"];
    let mut play = Terminal::open(columns, 24, &folder, &people);
    play.answer("1. Black (x)> ", "c3");
    play.wait_for(row);
    play.answer("2. White (o)> ", "quit");
    let (status, seen) = play.end();
    assert_eq!(status, Some(0));
    assert!(!seen.contains('\u{1b}'), "{seen}");
}

/// In a terminal, the player learns what is waited for.
#[test]
fn an_engine_that_thinks_is_waited_for() {
    let folder = folder("window-engine");
    let white = format!("{} plays=Q16,pass dead=Q16", compiled("gtp_program"));
    let mut play = Terminal::open(
        80,
        24,
        &folder,
        &["play", "--size", "19", "--white", &white],
    );
    play.answer("1. Black (x)> ", "d4");
    play.wait_for("White is thinking ...");
    play.answer("3. Black (x)> ", "pass");
    play.wait_for("looking for dead stones ...");
    play.wait_for("White's engine takes as dead: Q16\n");
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
