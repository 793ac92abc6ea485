//! Options of `check --exec` for people who are writing their first program: a part of the questions, and few answers.

use std::path::Path;

use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::Value;

use crate::support::command::{KO, ROOT, assert_has, gokata};
use crate::support::judged::{NO_BOARD, RIGHT, check, questions};
use crate::support::terminal::Terminal;

/// The rules are those of the question, which a fixture can change; the rules of the first line are not enough.
#[rstest]
#[case("--exec", RIGHT.clone())]
#[case("--engine", format!("'{}' gtp --seed 1", env!("CARGO_BIN_EXE_gokata")))]
fn rules_choose_questions(#[case] option: &str, #[case] program: String) {
    let folders = ["fixtures/kata/6-ko", "fixtures/rulesets"];
    let judged =
        |more: &[&str]| gokata(&[&["check", option, &program], &folders[..], more].concat());
    let all = questions(&judged(&["--format", "ndjson"]));
    for (given, rules) in [
        ("kata", "ko=simple suicide=forbidden"),
        ("japanese", "ko=simple suicide=forbidden"),
        ("ko=positional", "ko=positional suicide=forbidden"),
        ("nz", "ko=situational suicide=multi-stone"),
    ] {
        let chosen = questions(&judged(&["--rules", given, "--format", "ndjson"]));
        // For a count, others follow.
        let of_these = all.iter().filter(|question| {
            let named = question["rules"].as_str();
            named.is_some_and(|named| named.starts_with(rules))
        });
        let of_these: Vec<&Value> = of_these.collect();
        assert_eq!(chosen.iter().collect::<Vec<_>>(), of_these, "{given}");
        assert!(!chosen.is_empty() && chosen.len() < all.len(), "{given}");
    }
    let text = judged(&["--rules", "kata"]);
    text.prints_last("questions under other rules than ko=simple suicide=forbidden (--rules)\n");
    gokata(&["check", option, &program, "--rules", "ing", KO]).ends(2);
}

/// What is not asked says why, and what is shown is what was sent: under the program's own rules.
#[test]
fn a_program_is_asked_under_its_own_rules() {
    let own = [
        "--engine-rules",
        "ko=positional",
        "--show-questions",
        "fixtures/superko",
    ];
    let shown = check(&NO_BOARD, &own);
    shown.prints_all([
        "cannot be asked: under the program's own rules (ko=positional suicide=forbidden) the right answer is another one",
        "  rules: given as ko=positional suicide=forbidden; questions that depend on other rules are not asked\n",
        "\nrules ko=positional suicide=forbidden\n",
    ]);
    shown.omits("\nrules ko=simple ");
}

#[test]
fn the_first_wrong_answers_end_the_run() {
    let first = |count: &str, more: &[&str]| {
        let folders = ["fixtures/kata/1-empty-board", "fixtures/kata/2-turns"];
        check(
            &NO_BOARD,
            &[&["--first", count], &folders[..], more].concat(),
        )
    };
    let ran = first("5", &[]);
    ran.ends(1);
    // All five, although they are of one kind; no tables.
    let wrong = ran.out.lines().filter(|line| line.starts_with("wrong "));
    assert_eq!(wrong.count(), 5, "{}", ran.out);
    ran.omits("right answer");
    ran.prints(" right, 5 wrong, ");
    ran.prints_last(" questions after 5 wrong or missing answers (--first)\n");
    let lines = first("2", &["--format", "ndjson"]);
    let outcomes = questions(&lines);
    let is_wrong = |question: &&Value| question["outcome"] == "wrong";
    assert_eq!(outcomes.iter().filter(is_wrong).count(), 2);
    assert!(outcomes.last().as_ref().is_some_and(is_wrong));
    // More than there are: the whole run, with its tables.
    let whole = first("100000", &[]);
    whole.prints("right answer");
    whole.omits("--first");
    let failures = check("cat", &["--first", "1", KO]);
    failures.ends(2);
    failures.prints_last("left out: 23 questions after 1 wrong or missing answer (--first)\n");
}

#[test]
fn a_terminal_shows_the_first_wrong_answer_of_each_folder_as_a_board() {
    let root = Path::new(ROOT);
    let run = |options: &[&str]| {
        let check = ["check", "--color", "never", "--exec", &NO_BOARD];
        let folders = ["fixtures/kata/4-self-capture", "fixtures/kata/6-ko"];
        let arguments = [&check, &folders[..], options].concat();
        let (status, seen) = Terminal::open(80, 50, root, &arguments).end();
        assert_eq!(status, Some(1), "{seen}");
        seen
    };
    let boards = |seen: &str| seen.matches("'s turn").count();
    let seen = run(&[]);
    assert_eq!(boards(&seen), 2, "{seen}");
    assert!(seen.contains("more in kata/4-self-capture\n"), "{seen}");
    assert_has(&seen, "more in kata/6-ko\n  --list-all prints them\n");
    assert!(boards(&run(&["--all"])) > 50);
    let seen = run(&["--first", "3"]);
    assert_eq!(boards(&seen), 3, "{seen}");
    let seen = run(&["--quiet"]);
    assert_eq!(boards(&seen), 2, "{seen}");
    // The board that must not come back stands beside the one with the move.
    let all = [
        "check", "--color", "never", "--all", KO, "--exec", &NO_BOARD,
    ];
    let (_, seen) = Terminal::open(80, 50, root, &all).end();
    let board = "\
the opening board    now: Black's turn
 5  .  .  .  .  .     5  .  .  .  .  .
 4  .  x  o  .  .     4  .  x  o  .  .
 3  x  .  x  o  .     3  x  o [.] o  .
 2  .  x  o  .  .     2  .  x  o  .  .
 1  .  .  .  .  .     1  .  .  .  .  .
    A  B  C  D  E        A  B  C  D  E
  ko: the board would be as it was before your opponent's last turn (the opening board)
  would take 1 stone: B3
";
    assert!(seen.contains(board), "{seen}");
    // No point off the board is marked on it.
    let sides = "fixtures/dojo/2-on-the-board/four-sides.txt";
    let all = [
        "check", "--color", "never", "--all", sides, "--exec", &NO_BOARD,
    ];
    let (status, seen) = Terminal::open(80, 50, root, &all).end();
    assert!(status == Some(1) && boards(&seen) > 3, "{seen}");
    assert!(!seen.contains("[."), "{seen}");
    // A program that fails has answered nothing that a board could explain.
    let (_, seen) = Terminal::open(80, 50, root, &["check", "--exec", "cat", KO]).end();
    assert_eq!(boards(&seen), 0, "{seen}");
}

/// A game that cannot be played under the program's rules is not asked about, although the answer would be the same.
/// Under rules that allow each move before it, the same question is asked.
#[rstest]
#[case::after_suicide(
    "kata/3-on-an-empty-point/self-captured-points-are-empty#b7uhc.A2-tm9bz",
    "suicide=forbidden",
    "suicide=allowed"
)]
#[case::after_a_retake_at_once(
    "superko/natural-opening-board#q3ewd.B3-grk66",
    "ko=simple",
    "ko=natural-situational"
)]
fn an_illegal_move_before_a_question_makes_it_unaskable(
    #[case] id: &str,
    #[case] forbidding: &str,
    #[case] allowing: &str,
) {
    let counted = |rules: &str| {
        let only = ["--only", id, "--engine-rules", rules, "fixtures"];
        check(&RIGHT, &only)
    };
    let part = "  1 cannot be asked: under the program's own rules (";
    let ran = counted(forbidding);
    ran.ends(2);
    ran.prints(part);
    ran.prints(") a move before the question is illegal\n");
    let ran = counted(allowing);
    ran.ends(0);
    ran.prints("1 question: 1 right, 0 wrong, 0 cannot be asked\n");
}

/// Every report names the rules that were asked, not those of the fixture.
#[test]
fn reports_name_the_rules_that_were_asked() {
    let fixture = "fixtures/superko/repeats-without-capturing.txt";
    for format in ["text", "markdown", "github", "junit"] {
        let named = |more: &[&str]| {
            let ran = check(&NO_BOARD, &[&["--format", format, fixture], more].concat());
            ran.ends(1);
            let wrong = ran.out.lines().filter(|line| {
                // Without the notes below the tables.
                !line.contains("given as") && !line.contains("cannot be asked: ")
            });
            let wrong = wrong.filter(|line| !line.contains("<skipped"));
            let lines: Vec<&str> = wrong.collect();
            ["ko=positional", "ko=situational"].map(|rules| lines.join("\n").contains(rules))
        };
        assert_eq!(named(&[])[0], true, "{format}");
        let own = named(&["--engine-rules", "ko=situational"]);
        assert_eq!(own, [false, true], "{format}");
    }
}
