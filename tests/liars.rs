//! Lying referees, each breaking one rule: the corpus convicts each by the rule's own folder.

use std::fs;
use std::path::Path;

use gokata::fixture::{Fixture, Referee, check};
use gokata::{
    Action, BoardRecord, Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError,
    Size, Suicide,
};
use pretty_assertions::assert_str_eq;
use rstest::rstest;

/// Which rule is broken.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lie {
    /// Either side may move at any time.
    Turn,
    /// A point off the board is a pass.
    Bounds,
    /// A stone may be put onto another one.
    Occupied,
    /// Any stones may be left without a liberty.
    SelfCapture,
    /// Stones without a liberty stay where they are.
    Capture,
    /// What was taken may be taken back at once.
    Ko,
    /// What came before the last turn is forgotten.
    Superko,
}

struct Liar {
    lie: Lie,
    honest: BoardRecord,
}

impl Liar {
    fn new(lie: Lie) -> Liar {
        let size = Size::square(1).unwrap_or_else(|error| panic!("{error}"));
        Liar {
            lie,
            honest: BoardRecord::new(size),
        }
    }

    /// The position as if the game began with it: without a past.
    fn forgetful(&self, change: impl Fn(&mut Setup)) -> BoardRecord {
        let stones = self.honest.board().stones().collect();
        let mut setup = Setup {
            size: self.honest.size(),
            stones,
            to_play: self.honest.to_play(),
        };
        change(&mut setup);
        BoardRecord::try_from(&setup).map_or_else(
            |_| self.honest.clone(),
            |record| record.with_rules(self.honest.rules()),
        )
    }

    /// The board in which nothing was ever taken would have chains without liberties, so the liar
    /// keeps the honest board and lies about what may be played: captures count for nothing.
    fn needs_a_capture(&self, mv: Move) -> bool {
        let Action::Play(point) = mv.action else {
            return false;
        };
        let board = self.honest.board();
        let breathes = |beside: Point| match board.stone_at(beside) {
            None => true,
            Some(color) => {
                color == mv.color
                    && board
                        .chain(beside)
                        .is_some_and(|chain| chain.liberties.len() > 1)
            }
        };
        !self.honest.size().neighbors(point).any(breathes)
    }
}

impl Referee for Liar {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError> {
        self.honest = BoardRecord::try_from(setup)?;
        self.under(rules);
        Ok(())
    }

    fn under(&mut self, rules: Rules) {
        let suicide = if self.lie == Lie::SelfCapture {
            Suicide::Allowed
        } else {
            rules.suicide
        };
        self.honest.under(Rules { suicide, ..rules });
    }

    fn to_play(&self) -> Color {
        self.honest.to_play()
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let verdict = match self.lie {
            Lie::Turn => self.honest.hand_turn(mv.color).check(mv),
            _ => self.honest.check(mv),
        };
        match (self.lie, verdict) {
            (Lie::Bounds, Err(IllegalMove::OffBoard))
            | (Lie::Occupied, Err(IllegalMove::Occupied))
            | (Lie::Ko, Err(IllegalMove::Ko))
            | (Lie::Superko, Err(IllegalMove::Superko)) => Ok(()),
            (Lie::Capture, Ok(())) if self.needs_a_capture(mv) => Err(IllegalMove::Suicide),
            (_, verdict) => verdict,
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        match (self.lie, mv.action, self.honest.check(mv)) {
            (_, _, Ok(())) => self.honest.play(mv)?,
            (Lie::Turn, ..) => self.honest = self.honest.hand_turn(mv.color),
            (Lie::Bounds, ..) => self.honest.play(Move::pass(mv.color))?,
            (Lie::Occupied, Action::Play(point), _) => {
                self.honest =
                    self.forgetful(|setup| setup.stones.retain(|(stone, _)| *stone != point));
            }
            _ => self.honest = self.forgetful(|_| {}),
        }
        Ok(())
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        self.honest.stone_at(point)
    }

    fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        Referee::resume(&mut self.honest, side)
    }

    fn hand_turn(&mut self, side: Color) {
        Referee::hand_turn(&mut self.honest, side);
    }
}

#[rstest]
#[case(Lie::Turn, "kata/2-turns")]
#[case(Lie::Bounds, "kata/1-empty-board")]
#[case(Lie::Occupied, "kata/3-on-an-empty-point")]
#[case(Lie::SelfCapture, "kata/4-self-capture")]
#[case(Lie::Capture, "kata/5-capture")]
#[case(Lie::Ko, "kata/6-ko")]
#[case(Lie::Superko, "superko")]
fn convicted_by_its_own_folder(#[case] lie: Lie, #[case] folder: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(folder);
    let (mut files, mut convicting) = (0, 0);
    for entry in fs::read_dir(path).unwrap_or_else(|error| panic!("{error}")) {
        let file = entry.unwrap_or_else(|error| panic!("{error}")).path();
        let text = fs::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let fixture =
            Fixture::parse(&text).unwrap_or_else(|error| panic!("{}:{error}", file.display()));
        let mut honest = BoardRecord::new(fixture.opening.setup.size);
        assert!(
            check(&fixture, &mut honest).failures.is_empty(),
            "{} convicts the innocent",
            file.display()
        );
        files += 1;
        convicting += usize::from(!check(&fixture, &mut Liar::new(lie)).failures.is_empty());
    }
    assert!(
        convicting >= 2,
        "{lie:?}: {convicting} of {files} files in {folder}"
    );
}

/// What a programmer reads whose program lies: place, question, both answers, and a fixture that
/// shows the same.
#[test]
fn a_failure_tells_it_all() {
    let text = "x\nabc\n\ncase no board may ever return\nrules     tromp-taylor\nplay      a c b c\nillegal   superko a\n";
    let fixture: Fixture = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let report = check(&fixture, &mut Liar::new(Lie::Superko));
    assert_eq!(report.failures.len(), 1);
    assert_str_eq!(
        report.failures[0].describe("superko/three-points.txt"),
        "\
superko/three-points.txt:7:19: a: expected illegal superko, got legal

x
---

case no board may ever return
rules tromp-taylor
play x:A1 o:C1 x:B1 o:C1
board
x
a-o

illegal superko x:a
"
    );
}

/// The fixture that a failure ends with fails in the same way.
#[test]
fn a_failure_can_be_pasted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/superko");
    let mut pasted = 0;
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}")) {
        let file = entry.unwrap_or_else(|error| panic!("{error}")).path();
        let text = fs::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let fixture = Fixture::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        for lie in [Lie::Superko, Lie::Ko] {
            for failure in check(&fixture, &mut Liar::new(lie)).failures {
                let again: Fixture = failure
                    .reproduction
                    .parse()
                    .unwrap_or_else(|error| panic!("{}\n{error}", failure.reproduction));
                let report = check(&again, &mut Liar::new(lie));
                assert_eq!(report.failures.len(), 1, "{failure}");
                assert_eq!(report.failures[0].expected, failure.expected);
                assert_eq!(report.failures[0].got, failure.got);
                let honest = check(&again, &mut BoardRecord::new(again.opening.setup.size));
                pasted += usize::from(honest.failures.is_empty());
            }
        }
    }
    assert!(pasted > 10, "{pasted}");
}
