//! The reasons why a move or an event is illegal. `Explanation` adds the evidence.

use std::fmt;

use super::moves::{GameEvent, Move};
use super::named::{by_name, named};
use super::point::Size;
use super::text::ParseError;

named! {
    /// The reasons why a move is illegal, **in the order in which they are checked**.
    ///
    /// Fixtures use the [`name`](IllegalMove::name); `Display` writes a sentence for a player.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum IllegalMove {
        /// Two passes in a row or a resignation have ended the game.
        GameOver = "game-over",
        /// It is the other player's turn.
        Turn = "turn",
        /// The point is not on the board.
        OffBoard = "off-board",
        /// There is a stone on the point.
        Occupied = "occupied",
        /// The player's own stones would be left without a liberty, and the rules do not allow it.
        Suicide = "suicide",
        /// The board would be as it was before the opponent's last turn.
        Ko = "ko",
        /// The play would repeat an earlier board or situation, in a way that simple ko allows and superko forbids.
        Superko = "superko",
    }

    /// The reason's name: `game-over turn off-board occupied suicide ko superko`.
    pub const fn name(self) -> &'static str;
    /// Every reason, in order.
    pub const ALL;
}

impl IllegalMove {
    /// Returns the reason with this name.
    pub fn from_name(name: &str) -> Option<IllegalMove> {
        by_name(&IllegalMove::ALL, IllegalMove::name, name).ok()
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::GameOver => "game over: the game has ended",
            IllegalMove::Turn => "turn: it is the other player's turn",
            IllegalMove::OffBoard => "off board: there is no such point",
            IllegalMove::Occupied => "occupied: there is a stone already",
            IllegalMove::Suicide => "suicide: your own stones would be left without a liberty",
            IllegalMove::Ko => "ko: the board would be as it was before your opponent's last turn",
            IllegalMove::Superko => "superko: an earlier position would return",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// Why the move that a text names cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The text names no move.
    NotAMove(ParseError),
    /// The move is illegal.
    #[non_exhaustive]
    Illegal {
        /// The move.
        mv: Move,
        /// The size of the board.
        size: Size,
        /// The first reason why it is illegal.
        reason: IllegalMove,
    },
}

impl PlayError {
    pub(crate) fn illegal(mv: Move, size: Size, reason: IllegalMove) -> PlayError {
        PlayError::Illegal { mv, size, reason }
    }
}

impl From<ParseError> for PlayError {
    fn from(error: ParseError) -> PlayError {
        PlayError::NotAMove(error)
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::NotAMove(error) => error.fmt(f),
            PlayError::Illegal { mv, size, reason } => {
                write!(f, "{}: {reason}", mv.describe(*size))
            }
        }
    }
}

impl std::error::Error for PlayError {}

/// The error for resuming a game that passes have not just ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NotPassedOut;

impl fmt::Display for NotPassedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("play can be resumed only after passes have just ended the game")
    }
}

impl std::error::Error for NotPassedOut {}

/// An event that cannot happen in a game: the move is illegal, the turn is that side's already, or passes have not just
/// ended the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalEvent {
    /// Its number in a list of events, counted from 1.
    pub number: usize,
    /// The event.
    pub event: GameEvent,
    /// The first reason why a move is illegal; `None` for other events.
    pub reason: Option<IllegalMove>,
}

impl IllegalEvent {
    pub(crate) fn new(event: GameEvent, reason: Option<IllegalMove>) -> IllegalEvent {
        IllegalEvent {
            number: 1,
            event,
            reason,
        }
    }
}

impl fmt::Display for IllegalEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}, {}: ", self.number, self.event)?;
        match (self.event, self.reason) {
            (_, Some(reason)) => reason.fmt(f),
            (GameEvent::HandTurn(side), None) => write!(f, "it is {side}'s turn already"),
            (_, None) => NotPassedOut.fmt(f),
        }
    }
}

impl std::error::Error for IllegalEvent {}
