//! Tests what `gokata play --load` says about a record before the game goes on, and the terms of the game.

use std::fs;

use crate::support::command::{Ran, gokata_command, run};
use crate::support::terminal::folder;
use pretty_assertions::assert_eq;

/// Loads a record with this text and these arguments, and enters these lines. Also returns the file saved, if any.
fn load(text: &str, arguments: &str, lines: &str) -> (Ran, String) {
    let name: String = format!("{text}{arguments}{lines}");
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "");
    let name: String = name.chars().take(200).collect();
    let folder = folder(&format!("notes-{name}"));
    fs::write(folder.join("game.sgf"), text).expect("written");
    let mut play = gokata_command();
    play.current_dir(&folder)
        .args(["play", "--load", "game.sgf"]);
    let ran = run(play.args(arguments.split_whitespace()), lines.as_bytes());
    let saved = fs::read_to_string(folder.join("gokata-game.sgf"));
    (ran, saved.unwrap_or_default())
}

/// Every result by which a game ends without a count is final, unless an earlier position is asked for.
#[test]
fn a_game_with_a_final_result_goes_on_only_from_an_earlier_position() {
    for result in ["W+R", "W+T", "B+F", "B+", "W+"] {
        let text = format!("(;SZ[3]RE[{result}];B[bb];W[ba](;B[ab])(;B[cb]))");
        let (ran, _) = load(&text, "", "quit\n");
        ran.ends(2);
        ran.says("the game is over: ");
        for earlier in ["--at 2", "--path 2/2"] {
            let (ran, _) = load(&text, earlier, "quit\n");
            ran.is_fine();
        }
    }
    for (result, note) in [
        (
            "B+2.5",
            "note game.sgf: the result in the record is B+2.5; it is counted again\n",
        ),
        ("?", ""),
    ] {
        let (ran, _) = load(&format!("(;SZ[3]RE[{result}];B[bb])"), "", "quit\n");
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), note));
    }
}

#[test]
fn other_variations_are_mentioned_with_the_main_line_only() {
    let text = "(;SZ[3];B[bb](;W[ba])(;W[ab])(;W[cb]))";
    let note = "note game.sgf: this is the main line; --path chooses from 2 variations besides\n";
    for (arguments, expected) in [("", note), ("--path 1/2", ""), ("--at 1", "")] {
        let (ran, _) = load(text, arguments, "quit\n");
        assert_eq!(
            (ran.status, ran.err.as_str()),
            (Some(0), expected),
            "{arguments}"
        );
    }
}

/// Two moves in a row do not stop a game, as in records in which moves were taken back.
#[test]
fn a_move_out_of_turn_does_not_stop_a_game() {
    let (ran, saved) = load("(;SZ[3];B[bb];B[ba])", "", "a1\nquit\n");
    ran.ends(0);
    ran.prints("3. White (o)> a1\n");
    assert!(saved.contains(";W[ac]"), "{saved}");
}

/// The handicap of moves that are left out is not written.
#[test]
fn a_handicap_before_a_later_set_up_is_left_out() {
    let (_, whole) = load("(;SZ[9]HA[2]AB[cc][gg];W[ee])", "", "a1\nquit\n");
    assert!(whole.contains("HA[2]"), "{whole}");
    let (ran, cut) = load(
        "(;SZ[9]HA[2]AB[cc][gg];W[ee];B[aa];AW[ab])",
        "",
        "c1\nquit\n",
    );
    let printed = "warning game.sgf: left out: 2 moves before a set-up in the middle of the game\n";
    ran.ends(0);
    ran.says_last(printed);
    assert!(!cut.contains("HA["), "{cut}");
}

/// Stones that a set-up leaves in the middle of an even game are no handicap either.
#[test]
fn a_set_up_of_black_stones_in_the_middle_is_written_without_a_handicap() {
    let (_, cut) = load("(;SZ[9];B[aa];W[bb];B[cc];AE[bb];W[dd])", "", "c1\nquit\n");
    assert!(cut.contains("HA[0]\nAB[aa][cc]"), "{cut}");
}

/// Each game that resumes after two passes gets a node for that.
#[test]
fn a_record_that_cannot_be_loaded_again_is_reported() {
    let long = format!("(;SZ[3]{})", ";B[];W[]".repeat(6_667));
    let (ran, saved) = load(&long, "", "resume\nA1\nquit\n");
    let printed =
        "the record has more than 20000 nodes in a line, so gokata does not read it again\n";
    ran.says_last(printed);
    assert!(saved.ends_with(";W[ac])\n") || saved.ends_with(";B[ac])\n"));
}

/// Under Tromp-Taylor rules two passes end the game; under other rules they begin the marking of dead stones.
#[test]
fn the_rules_of_the_record_or_those_given_decide_how_the_game_ends() {
    let tromp_taylor = "(;SZ[3]RU[Tromp-Taylor]KM[0.5];B[bb];W[ba])";
    let plain = "(;SZ[3];B[bb];W[ba])";
    for (text, arguments, is_marked) in [
        (tromp_taylor, "", false),
        (plain, "", true),
        (plain, "--rules tromp-taylor", false),
        (plain, "--rules tromp-taylor,suicide=forbidden", false),
        (plain, "--rules tromp-taylor,scoring=territory", true),
        (plain, "--rules chinese", true),
        (tromp_taylor, "--rules chinese", true),
    ] {
        let (ran, _) = load(text, arguments, "pass\npass\nquit\n");
        let asks = ran.out.contains("Which stones are dead?");
        assert_eq!(
            asks, is_marked,
            "{text} {arguments}\n{}{}",
            ran.out, ran.err
        );
    }
}

/// A resignation is the end of the record, not of the position before it.
#[test]
fn a_resigned_game_goes_on_from_its_last_position() {
    let text = "(;SZ[3]RE[B+R];B[bb];W[ba])";
    let (ran, _) = load(text, "--at 2", "A1\nquit\n");
    ran.prints("4. White");
}
