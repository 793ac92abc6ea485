//! What players ask for. Whether it is granted is decided in `decide`.

use crate::basics::{Color, Point};
use crate::scoring::Mark;

/// A player's request, as it comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The requesting player; the caller has authenticated them.
    pub by: Color,
    /// The request's name. A request with the same name by the same player is the same request and is handled once.
    pub id: Option<String>,
    /// When it came, in seconds. Stored, but never compared.
    pub at: u64,
    /// What the player asks for.
    pub command: Command,
}

impl Request {
    /// A request without a name, at time 0.
    pub fn new(by: Color, command: Command) -> Request {
        Request {
            by,
            id: None,
            at: 0,
            command,
        }
    }
}

/// What a player asks for.
///
/// Its numbers say what the player had on screen: a move names the number of turns, an approval the scoring number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Play a stone.
    Play {
        /// Where.
        point: Point,
        /// The number of turns that the player knows of: [`View::move_no`](super::View::move_no).
        move_no: usize,
    },
    /// Pass.
    Pass {
        /// The number of turns that the player knows of.
        move_no: usize,
    },
    /// Mark stones or a region after play has ended. Owners cannot be named: they follow from the stones.
    Mark {
        /// Where.
        point: Point,
        /// What to mark it as.
        mark: Mark,
        /// The scoring number that the player saw. An old number is accepted, because marks set and do not toggle.
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
    /// Claim the result of the board as it is marked, because the opponent is silent. Both figures come from the server
    /// that measures time, never from the player.
    Claim {
        /// The number of seconds since the opponent was last heard of.
        silent_for: u64,
        /// The number of reminders sent to the opponent.
        reminders: u32,
    },
    /// Offer that the game does not count, or accept the opponent's offer.
    Void,
}
