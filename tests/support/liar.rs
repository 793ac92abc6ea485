//! Referees that break one rule each.

use gokata::fixture::Referee;
use gokata::{
    Action, BoardRecord, Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError,
    Size, Suicide,
};

/// Which rule is broken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lie {
    /// Either side may move at any time.
    Turn,
    /// A point off the board is a pass.
    Bounds,
    /// A play on a stone is accepted, and removes that stone.
    Occupied,
    /// Every suicide is allowed.
    SelfCapture,
    /// Plays that have a liberty only because they capture are rejected as suicide.
    Capture,
    /// A ko may be retaken at once.
    Ko,
    /// Superko is not checked.
    Superko,
}

#[derive(Clone)]
pub(crate) struct Liar {
    lie: Lie,
    honest: BoardRecord,
}

impl Liar {
    pub(crate) fn new(lie: Lie) -> Liar {
        let size = Size::square(1).unwrap();
        Liar {
            lie,
            honest: BoardRecord::new(size),
        }
    }

    /// Returns the position as the opening of a new game, so without a past.
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

    /// True if this stone would have no liberty without captures.
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
            (Lie::Turn, ..) => {
                self.honest = self.honest.hand_turn(mv.color);
                self.honest.play(mv)?;
            }
            (Lie::Bounds, ..) => self.honest.play(Move::pass(mv.color))?,
            (Lie::Occupied, Action::Play(point), _) => {
                self.honest =
                    self.forgetful(|setup| setup.stones.retain(|(stone, _)| *stone != point));
            }
            // Without its past, the game has no board to repeat.
            _ => {
                self.honest = self.forgetful(|_| {});
                self.honest.play(mv)?;
            }
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
