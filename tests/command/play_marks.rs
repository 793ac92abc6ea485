//! Tests that `gokata play` keeps the marks of a game that is saved and loaded, and says how a loaded game stands.

use std::fs;

use pretty_assertions::assert_eq;

use crate::support::program::compiled;
use crate::support::terminal::{folder, play, saved};

/// The lines of a record with territory: `TB[...` and `TW[...`, to its end.
fn territory(record: &str) -> &str {
    record.find("\nT").map_or("", |at| &record[at..])
}

const PEOPLE: [&str; 2] = ["--white", "human"];

#[test]
fn a_finished_game_that_is_loaded_has_the_same_result() {
    let folder = folder("marks-finished");
    let lines = "e5\nc3\ng7\npass\npass\ne5\ndone\ndone\nfin.sgf\n";
    let ran = play(&folder, &PEOPLE, lines);
    ran.prints("(W+88.5, 5 turns)");
    let load = ["--load", "fin.sgf"];
    let ran = play(&folder, &load, "done\ndone\nagain.sgf\n");
    ran.ends(0);
    ran.prints("(W+88.5, 5 turns)");
    let printed = "Both have passed, and stones are marked.\ndead now (2): G7 E5\nso far: White wins by 88.5 points\n";
    ran.prints(printed);
    let listed = "note fin.sgf: the record lists Black's territory (TB, 0 points) and White's (TW, 80 points)\n";
    ran.says_last(listed);
    assert_eq!(saved(&folder, "fin.sgf"), saved(&folder, "again.sgf"));
    // Other marks are possible, and taken back.
    let ran = play(&folder, &load, "undo\ndone\ndone\n\n");
    ran.prints("Taken back: Black dead G7");
    ran.prints("(W+6.5, 5 turns)");
}

/// A wall of each side down the middle, with the E line open between them, and a stone on the other's side each.
const WALLS: &str =
    "d1\nf1\nd2\nf2\nd3\nf3\nd4\nf4\nd5\nf5\nd6\nf6\nd7\nf7\nd8\nf8\nd9\nf9\nh5\nb5\n";

#[test]
fn marks_are_suggested_to_both_players() {
    let folder = folder("marks-suggested");
    let people = [&PEOPLE[..], &["--rules", "japanese"]].concat();
    let play = |lines: &str| play(&folder, &people, &format!("{WALLS}{lines}"));
    let ran = play("suggest\npass\npass\nsuggest\nsuggest\nquit\n");
    ran.prints_in_order(&[
        "> suggest\nthe game goes on: ",
        "> suggest\nlikely dead: H5 B5\ndead now (2): B5 H5\n",
        "> suggest\nNothing changes: everything is marked as suggested.\n",
    ]);
    // It is a proposal: both agree, or a player changes it.
    let ran = play("pass\npass\ndone\nsuggest\nalive b5\nundo\ndone\ndone\nfin.sgf\n");
    ran.prints_in_order(&[
        "dead now (2): B5 H5\n",
        "Black has to agree again.\n",
        "alive again (1): B5\n",
        "Taken back: ",
        "White wins by 6.5 points (W+6.5, 22 turns)",
    ]);
    let ran = play("pass\npass\nsuggest\nundo\nquit\n");
    ran.prints("Taken back: Black suggest.\n");
}

#[test]
fn a_game_that_is_stopped_while_stones_are_marked_keeps_its_marks() {
    let wall = format!("{WALLS}pass\npass\n");
    let marks = "dead h5\ndead b5\nneutral a1\n";
    for (rules, marks) in [
        ("japanese", marks),
        ("japanese", "dead b5\nneutral g1\n"),
        ("japanese", ""),
        ("chinese", "dead h5\ndead b5\n"),
        ("aga", "dead b5\n"),
    ] {
        let name = format!("marks-stopped-{rules}-{}", marks.len());
        let folder = folder(&name);
        let people = [&PEOPLE[..], &["--rules", rules]].concat();
        let ends = "done\ndone\nwhole.sgf\n";
        play(&folder, &people, &format!("{wall}{marks}{ends}"));
        let ran = play(&folder, &people, &format!("{wall}{marks}quit\n"));
        ran.prints("to go on: ");
        let stopped = saved(&folder, "gokata-game.sgf");
        assert!(stopped.contains("RE[?]"), "{stopped}");
        assert_eq!(territory(&stopped).is_empty(), marks.is_empty());
        let load = ["--load", "gokata-game.sgf"];
        let ran = play(&folder, &load, "done\ndone\nrest.sgf\n");
        let (whole, rest) = (saved(&folder, "whole.sgf"), saved(&folder, "rest.sgf"));
        assert_eq!(whole, rest, "{rules} {marks}\n{}{}", ran.out, ran.err);
        // Nothing has changed, so nothing is saved; but marks alone are a change.
        play(&folder, &load, "quit\n");
        assert!(!folder.join("gokata-game-2.sgf").exists());
        play(&folder, &load, "h5\nquit\n");
        assert!(folder.join("gokata-game-2.sgf").exists());
    }
}

/// What players could not mark is reported.
#[test]
fn territory_that_cannot_be_marked_is_reported() {
    let folder = folder("marks-impossible");
    // Under area rules no region is nobody's, but the record lists only a part of the board.
    let text = "(;SZ[3]RU[Chinese]KM[0.5];B[bb];W[];B[]TB[aa])";
    fs::write(folder.join("game.sgf"), text).expect("written");
    let ran = play(&folder, &["--load", "game.sgf"], "done\ndone\n\n");
    let note = "note game.sgf: not marked as the territory in the record demands: ";
    ran.says(note);
    // A game that goes on after the territory has no marks.
    let text = "(;SZ[3];B[bb];W[aa];B[];W[]TB[aa];B[cc])";
    fs::write(folder.join("on.sgf"), text).expect("written");
    let ran = play(&folder, &["--load", "on.sgf"], "quit\n");
    ran.omits("dead now");
    ran.ends(0);
}

/// A game that is loaded after its passes says so, and what is unfinished.
#[test]
fn a_game_loaded_after_its_passes_says_so() {
    let folder = folder("marks-passed");
    let text = "(;SZ[5]RU[Chinese];B[cc];W[dc];B[];W[])";
    fs::write(folder.join("game.sgf"), text).expect("written");
    let ran = play(&folder, &["--load", "game.sgf"], "quit\n");
    let printed = "Both have passed. Which stones are dead?\n";
    let (_, after) = ran.out.split_once(printed).expect(&ran.out);
    assert!(after.contains("(unfinished?)"), "{}", ran.out);
    assert!(after.contains("(Enter `resume`"), "{}", ran.out);
}

/// After `resume` under area rules, two passes end the game, which the player learns; in a loaded game, too.
#[test]
fn a_resumed_game_tells_the_rule_that_holds() {
    let folder = folder("marks-resumed");
    let first = "c3\npass\npass\nresume\npass\n";
    let size = ["--size", "5", "--white", "human"];
    let ran = play(&folder, &size, &format!("{first}quit\n"));
    let warning = "Two passes without a stone now end the game, with all stones alive.\n";
    ran.prints(warning);
    let load = ["--load", "gokata-game.sgf"];
    let ran = play(&folder, &load, "a1\nquit\n");
    ran.prints(warning);
    // Rules under which passes always end the game need no warning.
    let ran = play(&folder, &["--rules", "tromp-taylor"], "quit\n");
    ran.omits("Two passes");
}

/// Not all stones can be dead, so a list of all of them marks none.
#[test]
fn an_engine_that_takes_all_stones_as_dead_has_no_say() {
    let folder = folder("marks-all-dead");
    let white = format!("'{}' plays=A1,pass dead=A1,C3", compiled("gtp_program"));
    let arguments = ["--size", "5", "--white", &white];
    let ran = play(&folder, &arguments, "c3\npass\ndone\n\n");
    ran.prints_in_order(&["White's engine takes as dead: C3 A1\n", "White agrees.\n"]);
    ran.omits("dead now");
}
