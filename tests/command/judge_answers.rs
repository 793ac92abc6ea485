//! Tests which answers of a program under test count, and which are nonsense.

use std::path::PathBuf;

use crate::support::command::{Ran, assert_has, file, gokata, path};
use crate::support::waiting::NO_TIME_LIMIT;
use pretty_assertions::assert_eq;
use rstest::rstest;

/// A GTP engine with the command `is_legal`, which it answers with `$1`; every other command succeeds.
const ENGINE: &str = "while read -r id command rest; do case $command in \
    list_commands) echo \"=$id boardsize\"; echo clear_board; echo play; echo is_legal;; \
    is_legal) echo \"$ANSWER\" | sed \"s/ID/$id/\";; \
    *) echo \"=$id\";; esac; echo; [ $command = quit ] && exit; done";

fn engine(name: &str, answer: &str, fixture: &str) -> Ran {
    let fixture = file(&format!("engine-{name}.txt"), fixture.as_bytes());
    let command = format!("ANSWER='{answer}'; {ENGINE}");
    let limit = ["check", "--timeout", NO_TIME_LIMIT, "--engine"];
    gokata(&[&limit[..], &[&command, path(&fixture)]].concat())
}

/// An engine that rejects `is_legal` for a point of the board has not said that the move is illegal.
#[rstest]
#[case::no("=ID 0", "1 question: 1 right", 0)]
#[case::yes("=ID 1", "1 question: 0 right, 1 wrong", 1)]
#[case::refuses("?ID no such command", "`no such command` is no answer to is_legal", 2)]
#[case::says_more("=ID 0 0", "`0 0` is no answer to is_legal", 2)]
#[case::says_nothing("=ID", "`` is no answer to is_legal", 2)]
fn only_0_and_1_answer_is_legal(#[case] answer: &str, #[case] expected: &str, #[case] status: i32) {
    let name: String = answer.chars().filter(char::is_ascii_alphanumeric).collect();
    let fixture = "x\no-\n--\n\nillegal occupied A2\n";
    let ran = engine(&format!("says-{name}-{status}"), answer, fixture);
    assert_eq!(ran.status, Some(status), "{}{}", ran.out, ran.err);
    assert_has(&(ran.out + &ran.err), expected);
}

/// Judges a program that answers the question for the board after `x` on A1 with these lines.
fn board(name: &str, lines: &str) -> Ran {
    let fixture: PathBuf = file(
        &format!("board-{name}.txt"),
        b"x\na-\n--\n\nplay a\nboard\no\nx-\n--\n",
    );
    let program = format!(
        "while read -r word; do case $word in board\\?) printf '{lines}';; legal\\?) echo legal;; esac; done"
    );
    let limit = ["check", "--timeout", NO_TIME_LIMIT, "--exec"];
    gokata(&[&limit[..], &[&program, path(&fixture)]].concat())
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
    let name: String = lines.replace("\\n", "_").replace('.', "dot");
    let ran = board(&name, lines);
    assert_eq!(ran.status, Some(status), "{}{}", ran.out, ran.err);
    assert_has(&(ran.out + &ran.err), expected);
}

/// The board that `KataGo` draws after `x` on A1; a digit marks a recent move.
const DRAWN: &str =
    "MoveNum: 1 HASH: 0\n   A B C\n 2 . . .\n 1 X1. .\nNext player: White\nRules: {}";

/// Judges an engine that draws the board after `x` on A1 like this.
fn drawn(name: &str, drawing: &str) -> Ran {
    let fixture = b"x\n---\n---\n\nplay A1\nboard\no\n---\nx--\n";
    let fixture = file(&format!("drawn-{name}.txt"), fixture);
    let engine = format!(
        "while read -r id command rest; do case $command in \
         list_commands) printf \"=$id showboard\\nis_legal\\nrectangular_boardsize\\n\";; \
         is_legal) echo \"=$id 1\";; showboard) printf \"=$id %s\\n\" '{drawing}';; *) echo \"=$id\";; esac; \
         echo; [ $command = quit ] && exit; done"
    );
    let check = ["check", "--timeout", NO_TIME_LIMIT, "--no-warnings"];
    gokata(&[&check[..], &["--engine", &engine, path(&fixture)]].concat())
}

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
    let ran = drawn(
        &format!("{:?}", to.as_bytes()),
        &DRAWN.replacen(from, to, 1),
    );
    assert_has(&(ran.out + &ran.err), expected);
}
