//! `gokata play`, driven through pipes and through real terminals.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use crate::support::command::{Ran, contains_all, gokata, gokata_command, path, run, words};
use crate::support::terminal::{Terminal, folder, saved};
use crate::support::waiting::PATIENCE;
use pretty_assertions::{assert_eq, assert_str_eq};
use proptest::prelude::*;

/// Runs a game of two people who type these lines, in a folder of its own.
fn people(name: &str, arguments: &[&str], lines: &str) -> Ran {
    let mut play = gokata_command();
    play.current_dir(folder(name))
        .args(["play", "--white", "human", "--size"])
        .args(arguments);
    run(&mut play, lines.as_bytes())
}

#[test]
fn a_whole_game_of_two_people_to_the_agreed_result() {
    let moves = "c5\nd5\nc4\nd4\nc3\nd3\nc2\nd2\nc1\nd1\npass\na1\npass\npass\n";
    // Black marks A1 dead and approves. White's marks withdraw the approval; in the end both approve.
    let ending = "a1\ndone\nA1\nback\ndead (4,0)\ndone\ndone\n";
    let arguments = ["5", "--rules", "japanese,komi=0.5", "--save", "game.sgf"];
    let ran = people("whole", &arguments, &format!("{moves}{ending}"));
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play/whole/game.sgf");
    ran.is_fine();
    ran.prints_in_order(&[
        "1. Black (x)> c5\n",
        " 5  .  . (x) .  .\n",
        "Both have passed. Which stones are dead?\n",
        "dead now (1): A1\nso far: Black wins by 5.5 points\n",
        " 1  O  +  x  o  -\n",
        "White: mark dead stones, or `done`> A1\n",
        "alive again (1): A1\n",
        "Black has to agree again.\n",
        "White: mark dead stones, or `done`> back\nNobody is done yet.\n",
        "dead stones          1       0\n",
        "total               11     5.5   Black wins by 5.5\n",
        "Black wins by 5.5 points (B+5.5, 14 turns)\n",
    ]);
    let saved = fs::read_to_string(&file).expect("saved");
    let (before, date) = saved.split_once("DT[").expect("a date");
    let (_, after) = date.split_once(']').expect("the end of the date");
    assert_str_eq!(
        format!("{before}{after}"),
        concat!(
            "(;GM[1]FF[4]CA[UTF-8]AP[gokata:",
            env!("CARGO_PKG_VERSION"),
            "]\n\
            SZ[5]KM[0.5]RU[Japanese]RE[B+5.5]\n\
            PB[human]PW[human]\n\
            ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]\n\
            ;B[];W[ae];B[];W[]\n\
            TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]\n\
            TW[ea][eb][ec][ed][ee])\n"
        )
    );
}

#[test]
fn an_illegal_move_is_explained_and_the_player_is_prompted_again() {
    let lines = "b3\no:b3\nx:a1\nz9\n(-1,2)\nb2 b1\ni5\nhello\nc3\npass\nwhy a3\nundo\nundo\nundo\nundo\nquit\n";
    let ran = people("refused", &["3"], lines);
    ran.ends(0);
    ran.prints_all([
        "> o:b3\nWhite B3: not legal\n  occupied: there is a stone already\n",
        "> x:a1\nBlack A1: not legal\n  turn: it is the other player's turn\n",
        "> z9\nWhite Z9: not legal\n  off board: there is no such point\n",
        "> (-1,2)\nWhite C4: not legal\n  off board: there is no such point\n",
        "> b2 b1\none move at a time\n",
        "`i5` is neither a command nor a point",
        "`hello` is neither a command nor a point",
        "> why a3\n",
        "> undo\nThere is nothing to take back.\n",
    ]);
    assert_eq!(ran.out.matches("Taken back: ").count(), 3);
    ran.omits("saved");
}

/// Points may contain spaces. Text that may be a point is answered with the forms of points.
#[test]
fn points_are_understood_in_several_forms() {
    let lines = "D 4\nd5\n(4,4)\n( 0 , 0 )\nx: c 3\nwhy c 3\nQ 16\nh 4\n5,5\n5 5\n4d\nD-4\nb d4\nplay d4\n(1;1)\npass\npass\nd 4 c3\ndead e 1 (0, 0)\nquit\n";
    let ran = people("forms", &["5", "--rules", "japanese"], lines);
    ran.ends(0);
    ran.prints_all([
        "> D 4\n",
        "2. White (o)> d5\n",
        "3. Black (x)> (4,4)\n",
        "4. White (o)> ( 0 , 0 )\n",
        "5. Black (x)> x: c 3\n",
        "6. White (o)> why c 3\nWhite C3: not legal\n",
        "> Q 16\nWhite Q16: not legal\n  off board: there is no such point\n",
        "> h 4\nWhite H4: not legal\n  off board: there is no such point\n",
        "> d 4 c3\none move at a time\n",
        "> dead e 1 (0, 0)\ndead now (3): D4 C3 E1\n",
        "alive again (3): D4 C3 E1\n",
    ]);
    for odd in ["5,5", "5 5", "4d", "D-4", "b d4", "play d4", "(1;1)"] {
        let answer = format!(
            "> {odd}\n`{odd}` is neither a command nor a point, such as C3 or (2,2): row and column from the top left, \
             from 0 (type ? for help)\n"
        );
        ran.prints(&answer);
    }
    let saved = fs::read_to_string(
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play/forms/gokata-game.sgf"),
    );
    let saved = saved.expect("saved");
    contains_all(&saved, [";B[db];W[da];B[ee];W[aa];B[cc];W[];B[]"]);
}

#[test]
fn play_resumes_after_a_dispute() {
    let lines = "c3\npass\npass\nresume\nresume\nd3\npass\npass\nresume\nc4\nresign\n\n";
    let ran = people("disputed", &["5", "--rules", "japanese"], lines);
    ran.ends(0);
    // Black is prompted first and resumes play, so White moves first. `resume` during play is an error.
    ran.prints("Play goes on: White moves.\n");
    ran.prints("4. White (o)> resume\nthe game goes on");
    ran.prints("Black resigns: White wins (W+R, 7 turns)\n");
}

#[test]
fn resuming_twice_without_a_stone_in_between_is_refused() {
    let lines = "c3\npass\npass\nresume\npass\npass\nresume\ndone\ndone\n\n";
    let ran = people("again", &["5", "--rules", "japanese"], lines);
    ran.prints("> resume\nplay was resumed already, and no stone was played\n");
    ran.prints("Black wins by 17.5 points");
}

/// Two bots need no terminal; with the same seed they play the same game.
#[test]
fn two_bots_play_the_same_game_again() {
    let folder = folder("bots");
    let games: Vec<(String, String)> = ["one.sgf", "two.sgf"]
        .iter()
        .map(|name| {
            let file = folder.join(name);
            let ran = gokata(&[
                "play",
                "--black",
                "random",
                "--size",
                "19",
                "--seed",
                "7",
                "--save",
                path(&file),
            ]);
            ran.is_fine();
            (
                ran.out.replace(name, ""),
                fs::read_to_string(file).expect("saved"),
            )
        })
        .collect();
    assert_eq!(games[0], games[1]);
    assert!(
        games[0]
            .0
            .contains("White wins by 60.5 points (W+60.5, 513 turns)\n"),
        "{}",
        games[0].0
    );
    assert_eq!(games[0].1.matches([';']).count(), 514);
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
    let white = terminal
        .seen
        .split("White plays ")
        .nth(1)
        .and_then(|rest| rest.get(..2))
        .unwrap_or_default()
        .to_owned();
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
fn no_player_resigns_for_the_other_side() {
    let lines = "o:resign\nb2\npass\npass\no:resign\nx:resign\n\n";
    let ran = people("for-another", &["3"], lines);
    ran.prints("> o:resign\nturn: it is the other player's turn\n");
    ran.prints("Black resigns: White wins (W+R, 3 turns)\n");
}

#[test]
fn a_window_can_be_too_small_for_the_board() {
    let folder = folder("small");
    let board = ["play", "--white", "human", "--size", "19"];
    let mut narrow = Terminal::open(30, 30, &folder, &board);
    narrow.wait_for("19 ...................\n");
    narrow.wait_for("   ABCDEFGHJKLMNOPQRST\n");
    narrow.answer("1. Black (x)> ", "d4");
    narrow.answer(" 4 ...X...............\n", "quit");
    assert_eq!(narrow.end().0, Some(0));

    let mut tiny = Terminal::open(10, 5, &folder, &board);
    tiny.answer("1. Black (x)> ", "d4");
    tiny.answer("2. White (o)> ", "quit");
    assert_eq!(tiny.end().0, Some(0));

    // A terminal that does not report its size counts as large.
    let mut unknown = Terminal::open(0, 0, &folder, &board);
    unknown.answer("19  .  .", "quit");
    assert_eq!(unknown.end().0, Some(0));
}

/// Each board is shown when it is played, not when a buffer is full.
#[test]
fn a_delay_shows_every_board() {
    let folder = folder("show");
    let arguments = [
        "play", "--black", "random", "--size", "5", "--seed", "1", "--delay", "50",
    ];
    // In a terminal that cannot redraw the board, each line is shown once.
    let mut terminal = Terminal::open_as(&[("TERM", "dumb")], 80, 24, &folder, &arguments);
    for _ in 0..3 {
        terminal.wait_for("Black plays ");
        terminal.wait_for("White plays ");
    }
    // A full buffer of 8 KiB holds more than fifty boards; some may be shown while this test waits for a processor.
    let shown = terminal.seen.matches(" plays ").count();
    assert!(shown < 30, "one by one: {shown}");
    terminal.signal(Signal::SIGKILL);
    terminal.end();
}

#[test]
fn bots_stop_when_their_output_is_closed() {
    let mut play = gokata_command();
    play.current_dir(folder("unseen"))
        .args(words("play --black random --size 19 --seed 1 --delay 300"))
        .stdout(Stdio::piped());
    let mut child = play.spawn().expect("it runs");
    drop(child.stdout.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        // The whole game takes more than two minutes.
        assert!(start.elapsed() < PATIENCE, "it plays on");
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(0));
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
        3 => prop::sample::select(vec!["pass", "undo", "score", "done", "back", "resume", "dead", "alive", "neutral", "counted", "why", "show", "?", "x:", "o:a1", "(0,1)", "PASS"]).prop_map(str::to_owned),
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
