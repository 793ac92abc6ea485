//! Identifiers of questions stay when a fixture grows.

use std::collections::HashMap;
use std::fs;

use gokata::fixture::Fixture;
use gokata::questions::{Expected, Question, Questions};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::corpus::corpus;

/// What is asked, apart from the place.
fn asked(question: &Question) -> String {
    let boards: Vec<_> = question.before.situations().collect();
    let (rules, mv) = (question.before.rules(), question.mv);
    let kind = matches!(question.expected, Expected::Board(_));
    format!("{} {} {mv} {kind} {boards:?}", rules.ko, rules.suicide)
}

fn questions(text: &str) -> Vec<Question> {
    let fixture: Fixture = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    Questions::of(&fixture)
        .unwrap_or_else(|failure| panic!("{failure:?}\n{text}"))
        .questions
}

fn by_id(text: &str) -> HashMap<String, String> {
    let questions = questions(text);
    let ids: HashMap<_, _> = questions
        .iter()
        .map(|question| (question.id.clone(), asked(question)))
        .collect();
    assert_eq!(
        ids.len(),
        questions.len(),
        "two questions with one identifier\n{text}"
    );
    ids
}

/// Into every file of the corpus, at every place where it can stand: another question, a comment, and a case.
#[test]
fn other_lines_do_not_change_an_identifier() {
    let mut seen = 0;
    for file in corpus("fixtures") {
        let text = fs::read_to_string(&file)
            .expect("a fixture")
            .replace('\r', "");
        let before = by_id(&text);
        seen += before.len();
        let Some((opening, body)) = text.split_once("\n\n") else {
            continue;
        };
        let at_first = |inserted: &str| format!("{opening}\n\n{inserted}\n\n{body}");
        let size = opening.lines().nth(1).map_or(0, str::len);
        for grown in [
            at_first("# Another comment."),
            at_first("illegal off-board (0,-1)"),
            at_first(&format!(
                "case another\nillegal off-board (0,-2)\n\ncase the first one\nillegal off-board (-1,{size})"
            )),
            format!("{text}\n\ncase at the end\nillegal off-board (0,-1)\n"),
            text.replace(
                "\ncase ",
                "\n\ncase one more\nillegal off-board (0,-1)\n\ncase now named ",
            ),
        ] {
            let after = by_id(&grown);
            for (id, asked) in &before {
                assert_eq!(
                    after.get(id),
                    Some(asked),
                    "{}: {id}\n{grown}",
                    file.display()
                );
            }
        }
    }
    assert!(seen > 2500, "{seen} questions");
}

const OPENING: &str = "x\n---\n---\n---\n\n";

#[test]
fn the_same_question_is_numbered() {
    let text = format!("{OPENING}legal A1 A1\n\ncase two\nplay A1\n\ncase three\nlegal B1\n");
    let ids: Vec<_> = questions(&text)
        .into_iter()
        .map(|question| question.id)
        .collect();
    let (first, last) = (ids[0].clone(), ids[3].clone());
    assert_eq!(
        ids,
        [
            first.clone(),
            format!("{first}-2"),
            format!("{first}-3"),
            last.clone()
        ]
    );
    assert!(
        first.starts_with("A1-") && last.starts_with("B1-"),
        "{ids:?}"
    );
}

/// The answer may differ, so the identifier does.
#[rstest]
#[case::another_move("legal B1")]
#[case::another_color("illegal turn o:A1")]
#[case::a_move_before("play B1 B2\nlegal A1")]
#[case::the_turn_before("to-play o\nto-play x\nlegal A1")]
#[case::ko("rules kata ko=positional\nlegal A1")]
#[case::suicide("rules kata suicide=allowed\nlegal A1")]
#[case::button("rules kata button=yes\nlegal A1")]
#[case::the_board_after("play A1\ncaptured 0")]
fn another_question_has_another_identifier(#[case] lines: &str) {
    let of = |lines: &str| {
        questions(&format!("{OPENING}{lines}\n"))
            .pop()
            .expect("a question")
            .id
    };
    assert_ne!(of(lines), of("legal A1"));
}

#[rstest]
#[case::komi_and_counting("rules japanese ko=simple komi=0.5\nlegal A1")]
#[case::a_label("legal (2,0)")]
#[case::its_color("legal x:A1")]
fn what_does_not_affect_the_answer_does_not_affect_the_identifier(#[case] lines: &str) {
    let of = |lines: &str| {
        questions(&format!("{OPENING}{lines}\n"))
            .pop()
            .expect("a question")
            .id
    };
    assert_eq!(of(lines), of("legal A1"));
}

/// Reports, exports and lists of known deviations carry these names. A change here breaks them.
#[test]
fn identifiers_are_the_same_in_every_version() {
    let text = format!(
        "{OPENING}legal A1 pass\nillegal off-board (-1,2)\nplay B2\nboard\no\n---\n-x-\n---\n"
    );
    let ids: Vec<_> = questions(&text)
        .into_iter()
        .map(|question| question.id)
        .collect();
    assert_eq!(
        ids,
        [
            "A1-6hrpf",
            "pass-w2j48",
            "(-1,2)-3qs6k",
            "B2-55xq8",
            "B2-jq3gt"
        ]
    );
}
