//! Tests that `gokata play --load` goes on with a saved game.

use std::fs;
use std::path::PathBuf;

use crate::support::command::{contains_all, rows, words};
use crate::support::terminal::{Terminal, folder, play, saved};
use pretty_assertions::assert_eq;

/// Returns a folder with `game.sgf`, a game record with this text.
fn with_record(name: &str, text: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("game.sgf"), text).expect("written");
    folder
}

/// A stopped game and the rest of it, loaded, give the record of the same game played at once.
#[test]
fn a_saved_game_goes_on() {
    let folder = folder("load-whole");
    let people = ["--white", "human", "--size", "5", "--rules", "japanese"];
    let [first, rest] = ["c3\nd3\nc2\nd2\n", "c1\nd1\npass\npass\ndone\ndone\n"];
    let at_once = play(
        &folder,
        &[&people[..], &["--save", "at-once.sgf"]].concat(),
        &format!("{first}{rest}"),
    );
    at_once.ends(0);
    let stopped = play(&folder, &people, &format!("{first}quit\n"));
    stopped.prints_last("saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf\n");
    // Two people played, so two people go on, on the same board under the same rules.
    let ran = play(
        &folder,
        &words("--load gokata-game.sgf --save rest.sgf"),
        rest,
    );
    ran.is_fine();
    ran.prints_all([
        "loaded gokata-game.sgf: 4 turns\n5x5 board\nrules: ko=simple suicide=forbidden scoring=territory tax=seki komi=6.5\n",
        " 2  .  .  x (o) .\n",
        "5. Black (x)> c1\n",
    ]);
    assert_eq!(saved(&folder, "rest.sgf"), saved(&folder, "at-once.sgf"));
    assert!(saved(&folder, "gokata-game.sgf").contains("RE[?]"));
}

/// The bot goes on as a bot. The loaded file is left unchanged, and nothing is written unless the game goes on.
#[test]
fn a_bot_goes_on_with_a_game_that_it_has_begun() {
    let folder = folder("load-bot");
    let stopped = play(&folder, &["--seed", "1"], "d4\n");
    stopped.prints("saved: gokata-game.sgf");
    let before = saved(&folder, "gokata-game.sgf");
    let ran = play(&folder, &["--load", "gokata-game.sgf"], "show\nquit\n");
    ran.ends(0);
    ran.omits("saved");
    let ran = play(
        &folder,
        &words("--load gokata-game.sgf --seed 2"),
        "e5\nquit\n",
    );
    ran.prints("White plays ");
    ran.prints("saved: gokata-game-2.sgf");
    assert_eq!(saved(&folder, "gokata-game.sgf"), before);
    let moves = before.split_once(";B[").expect("a move").1;
    let begins = moves.trim_end().trim_end_matches(')');
    assert!(saved(&folder, "gokata-game-2.sgf").contains(&format!("{begins};B[ee];W[")));
}

/// `undo` takes back moves of the loaded part, and the game then differs from the file.
#[test]
fn moves_before_loading_can_be_taken_back() {
    let folder = with_record("load-undo", "(;SZ[3]PB[Ann]PW[Bob];B[bb];W[ba])");
    let ran = play(&folder, &["--load", "game.sgf"], "undo\nc1\nquit\n");
    ran.prints("Taken back: White B3.\n");
    assert!(saved(&folder, "gokata-game.sgf").contains(";B[bb];W[cc])"));
    let ran = play(&folder, &["--load", "game.sgf"], "undo\nundo\nundo\nquit\n");
    ran.prints("There is nothing to take back.");
}

/// Play that was resumed after a dispute can be loaded, and the passes at the end lead to the marking of dead stones.
#[test]
fn a_game_is_loaded_after_passes() {
    let resumed = "(;SZ[3]RU[Japanese];B[bb];W[];B[];W[ba];B[ca])";
    let folder = with_record("load-passes", resumed);
    let ran = play(&folder, &["--load", "game.sgf"], "pass\npass\nquit\n");
    ran.prints("Both have passed. Which stones are dead?\n");
    assert!(
        saved(&folder, "gokata-game.sgf").contains(";B[bb];W[];B[];PL[W];W[ba];B[ca];W[];B[])")
    );
    let folder = with_record("load-scoring", "(;SZ[3]RE[?];B[bb];W[];B[])");
    let ran = play(&folder, &["--load", "game.sgf"], "done\ndone\n\n");
    ran.prints("Black wins by 9 points");
}

/// A game that was resumed with the turn of the other player is the same game after loading, and can be taken back.
#[test]
fn a_resumed_game_goes_on() {
    let folder = folder("load-resumed");
    let first = "c3\nd3\npass\npass\nresume\n";
    let people = ["--white", "human", "--size", "5", "--rules", "japanese"];
    let stopped = play(&folder, &people, &format!("{first}d4\nc4\nquit\n"));
    stopped.prints("Play goes on: White moves.\n");
    stopped.prints("5. White (o)> d4\n");
    let before = saved(&folder, "gokata-game.sgf");
    let at_once = ["--load", "gokata-game.sgf", "--at", "4"];
    let ran = play(&folder, &at_once, "undo\nquit\n");
    ran.prints("Taken back: ");
    fs::remove_file(folder.join("gokata-game-2.sgf")).expect("removed");
    let load = ["--load", "gokata-game.sgf"];
    let ran = play(&folder, &load, "undo\nc4\na1\nquit\n");
    ran.is_fine();
    ran.prints("Taken back: Black C4.\n");
    let after = saved(&folder, "gokata-game-2.sgf");
    assert_eq!(after, before.replace(";B[cb])", ";B[cb];W[ae])"));
}

/// Set-up, handicap, turn, variations and the number of a game are taken from the record.
#[test]
fn any_game_record_can_be_loaded() {
    let two = "(;SZ[5]HA[2]AB[bb][dd]KM[0.5]RU[Chinese](;W[cc];B[cd])(;W[ca]))(;SZ[3];B[bb])";
    let folder = with_record("load-any", two);
    let ran = play(&folder, &["--load", "game.sgf"], "show\n");
    ran.prints("3. White (o)> ");
    // The turn that is handed over is no move, and is kept.
    let handed = with_record("load-handed", "(;SZ[3];B[bb];PL[B])");
    let ran = play(&handed, &["--load", "game.sgf"], "show\n");
    ran.prints("2. Black (x)> ");
    let path = ["--load", "game.sgf", "--path", "0/2"];
    let ran = play(&folder, &path, "show\n");
    ran.prints("2. Black (x)> ");
    let ran = play(&folder, &["--load", "game.sgf", "--at", "0"], "c3\n");
    ran.prints("1. White (o)> c3\n");
    let saved = saved(&folder, "gokata-game.sgf");
    contains_all(&saved, ["KM[0.5]RU[Chinese]RE[?]HA[2]\nAB[bb][dd]"]);
    let other = ["--load", "game.sgf", "--game", "2", "--rules", "aga"];
    let ran = play(&folder, &other, "show\n");
    ran.prints("3x3 board\nrules: ko=situational ");
}

/// The record, the arguments, the exit status, and a part of the message.
const CANNOT_GO_ON: &str = "
(;SZ[3]RE[W+R];B[bb])       | --load game.sgf              | 2 | the game is over: Black resigns: White wins (W+R). To go on from an earlier position, add --at: this game has 1 move
(;SZ[3];B[bb];W[bb];B[aa])  | --load game.sgf              | 2 | game.sgf: the game is not legal. To go on from the position before its first illegal move, add --at 1
(;SZ[3];B[bb];AW[aa];B[cc]) | --load game.sgf --save x.sgf | 0 | warning game.sgf: left out: 1 move before a set-up in the middle of the game
x                           | --load game.sgf              | 2 | game.sgf:1:1: there is no game record
-                           | --load /dev/null             | 2 | /dev/null: not a regular file
-                           | --load -                     | 2 | --load needs a file
-                           | --load nothing.sgf           | 2 | nothing.sgf: no such file
-                           | --white human game.sgf b.sgf | 2 | to go on with a saved game, enter: gokata play --load game.sgf
-                           | --komi 0.5                   | 2 | the komi is one of the rules: --rules komi=0.5, or after their name
";

/// A game that is over, an illegal game, and files that are no game records are explained.
#[test]
fn what_cannot_go_on_is_explained() {
    for [text, arguments, status, message] in rows(CANNOT_GO_ON) {
        let folder = with_record("load-cannot", text);
        let ran = play(&folder, &words(arguments), "");
        ran.ends(status.parse().expect("a number"));
        ran.says(message);
    }
    let folder = with_record("load-before", "(;SZ[3]RE[W+R];B[bb];W[bb];B[aa])");
    let ran = play(&folder, &["--load", "game.sgf", "--at", "1"], "a1\nquit\n");
    ran.prints("2. White (o)> a1\n");
    assert!(saved(&folder, "gokata-game.sgf").contains("RE[?]"));
}

/// The names of players are kept, and options replace them.
#[test]
fn players_and_date_are_in_the_saved_file() {
    let folder = folder("load-names");
    let names = ["--black-name", "Ann [1 kyu]", "--white", "human"];
    let ran = play(&folder, &names, "d4\nquit\n");
    ran.ends(0);
    let first = saved(&folder, "gokata-game.sgf");
    assert!(first.contains("PB[Ann [1 kyu\\]]PW[human]DT[20"), "{first}");
    let date = first.split_once("DT[").expect("a date").1;
    let date = date.split_once(']').expect("its end").0;
    let digits = date.replace(|c: char| c.is_ascii_digit(), "0");
    assert_eq!(digits, "0000-00-00");

    let old = "(;SZ[3]PB[Ann]PW[Bob]DT[1996-05-06,07];B[bb])";
    fs::write(folder.join("old.sgf"), old).expect("written");
    let loaded = ["--load", "old.sgf", "--white-name", "Carl"];
    let ran = play(&folder, &loaded, "a1\nquit\n");
    ran.ends(0);
    let second = saved(&folder, "gokata-game-2.sgf");
    let expected = format!("PB[Ann]PW[Carl]DT[1996-05-06,07,{date}]");
    assert!(second.contains(&expected), "{expected}: {second}");
    fs::write(folder.join("free.sgf"), "(;SZ[3]DT[last summer];B[bb])").expect("written");
    let free = ["--load", "free.sgf", "--save", "on.sgf"];
    play(&folder, &free, "a1\nquit\n");
    assert!(saved(&folder, "on.sgf").contains("DT[last summer]"));
    // Played further on the same day, the date stays the same.
    let third = ["--load", "gokata-game-2.sgf"];
    play(&folder, &third, "c3\nquit\n");
    assert!(saved(&folder, "gokata-game-3.sgf").contains(&expected));
}

/// The latest stone is marked in a loaded game, too, also in a narrow window.
#[test]
fn the_latest_stone_is_marked() {
    let folder = with_record("load-last", "(;SZ[9];B[dd];W[ee])");
    let load = ["play", "--load", "game.sgf"];
    let mut wide = Terminal::open(80, 24, &folder, &load);
    wide.answer(" 5  .  .  .  . (o) .  .  .  .\n", "quit");
    assert_eq!(wide.end().0, Some(0));
    let mut narrow = Terminal::open(20, 24, &folder, &load);
    narrow.answer(" 5 ....O....\n", "quit");
    assert_eq!(narrow.end().0, Some(0));
}
