//! Tests `check --exec` and `--engine` with the whole corpus, and what pages cannot show of them.

use std::fs;

use gokata::Answer;
use gokata::questions::{Answers, Asked, KnownList, QuestionIds, QuestionOutcome, line_protocol};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::built_in::CORPUS;
use crate::support::command::{KO, assert_ends, assert_has, file, gokata, path, root};
use crate::support::judged::{ILLEGAL, LEGAL, NO_BOARD, RIGHT, check, lying, shell};
use crate::support::program::compiled;
use crate::support::schema;

/// One that counts, too, but knows no taxes. Every line of the corpus that asks something is a question or is declined, as in
/// `export`.
#[test]
fn a_correct_program_passes_every_fixture() {
    let ran = check(&lying("count"), &["--format", "ndjson"]);
    ran.is_fine();
    let objects = schema::judged(&ran.out);
    let version = fs::read_to_string(root("fixtures/VERSION")).expect("a version");
    let version = version.split(' ').next().expect("a number");
    assert_eq!(objects[0]["corpus"]["version"], version);
    assert_eq!(objects[0]["corpus"]["whole"], true);
    let outcomes = |kind: &str, outcome: &str| {
        let of_kind = objects.iter().filter(|object| object["question"] == kind);
        of_kind
            .filter(|object| object["outcome"] == outcome)
            .count()
    };
    for (kind, least) in [
        ("legal", 2000),
        ("board", 200),
        ("score", 300),
        ("owner", 20),
    ] {
        assert!(
            outcomes(kind, "right") > least && outcomes(kind, "wrong") == 0,
            "{kind}"
        );
    }
    let declined = objects
        .iter()
        .filter(|object| object["outcome"] == "cannot-be-asked");
    for question in declined.filter(|object| object["question"] == "score") {
        assert_eq!(question["detail"], "the program says: no taxes");
    }
    let exported = gokata(&["export"]).out;
    let asking = exported
        .lines()
        .filter(|line| line.starts_with("{\"ask") || line.starts_with("{\"file"));
    assert_eq!(
        objects.len() - 2,
        asking.count(),
        "without the program and the end"
    );
}

/// The third referee, which knows nothing of gokata, answers all questions behind steps, and tallies prisoners.
#[test]
fn a_correct_program_takes_steps() {
    let ran = check(&lying("steps"), &["--format", "ndjson"]);
    ran.is_fine();
    let objects = schema::judged(&ran.out);
    let right = |is: &dyn Fn(&serde_json::Value) -> bool| {
        let right = objects.iter().filter(|object| object["outcome"] == "right");
        right.filter(|object| is(object)).count()
    };
    let acts = |object: &serde_json::Value| object["actions"].to_string();
    let steps = right(&|object| acts(object).contains("\"try ") || acts(object).contains("\"undo"));
    let prisoners = right(&|object| object["question"] == "prisoners");
    assert!(steps > 220 && prisoners > 80, "{steps} {prisoners}");
    let reasons = objects
        .iter()
        .filter_map(|object| object["detail"].as_str());
    assert!(
        !reasons
            .into_iter()
            .any(|why| why.contains("the program says"))
    );
}

/// An engine whose boards gokata must read from drawings of many shapes (`.ci/run` asks ours).
#[test]
fn a_correct_engine_passes_every_fixture() {
    let program = compiled("gtp_program");
    let engine = format!("'{program}' without=list_stones draws=katago");
    let ran = gokata(&["check", "--engine", &engine]);
    ran.is_fine();
    ran.prints(" 0 wrong, ");
    let right = ran.out.split(" questions: ").nth(1);
    let right: Option<usize> = right.and_then(|found| found.split(' ').next()?.parse().ok());
    assert!(right.is_some_and(|right| right >= 2485), "{ran}");
    ran.prints("rules: set by kata-set-rules");
    // Earlier moves are sent under the rules in force when they were played, so the engine refuses none.
    ran.omits("refuses");
}

/// The objects that pages show, of each kind.
#[test]
fn objects_match_the_schema() {
    let pages = fs::read_dir(root("tests/command/judge")).expect("a folder");
    let pages = pages.map(|page| fs::read_to_string(page.expect("a page").path()).expect("text"));
    let shown: Vec<String> = pages.collect();
    let objects = shown.iter().flat_map(|page| page.lines());
    let objects = objects.filter(|line| line.starts_with("{\"schema\":\"gokata-judge"));
    let text: Vec<String> = objects
        .map(|line| line.replace("[..]", "2026-11-01") + "\n")
        .collect();
    let objects = schema::judged(&text.concat());
    for kind in ["program", "question", "line", "file", "end"] {
        assert!(
            objects.iter().any(|object| object["kind"] == kind),
            "{kind}"
        );
    }
}

/// A caller in the same process gets the tables, the totals and the notes that the command prints.
#[test]
fn the_library_counts_as_the_command_does() {
    let known = "superko/one-stone-suicide-on-a-square\n\nkata/6-ko/retake-at-once#C3-xugq7\n";
    let text = format!("{known}kata/1-empty-board/any-point-will-do#A5-wmvj5\n");
    let list = file("report-known.txt", text.as_bytes());
    let folders = ["fixtures/kata", "fixtures/superko"];
    let ran = check(
        &NO_BOARD,
        &[&["--known", path(&list)], &folders[..]].concat(),
    );
    let ids: QuestionIds = CORPUS.questions().map(|(id, _)| id).collect();
    let known = KnownList::parse(&text, &ids, |_| false).expect("a list");
    let mut answers = Answers::new(known);
    let is_asked = |name: &str| folders.iter().any(|folder| name.starts_with(&folder[9..]));
    for fixture in CORPUS.files().iter().filter(|file| is_asked(file.name)) {
        let asked = fixture.asked().expect("questions");
        answers.add_fixture(fixture.name, &asked.not_asked);
        for question in asked.questions {
            let answer = match question.asked {
                Asked::Board(..) => Answer::Illegal(None),
                _ => Answer::Legal,
            };
            if matches!(question.asked, Asked::Prisoners(_)) {
                let why = "the program does not say that it answers `prisoners?` (start NAME VERSION can=prisoners)";
                let outcome = QuestionOutcome::CannotBeAsked(why.to_owned());
                answers.add(
                    format!("{}#{}", fixture.name, question.id),
                    question,
                    outcome,
                );
                continue;
            }
            let outcome = match line_protocol::text(&question, "") {
                Err(why) => QuestionOutcome::CannotBeAsked(why.to_owned()),
                Ok(_) if question.accepts(&answer) => QuestionOutcome::Right,
                Ok(_) => QuestionOutcome::Wrong(answer),
            };
            answers.add(
                format!("{}#{}", fixture.name, question.id),
                question,
                outcome,
            );
        }
    }
    let summary = answers.summary(path(&list));
    let (numbers, notes) = summary.split_once("\n  ").expect("notes");
    let (_, printed) = ran.out.split_once("\n\n").expect("tables");
    let (printed, _) = printed.split_once("\n  ").expect("notes");
    assert_str_eq!(printed, numbers);
    assert_has(numbers, " cannot be asked, 2 known");
    assert_has(notes, "\n  right now, ");
    for note in format!("  {notes}").lines() {
        ran.prints(format!("\n{note}\n"));
    }
}

/// The command below each wrong answer explains the right one, in every folder, under all rules.
#[rstest]
#[case::where_all_is_legal(LEGAL.clone(), "expected illegal ", "not legal\n")]
#[case::where_all_is_illegal(ILLEGAL.clone(), "expected legal, ", "legal\n")]
fn the_command_below_a_wrong_answer_explains_it(
    #[case] program: String,
    #[case] expected: &str,
    #[case] part: &str,
) {
    let ran = check(&program, &["--list-all", "fixtures"]);
    ran.ends(1);
    let (mut wrong, mut explained, mut tried) = (0, 0, 0);
    let lines: Vec<&str> = ran.out.lines().collect();
    let blocks = lines.windows(3);
    for block in blocks.filter(|block| block[0].starts_with("wrong ")) {
        wrong += 1;
        assert!(block[1].starts_with("  id: "), "{block:?}");
        let Some(command) = block[2].strip_prefix("  see: ") else {
            continue;
        };
        explained += 1;
        // All of them would take long: each 29th, and each fifth under rules of their own.
        let each = if command.contains("--rules") { 5 } else { 29 };
        if !block[0].contains(expected) || explained % each > 0 {
            continue;
        }
        tried += 1;
        let explained = shell(&root(""), command).out;
        let first = explained.split_inclusive('\n').next().unwrap_or_default();
        assert_ends(first, format!(": {part}"));
        if let Some((_, reason)) = block[0].split_once("expected illegal ") {
            let reason = reason.split(',').next().unwrap_or_default();
            let word = match reason {
                "game-over" => "the game has ended",
                "off-board" => "off board:",
                "turn" => "turn:",
                reason => reason,
            };
            assert!(explained.contains(word), "{reason}: {explained}");
        }
    }
    // Of few questions no moves under one set of rules are the history.
    assert!(wrong > 400 && tried > 30, "{wrong} {explained} {tried}");
    assert!(explained * 100 > wrong * 95, "{explained} of {wrong}");
}

/// The commands below wrong counts of the corpus give the right ones.
#[test]
fn the_command_below_a_wrong_count_gives_the_right_one() {
    let ran = check(&lying("count=draw"), &["--list-all", "fixtures/scoring"]);
    let (mut expected, mut tried) = ("", 0);
    for line in ran.out.lines() {
        if let Some((_, answers)) = line.split_once(": expected ") {
            expected = answers.strip_suffix(", got draw").unwrap_or_default();
        }
        let command = line.strip_prefix("  see: gokata score ");
        // They are many, and alike.
        if let Some(arguments) = command.filter(|_| line.len() % 4 == 0) {
            let shown = shell(&root(""), &format!("gokata score {arguments}"));
            let result = expected.replace("x+", "B+").replace("o+", "W+");
            // A resigned game can be counted, and has another result.
            if !shown.out.ends_with("+R\n") {
                shown.prints(format!("\nresult: {result}\n"));
                tried += 1;
            }
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn the_question_in_the_fixtures_readme_is_the_one_that_is_sent() {
    let readme = fs::read_to_string(root("fixtures/README.md")).expect("a page");
    let sent = file("judge-sent.txt", b"");
    let keep = format!("tee '{}' | '{}'", path(&sent), *RIGHT);
    check(&keep, &[KO]).ends(0);
    let sent = fs::read_to_string(sent).expect("what was sent");
    let questions = sent
        .split_inclusive("?\n")
        .filter(|text| text.contains("move x 2 2\n"));
    let question = questions.last().expect("the ko");
    // The last question comes from a drawn board. The line about the move itself is asked first.
    assert!(sent.contains("case kata/6-ko/retake-at-once#C3-xugq7\n"));
    let shown = readme
        .split("```text\ncase ")
        .nth(1)
        .and_then(|text| text.split("```").next());
    let body = |text: &str| text.split_once('\n').map(|(_, body)| body.to_owned());
    assert_eq!(shown.and_then(body), body(question));
}
