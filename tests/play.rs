//! `gokata play`, driven through pipes and through real terminals.
#![cfg(all(feature = "cli", unix))]

#[path = "support/command.rs"]
#[allow(dead_code)] // shared with tests/cli.rs
mod command;
#[path = "support/terminal.rs"]
mod terminal;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use command::{Ran, gokata, gokata_with, path, run};
use pretty_assertions::{assert_eq, assert_str_eq};
use proptest::prelude::*;
use terminal::Terminal;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("play")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

const TWO_PEOPLE: [&str; 4] = ["play", "--white", "human", "--size"];

/// Two people at one terminal, on 3x3.
fn people(lines: &str) -> Ran {
    let mut arguments = TWO_PEOPLE.to_vec();
    arguments.extend(["3", "--rules", "japanese,komi=0.5"]);
    gokata_with(&arguments, lines.as_bytes())
}

#[test]
fn a_whole_game_of_two_people_to_the_agreed_result() {
    let folder = folder("whole");
    let file = folder.join("game.sgf");
    let mut arguments = TWO_PEOPLE.to_vec();
    arguments.extend(["5", "--rules", "japanese,komi=0.5", "--save", path(&file)]);
    let moves = "c5\nd5\nc4\nd4\nc3\nd3\nc2\nd2\nc1\nd1\npass\na1\npass\npass\n";
    let ending = "a1\ndone\na1\nback\na1\ndone\ndone\n";
    let ran = gokata_with(&arguments, format!("{moves}{ending}").as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    for shown in [
        "1. Black (x)> c5\n",
        "Both have passed. Which stones are dead?\n",
        "dead now: A1\nso far: Black wins by 5.5 points\n",
        "White: mark dead stones, or `done`> a1\n",
        "alive again: A1\n",
        "Black wins by 5.5 points (B+5.5, 14 turns)\n",
    ] {
        assert!(ran.out.contains(shown), "{shown}\n{}", ran.out);
    }
    let saved = fs::read_to_string(&file).expect("saved");
    assert!(
        saved.contains("RE[B+5.5]") && saved.contains("PB[human]"),
        "{saved}"
    );
    assert!(
        saved.contains("KM[0.5]") && saved.contains("RU[Japanese]"),
        "{saved}"
    );
}
