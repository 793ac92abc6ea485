//! The cards of `gokata report` name the faults of our own referees: `tests/faults/causes.tsv` holds, for eighty of them, the
//! sentence that a person would say, written before any card was looked at, whether one of the first two cards says it in
//! substance, and these cards.

use std::fs;

use gokata::questions::{Question, QuestionOutcome};

use super::causes::{Seen, causes};
use super::conditions::{Clause, conditions, kind};
use crate::faulty::{is_deep, path};
use crate::support::built_in::CORPUS;
use crate::support::faulty::Faulty;

/// What is asked without `GOKATA_DEEP`.
const TEN: [&str; 10] = [
    "only-one-chain-comes-off",
    "suicide-is-asked-before-taking",
    "no-stone-where-one-was-just-taken",
    "ko-is-forgotten-at-the-edge",
    "superko-looks-back-8-turns",
    "superko-forgets-boards-before-a-pass",
    "situational-is-positional",
    "regions-at-the-edge-are-nobodys",
    "komi-is-never-negative",
    "undo-forgets-the-ko",
];

/// The cards that count.
const FIRST: usize = 2;

/// The least number of referees of which a card says the sentence.
const LEAST: usize = 60;

type Known = (Question, Vec<Clause>);

/// Returns the sentences of the first cards about the referee.
fn cards(fault: &str, known: &[Known]) -> Vec<String> {
    let mut referee = Faulty::new(fault.to_owned().leak());
    let seen = known.iter().filter_map(|(question, conditions)| {
        let wrong = match question.put_to(&mut referee) {
            QuestionOutcome::Right => None,
            QuestionOutcome::Wrong(answer) => {
                Some(kind(question, &answer.describe(question.before.size())))
            }
            _ => return None,
        };
        let is_copy = false;
        Some(Seen {
            conditions,
            wrong,
            is_copy,
        })
    });
    let causes = causes(&seen.collect::<Vec<_>>());
    causes
        .iter()
        .take(FIRST)
        .map(super::causes::Cause::sentence)
        .collect()
}

/// With `GOKATA_BLESS`, writes the cards; those that have changed must be judged anew, in place of `?`.
#[test]
fn the_cards_say_what_a_person_would() {
    let known = CORPUS.questions().map(|(_, question)| {
        let holds = conditions(&question);
        (question, holds)
    });
    let known: Vec<Known> = known.collect();
    let text = fs::read_to_string(path("causes.tsv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, before) = (fields[0], fields.get(3..).unwrap_or_default());
        if line.starts_with('#') || !(is_deep() || TEN.contains(&name)) {
            return line.to_owned() + "\n";
        }
        let now = cards(name, &known);
        let judged = if now == before { fields[2] } else { "?" };
        let now = now.iter().map(String::as_str);
        let row: Vec<&str> = [name, fields[1], judged].into_iter().chain(now).collect();
        row.join("\t") + "\n"
    };
    let found: String = text.lines().map(row).collect();
    if std::env::var_os("GOKATA_BLESS").is_some() {
        fs::write(path("causes.tsv"), &found).unwrap();
    }
    pretty_assertions::assert_str_eq!(text, found);
    let said = |word| {
        found
            .lines()
            .filter(|line| line.split('\t').nth(2) == Some(word))
            .count()
    };
    assert_eq!(said("yes") + said("no"), 80);
    assert!(said("yes") >= LEAST);
}
