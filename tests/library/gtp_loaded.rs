//! What the GTP engine keeps of a game that it has loaded.

use crate::support::gtp::{ask, engine, say};
use gokata::sgf::Collection;
use pretty_assertions::assert_eq;

const MARKED: &str =
    "(;SZ[3]RU[Japanese]KM[0.5]RE[B+6.5]PB[Ann]PW[Bob]DT[1846-09-11]HA[2]AB[ba][bb]
;W[cb];B[bc];W[];B[];W[]TB[aa:ac][ca:cc])";

fn marked(name: &str) -> Option<Vec<u8>> {
    (name == "marked.sgf").then(|| MARKED.as_bytes().to_vec())
}

#[test]
fn a_loaded_game_keeps_its_dead_stones_until_the_next_turn() {
    let mut engine = engine(3).with_files(marked);
    let score = "B+6.5";
    let listed = "TB[aa][ca][ab][cb][ac][cc]";
    ask(&mut engine, "loadsgf marked.sgf");
    assert_eq!(ask(&mut engine, "final_status_list dead"), "C2");
    assert_eq!(ask(&mut engine, "final_score"), score);
    assert!(ask(&mut engine, "printsgf").ends_with(&format!("{listed})")));
    // A rejected command changes nothing.
    say(&mut engine, "play b A9");
    say(&mut engine, "gogui-play_sequence b A1 w A1");
    assert_eq!(ask(&mut engine, "final_score"), score);
    // Another mark replaces the list.
    ask(&mut engine, "gokata-mark_dead");
    assert_eq!(ask(&mut engine, "final_status_list dead"), "");
    assert!(!ask(&mut engine, "printsgf").contains("TB["));
    // Without marks, the engine finds out who is dead.
    for (change, dead) in [
        ("play b pass", "C2"),
        ("undo", "C2"),
        ("gogui-play_sequence b A1", "C2"),
        ("clear_board", ""),
    ] {
        ask(&mut engine, "loadsgf marked.sgf");
        ask(&mut engine, change);
        assert_eq!(ask(&mut engine, "final_status_list dead"), dead, "{change}");
        assert!(!ask(&mut engine, "printsgf").contains("TB["), "{change}");
    }
    // Before an earlier move there are no marks.
    ask(&mut engine, "loadsgf marked.sgf 5");
    assert!(!ask(&mut engine, "printsgf").contains("TB["));
}

#[test]
fn a_loaded_game_keeps_its_players_until_another_one_begins() {
    let mut engine = engine(3).with_files(marked);
    let about = "PB[Ann]PW[Bob]DT[1846-09-11]";
    ask(&mut engine, "loadsgf marked.sgf");
    for same in [
        "name",
        "play b A1",
        "undo",
        "undo",
        "komi 3",
        "gogui-setup_player white",
    ] {
        ask(&mut engine, same);
        let text = ask(&mut engine, "printsgf");
        assert!(
            text.contains(about) && text.contains("HA[2]"),
            "{same}: {text}"
        );
    }
    for other in [
        "clear_board",
        "boardsize 3",
        "set_position b A1",
        "loadsgf marked.sgf 1",
    ] {
        ask(&mut engine, "loadsgf marked.sgf");
        ask(&mut engine, other);
        let is_same = other.starts_with("loadsgf");
        let text = ask(&mut engine, "printsgf");
        assert_eq!(text.contains(about), is_same, "{other}: {text}");
        assert!(!text.contains("RE["), "{other}: {text}");
    }
}

/// The stones that a set-up leaves in the middle of a game are no handicap.
#[test]
fn a_loaded_game_that_begins_with_a_later_set_up_has_no_handicap() {
    let read = |_: &str| {
        let text = "(;SZ[9]RU[Chinese]KM[0.5];B[aa];W[bb];B[cc];AE[bb];W[dd])";
        Some(text.as_bytes().to_vec())
    };
    let mut engine = engine(9).with_files(read);
    ask(&mut engine, "loadsgf even.sgf");
    assert_eq!(ask(&mut engine, "final_score"), "B+0.5");
    assert!(ask(&mut engine, "printsgf").contains("HA[0]\nAB[aa][cc]"));
}

#[test]
fn printsgf_warns_of_a_record_that_is_too_long_to_be_loaded() {
    let mut engine = engine(3);
    for (turns, is_too_long) in [(13_332, false), (2, true)] {
        let passes = " b pass w pass".repeat(turns / 2);
        ask(&mut engine, &format!("gogui-play_sequence{passes}"));
        assert_eq!(engine.complaint(), None);
        let text = ask(&mut engine, "printsgf");
        let game = Collection::parse(&text).unwrap();
        let fault = game.games().flatten().any(|game| game.fault().is_some());
        assert_eq!(
            (fault, engine.complaint().is_some()),
            (is_too_long, is_too_long)
        );
    }
}
