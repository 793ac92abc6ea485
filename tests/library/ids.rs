//! Identifiers of questions stay when a fixture grows.

use std::collections::HashMap;
use std::fs;

use gokata::fixture::Fixture;
use gokata::questions::{Question, Questions};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::corpus::corpus;

/// The case, and what is asked, apart from the place.
fn asked(question: &Question) -> String {
    let boards: Vec<_> = question.before.situations().collect();
    let (rules, asked) = (question.rules(), question.describe());
    let counted = question.asked.counted().map(|counted| &counted.standing);
    let case = question.case.as_deref().unwrap_or_default();
    format!("{case}: {rules} {asked} {counted:?} {boards:?}")
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

/// Inserted into every file of the corpus: another question, a comment, other cases, and a copy of each case before it.
#[test]
fn other_lines_do_not_change_an_identifier() {
    let mut seen = 0;
    for file in corpus("fixtures") {
        let text = fs::read_to_string(&file).unwrap().replace('\r', "");
        let before = by_id(&text);
        seen += before.len();
        let Some((opening, body)) = text.split_once("\n\n") else {
            continue;
        };
        let at_first = |inserted: &str| format!("{opening}\n\n{inserted}\n\n{body}");
        let with_copies: String = parts(body)
            .into_iter()
            .map(|(name, lines)| match name {
                // It stays the first one, and its copy comes last.
                None => format!("{lines}\n"),
                Some(name) => format!("\ncase a copy of {name}\n{lines}\n\ncase {name}\n{lines}\n"),
            })
            .collect();
        let copy = parts(body).into_iter().find(|(name, _)| name.is_none());
        let copy = copy.map_or(String::new(), |(_, lines)| {
            format!("\n\ncase a copy\n{lines}\n")
        });
        for grown in [
            at_first("# Another comment."),
            at_first("illegal off-board (0,-1)"),
            text.replace(
                "\ncase ",
                "\n\ncase one more\nillegal off-board (0,-1)\n\ncase ",
            ),
            format!("{opening}\n\n{with_copies}{copy}"),
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

/// The cases of a body: their names, and their lines.
fn parts(body: &str) -> Vec<(Option<&str>, &str)> {
    let mut parts = body.split("\ncase ");
    let first = parts.next().unwrap_or_default();
    let first = match first.strip_prefix("case ") {
        Some(named) => named
            .split_once('\n')
            .map(|(name, lines)| (Some(name), lines)),
        None => Some((None, first)),
    };
    let rest = parts.filter_map(|part| part.split_once('\n'));
    let rest = rest.map(|(name, lines)| (Some(name), lines));
    first.into_iter().chain(rest).collect()
}

const OPENING: &str = "x\n---\n---\n---\n\n";

fn ids(text: &str) -> Vec<String> {
    questions(text)
        .into_iter()
        .map(|question| question.id)
        .collect()
}

#[test]
fn the_same_question_is_numbered_in_its_case() {
    let text =
        format!("{OPENING}legal A1 A1\n\ncase two\nplay A1\n\ncase three\nlegal B1 A1\nlegal A1\n");
    let all = ids(&text);
    let first = all[0].clone();
    assert!(first.starts_with("A1-"), "{first}");
    let case = |at: usize| {
        all[at]
            .split_once('.')
            .map(|(case, rest)| (case.to_owned(), rest.to_owned()))
    };
    let (two, three) = (case(2).unwrap(), case(4).unwrap());
    assert_eq!(
        (all[1].clone(), two.1, three.1),
        (format!("{first}-2"), first.clone(), first.clone())
    );
    assert_eq!(all[5], format!("{}.{first}-2", three.0));
    assert_ne!(two.0, three.0);
}

/// The name of a case stands for it: another name is another case.
#[test]
fn an_identifier_begins_with_that_of_its_case() {
    let of = |name: &str| ids(&format!("{OPENING}case {name}\nlegal A1 B1\n"));
    let begin = |id: &String| id.split_once('.').unwrap().0.to_owned();
    let ids = of("one");
    assert_eq!(begin(&ids[0]), begin(&ids[1]));
    assert_ne!(begin(&ids[0]), begin(&of("two")[0]));
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
    let of = |lines: &str| questions(&format!("{OPENING}{lines}\n")).pop().unwrap().id;
    assert_ne!(of(lines), of("legal A1"));
}

#[rstest]
#[case::komi_and_counting("rules japanese ko=simple komi=0.5\nlegal A1")]
#[case::a_label("legal (2,0)")]
#[case::its_color("legal x:A1")]
fn what_does_not_affect_the_answer_does_not_affect_the_identifier(#[case] lines: &str) {
    let of = |lines: &str| questions(&format!("{OPENING}{lines}\n")).pop().unwrap().id;
    assert_eq!(of(lines), of("legal A1"));
}

/// Reports, exports and lists of known deviations carry these names. A change here breaks them.
#[test]
fn identifiers_are_the_same_in_every_version() {
    let text = format!(
        "{OPENING}legal A1 pass\nillegal off-board (-1,2)\nplay B2\nboard\no\n---\n-x-\n---\n\ncase of its own\nlegal A1\n"
    );
    assert_eq!(
        ids(&text),
        [
            "A1-6hrpf",
            "pass-w2j48",
            "(-1,2)-3qs6k",
            "B2-55xq8",
            "B2-jq3gt",
            "5m6au.A1-6hrpf"
        ]
    );
}

/// Every question of the corpus, written as a fixture of its own and read back, is the same question.
#[test]
fn a_question_alone_is_the_same_question() {
    let mut seen = 0;
    for file in corpus("fixtures") {
        let text = fs::read_to_string(&file).unwrap();
        for question in questions(&text) {
            let alone = question.fixture().to_string();
            let last = questions(&alone).pop().unwrap();
            assert_eq!(asked(&last), asked(&question), "{file:?}\n{alone}");
            assert_eq!(last.asked.answer(), question.asked.answer(), "{alone}");
            // A question that the case has asked before has a number.
            let first = question.id.splitn(3, '-').take(2).collect::<Vec<_>>();
            assert_eq!(
                last.id.splitn(3, '-').take(2).collect::<Vec<_>>(),
                first,
                "{file:?}\n{alone}"
            );
            let longest = alone.lines().map(str::len).max();
            assert!(longest < Some(160), "{file:?}\n{alone}");
            seen += 1;
        }
    }
    assert!(seen > 2500, "{seen}");
}
