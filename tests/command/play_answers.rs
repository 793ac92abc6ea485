//! Tests what `gokata play` answers to words and options that it does not take.

use std::fs;

use nix::sys::signal::Signal;
use pretty_assertions::assert_eq;

use crate::support::command::{contains_all, gokata_command, run};
use crate::support::terminal::{Terminal, folder, play, saved};
use crate::support::waiting::{obey_signals, with_time_limit};

const PEOPLE: [&str; 4] = ["--white", "human", "--size", "5"];

/// No file gets the name of an answer or a command by mistake.
#[test]
fn words_are_no_names_of_files() {
    let folder = folder("answers-words");
    for word in ["n", "YES", "quit", "?", "undo", "c3", "save"] {
        let ran = play(&folder, &PEOPLE, &format!("c3\nresign\n{word}\n\n"));
        let printed = format!(
            "`{word}` has no ending: is it a file? Enter alone: do not keep. A file of that name: ./{word}\n"
        );
        ran.prints(&printed);
        assert_eq!(
            fs::read_dir(&folder).expect("a folder").count(),
            0,
            "{word}"
        );
    }
    for (answer, file) in [
        ("./no", "no"),
        ("save two.sgf", "two.sgf"),
        ("SAVE \t three.sgf", "three.sgf"),
        ("my game.sgf", "my game.sgf"),
    ] {
        let ran = play(&folder, &PEOPLE, &format!("c3\nresign\n{answer}\n"));
        ran.ends(0);
        assert!(folder.join(file).exists(), "{answer}: {}", ran.out);
    }
}

#[test]
fn a_folder_is_no_file_and_home_is_known() {
    let folder = folder("answers-folder");
    fs::create_dir_all(folder.join("home")).expect("a folder");
    let mut game = gokata_command();
    let game = game.current_dir(&folder).env("HOME", folder.join("home"));
    let game = game.arg("play").args(PEOPLE);
    let ran = run(game, b"c3\nsave home\nsave ~/x.sgf\nquit\n");
    ran.prints("home: this is a folder\n");
    assert!(folder.join("home/x.sgf").exists(), "{}", ran.out);
    let ran = play(&folder, &["--save", "home"], "");
    ran.ends(2);
    ran.says("home: this is a folder");
}

/// The part of a line that is read is no answer.
#[test]
fn a_line_that_is_too_long_is_refused_whole() {
    let folder = folder("answers-long");
    let line = format!("c3{}b2\n", " ".repeat(5000));
    let ran = play(&folder, &PEOPLE, &format!("{line}a1\nquit\n"));
    ran.prints("that line is too long\n");
    assert!(saved(&folder, "gokata-game.sgf").ends_with(";B[ae])\n"));
}

#[test]
fn commands_for_marking_say_when_they_are_possible() {
    let folder = folder("answers-marking");
    for command in ["dead c3", "done", "resume", "back", "neutral a1"] {
        let ran = play(&folder, &PEOPLE, &format!("c3\n{command}\nquit\n"));
        let printed =
            "the game goes on: this is possible only while it is scored, after both have passed\n";
        ran.prints(printed);
    }
}

#[test]
fn a_handicap_is_set_by_its_option() {
    let folder = folder("answers-options");
    let two = ["--white", "human", "--handicap", "2", "--rules", "komi=0.5"];
    let ran = play(&folder, &two, "e5\nquit\n");
    ran.prints("1. White (o)> e5\n");
    let record = saved(&folder, "gokata-game.sgf");
    contains_all(&record, ["HA[2]", "KM[0.5]"]);
    contains_all(&record, ["AB[gc][cg]", ";W[ee]"]);
    let ran = play(&folder, &["--load", "gokata-game.sgf"], "quit\n");
    ran.prints("2. Black (x)> ");
    for (arguments, printed) in [
        (
            ["--size", "5", "--handicap", "2"],
            "a 5x5 board has no points for handicap stones",
        ),
        (
            ["--size", "8", "--handicap", "5"],
            "a 8x8 board has points for at most 4 handicap stones",
        ),
        (["--size", "9", "--handicap", "1"], "invalid value '1'"),
    ] {
        let ran = play(&folder, &arguments, "");
        ran.ends(2);
        ran.says(printed);
    }
}

/// A game between two bots, slow enough to watch, is saved when it is stopped.
#[test]
fn a_game_of_bots_that_is_stopped_is_saved() {
    let folder = folder("answers-bots");
    let file = folder.join("gokata-game.sgf");
    obey_signals();
    let mut bots = Terminal::window(&folder, "play --black random --delay 100 --seed 1");
    bots.wait_for("White plays");
    bots.signal(Signal::SIGINT);
    bots.wait_for("saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf\n");
    assert_eq!(bots.end().0, Some(130));
    let record = fs::read_to_string(&file).expect("saved");
    assert!(record.contains(";B[") && record.contains(";W["), "{record}");
}

/// Programs that write no line are described in words.
#[test]
fn a_program_that_is_no_engine_is_described() {
    let folder = folder("answers-silent");
    let printed =
        "it did not answer in time: it wrote unprintable characters without ending the line;";
    let run = |limit: &str| {
        let silent = [
            "--timeout",
            limit,
            "--white",
            r"printf '\001\002'; sleep 300",
        ];
        play(&folder, &silent, "")
    };
    let ran = with_time_limit(run, |ran| ran.err.contains(printed));
    ran.says(printed);
    let mut window = Terminal::open(
        80,
        24,
        &folder,
        &["play", "--timeout", "0.2", "--white", "sleep 300"],
    );
    window.wait_for("waiting for `sleep 300` to speak GTP (--timeout: 0.2 s) ...\n");
    window.wait_for("it did not answer in time; does it speak GTP?");
    assert_eq!(window.end().0, Some(2));
}
