//! `gokata play` with GTP engines as players.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use nix::sys::signal::Signal;
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::command::Ran;
use crate::support::processes::assert_ended;
use crate::support::program::compiled;
use crate::support::terminal::{Terminal, folder, play, saved};
use crate::support::waiting::{NO_TIME_LIMIT, wait_until, with_time_limit};

/// The engine of `support/gtp_program.rs`, compiled once.
static ENGINE: LazyLock<String> = LazyLock::new(|| compiled("gtp_program"));

fn engine(arguments: &str) -> String {
    format!("'{}' {arguments}", *ENGINE)
}

/// gokata's own engine. The commands that it gets are in the file `commands`.
fn own() -> String {
    format!(
        "tee commands | '{}' gtp --seed 1",
        env!("CARGO_BIN_EXE_gokata")
    )
}

/// The record that is saved when a game is stopped.
const STOPPED: &str = "gokata-game.sgf";

#[test]
fn an_engine_plays_a_game_to_the_agreed_result() {
    let folder = folder("engine-whole");
    // Black wins all: White's stone is dead for the engine, and Black agrees.
    let white = engine("plays=A1,pass dead=A1");
    let lines = "c3\npass\ndone\ngame.sgf\n";
    let ran = play(&folder, &["--size", "5", "--white", &white], lines);
    ran.is_fine();
    ran.prints_in_order(&[
        "White: Honest 1\n",
        "1. Black (x)> c3\nWhite plays A1.\n",
        "3. Black (x)> pass\nBlack passes.\nWhite passes.\nBoth have passed.\n",
        "White's engine takes as dead: A1\ndead now (1): A1\n",
        " 1  O  +",
        "Black: mark dead stones, or `done`> done\nWhite agrees.\n",
        "Black wins by 17.5 points (B+17.5, 4 turns)\n",
        "saved: game.sgf\n",
    ]);
    let record = saved(&folder, "game.sgf");
    assert!(record.contains("PW[Honest 1]"), "{record}");
    assert!(record.contains(";B[cc];W[ae];B[];W[]"), "{record}");
}

/// The engine's list is marked, and the engine agrees with any other marks.
#[test]
fn the_human_player_decides_which_stones_are_dead() {
    let folder = folder("engine-dissent");
    let white = engine("plays=A1,pass dead=A1");
    let lines = "c3\npass\na1\ndone\n\n";
    let ran = play(&folder, &["--size", "5", "--white", &white], lines);
    ran.prints_in_order(&[
        "White's engine takes as dead: A1\ndead now (1): A1\n",
        "alive again (1): A1\n",
        "done\nWhite agrees.\n",
        "White wins by 7.5 points",
    ]);
    // A list that names no stones is no opinion.
    for dead in ["", "dead=B2", "dead=A1,x"] {
        let white = engine(&format!("plays=A1,pass {dead}"));
        let ran = play(
            &folder,
            &["--size", "5", "--white", &white],
            "c3\npass\ndone\n\n",
        );
        ran.prints_in_order(&[
            "White's engine does not say which stones are dead.\n",
            "White agrees.\n",
        ]);
    }
}

/// The engine gets size, rules and komi, follows the game, and takes moves back.
#[test]
fn an_engine_follows_the_game() {
    let folder = folder("engine-follows");
    let arguments = ["--size", "5x7", "--rules", "aga", "--white", &own()];
    let ran = play(&folder, &arguments, "c3\nd4\nundo\nundo\npass\nquit\n");
    ran.is_fine();
    ran.omits("note:");
    let commands = saved(&folder, "commands");
    let words = |line: &str| line.split_once(' ').map(|(_, command)| command.to_owned());
    // gokata waits half a second for the end of an engine, so on a busy machine `quit` may not reach the file.
    let commands = commands.lines().filter_map(words);
    let commands: Vec<String> = commands.filter(|command| command != "quit").collect();
    let rules = "kata-set-rules {\"hasButton\":false,\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\"suicide\":false,\
                 \"tax\":\"NONE\",\"whiteHandicapBonus\":\"N-1\"}";
    let expected = format!(
        "name,version,list_commands,rectangular_boardsize 7 5,{rules},komi 7.5,clear_board,play B C3,genmove W,\
         play B D4,genmove W,undo,undo,undo,undo,play B pass,genmove W,final_status_list dead"
    );
    assert_eq!(commands.join(","), expected);
}

/// An engine without `undo` gets the game anew.
#[test]
fn moves_are_taken_back_from_an_engine_that_cannot() {
    let folder = folder("engine-undo");
    let white = engine("plays=A1,A1");
    let ran = play(
        &folder,
        &["--size", "5", "--white", &white],
        "c3\nundo\nd4\nquit\n",
    );
    ran.prints_in_order(&["Taken back: Black C3, White A1.\n", "d4\nWhite plays A1.\n"]);
    assert!(saved(&folder, STOPPED).contains(";B[db];W[ae])"));
}

/// A loaded game goes on, with its handicap stones.
#[test]
fn an_engine_goes_on_with_a_loaded_game() {
    let folder = folder("engine-loaded");
    let record = "(;SZ[9]HA[2]KM[0.5]AB[cc][gg]PB[Ann]PW[Bob];W[ee];B[dc])";
    fs::write(folder.join("game.sgf"), record).expect("written");
    let arguments = ["--load", "game.sgf", "--white", &own()];
    let ran = play(&folder, &arguments, "pass\nquit\n");
    ran.ends(0);
    ran.prints_in_order(&[
        "White plays ",
        "to go on: gokata play --load gokata-game.sgf --white 'tee ",
    ]);
    let commands = saved(&folder, "commands");
    let setup = "clear_board\n8 set_free_handicap C7 G3\n9 play W E5\n10 play B D7\n11 genmove W\n";
    assert!(commands.contains(setup), "{commands}");
    let record = saved(&folder, STOPPED);
    assert!(record.contains("PB[Ann]PW[gokata "), "{record}");
}

/// An engine may list a command and reject it: the stones are then played one by one.
#[test]
fn handicap_stones_are_played_where_the_command_for_them_is_rejected() {
    let folder = folder("engine-handicap");
    let engine = own().replace(" | ", " | sed -u s/set_free_handicap/rejected/ | ");
    let arguments = ["--handicap", "2", "--white", &engine];
    play(&folder, &arguments, "quit\n").ends(0);
    let commands = saved(&folder, "commands");
    let setup = "set_free_handicap G7 C3\n9 play B G7\n10 play B C3\n11 genmove W\n";
    assert!(commands.contains(setup), "{commands}");
}

#[rstest]
#[case(
    "no-such-program",
    0,
    "White's engine: cannot start `no-such-program`: exit status: 127"
)]
#[case(
    "cat",
    0,
    "White's engine: `cat`: nonsense: `1 name`: an answer begins with `=` or `?`; does it speak GTP?"
)]
#[case("ENGINE lie=refuse", 0, "it has no 5x5 board (refused)")]
#[case("ENGINE plays=A1,B1 crash=8", 1, "it ended (exit status: 7)")]
#[case("ENGINE plays=none", 1, "nonsense: `none` is no move on this board")]
#[case(
    "ENGINE plays=",
    1,
    "nonsense: `` is no move on this board (`genmove W`)"
)]
#[case("ENGINE without=genmove", 1, "it rejects `genmove W` (refused)")]
#[case("ENGINE hang=genmove", 1, "it did not answer in time")]
#[case("ENGINE hang=clear_board", 0, "it did not answer in time")]
fn a_game_is_kept_if_the_engine_fails(
    #[case] white: &str,
    #[case] moves: usize,
    #[case] error: &str,
) {
    let name: String = white.chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = folder(&format!("engine-fails-{name}"));
    let white = white.replace("ENGINE", &engine("").replace(' ', ""));
    let run = |limit: &str| {
        let arguments = ["--size", "5", "--timeout", limit, "--white", &white];
        play(&folder, &arguments, "c3\nd4\n")
    };
    let ran = if error == "it did not answer in time" {
        let has_begun = |_: &Ran| moves == 0 || folder.join("gokata-game.sgf").exists();
        with_time_limit(run, has_begun)
    } else {
        run(NO_TIME_LIMIT)
    };
    ran.ends(2);
    ran.says(error);
    if moves == 0 {
        assert!(!folder.join("gokata-game.sgf").exists());
    } else {
        assert!(
            saved(&folder, STOPPED).contains(";B[cc]"),
            "{}",
            saved(&folder, STOPPED)
        );
        ran.prints_in_order(&["The game is not finished.\nsaved: gokata-game.sgf\n"]);
    }
}

#[test]
fn an_illegal_move_of_an_engine_ends_the_game_with_the_reason() {
    let folder = folder("engine-illegal");
    let white = engine("plays=C3");
    let ran = play(&folder, &["--size", "5", "--white", &white], "c3\n");
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{}", ran.out);
    let why = "White C3: not legal\n  occupied: there is a stone already\n";
    ran.prints_in_order(&[
        "White's engine plays an illegal move, so the game stops.\n",
        why,
        "saved: gokata-game.sgf\n",
    ]);
    assert!(
        saved(&folder, STOPPED).contains(";B[cc])"),
        "the move is left out"
    );
}

/// A human player makes another move; between engines the game stops.
#[test]
fn an_engine_that_rejects_a_legal_move_does_not_get_it() {
    let folder = folder("engine-rejects");
    let white = engine("suicide=forbidden plays=A2,B1,pass");
    let arguments = ["--size", "5", "--rules", "suicide=allowed", "--white"];
    // A1 is suicide, which the engine does not allow, and it has no command for these rules.
    let white = format!("{white} without=kata-set-rules without=kgs-rules");
    let ran = play(
        &folder,
        &[&arguments[..], &[&white]].concat(),
        "c3\nc4\na1\nd4\nquit\n",
    );
    ran.ends(0);
    ran.prints_in_order(&[
        "note: it has no command for these rules, and plays by its own\n",
        "White's engine rejects Black A1, which is legal here: refused. It is taken",
        "5. Black (x)> d4\nWhite passes.\n",
    ]);
    assert!(
        !saved(&folder, STOPPED).contains("[ae]"),
        "{}",
        saved(&folder, STOPPED)
    );

    // KGS's Chinese rules count as ours do, but have another ko rule.
    let white = engine("without=kata-set-rules");
    for (rules, note) in [("chinese", true), ("chinese-kgs", false)] {
        let arguments = ["--size", "5", "--rules", rules, "--white", &white];
        let ran = play(&folder, &arguments, "quit\n");
        let found = ran.out.contains(
            "note: it has no command for this ko rule, and plays by that of `kgs-rules chinese`\n",
        );
        assert_eq!(
            (found, ran.out.contains("note:")),
            (note, note),
            "{}",
            ran.out
        );
    }

    let black = engine("plays=C3");
    let white = engine("without=play");
    let ran = play(
        &folder,
        &["--size", "5", "--black", &black, "--white", &white],
        "",
    );
    ran.ends(1);
    ran.prints_in_order(&[
        "White's engine rejects Black C3, which is legal here: refused. The game",
    ]);
}

#[rstest]
#[case(
    "dead=A1",
    "dead=A1",
    Some(0),
    "Black wins by 17.5 points (B+17.5, 4 turns)\n"
)]
#[case("dead=", "dead=A1", Some(1), "The engines disagree about dead stones")]
#[case("without=final_status_list", "dead=A1", Some(0), "(B+17.5, 4 turns)\n")]
#[case("", "", Some(0), "(W+7.5, 4 turns)\n")]
fn two_engines_count_only_if_they_agree(
    #[case] black: &str,
    #[case] white: &str,
    #[case] status: Option<i32>,
    #[case] shown: &str,
) {
    let folder = folder(&format!("engines-{}{}", black.len(), white.len()));
    let black = engine(&format!("plays=C3,pass {black}"));
    let white = engine(&format!("plays=A1,pass {white}"));
    let arguments = [
        "--size", "5", "--black", &black, "--white", &white, "--save", "game.sgf",
    ];
    let ran = play(&folder, &arguments, "");
    assert_eq!(ran.status, status, "{}{}", ran.out, ran.err);
    ran.prints_in_order(&[
        "Black plays C3.\nWhite plays A1.\n",
        shown,
        "saved: game.sgf",
    ]);
    let record = saved(&folder, "game.sgf");
    assert_eq!(record.contains("RE[?]"), status == Some(1), "{record}");
}

/// While an engine thinks, a signal saves the game and ends the engine. The way to go on names the engine.
#[test]
fn a_signal_ends_the_engine_and_keeps_the_game() {
    let folder = folder("engine-signal");
    let white = format!(
        "echo $$ > pid; sleep 300 & echo $! >> pid; {}",
        engine("hang=genmove")
    );
    let mut play = Terminal::open(80, 24, &folder, &["play", "--white", &white]);
    play.answer("1. Black (x)> ", "e5");
    let is_saved = || fs::read_dir(&folder).is_ok_and(|mut files| files.next().is_some());
    wait_until("the engine has begun", is_saved);
    // The move is entered once the terminal has shown it; the engine then thinks for ever.
    play.wait_for("e5");
    std::thread::sleep(std::time::Duration::from_millis(200));
    play.signal(Signal::SIGINT);
    let (status, seen) = play.end();
    assert_eq!(status, Some(130), "{seen}");
    let advice = "saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf --white 'echo $$ > pid; ";
    assert!(seen.contains(advice), "{seen}");
    assert!(saved(&folder, STOPPED).contains(";B[ee])"));
    assert_ended(&PathBuf::from(&folder).join("pid"));
}
