//! Identifiers of questions stay when a fixture grows.

use std::collections::HashMap;
use std::fs;

use gokata::fixture::Fixture;
use gokata::questions::{Question, Questions};
use gokata::{BoardRecord, Color, Move, Preset};
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
    let named = questions.iter();
    let ids: HashMap<_, _> = named
        .map(|question| (question.id.clone(), asked(question)))
        .collect();
    assert_eq!(
        ids.len(),
        questions.len(),
        "two have one identifier\n{text}"
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
        let mut cases = text[opening.len() + 1..].split("\ncase ");
        let unnamed = cases.next().unwrap_or_default();
        let cases = cases.filter_map(|case| case.split_once('\n'));
        let with_copies = cases
            .map(|(name, lines)| {
                format!("\ncase a copy of {name}\n{lines}\n\ncase {name}\n{lines}\n")
            })
            .collect::<Vec<_>>()
            .concat();
        for grown in [
            at_first("# Another comment."),
            at_first("illegal off-board (0,-1)"),
            text.replace(
                "\ncase ",
                "\n\ncase one more\nillegal off-board (0,-1)\n\ncase ",
            ),
            // The lines before the first `case` stay the first ones, and their copy comes last.
            format!("{opening}\n{unnamed}\n{with_copies}\n\ncase a copy\n{unnamed}\n"),
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

/// Where the answer may differ, the identifier does.
#[rstest]
#[case::another_move("legal B1", true)]
#[case::another_color("illegal turn o:A1", true)]
#[case::a_move_before("play B1 B2\nlegal A1", true)]
#[case::the_turn_before("to-play o\nto-play x\nlegal A1", true)]
#[case::ko("rules kata ko=positional\nlegal A1", true)]
#[case::suicide("rules kata suicide=allowed\nlegal A1", true)]
#[case::button("rules kata button=yes\nlegal A1", true)]
#[case::the_board_after("play A1\ncaptured 0", true)]
#[case::komi_and_counting("rules japanese ko=simple komi=0.5\nlegal A1", false)]
#[case::a_label("legal (2,0)", false)]
#[case::its_color("legal x:A1", false)]
fn another_question_has_another_identifier(#[case] lines: &str, #[case] differs: bool) {
    let of = |lines: &str| questions(&format!("{OPENING}{lines}\n")).pop().unwrap().id;
    assert_eq!(of(lines) != of("legal A1"), differs);
}

/// Reports, exports and lists of known deviations carry these names. A change here breaks them. An identifier begins with that
/// of its case, for which the case's name stands; within a case, the same question is numbered.
#[test]
fn identifiers_are_the_same_in_every_version() {
    let text = format!(
        "{OPENING}legal A1 A1 pass\nillegal off-board (-1,2)\nplay B2\nboard\no\n---\n-x-\n---\n\n\
         case of its own\nplay A1\n\ncase three\nlegal B1 A1\nlegal A1\n"
    );
    let ids = questions(&text).into_iter().map(|question| question.id);
    assert_eq!(
        ids.collect::<Vec<_>>(),
        [
            "A1-6hrpf",
            "A1-6hrpf-2",
            "pass-w2j48",
            "(-1,2)-3qs6k",
            "B2-55xq8",
            "B2-jq3gt",
            "5m6au.A1-6hrpf",
            "vnkme.B1-ngkn8",
            "vnkme.A1-6hrpf",
            "vnkme.A1-6hrpf-2",
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

/// A question that is written down anew has the rules of its game, unless they are those of the kata.
#[test]
fn a_question_is_written_with_its_rules() {
    let record: BoardRecord = "o\n-x-\nx--\n---\n".parse().unwrap();
    let written = |rules: Preset| {
        let record = record.with_rules(rules.rules());
        Question::written(&record, Some(Move::play(Color::White, (0, 0)))).to_string()
    };
    let board = "o\n-x-\nx--\n---\n\n";
    assert_eq!(
        written(Preset::Kata),
        format!("{board}illegal suicide o:A3\n")
    );
    assert_eq!(
        written(Preset::TrompTaylor),
        format!("{board}rules tromp-taylor\nillegal suicide o:A3\n")
    );
}

#[test]
fn a_question_is_written_with_eight_moves_on_a_line() {
    let mut record: BoardRecord = "x\n-----\n-----\n-----\n".parse().unwrap();
    for col in 0..5 {
        for (color, row) in [(Color::Black, 0), (Color::White, 2)] {
            record = record.play(Move::play(color, (row, col))).unwrap();
        }
    }
    let asked = Move::play(Color::Black, (1, 0));
    let written = Question::written(&record, Some(asked)).to_string();
    assert_eq!(
        written,
        "x\n-----\n-----\n-----\n\nplay x:A3 o:A1 x:B3 o:B1 x:C3 o:C1 x:D3 o:D1\nplay x:E3 o:E1\nlegal x:A2\n"
    );
}
