//! Why a request is refused. Who made it, and whether he may speak for that player, is not asked here.

use std::fmt;

use crate::basics::{IllegalMove, Size};
use crate::scoring::{Mark, MarkError};

use super::Stage;

/// Why a request is refused; the state is then as it was.
///
/// Asked in this order: is it the time for it (`WrongPhase`, `Finished`), is it for this player to do
/// (`NotYourTurn`, `YouAreDone`, `NotDone`), did he know how things stand (`StaleMove`, `StaleScore`,
/// `NumberAhead`), are its arguments sound (`BoardMismatch`, `MarkNotOffered`, `Mark`), and do the rules
/// allow it (`Illegal`, `NoProgress`, `ClaimNotOffered`, `ClaimTooSoon`).
///
/// `Display` is a sentence for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The players are at something else.
    WrongPhase(Stage),
    /// The game is over.
    Finished,
    /// It is the other player's turn.
    NotYourTurn,
    /// Who has approved the board does not mark it.
    YouAreDone,
    /// Only who has approved the board can claim.
    NotDone,
    /// He did not know of the latest move.
    StaleMove,
    /// The board has changed since he looked.
    StaleScore,
    /// He names a scoring number that has not been reached.
    NumberAhead,
    /// He names the current scoring number, but another board. A program is wrong, not a player.
    BoardMismatch,
    /// In this game, points are not marked so.
    MarkNotOffered(Mark),
    /// The point cannot be marked so.
    Mark(MarkError),
    /// The rules of play forbid the move.
    Illegal(IllegalMove),
    /// Play was resumed already, and nobody has played a stone.
    NoProgress,
    /// In this game, nobody claims.
    ClaimNotOffered,
    /// The opponent has not been silent for long enough, or has had too few reminders.
    ClaimTooSoon,
}

impl Refusal {
    /// The sentence for the player, with points as Go programs name them on a board of this size.
    pub fn describe(self, size: Size) -> String {
        match self {
            Refusal::Mark(error) => error.describe(size),
            other => other.to_string(),
        }
    }

    /// The reason in one word: `wrong_phase`, `stale_score`, …; for an illegal move the word of the rule.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::WrongPhase(_) => "wrong_phase",
            Refusal::Finished => "finished",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::YouAreDone => "you_are_done",
            Refusal::NotDone => "not_done",
            Refusal::StaleMove => "stale_move",
            Refusal::StaleScore => "stale_score",
            Refusal::NumberAhead => "number_ahead",
            Refusal::BoardMismatch => "board_mismatch",
            Refusal::MarkNotOffered(_) => "mark_not_offered",
            Refusal::Mark(MarkError::OffBoard(_)) => "off_board",
            Refusal::Mark(MarkError::Empty(_)) => "empty",
            Refusal::Mark(MarkError::Stone(_)) => "stone",
            Refusal::Mark(MarkError::NotTerritory(_)) => "not_territory",
            Refusal::Mark(MarkError::HoldsDeadStones(_)) => "holds_dead_stones",
            Refusal::Illegal(reason) => reason.name(),
            Refusal::NoProgress => "no_progress",
            Refusal::ClaimNotOffered => "claim_not_offered",
            Refusal::ClaimTooSoon => "claim_too_soon",
        }
    }

    /// As web servers say it: 409 if it could have been right at another moment, 422 if it could not.
    pub const fn status(self) -> u16 {
        match self {
            Refusal::NumberAhead
            | Refusal::MarkNotOffered(_)
            | Refusal::Mark(_)
            | Refusal::Illegal(_)
            | Refusal::ClaimNotOffered => 422,
            Refusal::WrongPhase(_)
            | Refusal::Finished
            | Refusal::NotYourTurn
            | Refusal::YouAreDone
            | Refusal::NotDone
            | Refusal::StaleMove
            | Refusal::StaleScore
            | Refusal::BoardMismatch
            | Refusal::NoProgress
            | Refusal::ClaimTooSoon => 409,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::WrongPhase(Stage::Play) => {
                "the game goes on: that can be done when it is scored"
            }
            Refusal::WrongPhase(Stage::Scoring) => {
                "the game is being scored: for another move, play has to be resumed"
            }
            Refusal::Finished | Refusal::WrongPhase(Stage::Finished) => "the game is over",
            Refusal::NotYourTurn => "it is the other player's turn",
            Refusal::YouAreDone => "you are done: take that back first",
            Refusal::NotDone => "you are not done: approve the board first",
            Refusal::StaleMove => "something has been played since you looked",
            Refusal::StaleScore => "something has changed: review before you go on",
            Refusal::NumberAhead => "there is no such scoring number yet",
            Refusal::BoardMismatch => "the board you approve is not the board that stands",
            Refusal::MarkNotOffered(Mark::Neutral | Mark::Counted) => {
                "in this game, no region is called neutral"
            }
            Refusal::MarkNotOffered(Mark::Dead | Mark::Alive) => {
                "in this game, no stones are marked"
            }
            Refusal::Mark(error) => return error.fmt(f),
            Refusal::Illegal(reason) => return reason.fmt(f),
            Refusal::NoProgress => "play was resumed already, and no stone was played",
            Refusal::ClaimNotOffered => "in this game, nobody can claim the result",
            Refusal::ClaimTooSoon => "your opponent has not been silent for long enough",
        })
    }
}

impl std::error::Error for Refusal {}
