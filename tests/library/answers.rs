//! Lists of known deviations, and the tables of a run.

use gokata::Answer;
use gokata::questions::{
    Answers, Asked, Class, KnownList, Question, QuestionIds, QuestionOutcome, Reasons, Tallies,
    names_of,
};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::built_in::CORPUS;

const KO: &str = "kata/6-ko/retake-at-once#C3-xugq7";

/// Names with what begins a comment, and with what separates the parts of an identifier.
fn ids() -> QuestionIds {
    let ids = [
        KO,
        "kata/6-ko/retake-at-once#C3-xugq7-2",
        "superko/a.b#k2m4p.score-wpntw",
        "own #1 #2#A1-6hrpf",
    ];
    ids.map(str::to_owned).into_iter().collect()
}

fn parse(text: &str) -> Result<KnownList, String> {
    let known = KnownList::parse(text, &ids(), |id| id == "kata/5-capture");
    known.map_err(|error| format!("{}: {}", error.line(), error.message()))
}

#[test]
fn a_question_has_the_names_of_its_case_and_its_fixture() {
    let names = |id| names_of(id).collect::<Vec<_>>();
    assert_eq!(names(KO), [KO, "kata/6-ko/retake-at-once"]);
    assert_eq!(
        names("superko/a.b#k2m4p.score-wpntw"),
        [
            "superko/a.b#k2m4p.score-wpntw",
            "superko/a.b#k2m4p",
            "superko/a.b"
        ]
    );
    assert_eq!(names("own #1#A1-6hrpf"), ["own #1#A1-6hrpf", "own #1"]);
    assert_eq!(names("kata"), ["kata"]);
}

/// `line`: that of a wrong answer and of a right one. A right answer is news only where the list names the question itself.
#[rstest]
#[case::the_question("# mine\n\nkata/6-ko/retake-at-once#C3-xugq7\n", KO, [Some(3), Some(3)])]
#[case::its_fixture("kata/6-ko/retake-at-once\r\n", KO, [Some(1), None])]
#[case::its_case("superko/a.b#k2m4p # all", "superko/a.b#k2m4p.score-wpntw", [Some(1), None])]
#[case::another("kata/6-ko/retake-at-once#C3-xugq7-2", KO, [None, None])]
#[case::a_sign_in_the_name("own #1 #2 # a bug #7", "own #1 #2#A1-6hrpf", [Some(1), None])]
#[case::a_folder_of_another_run("kata/5-capture", KO, [None, None])]
#[case::nothing("  # kata/6-ko/retake-at-once#C3-xugq7", KO, [None, None])]
fn a_line_names_a_question(#[case] text: &str, #[case] id: &str, #[case] line: [Option<usize>; 2]) {
    let known = parse(text).unwrap();
    assert_eq!(
        [Class::Wrong, Class::Right].map(|class| known.line(id, class)),
        line
    );
    assert_eq!(known.line(id, Class::Crashed), None);
}

#[rstest]
#[case::unknown(
    "#\nkata/6-ko/retake-at-once#C3-xugq8",
    "2: no question of these fixtures has the id `kata/6-ko/retake-at-once#C3-xugq8`; the nearest are \
     kata/6-ko/retake-at-once#C3-xugq7, kata/6-ko/retake-at-once#C3-xugq7-2"
)]
#[case::like_nothing("zzz", "1: no question of these fixtures has the id `zzz`")]
#[case::twice(
    "superko/a.b\n# again\nsuperko/a.b # it",
    "3: `superko/a.b` stands in line 1, too"
)]
fn a_mistake_in_a_list_is_found(#[case] text: &str, #[case] message: &str) {
    assert_eq!(parse(text).unwrap_err(), message);
}

#[test]
fn the_corpus_has_the_ids_of_its_questions_cases_and_fixtures() {
    let case = "superko/one-stone-suicide-on-a-square#jg65x";
    for (id, is_there) in [
        (KO, true),
        ("kata/6-ko/retake-at-once", true),
        (case, true),
        ("kata/6-ko/retake-at-once#C3-xugq8", false),
        ("kata/6-ko/retake", false),
        ("kata/6-ko", false),
    ] {
        assert_eq!(CORPUS.has_id(id), is_there, "{id}");
    }
}

/// Each class once, two wrong answers that are known, and one known as wrong that is right.
#[test]
fn a_summary_has_tables_totals_and_notes() {
    let asked: Vec<(String, Question)> = CORPUS
        .questions()
        .filter(|(id, _)| id.starts_with("kata/6-ko/retake-at-once#"))
        .collect();
    let ids: QuestionIds = asked.iter().map(|(id, _)| id.clone()).collect();
    let right = asked[0].0.clone();
    let list = format!("{right}\n{KO}\n{KO}-2\n");
    let known = KnownList::parse(&list, &ids, |_| false).unwrap();
    let mut answers = Answers::new(known);
    let eyes = CORPUS.find("eyes/one-point").unwrap();
    answers.add_fixture(eyes.name, &eyes.asked().unwrap().not_asked);
    let mut others = vec![
        QuestionOutcome::Nonsense("perhaps".to_owned()),
        QuestionOutcome::TimedOut,
        QuestionOutcome::Crashed("index out of range".to_owned()),
        QuestionOutcome::CannotBeAsked("no boards".to_owned()),
        QuestionOutcome::Wrong(Answer::Illegal(None)),
    ];
    for (id, question) in asked {
        let outcome = match &question.asked {
            Asked::Legal(_, Err(_)) => QuestionOutcome::Wrong(Answer::Legal),
            Asked::Legal(_, Ok(())) if id != right => {
                others.pop().unwrap_or(QuestionOutcome::Right)
            }
            _ => QuestionOutcome::Right,
        };
        answers.add(id, question, outcome);
    }
    assert_str_eq!(
        answers.summary("known.txt"),
        format!(
            "\
folder     right  wrong  cannot be asked  crashed  timed out  nonsense  known
eyes           0      0                2        0          0         0      0
kata/6-ko     17      1                1        1          1         1      2

expected  right  wrong  cannot be asked  crashed  timed out  nonsense  known
board         1      0                0        0          0         0      0
ko            0      0                0        0          0         0      2
legal        16      1                1        1          1         1      0

2 files, 26 questions: 17 right, 1 wrong, 3 cannot be asked, 1 crashed, 1 timed out, 1 nonsense, 2 known
  2 cannot be asked: there is no question about chains, liberties, eyes and states of points
  1 cannot be asked: no boards
  right now, so no longer a known deviation: known.txt:1: {right}
asked 23 of 26 (88%); ko 2 of 2
"
        )
    );
    assert_eq!(answers.all(), 26);
    let classes = answers.wrong.iter().map(|wrong| wrong.outcome.class());
    let bad = Class::ALL.into_iter().filter(|class| class.is_bad());
    assert!(classes.eq(bad), "{answers}");
    let known = answers.known.iter().map(|known| &*known.id);
    assert!(known.eq([KO, &format!("{KO}-2")]));
    let nonsense = answers.wrong[3].to_string();
    assert!(nonsense.contains("expected legal, nonsense: perhaps\n"));
}

/// Of wrong answers that are alike only the first is listed, and what the list of known ones names takes none away.
#[test]
fn a_wrong_answer_that_is_known_takes_no_other_off_the_list() {
    let known = KnownList::parse(KO, &ids(), |_| false).unwrap();
    let mut answers = Answers::new(known);
    let other = format!("{KO}-2");
    for (id, is_first) in [
        (&*other, true),
        (KO, false),
        (&*other, false),
        (&*other, false),
    ] {
        let (_, question) = CORPUS.questions().find(|it| it.0 == id).unwrap();
        let outcome = QuestionOutcome::Wrong(Answer::Legal);
        answers.add_of_game(id.to_owned(), question, outcome, is_first);
    }
    assert_eq!([answers.wrong.len(), answers.known.len()], [1, 1]);
}

/// Six questions about each rule, and `asked` of them with an answer. A rule is excused where the program's own exclude it, and all
/// are for a program that counts and does nothing else.
#[rstest]
#[case::all(&[("ko", 6, ""), ("superko", 5, "")], "asked 11 of 12 (91%); ko 6 of 6, superko 5 of 6", &[])]
#[case::little(&[("ko", 6, ""), ("superko", 4, "")], "asked 10 of 12 (83%); ko 6 of 6, superko 4 of 6", &["superko"])]
#[case::excused(&[("ko", 6, ""), ("superko", 0, OTHERS)], "asked 6 of 12 (50%); ko 6 of 6, superko 0 of 6", &[])]
#[case::declined(&[("ko", 0, "no ko")], "asked 0 of 6 (0%); ko 0 of 6", &["ko"])]
#[case::a_counter(&[("ko", 0, "no moves"), ("score", 6, "")], "asked 6 of 12 (50%); ko 0 of 6, score 6 of 6", &[])]
#[case::no_counter(&[("legal", 6, ""), ("score", 0, "")], "asked 6 of 12 (50%)", &[])]
#[case::hardly_a_counter(&[("legal", 6, ""), ("score", 1, "")], "asked 7 of 12 (58%); score 1 of 6", &["score"])]
fn a_rule_with_few_answers_is_not_tested(
    #[case] rows: &[(&str, usize, &str)],
    #[case] sentence: &str,
    #[case] untested: &[&str],
) {
    let mut tallies = Tallies::default();
    for (right_answer, asked, why) in rows {
        for nth in 0..6 {
            if nth < *asked {
                tallies.add("folder", right_answer, Class::Right);
            } else {
                tallies.add("folder", right_answer, Class::CannotBeAsked);
                tallies.note(right_answer, why);
            }
        }
    }
    assert_eq!(tallies.asked(), sentence);
    assert_eq!(tallies.untested(), untested);
    assert_eq!(tallies.untested_sentence().is_some(), !untested.is_empty());
}

const OTHERS: &str =
    "under the program's own rules (ko=simple suicide=forbidden) the right answer is another one";

/// A program may give each question a reason of its own, and a list of known deviations may be old.
#[test]
fn a_summary_does_not_list_hundreds_of_notes() {
    let (mut reasons, mut tallies) = (Reasons::default(), Tallies::default());
    for nth in 0..300 {
        reasons.add(format!("reason {nth:03}"));
        tallies.right_now.push((nth, format!("a#{nth}")));
    }
    reasons.add("reason 250");
    let lines = reasons.most_frequent_lines();
    assert_eq!((lines.len(), reasons.iter().count()), (21, 300));
    assert_eq!(lines[0], "2 cannot be asked: reason 250");
    assert_eq!(lines[20], "280 cannot be asked: 280 other reasons");
    let lines = tallies.right_now_lines("old.txt");
    assert_eq!(
        (lines.len(), &*lines[20]),
        (21, "right now: 280 more of old.txt")
    );
}

/// The name of a folder may have any characters.
#[test]
fn a_table_does_not_change_the_terminal() {
    let mut tallies = Tallies::default();
    tallies.add("a\u{1b}\n", "legal", Class::Right);
    let table = tallies.tables()[0].to_string();
    assert_eq!(
        table.lines().nth(1).unwrap(),
        format!("a\u{fffd}\u{fffd}         1      0                0")
    );
}
