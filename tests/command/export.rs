//! Tests that `gokata export` is complete, correct and reproducible.

use crate::support::schema;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::command::{
    KO, contains_all, file, gokata, gokata_command, gokata_with, path, root, run,
};
use gokata::fixture::{Ask, Do, Fixture, Verb};
use gokata::{BoardRecord, Color, Diagram, FastGame, IllegalMove, Move, Rules, check_move};
use pretty_assertions::{assert_eq, assert_str_eq};
use serde_json::{Value, json};

fn exported(paths: &[&str]) -> Value {
    let ran = gokata(&[&["export"], paths].concat());
    ran.is_fine();
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn the_corpus_matches_its_schema_and_is_reproducible() {
    let schema = schema::read("corpus.schema.json");
    let first = gokata(&["export"]);
    let corpus: Value = serde_json::from_str(&first.out).expect("JSON");
    assert_eq!(schema::faults(&schema, &corpus), [""; 0]);
    let second = gokata(&["export", "fixtures/../fixtures"]);
    assert!(
        first.out == second.out,
        "the same bytes from the same files"
    );
    // Writing a parsed question again sorts its keys, and must not change the line.
    for line in first.out.lines().filter(|line| line.starts_with("{\"ask")) {
        let line = line.trim_end_matches(',');
        let question: Value = serde_json::from_str(line).expect("one object per line");
        assert_str_eq!(question.to_string(), line);
    }
    let questions = corpus["questions"].as_array().expect("questions");
    let ids = questions
        .iter()
        .filter_map(|question| question["id"].as_str());
    let ids: BTreeSet<&str> = ids.collect();
    assert_eq!(ids.len(), questions.len(), "an id of its own for each");
    assert!(ids.len() > 2500, "{}", ids.len());
}

/// Files are named by their path as given, and standard input by `-`.
#[test]
fn questions_name_their_file() {
    let fixture = b"x\nx--\n\nchain A1\nlegal B1\n";
    let other = file("export-named.fixture", fixture);
    let usual = file("export-named.txt", fixture);
    for file in ["-", path(&other), path(&usual)] {
        let ran = gokata_with(&["export", file], fixture);
        ran.is_fine();
        let corpus: Value = serde_json::from_str(&ran.out).expect("JSON");
        for found in [&corpus["questions"][0], &corpus["not_asked"][0]] {
            let found = found["file"].as_str().expect("a name");
            assert_eq!(found, file);
        }
    }
}

/// JSON has escapes for characters that a terminal must not get.
#[test]
fn a_name_with_control_characters_stays_as_it_is() {
    let fixture = file("export-\u{7}\u{202e}.txt", b"x\nx--\n\nlegal B1\n");
    let ran = gokata(&["export", path(&fixture)]);
    ran.is_fine();
    assert!(!ran.out.contains(['\u{7}', '\u{202e}', '\u{fffd}']));
    let corpus: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(corpus["questions"][0]["file"], path(&fixture));
    // It is sent to a program as a part of a line.
    let program = "while read -r word; do case $word in legal\\?) echo legal;; esac; done";
    let ran = gokata(&["check", "--exec", program, path(&fixture)]);
    ran.ends(0);
}

#[test]
fn fixtures_of_the_same_name_are_reported() {
    let copy = |folder: &str| {
        let folder = file("x", b"").with_file_name(format!("{folder}/fixtures/kata/6-ko"));
        fs::create_dir_all(&folder).expect("a folder");
        let copy = folder.join("retake-at-once.txt");
        fs::copy(root(KO), &copy).expect("copied");
        copy
    };
    let (one, other) = (copy("export-same-1"), copy("export-same-2"));
    let chains = "fixtures/../fixtures/chains";
    let ran = gokata(&["export", KO, path(&one), chains, path(&other), KO]);
    let note = "note kata/6-ko/retake-at-once: another fixture has this name, so their questions have the same ids\n";
    assert_eq!((ran.status, ran.err), (Some(0), note.repeat(2)));
}

#[test]
fn a_question_is_self_contained() {
    let corpus = exported(&[KO]);
    let rows = |board: &str| -> Vec<String> { board.split('/').map(str::to_owned).collect() };
    assert_eq!(
        corpus["questions"][2],
        json!({
            "id": "kata/6-ko/retake-at-once#C3-xugq7",
            "file": "kata/6-ko/retake-at-once.txt",
            "line": 13,
            "column": 12,
            "case": null,
            "rules": { "ko": "simple", "suicide": "forbidden", "button": false },
            "board": rows("-----/-xo--/xo-o-/-xo--/-----"),
            "to_play": "x",
            "history": [{ "board": rows("-----/-xo--/x-xo-/-xo--/-----"), "to_play": "o" }],
            "untold": null,
            "count": null,
            "move": { "kind": "play", "color": "x", "row": 2, "col": 2 },
            "ask": "legal",
            "expected": { "legal": false, "reason": "ko" },
        })
    );
}

/// A count has no move, all rules, and what the board does not show.
#[test]
fn a_count_is_self_contained() {
    let fixture =
        b"x\n--xo-\no-xo-\n\nplay pass\nrules kata scoring=territory komi=6.5\ngiven x=2 o=1\n\
                    dead A1\nmark neutral E1\nscore o+0.5\nowner\nxxxo-\nxxxo-\n";
    let fixture = file("export-count.txt", fixture);
    let corpus = exported(&[path(&fixture)]);
    let (score, owner) = (&corpus["questions"][1], &corpus["questions"][2]);
    assert_eq!(
        score["rules"],
        json!({
            "ko": "simple", "suicide": "forbidden", "button": false, "scoring": "territory", "tax": "none", "komi": "6.5",
            "handicap_bonus": "0", "pass_stones": false,
        })
    );
    assert_eq!(
        score["count"],
        json!({
            "dead": [[1, 0]], "neutral": [[0, 4], [1, 4]], "prisoners": { "x": 2, "o": 1 }, "handicap": 0,
            "first_pass": "x",
        })
    );
    assert_eq!([&score["move"], &score["untold"]], [&Value::Null; 2]);
    assert_eq!(
        [&score["expected"], &owner["expected"]],
        [
            &json!({ "score": "o+0.5" }),
            &json!({ "owner": ["xxxo-", "xxxo-"] })
        ]
    );
    let ends =
        |question: &Value, id: &str| question["id"].as_str().is_some_and(|all| all.ends_with(id));
    assert!(
        ends(score, "#score-72tqu") && ends(owner, "#owner-zfhsf"),
        "{score} {owner}"
    );
}

/// Every line that asks something is exported, as a question or under `not_asked`.
#[test]
fn every_question_of_a_fixture_is_exported() {
    let corpus = exported(&[]);
    let lines = |key: &str| -> BTreeSet<(String, u64)> {
        let items = corpus[key].as_array().into_iter().flatten();
        let place =
            |item: &Value| Some((item["file"].as_str()?.to_owned(), item["line"].as_u64()?));
        items.filter_map(place).collect()
    };
    let mut places = lines("questions");
    places.append(&mut lines("not_asked"));
    let files: BTreeSet<&String> = places.iter().map(|(file, _)| file).collect();
    for name in &files {
        let bytes = fs::read(root(&format!("fixtures/{name}"))).expect("a fixture");
        let fixture = Fixture::parse(&bytes).expect("it can be read");
        let steps = fixture.cases.iter().flat_map(|case| &case.steps);
        // Lines of `status` that stand together are one question, at the first of them.
        let is_status = |verb: &Verb| matches!(verb, Verb::Ask(Ask::Status(..)));
        let mut before = false;
        let asking = steps.filter(|step| {
            let is_next = std::mem::replace(&mut before, is_status(&step.value)) && before;
            matches!(step.value, Verb::Ask(_) | Verb::Do(Do::Play(_))) && !is_next
        });
        for step in asking {
            let place = ((*name).clone(), step.line as u64);
            assert!(places.contains(&place), "{place:?}");
        }
    }
    assert!(files.len() > 280, "{}", files.len());
}

/// A game set up from the exported position alone gives the expected verdict.
#[test]
fn questions_without_a_history_need_only_the_position() {
    let corpus = exported(&["fixtures/kata", "fixtures/chains", "fixtures/moves"]);
    let questions = corpus["questions"].as_array().expect("questions");
    let mut asked = 0;
    let alone = |question: &&Value| {
        question["history"] == json!([])
            && question["ask"] == "legal"
            && question["move"]["kind"] == "play"
    };
    for question in questions.iter().filter(alone) {
        let text = |value: &Value| value.as_str().map(str::to_owned).unwrap_or_default();
        let number = |value: &Value| {
            let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
            number.expect("a small number")
        };
        let rows = question["board"].as_array().expect("rows").iter().map(text);
        let lines = [text(&question["to_play"])].into_iter().chain(rows);
        let diagram = lines.collect::<Vec<String>>().join("\n");
        let Diagram { setup, .. } = Diagram::parse(diagram.as_bytes()).expect("a position");
        let mut rules = Rules::default();
        for key in ["ko", "suicide"] {
            let value = text(&question["rules"][key]);
            rules.set(key, &value).expect("a rule");
        }
        let mv = &question["move"];
        let color = text(&mv["color"]).chars().next();
        let color = color.and_then(Color::from_letter);
        let point = (number(&mv["row"]), number(&mv["col"]));
        let mv = Move::play(color.expect("a side"), point);
        let reason = question["expected"]["reason"].as_str();
        let record = BoardRecord::try_from(&setup).expect("a position");
        let record = record.with_rules(rules);
        let game = FastGame::from(&record);
        for found in [check_move(mv, &record), game.check(mv)] {
            assert_eq!(found.err().map(IllegalMove::name), reason, "{question}");
        }
        asked += 1;
    }
    assert!(asked > 450, "{asked}");
}

/// Only situational superko needs the side that was to play before the turn was handed over.
#[test]
fn a_turn_handed_over_before_the_first_one_is_exported() {
    let untold = json!("the turn has been handed over without a move (to-play)");
    for (ko, expected) in [
        ("simple", json!(null)),
        ("positional", json!(null)),
        ("natural-situational", json!(null)),
        ("situational", untold.clone()),
    ] {
        let fixture = format!(
            "x\n--\n--\n\nrules kata ko={ko}\nto-play o\nplay A1 B1\nlegal A2\nto-play x\nlegal B2\n"
        );
        let fixture = file(&format!("export-handed-{ko}.txt"), fixture.as_bytes());
        let corpus = exported(&[path(&fixture)]);
        let asked = |at: usize| corpus["questions"][at].clone();
        let whether = [0, 1, 2, 3].map(|at| asked(at)["untold"].clone());
        let before = expected.clone();
        assert_eq!(
            whether,
            [before.clone(), before.clone(), before, untold.clone()]
        );
        let last = &asked(2)["history"];
        if expected.is_null() {
            let found = json!([
                { "board": ["--", "--"], "to_play": "o" },
                { "board": ["--", "o-"], "to_play": "x" },
            ]);
            assert_eq!(*last, found, "{ko}");
            assert_eq!(asked(0)["history"], json!([]), "{ko}");
        }
        assert_eq!(asked(0)["to_play"], "o");
    }
}

#[test]
fn unreadable_files_are_reported_and_the_others_are_exported() {
    let bad = file("export-bad.txt", b"x\n-X\n");
    let untrue = file("export-untrue.txt", b"x\n--\n\nillegal ko A1\n");
    let ran = gokata(&["export", path(&bad), path(&untrue), KO, "no-such-file.txt"]);
    ran.ends(2);
    contains_all(
        &ran.err,
        [
            "export-bad.txt:2:2: `X`: a black stone is a small x",
            "export-untrue.txt:4:12: A1: expected illegal ko, got legal",
            "This fixture has a wrong statement, so its questions are not used.",
            "no-such-file.txt: no such file",
        ],
    );
    let corpus: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(corpus["questions"].as_array().map(Vec::len), Some(24));
    // If the only file cannot be read, there is no second message.
    let ran = gokata(&["export", "no-such-file.txt"]);
    let part = "left out no-such-file.txt: no such file\n";
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), part));
}

/// An export without questions is valid JSON, but exits with an error message.
#[test]
fn a_file_without_questions_is_reported() {
    let record = file("export-left-out.sgf", b"(;GM[1];B[aa])");
    let other = file("export-left-out-2.sgf", b"(;GM[1];B[aa])");
    let bare = file("export-bare.txt", b"x\n--\n");
    let refused = "fixtures/malformed/26-columns.txt";
    for (paths, found) in [
        (
            &[path(&record), path(&other)][..],
            "left out: 2 game records\n",
        ),
        (&[path(&bare)], ""),
        (&[refused], "left out: 1 file for parser tests\n"),
    ] {
        let ran = gokata(&[&["export"], paths].concat());
        let nothing = "gokata: nothing is exported: there are no questions\n";
        assert_eq!(
            (ran.status, ran.err),
            (Some(2), format!("{found}{nothing}"))
        );
        let corpus: Value = serde_json::from_str(&ran.out).expect("JSON");
        let empty = json!({ "schema": "gokata-corpus-4", "corpus": null, "not_asked": [], "questions": [] });
        assert_eq!(corpus, empty);
    }
    let ran = gokata(&["export", path(&record), KO]);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (Some(0), "left out: 1 game record\n")
    );
}

#[test]
fn without_fixtures_nothing_is_written() {
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export-nowhere");
    fs::create_dir_all(&nowhere).expect("a folder");
    let mut export = gokata_command();
    let ran = run(export.arg("export").current_dir(nowhere), b"");
    ran.is_refused();
    ran.says_first("gokata: there is no folder `fixtures` here: ");
}

/// `check --exec` counts every line of `questions` and `not_asked`. Without `--exec`, `check` counts fewer, because a
/// `play` is not a question for gokata's own referees.
#[test]
fn the_question_counts_of_export_and_check_are_consistent() {
    let corpus = exported(&[]);
    let count = |key: &str| corpus[key].as_array().map_or(0, Vec::len);
    let questions = |more: &[&str]| -> usize {
        let ran = gokata(&[&["check"], more].concat());
        let sum = ran.out.split_once(" questions: ").expect("a sum").0;
        let found = sum.rsplit(' ').next().and_then(|found| found.parse().ok());
        found.expect("a number")
    };
    let all = questions(&["--exec", &crate::support::judged::ILLEGAL]);
    assert_eq!(all, count("questions") + count("not_asked"));
    assert!(questions(&[]) < count("questions"));
}
