//! Why a request or a log is rejected.

use std::fmt;

use crate::basics::{IllegalMove, Size};
use crate::scoring::{Mark, MarkError};

use super::state::Stage;

/// Why a request is rejected; the state is unchanged.
///
/// Checked in this order: the phase (`WrongPhase`, `Finished`), the player (`NotYourTurn`, `YouAreDone`, `NotDone`), what
/// the player saw (`StaleMove`, `StaleScore`, `StaleView`, `NumberAhead`), the arguments (`BoardMismatch`, `MarkNotOffered`, `Mark`),
/// the rules (`Illegal`, `NothingToTakeBack`, `NoProgress`, `ClaimNotOffered`, `ClaimTooSoon`),
/// the limits (`TooLong`).
///
/// `Display` is a sentence for the player. Exhaustive, because a server has sentences of its own: the compiler names each
/// place where a new reason is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The game is in this phase, which does not allow the request.
    WrongPhase(Stage),
    /// The game is over.
    Finished,
    /// It is the other player's turn.
    NotYourTurn,
    /// A player who has approved the board cannot mark it.
    YouAreDone,
    /// Only a player who has approved the board can claim the result.
    NotDone,
    /// The player had not seen the latest move.
    StaleMove,
    /// The marked board, or the player's own approval of it, has changed since the player looked.
    StaleScore,
    /// Something has happened since the player looked.
    StaleView,
    /// The request names something that has not happened yet.
    NumberAhead,
    /// The scoring number is current, but the board differs: a bug in the player's client.
    BoardMismatch,
    /// The terms of this game do not allow this mark.
    MarkNotOffered(Mark),
    /// The point cannot be marked this way.
    Mark(MarkError),
    /// The move is illegal.
    Illegal(IllegalMove),
    /// The player has made no turn since play began or was resumed.
    NothingToTakeBack,
    /// Play was resumed before, and no stone was played since.
    NoProgress,
    /// The terms of this game do not allow claims.
    ClaimNotOffered,
    /// The opponent has not been silent for long enough, or too few reminders were sent.
    ClaimTooSoon,
    /// The game has reached its [largest number of events](super::Game::with_most_events).
    TooLong,
}

impl Refusal {
    /// The sentence for the player, with points as Go programs name them on a board of this size.
    pub fn describe(self, size: Size) -> String {
        match self {
            Refusal::Mark(error) => error.describe(size),
            other => other.to_string(),
        }
    }

    /// The reason in one word: `wrong_phase`, `stale_score`, …; for an illegal move the rule: `ko`, `off_board`, …
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::WrongPhase(_) => "wrong_phase",
            Refusal::Finished => "finished",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::YouAreDone => "you_are_done",
            Refusal::NotDone => "not_done",
            Refusal::StaleMove => "stale_move",
            Refusal::StaleScore => "stale_score",
            Refusal::StaleView => "stale_view",
            Refusal::NumberAhead => "number_ahead",
            Refusal::BoardMismatch => "board_mismatch",
            Refusal::MarkNotOffered(_) => "mark_not_offered",
            Refusal::Mark(MarkError::OffBoard(_)) | Refusal::Illegal(IllegalMove::OffBoard) => {
                "off_board"
            }
            Refusal::Mark(MarkError::Empty(_)) => "empty",
            Refusal::Mark(MarkError::Stone(_)) => "stone",
            Refusal::Mark(MarkError::NotTerritory(_)) => "not_territory",
            Refusal::Mark(MarkError::HoldsDeadStones(_)) => "holds_dead_stones",
            Refusal::Illegal(IllegalMove::GameOver) => "game_over",
            Refusal::Illegal(reason) => reason.name(),
            Refusal::NothingToTakeBack => "nothing_to_take_back",
            Refusal::NoProgress => "no_progress",
            Refusal::ClaimNotOffered => "claim_not_offered",
            Refusal::ClaimTooSoon => "claim_too_soon",
            Refusal::TooLong => "too_long",
        }
    }

    /// The HTTP status: 422 if the request itself is at fault (an illegal move, an impossible mark, something that the
    /// terms do not offer, a number that does not exist yet); 409 if it conflicts with the state of the game.
    pub const fn status(self) -> u16 {
        match self {
            Refusal::NumberAhead
            | Refusal::MarkNotOffered(_)
            | Refusal::Mark(_)
            | Refusal::Illegal(_)
            | Refusal::ClaimNotOffered => 422,
            _ => 409,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::WrongPhase(Stage::Play) => {
                "the game goes on: this is possible only while it is scored, after both have passed"
            }
            Refusal::WrongPhase(Stage::Scoring) => {
                "the game is being scored: for another move, play has to be resumed"
            }
            Refusal::Finished | Refusal::WrongPhase(Stage::Finished) => "the game is over",
            Refusal::NotYourTurn => "it is the other player's turn",
            Refusal::YouAreDone => "you have approved the board: take that back first",
            Refusal::NotDone => "you have not approved the board yet",
            Refusal::StaleMove => "something has been played since you looked",
            Refusal::StaleScore => "something has changed since you looked: review the board",
            Refusal::StaleView => "something has happened since you looked",
            Refusal::NumberAhead => "the request names something that has not happened yet",
            Refusal::BoardMismatch => "the board you approve is not the current board",
            Refusal::MarkNotOffered(Mark::Neutral | Mark::Counted) => {
                "in this game, regions cannot be marked"
            }
            Refusal::MarkNotOffered(Mark::Dead | Mark::Alive) => {
                "in this game, stones cannot be marked"
            }
            Refusal::Mark(error) => return error.fmt(f),
            Refusal::Illegal(reason) => return reason.fmt(f),
            Refusal::NothingToTakeBack => "you have made no move that can be taken back",
            Refusal::NoProgress => "play was resumed already, and no stone was played",
            Refusal::ClaimNotOffered => "in this game, nobody can claim the result",
            Refusal::ClaimTooSoon => "your opponent has not been silent for long enough",
            Refusal::TooLong => {
                "this game has had too many events: it can only be approved, resigned, claimed or voided"
            }
        })
    }
}

impl std::error::Error for Refusal {}

/// Why a log is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The first event is not the start.
    NotStarted,
    /// Events are not numbered 1, 2, 3, …
    Number {
        /// The number that comes next.
        expected: u64,
        /// The number of the event.
        found: u64,
    },
    /// The event is not possible in this state.
    Impossible {
        /// The number of the event.
        seq: u64,
        /// Why it cannot have happened.
        refusal: Refusal,
    },
    /// The event contradicts the events before it: its numbers, lists, board, scores or player are wrong, or another
    /// event must come first.
    Untrue {
        /// The number of the event.
        seq: u64,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NotStarted => f.write_str("the first event is not the start of a game"),
            ReplayError::Number { expected, found } => {
                write!(f, "expected event {expected}, found event {found}")
            }
            ReplayError::Impossible { seq, refusal } => {
                write!(f, "event {seq} cannot have happened: {refusal}")
            }
            ReplayError::Untrue { seq } => {
                write!(f, "event {seq} contradicts the events before it")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
