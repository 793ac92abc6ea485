//! The requests of players; `decide` accepts or rejects them.

use crate::basics::{Color, Point};
use crate::scoring::Mark;

/// A player's request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The requesting player; the caller has authenticated them.
    pub by: Color,
    /// An idempotency key chosen by the client. A second request from the same player with the same key gets the first
    /// answer again and is not applied.
    pub id: Option<String>,
    /// Arrival time in seconds. It is written to the log and does not affect the decision.
    pub at: u64,
    /// The requested action.
    pub command: Command,
}

impl Request {
    /// Creates a request without an id, at time 0.
    pub fn new(by: Color, command: Command) -> Request {
        Request {
            by,
            id: None,
            at: 0,
            command,
        }
    }
}

/// A requested action. A move contains the number of turns that the player saw. `Mark`, `Done`, `Undone` and `Resume`
/// contain the [scoring number](super::State::scoring_number) that the player saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Play a stone.
    Play {
        /// Where.
        point: Point,
        /// The number of turns that the player saw: [`View::move_no`](super::View::move_no).
        move_no: usize,
    },
    /// Pass.
    Pass {
        /// The number of turns that the player saw.
        move_no: usize,
    },
    /// Mark stones or a region after play has ended. Owners of points cannot be set: they follow from the stones.
    Mark {
        /// Where.
        point: Point,
        /// What to mark it as.
        mark: Mark,
        /// The scoring number that the player saw. An outdated number is accepted, because a mark sets a state and does
        /// not toggle it: applying it late is harmless.
        base: u32,
    },
    /// Approve the marked board.
    Done {
        /// The scoring number that the player saw.
        number: u32,
        /// The board that the player saw, in the letters of [`View::board`](super::View::board).
        board: String,
    },
    /// Take back the approval.
    Undone {
        /// The scoring number that the player saw.
        number: u32,
    },
    /// Resume play, because the players disagree.
    Resume {
        /// The scoring number that the player saw.
        number: u32,
    },
    /// Resign, in or out of turn.
    Resign,
    /// Claim the result of the board as it is marked, because the opponent is silent. Both numbers come from the
    /// server, which measures time, never from the player.
    Claim {
        /// The number of seconds since the opponent was last heard of.
        silent_for: u64,
        /// The number of reminders sent to the opponent.
        reminders: u32,
    },
    /// Offer to void the game, or accept the opponent's offer.
    Void,
}
