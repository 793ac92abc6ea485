//! Referees of other people, with the four methods that one needs, and each with a shortcoming: what they are asked, and
//! how their answers are counted.

use std::collections::BTreeMap;

use gokata::corpus::CorpusFile;
use gokata::fixture::{Both, Fixture, check};
use gokata::questions::{Class, Deviation, QuestionOutcome};
use gokata::scoring::{HalfPoints, Item, Score, Standing};
use gokata::{
    Answer, BoardRecord, Color, FastGame, IllegalMove, KoRule, Move, Point, PureGame, Referee,
    Rules, Scoring, Setup, Size, Tax,
};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::built_in::CORPUS;

/// What a referee lacks.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lacks {
    /// Nothing that the four methods can have.
    Nothing,
    /// It declines boards that are not square.
    Rectangles,
    /// It declines superko.
    Superko,
    /// It gives no reasons.
    Reasons,
    /// It plays by simple ko, whatever it is asked.
    OtherRules,
    /// It takes superko for legal.
    Memory,
    /// It takes superko for legal, and gives no reasons.
    MemoryAndReasons,
    /// It has no answer about the first point of the board.
    Corner,
    /// It panics about points off the board.
    Bounds,
    /// It never removes stones.
    Captures,
    /// It counts, by area alone and without tax, and gives regions of two points or more to nobody.
    Regions,
}

#[derive(Clone)]
struct Stranger {
    lacks: Lacks,
    game: PureGame,
    taken: BTreeMap<Point, Color>,
}

impl Stranger {
    fn new(lacks: Lacks) -> Stranger {
        let (game, taken) = (PureGame::new(Size::default()), BTreeMap::new());
        Stranger { lacks, game, taken }
    }
}

impl Referee for Stranger {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
        let mut rules = rules;
        match self.lacks {
            Lacks::Rectangles if setup.size.rows() != setup.size.cols() => {
                return Err("no rectangles".to_owned());
            }
            Lacks::Superko if rules.ko() != KoRule::Simple => return Err("no superko".to_owned()),
            Lacks::OtherRules => rules = Rules::default(),
            Lacks::Regions if rules.scoring() != Scoring::Area || rules.tax() != Tax::None => {
                return Err("area without tax only".to_owned());
            }
            _ => {}
        }
        let game = BoardRecord::try_from(setup).map_err(|error| error.to_string())?;
        self.game = game.with_rules(rules).into();
        self.taken.clear();
        Ok(())
    }

    fn judge(&self, mv: Move) -> Answer {
        match (self.lacks, self.game.judge(mv)) {
            (Lacks::Corner, _) if mv == Move::play(mv.color, (0, 0)) => {
                Answer::Cannot("no corner".to_owned())
            }
            (Lacks::Bounds, Answer::Illegal(Some(IllegalMove::OffBoard))) => panic!("{mv}"),
            (
                Lacks::Memory | Lacks::MemoryAndReasons,
                Answer::Illegal(Some(IllegalMove::Superko)),
            ) => Answer::Legal,
            (Lacks::Reasons | Lacks::MemoryAndReasons, Answer::Illegal(_)) => Answer::Illegal(None),
            (_, answer) => answer,
        }
    }

    fn play(&mut self, mv: Move) -> Answer {
        let before = self.game.record().board().clone();
        let answer = self.game.play(mv);
        let gone = before
            .stones()
            .filter(|(point, _)| self.game.stone_at(*point).is_none());
        self.taken.extend(gone);
        answer
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let stays = |_: &&Color| self.lacks == Lacks::Captures;
        let taken = self.taken.get(&point).filter(stays).copied();
        self.game.record().board().stone_at(point).or(taken)
    }

    fn score(&self, counted: &Standing) -> Result<Score, String> {
        if self.lacks != Lacks::Regions {
            return Err("it does not count".to_owned());
        }
        let owners = self.owners(counted)?;
        let points = |color: Color| {
            let own = owners.iter().filter(|owner| **owner == Some(color));
            HalfPoints(2 * i64::try_from(own.count()).unwrap())
        };
        let count = counted.count();
        // Komi, bonus and button are counted right.
        let more = |color: Color| {
            let items = [Item::Komi, Item::HandicapBonus, Item::Button];
            items.map(|item| count.line(item)[color]).into_iter()
        };
        let total = |color: Color| more(color).fold(points(color), |sum, more| sum + more);
        Ok(Score::from_margin(
            total(Color::Black) - total(Color::White),
        ))
    }

    fn owners(&self, counted: &Standing) -> Result<Vec<Option<Color>>, String> {
        if self.lacks != Lacks::Regions {
            return Err("it does not find owners".to_owned());
        }
        let marks = &counted.marks;
        let points = marks.size().points();
        let owner = |point: Point| match marks.region(point) {
            Some(region) if region.points.len() > 1 => None,
            _ => marks.owner(point),
        };
        Ok(points.map(owner).collect())
    }

    fn own_rules(&self, asked: Rules) -> Rules {
        match self.lacks {
            Lacks::OtherRules => Rules::default(),
            _ => asked,
        }
    }
}

/// Both of ours answer every question, those about the count too, but for dead stones where the finder leaves a chain open. The
/// other lines are asked by `fixture::check`.
#[test]
fn ours_answer_every_question() {
    let size = Size::default();
    for answers in [
        CORPUS.check_all(&mut PureGame::new(size)),
        CORPUS.check_all(&mut FastGame::new(size)),
    ] {
        assert!(answers.wrong.is_empty(), "{answers}");
        let beside = |why: &&str| {
            let known = [
                "no move has led",
                "there is no question about chains",
                "open: ",
                "no step ",
            ];
            !known.iter().any(|known| why.starts_with(known))
        };
        assert_eq!(answers.cannot.iter().map(|(why, _)| why).find(beside), None);
        let asked = CORPUS.questions().count();
        assert!(asked > 3900 && answers.all() > asked, "{answers}");
    }
}

/// The numbers of right and wrong answers and of panics, and the most frequent reason why other questions cannot be asked;
/// then the numbers of statements of the fixtures that are checked, that are wrong, and of lines that are not asked. Fixtures
/// may be added: each number is the least, but nought is nought.
#[rstest]
#[case(Lacks::Nothing, [2838, 0, 0], "the rules cannot be changed during a game", [1596, 0, 829])]
#[case(Lacks::Rectangles, [1384, 0, 0], "no rectangles", [760, 0, 2386])]
#[case(Lacks::Superko, [2116, 0, 0], "no superko", [1401, 0, 1305])]
#[case(Lacks::Reasons, [2838, 0, 0], "the rules cannot be changed during a game", [1596, 0, 829])]
#[case(Lacks::OtherRules, [2705, 0, 0], "under the program's own rules (ko=simple suicide=forbidden) the right answer is another one", [1552, 97, 823])]
#[case(Lacks::Memory, [2791, 47, 0], "the rules cannot be changed during a game", [1596, 47, 829])]
#[case(Lacks::Bounds, [2737, 0, 101], "the rules cannot be changed during a game", [0, 0, 0])]
#[case(Lacks::Captures, [1823, 158, 0], "it has another board before the question", [1596, 224, 829])]
fn a_stranger_is_asked_what_it_can(
    #[case] lacks: Lacks,
    #[case] counts: [usize; 3],
    #[case] why: &str,
    #[case] checked: [usize; 3],
) {
    let answers = CORPUS.check_all(&mut Stranger::new(lacks));
    let reasons = answers.cannot.iter().filter(|(why, _)| {
        !["move", "chains", "count", "owners", "dead"]
            .iter()
            .any(|word| why.contains(word))
    });
    let most = reasons.max_by_key(|(_, count)| *count);
    assert_eq!(most.map(|(why, _)| why), Some(why));
    let mut found = [0; 3];
    // There a panic ends the run.
    if lacks != Lacks::Bounds {
        // What becomes of chains is not asked of them.
        let is_asked =
            |file: &&CorpusFile| file.refusal.is_none() && !file.name.starts_with("status/");
        for file in CORPUS.files().iter().filter(is_asked) {
            let fixture = Fixture::parse(file.content).unwrap();
            let report = check(&fixture, &mut Stranger::new(lacks));
            found[0] += report.asked;
            found[1] += report.failures.len() + report.more_failures;
            found[2] += report.not_asked.len();
        }
    }
    let given = [Class::Right, Class::Wrong, Class::Crashed];
    are_at_least(given.map(|class| answers.tallies.total[class]), counts);
    are_at_least(found, checked);
}

/// Each number is at least the least, or nought as this is.
fn are_at_least<const N: usize>(found: [usize; N], least: [usize; N]) {
    let pairs = || found.into_iter().zip(least);
    assert!(
        pairs().all(|(found, least)| found >= least && (found == 0) == (least == 0)),
        "{found:?}, not {least:?}"
    );
}

/// A counter is judged, too: what is wrong with it, and what is right because no region has two points.
#[test]
fn a_stranger_that_counts() {
    let answers = CORPUS.check_all(&mut Stranger::new(Lacks::Regions));
    let wrong = |kind: &str| {
        let is_of_kind = |wrong: &&Deviation| wrong.question.asked.kind() == kind;
        answers.wrong.iter().filter(is_of_kind).count()
    };
    are_at_least(
        ["legal", "board", "score", "owner"].map(wrong),
        [0, 0, 225, 36],
    );
    let outcome = |id: &str| {
        let question = CORPUS.question(id).unwrap();
        question.put_to(&mut Stranger::new(Lacks::Regions))
    };
    let score = |points: &str| QuestionOutcome::Wrong(Answer::Score(points.parse().unwrap()));
    assert_eq!(
        outcome("scoring/area-and-territory#723vu.score-wpntw"),
        score("draw")
    );
    assert_eq!(
        outcome("scoring/a-single-point-is-nobodys#score-qbjqr"),
        QuestionOutcome::Right
    );
}

/// A test for each question, here of a few: each beside one that has the other answer.
#[rstest]
#[case(
    "kata/6-ko/an-older-board-may-return#2udb2.B3-a9s2y",
    Lacks::Memory,
    "wrong"
)]
#[case("kata/6-ko/retake-at-once#C3-xugq7", Lacks::Memory, "right")]
#[case(
    "kata/1-empty-board/off-the-board#(-1,2)-rs6kg",
    Lacks::Bounds,
    "crashed"
)]
#[case("kata/6-ko/retake-at-once#C3-xugq7", Lacks::Bounds, "right")]
#[case(
    "kata/6-ko/an-older-board-may-return#2udb2.B3-a9s2y",
    Lacks::Superko,
    "no superko"
)]
#[case(
    "kata/6-ko/an-older-board-may-return#2udb2.B3-a9s2y",
    Lacks::Nothing,
    "right"
)]
fn a_question_by_its_id(#[case] id: &str, #[case] lacks: Lacks, #[case] expected: &str) {
    let question = CORPUS.question(id).unwrap();
    let outcome = match question.put_to(&mut Stranger::new(lacks)) {
        QuestionOutcome::Right => "right".to_owned(),
        QuestionOutcome::Wrong(_) => "wrong".to_owned(),
        QuestionOutcome::CannotBeAsked(why) => why,
        QuestionOutcome::Crashed(_) => "crashed".to_owned(),
        _ => "another outcome".to_owned(),
    };
    assert_eq!(outcome, expected);
    assert!(CORPUS.question(&id.replace('#', "#x")).is_none());
}

#[test]
fn a_wrong_answer_and_a_panic_are_described() {
    let describe = |lacks, id: &str| {
        let answers = CORPUS.check_all(&mut Stranger::new(lacks));
        let found = answers.wrong.iter().find(|wrong| wrong.id == id);
        found.unwrap().to_string()
    };
    assert_str_eq!(
        describe(Lacks::Captures, "kata/5-capture/corner#B2-3rgvx"),
        "wrong kata/5-capture/corner#B2-3rgvx: the board after Black B2 (ko=simple suicide=forbidden): \
         expected o -x---o/x-----, got ox---o/x-----\n\n\
         x\no----o\nx-----\n\nplay x:B2\nboard\no\n-x---o\nx-----"
    );
    assert_str_eq!(
        describe(
            Lacks::Bounds,
            "kata/1-empty-board/off-the-board#(-1,2)-rs6kg"
        ),
        "crashed kata/1-empty-board/off-the-board#(-1,2)-rs6kg: Black C6 (ko=simple suicide=forbidden): \
         expected illegal off-board, crashed: x:(-1,2)\n\n\
         x\n-----\n-----\n-----\n-----\n-----\n\nillegal off-board x:C6"
    );
}

/// Beside one of ours, missing reasons are no disagreement; a wrong answer is.
#[rstest]
#[case(Lacks::Reasons, [false, false])]
#[case(Lacks::Memory, [false, true])]
#[case(Lacks::MemoryAndReasons, [false, true])]
fn missing_reasons_are_no_disagreement(#[case] lacks: Lacks, #[case] expected: [bool; 2]) {
    let suicide = "x\n-o-\no--\n---\n\nillegal suicide A3\n";
    let repeat = "o\n-o-o-\nxxo--\n-----\n\nrules kata ko=positional\nplay o:A3 x:C3\n";
    let found = [suicide, repeat].map(|text| {
        let fixture: Fixture = text.parse().unwrap();
        let ours = FastGame::new(Size::default());
        let mut both = Both::new(ours, Stranger::new(lacks), ["fast", "stranger"]);
        assert_eq!(check(&fixture, &mut both).failures, []);
        let disagreements = both.disagreements();
        for found in &disagreements {
            assert_eq!(found.says, ["illegal superko", "legal"], "{found}");
        }
        !disagreements.is_empty()
    });
    assert_eq!(found, expected);
}

/// A referee that cannot change its rules can begin under those that come first.
#[test]
fn the_first_rules_are_those_of_the_start() {
    let first: Fixture = "x\n---\n---\n\nrules aga\nplay A1\n".parse().unwrap();
    let later: Fixture = "x\n---\n---\n\nplay A1\nrules aga\nplay B1\n"
        .parse()
        .unwrap();
    let play =
        |fixture: &Fixture| fixture.play(&fixture.cases[0], &mut Stranger::new(Lacks::Nothing));
    assert_eq!((play(&first), play(&later)), (Ok(()), Err(6)));
}

/// A picture of verdicts is one question: without an answer about one point it is not asked.
#[test]
fn a_picture_is_not_asked_if_one_point_has_no_answer() {
    let fixture: Fixture = "x\n---\n\nforbidden\n---\n".parse().unwrap();
    let asked = |lacks| {
        let report = check(&fixture, &mut Stranger::new(lacks));
        let why: Vec<String> = report.not_asked.into_iter().map(|line| line.why).collect();
        (report.asked, report.failures.len(), why)
    };
    assert_eq!(asked(Lacks::Nothing), (1, 0, vec![]));
    assert_eq!(asked(Lacks::Corner), (0, 0, vec!["no corner".to_owned()]));
}
