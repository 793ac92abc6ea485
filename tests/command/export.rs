//! Tests that `gokata export` is complete, correct and reproducible, with the whole corpus.

use std::collections::BTreeSet;
use std::fs;

use gokata::fixture::{Ask, Do, Fixture, Verb};
use gokata::{BoardRecord, Color, Diagram, FastGame, IllegalMove, Move, Rules, check_move};
use pretty_assertions::{assert_eq, assert_str_eq};
use serde_json::{Value, json};

use crate::support::command::{gokata, root};
use crate::support::schema;

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
