//! Tests which answers of a program under test count, and which are nonsense.

use std::path::Path;

use crate::support::command::{Ran, assert_has, file, gokata, path};
use crate::support::judged::{answering, check};
use crate::support::waiting::NO_TIME_LIMIT;
use rstest::rstest;

/// Judges a GTP engine that answers these commands with `printf` of these texts, in which `%s` is the number of the command,
/// and all others with success.
fn engine(fixture: &Path, knows: &str, command: &str, answer: &str) -> Ran {
    let engine = format!(
        "while read -r id word rest; do case $word in list_commands) printf \"=$id {knows}\\n\";; \
         {command}) printf '{answer}\\n' $id;; *) echo \"=$id\";; esac; echo; [ $word = quit ] && exit; done"
    );
    let check = ["check", "--timeout", NO_TIME_LIMIT, "--engine", &engine];
    gokata(&[&check[..], &[path(fixture)]].concat())
}

/// An engine that rejects `is_legal` for a point of the board has not said that the move is illegal.
#[rstest]
#[case::no("=%s 0", "1 question: 1 right", 0)]
#[case::yes("=%s 1", "1 question: 0 right, 1 wrong", 1)]
#[case::refuses("?%s no such command", "`no such command` is no answer to is_legal", 2)]
#[case::says_more("=%s 0 0", "`0 0` is no answer to is_legal", 2)]
#[case::says_nothing("=%s", "`` is no answer to is_legal", 2)]
fn only_0_and_1_answer_is_legal(#[case] answer: &str, #[case] expected: &str, #[case] status: i32) {
    let name: String = answer.chars().filter(char::is_ascii_alphanumeric).collect();
    let fixture = b"x\no-\n--\n\nillegal occupied A2\n";
    let fixture = file(&format!("engine-says-{name}-{status}.txt"), fixture);
    let ran = engine(&fixture, "is_legal", "is_legal", answer);
    ran.ends(status);
    assert_has(&ran.to_string(), expected);
}

#[rstest]
#[case::right("o\\nx-\\n--\\n", "2 right", 0)]
#[case::wrong("o\\nx-\\n-x\\n", "1 wrong", 1)]
#[case::too_long("o\\nx-\\n---\\n", "a row is as long as the board is wide", 2)]
#[case::first_too_long("o\\nx--\\n--\\n", "a row is as long as the board is wide", 2)]
#[case::too_short("o\\nx-\\n-\\n", "a row is as long as the board is wide", 2)]
#[case::other_letter("o\\nx-\\n-.\\n", "a point is `x`, `o` or `-`", 2)]
fn every_row_of_a_board_has_its_length(
    #[case] lines: &str,
    #[case] expected: &str,
    #[case] status: i32,
) {
    let name = lines.replace("\\n", "_").replace('.', "dot");
    let fixture = b"x\na-\n--\n\nplay a\nboard\no\nx-\n--\n";
    let fixture = file(&format!("board-{name}.txt"), fixture);
    let program = answering("echo legal", &format!("printf '{lines}'"));
    let ran = check(&program, &[path(&fixture)]);
    ran.ends(status);
    assert_has(&ran.to_string(), expected);
}

/// The board that `KataGo` draws after `x` on A1; a digit marks a recent move.
const DRAWN: &str =
    "MoveNum: 1 HASH: 0\n   A B C\n 2 . . .\n 1 X1. .\nNext player: White\nRules: {}";

#[rstest]
#[case::is_right("MoveNum", "MoveNum", "2 right, 0 wrong, 0 cannot")]
#[case::has_a_captured_mark(". . .\n", ". .3.\n", "2 right, 0 wrong, 0 cannot")]
#[case::is_another(" 1 X1. .", " 1 X1O .", "1 right, 1 wrong, 0 cannot")]
#[case::has_no_heading("   A B C\n", "", "1 right, 0 wrong, 1 cannot")]
#[case::has_another_heading("A B C", "A B D", "1 right, 0 wrong, 1 cannot")]
#[case::is_narrow("X1. .", "X1.", "1 right, 0 wrong, 1 cannot")]
#[case::is_wide("X1. .", "X1. . .", "1 right, 0 wrong, 1 cannot")]
#[case::has_two_marks("X1. .", "X11. .", "1 right, 0 wrong, 1 cannot")]
#[case::has_a_lonely_mark("X1. .", "X 1. .", "1 right, 0 wrong, 1 cannot")]
#[case::has_another_mark("X1. .", "X4. .", "1 right, 0 wrong, 1 cannot")]
#[case::has_another_letter("X1. .", "#1. .", "1 right, 0 wrong, 1 cannot")]
#[case::has_another_number(" 1 X1", " 3 X1", "1 right, 0 wrong, 1 cannot")]
#[case::is_low(" 2 . . .\n", "", "1 right, 0 wrong, 1 cannot")]
#[case::is_high("X1. .\n", "X1. .\n 0 . . .\n", "1 right, 0 wrong, 1 cannot")]
fn a_drawn_board_is_read_whole(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    assert!(DRAWN.contains(from), "{from}");
    let fixture = b"x\n---\n---\n\nplay A1\nboard\no\n---\nx--\n";
    let [name, other] = [from, to].map(str::as_bytes);
    let fixture = file(&format!("drawn-{name:?}-{other:?}.txt"), fixture);
    let drawing = format!("=%s {}", DRAWN.replacen(from, to, 1));
    let ran = engine(
        &fixture,
        "showboard\\nrectangular_boardsize",
        "showboard",
        &drawing,
    );
    ran.ends(i32::from(expected.contains(" 1 wrong")));
    assert_has(&ran.to_string(), expected);
}
