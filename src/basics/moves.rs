//! What a player can do in a turn. Whether he may is for a referee to say.

use super::color::Color;
use super::point::{Point, Size};

/// One turn's attempt: whose, and what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who moves.
    pub color: Color,
    /// What he does.
    pub action: Action,
}

/// Exactly one of the three things a turn can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Put a stone on a point.
    Play(Point),
    /// Leave the board as it is. Two in a row end the game.
    Pass,
    /// Give the game up.
    Resign,
}

impl Move {
    /// A stone of this color on this point: `Move::play(Color::Black, (2, 3))`.
    pub fn play(color: Color, point: impl Into<Point>) -> Move {
        Move {
            color,
            action: Action::Play(point.into()),
        }
    }

    /// A pass.
    pub fn pass(color: Color) -> Move {
        Move {
            color,
            action: Action::Pass,
        }
    }

    /// A resignation.
    pub fn resign(color: Color) -> Move {
        Move {
            color,
            action: Action::Resign,
        }
    }

    /// The move in words for a player: `Black C4`, `White pass`.
    pub fn describe(self, size: Size) -> String {
        format!("{} {}", self.color, self.action.describe(size))
    }
}

impl Action {
    /// `C4`, `pass` or `resign`.
    pub fn describe(self, size: Size) -> String {
        match self {
            Action::Play(point) => point.vertex(size),
            Action::Pass => "pass".to_owned(),
            Action::Resign => "resign".to_owned(),
        }
    }
}

/// What can happen in a game, as one referee tells it to another: a turn, the turn handed to a side
/// without a move, or play resumed by a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    Turn(Move),
    Hand(Color),
    Resume(Color),
}

impl Event {
    /// The move, if it is a turn.
    pub(crate) fn turn(self) -> Option<Move> {
        match self {
            Event::Turn(mv) => Some(mv),
            Event::Hand(_) | Event::Resume(_) => None,
        }
    }
}
