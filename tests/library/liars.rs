//! Referees that each break one rule or give one wrong answer. They must fail fixtures of that rule, and [`Both`] must find
//! every difference to an honest referee. Both show it in a small fixture.

use gokata::fixture::{Both, Disagreement, Do, Failure, Fixture, Verb, check};
use gokata::questions::{QuestionOutcome, Questions};
use gokata::{Answer, Color, Playable, PureGame, Random, Referee, Rules, Setup, Size};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::built_in::CORPUS;
use crate::support::corpus::{corpus, read};
use crate::support::liar::{Liar, Lie};

const REPORT: &str = "This is a bug in gokata. Please report it with what follows.";

/// The liar fails fixtures in the folder of the rule. The fixture in each failure fails in the same way, and that of each
/// disagreement has at most this number of stones and of moves.
#[rstest]
#[case(Lie::Turn, "kata/2-turns", 4, 1)]
#[case(Lie::Bounds, "kata/1-empty-board", 0, 0)]
#[case(Lie::Occupied, "kata/3-on-an-empty-point", 1, 0)]
#[case(Lie::SelfCapture, "kata/4-self-capture", 8, 0)]
#[case(Lie::Capture, "kata/5-capture", 8, 0)]
#[case(Lie::Ko, "kata/6-ko", 6, 1)]
#[case(Lie::Superko, "superko", 36, 36)] // one fixture repeats a board from 34 turns before
#[case(Lie::Trace, "steps", 4, 2)]
#[case(Lie::Undo, "steps", 9, 4)]
#[case(Lie::Tally, "steps", 9, 3)]
fn a_referee_that_breaks_a_rule_is_found(
    #[case] lie: Lie,
    #[case] folder: &str,
    #[case] stones: usize,
    #[case] moves: usize,
) {
    let mut failing = 0;
    for file in corpus(&format!("fixtures/{folder}")) {
        let fixture = read(&file);
        assert_eq!(failures(&fixture, pure(&fixture)), [], "{}", file.display());
        let lies = failures(&fixture, Liar::new(lie));
        failing += usize::from(!lies.is_empty());
        for failure in lies {
            let again = parsed(&failure.reproduction);
            let found = failures(&again, Liar::new(lie));
            assert_eq!(found.len(), 1, "{failure}");
            assert_eq!(found[0].expected, failure.expected);
            assert_eq!(found[0].got, failure.got);
        }
        for found in disagreements(&fixture, Liar::new(lie)) {
            let again = parsed(&found.reproduction);
            assert!(again.opening.setup.stones.len() <= stones, "{found}");
            assert!(played(&again) <= moves, "{found}");
            assert!(
                disagreements(&again, Liar::new(lie)).contains(&found),
                "{found}"
            );
            assert_eq!(failures(&again, pure(&again)), [], "{found}");
            assert_eq!(failures(&again, Liar::new(lie)).len(), 1, "{found}");
        }
    }
    assert!(failing >= 2, "{lie:?}: {failing} files of {folder}");
}

/// Questions behind steps, and those about prisoners, are put to a referee in this process.
#[rstest]
#[case(None, 0)]
#[case(Some(Lie::Trace), 20)]
#[case(Some(Lie::Undo), 5)]
#[case(Some(Lie::Tally), 4)]
#[case(Some(Lie::Ko), 20)]
fn a_referee_is_asked_behind_steps(#[case] lie: Option<Lie>, #[case] least: usize) {
    let (mut wrong, mut accepted) = (0, 0);
    for (id, question) in CORPUS
        .questions()
        .filter(|(id, _)| id.starts_with("steps/"))
    {
        let mut honest = PureGame::new(Size::default());
        assert_eq!(question.put_to(&mut honest), QuestionOutcome::Right, "{id}");
        let mut other = lie.map_or(Liar::new(Lie::FirstGame), Liar::new);
        other.start(&question.opening(), Rules::default()).unwrap();
        match question.put_to(&mut other) {
            QuestionOutcome::Right | QuestionOutcome::CannotBeAsked(_) => {}
            QuestionOutcome::Wrong(answer) => {
                wrong += 1;
                // The number of the step, from 1 on, that should have been refused.
                if let Answer::Accepted(number) = answer {
                    let mut steps = question.actions();
                    steps.retain(|step| !matches!(step, Do::Rules(..)));
                    assert!(matches!(steps[number - 1], Do::Try(_)), "{id}: {number}");
                    accepted += 1;
                }
            }
            outcome => panic!("{id}: {outcome:?}"),
        }
    }
    assert!(wrong >= least && (wrong > 0) == lie.is_some(), "{wrong}");
    assert_eq!(accepted > 0, matches!(lie, Some(Lie::Ko)), "{accepted}");
}

#[test]
fn a_step_that_is_refused_is_named_by_its_number() {
    let asked = Questions::of(&parsed("x\n---\n\nplay C1 pass A1\nlegal B1\n")).unwrap();
    let question = asked.questions.last().unwrap();
    let QuestionOutcome::CannotBeAsked(why) = question.put_to(&mut Liar::new(Lie::Play)) else {
        panic!("{question:?}");
    };
    let step = "it has refused step 3 of the game before the question: ";
    assert!(why.starts_with(step), "{why}");
}

const THREE_POINTS: &str = "x\nabc\n\ncase no board may ever return\nrules     tromp-taylor\nplay      a c b c\nillegal   superko a\n";

/// It contains the place, the question, both answers, and a fixture that fails in the same way.
#[test]
fn a_failure_is_described_completely() {
    let failures = failures(&parsed(THREE_POINTS), Liar::new(Lie::Superko));
    assert_eq!(failures.len(), 1);
    assert_str_eq!(
        failures[0].describe("superko/three-points.txt"),
        "superko/three-points.txt:7:19: a: expected illegal superko, got legal\n\n\
         x\n---\n\n\
         case no board may ever return\nrules tromp-taylor\nplay x:A1 o:C1 x:B1 o:C1\nboard\nx\na-o\n\n\
         illegal superko x:a\n"
    );
}

#[test]
fn a_disagreement_is_printed_as_a_bug_report() {
    let found = disagreements(&parsed(THREE_POINTS), Liar::new(Lie::Superko));
    assert_eq!(found.len(), 1);
    assert_str_eq!(
        found[0].to_string(),
        format!(
            "{REPORT}\ndisagreement: x:A1: pure says illegal superko, liar says legal\n\n\
             x\nx-o\n\nrules kata ko=positional\nplay x:B1 o:C1\nillegal superko x:A1\n"
        )
    );
}

/// Each wrong answer is reported with this message and this smallest fixture.
#[rstest]
#[case(
    Lie::Liberties,
    "the liberties at B1: pure says 1 liberty: A1, liar says 2 liberties: A1 B1",
    "x\n-x\n\nliberties 1 B1\n"
)]
#[case(
    Lie::Chain,
    "the chain at B1: pure says B2 B1, liar says B2",
    "x\n-x\n-x\n\nchain B1 B2\n"
)]
#[case(
    Lie::Eye,
    "A1 as an eye of x: pure says no, liar says yes",
    "x\n--\n\neyes x\n--\n\n"
)]
#[case(
    Lie::Stone,
    "the board: pure says\no\n-x\nliar says\no\n--",
    "x\n-x\n\nplay x:pass\nboard\no\n-x\n\n"
)]
#[case(
    Lie::Side,
    "the board: pure says\no\n-\nliar says\nx\n-",
    "o\n-\n\nboard\no\n-\n\n"
)]
#[case(
    Lie::OffBoard,
    "the stone at A2: pure says no stone, liar says o",
    "x\n-\n\nliberties 0 A2\n"
)]
#[case(
    Lie::Start,
    "the opening board: pure says a possible position, liar says the chain at (0,1) has no liberty",
    "x\n-x\n\nboard\nx\n-x\n\n"
)]
#[case(
    Lie::Resume,
    "resume: pure says play goes on, liar says play can be resumed only after passes have just ended the game",
    "o\n-\n\nplay o:pass x:pass\nresume o\n"
)]
#[case(
    Lie::Play,
    "play x:A1: pure says legal, liar says illegal off-board",
    "x\n--\n\nplay x:A1\n"
)]
#[case(
    Lie::FirstGame,
    "x:A3: pure says legal, liar says illegal game-over",
    "x\n--xo-\n--xo-\n--o-x\n\nlegal x:A3\n# A replay of this game did not show the difference.\n"
)]
fn a_wrong_answer_is_found(#[case] lie: Lie, #[case] difference: &str, #[case] smallest: &str) {
    let text = "x\n--xo-\n--xo-\n--o-x\n\nliberties 3 C3\nchain C2 C3\nliberties 0 (-1,2)\neyes x\n--xo-\n--xo-\n--o-x\n\nplay A3 pass pass\nresume\n";
    let fixture = parsed(text);
    let found = disagreements(&fixture, Liar::new(lie));
    assert_str_eq!(
        found[0].to_string(),
        format!("{REPORT}\ndisagreement: {difference}\n\n{smallest}")
    );
    assert!(disagreements(&parsed(smallest), Liar::new(lie)).contains(&found[0]));
}

/// After such a move the positions differ, so the rest of the case is not compared.
#[test]
fn nothing_is_compared_after_a_move_that_only_one_referee_plays() {
    let text = "x\n---\n---\n\nplay A2 pass A1 pass\n\ncase another game\nplay pass A2\n";
    let fixture = parsed(text);
    let mut both = Both::new(pure(&fixture), Liar::new(Lie::Play), ["pure", "odd"]);
    let report = check(&fixture, &mut both);
    assert_eq!(report.failures.len(), 0);
    let asked: Vec<String> = both
        .disagreements()
        .into_iter()
        .map(|found| found.asked)
        .collect();
    assert_eq!(
        (asked, both.more_disagreements()),
        (vec!["play x:A1".to_owned(), "play o:A1".to_owned()], 0)
    );
}

/// A game of more than 100 moves on the largest board is reduced to a ko of a few stones.
#[test]
fn a_long_game_is_reduced_to_a_few_moves() {
    let size = Size::square(25).unwrap();
    let pure = PureGame::new(size);
    let mut both = Both::new(pure.clone(), Liar::new(Lie::Ko), ["pure", "liar"]);
    let mut game = pure;
    let opening = Setup::new(size, Color::Black);
    assert_eq!(both.start(&opening, Rules::default()), Ok(()));
    let mut random = Random::new(1);
    while both.disagreements().is_empty() {
        let moves = game.legal_moves();
        let mv = moves[random.below(moves.len() - 2)]; // a pass and a resignation come last
        assert_eq!(both.play(mv), Answer::Legal);
        assert_eq!(game.play(mv), Answer::Legal);
    }
    assert!(game.turns() > 100, "{} turns", game.turns());
    let found = both.disagreements().remove(0);
    let again = parsed(&found.reproduction);
    let stones = again.opening.setup.stones.len();
    assert!(stones <= 8 && played(&again) == 1, "{found}");
    assert!(again.opening.setup.size.point_count() <= 16, "{found}");
    assert!(disagreements(&again, Liar::new(Lie::Ko)).contains(&found));
}

fn disagreements<B: Referee + Clone>(fixture: &Fixture, other: B) -> Vec<Disagreement> {
    let mut both = Both::new(pure(fixture), other, ["pure", "liar"]);
    check(fixture, &mut both);
    both.disagreements()
}

fn pure(fixture: &Fixture) -> PureGame {
    PureGame::new(fixture.opening.setup.size)
}

/// The number of moves played in all cases.
fn played(fixture: &Fixture) -> usize {
    let steps = fixture.cases.iter().flat_map(|case| &case.steps);
    let plays = steps.filter(|step| matches!(step.value, Verb::Do(Do::Play(_))));
    plays.count()
}

fn failures(fixture: &Fixture, mut referee: impl Referee) -> Vec<Failure> {
    check(fixture, &mut referee).failures
}

fn parsed(text: &str) -> Fixture {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Statements that are wrong about a right referee: what was asked, and what it says.
#[test]
fn a_wrong_statement_says_what_was_found() {
    let fixture = parsed(
        "o\n-xo-\nx-xo\nxxo-\n\nplay B2\nlegal C2 C3\nliberties 2 A2 C2\nforbidden\nkxo-\nxoko\nxxo-\n",
    );
    let said = failures(&fixture, pure(&fixture));
    let said: Vec<String> = said
        .iter()
        .map(|failure| format!("{}: {}", failure.asked, failure.got))
        .collect();
    assert_eq!(
        said,
        [
            "C2: illegal ko (repeats the opening board)",
            "C3: illegal occupied",
            "the chain at A2: 1 liberty: A3",
            "the chain at C2: no stone at C2",
            "forbidden: sxos\nxoko\nxxos",
        ]
    );
}
