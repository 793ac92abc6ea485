//! The requests of players; `decide` accepts or rejects them.

use std::fmt;
use std::str::FromStr;

use crate::basics::{Color, ParseError, Point};
use crate::scoring::Mark;

use super::suggestion::Suggestion;

/// A player's request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The requesting player; the caller has authenticated them.
    pub by: Color,
    /// A name chosen by the client, new for each request. If a request has changed the game, further requests of the
    /// same player under this name get its answer and are not applied.
    pub name: Option<RequestName>,
    /// Arrival time in seconds. It is written to the log and does not affect the decision.
    pub at: u64,
    /// The requested action.
    pub command: Command,
}

impl Request {
    /// Creates a request without a name, at time 0.
    pub fn new(by: Color, command: Command) -> Request {
        Request {
            by,
            name: None,
            at: 0,
            command,
        }
    }
}

/// The name of a request: 1 to 64 letters of `A`-`Z`, `a`-`z`, `0`-`9`, `_` and `-`.
///
/// ```
/// use gokata::agreement::RequestName;
///
/// let name: RequestName = "3f-91_b".parse()?;
/// assert_eq!(name.as_str(), "3f-91_b");
/// assert!("".parse::<RequestName>().is_err());
/// # Ok::<(), gokata::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestName(Box<str>);

impl RequestName {
    /// The largest number of letters.
    pub const LONGEST: usize = 64;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RequestName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<RequestName, ParseError> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let fits = (1..=RequestName::LONGEST).contains(&text.len());
        if fits && text.bytes().all(is_allowed) {
            Ok(RequestName(text.into()))
        } else {
            let problem = "is no name of a request: 1 to 64 letters of A-Z, a-z, 0-9, _ and -";
            Err(ParseError::new(text, problem))
        }
    }
}

impl fmt::Display for RequestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "serde")]
crate::basics::as_text::as_text!(RequestName);

/// A requested action. It contains what its player saw, so that it has no effect if it arrives too late: the methods of
/// [`View`](super::View) fill that in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Play a stone.
    Play {
        /// Where.
        point: Point,
        /// The number of turns that the player saw: [`View::move_no`](super::View::move_no).
        move_no: usize,
        /// How often turns had been taken back: [`View::taken_back`](super::View::taken_back). The numbers of turns come
        /// again after that, so a late copy from before is rejected by this count.
        taken_back: u32,
    },
    /// Pass.
    Pass {
        /// The number of turns that the player saw.
        move_no: usize,
        /// How often turns had been taken back.
        taken_back: u32,
    },
    /// Ask the opponent to let the player take back their own latest turn, a stone or a pass, with the opponent's answer if
    /// there is one. Turns from before play was resumed stand. Rejected if anything has happened since the player looked.
    AskTakeBack {
        /// The number of events that the player saw: [`View::seq`](super::View::seq).
        seq: u64,
    },
    /// Grant what the opponent has asked for. It grants only this request, which lapses with the next event.
    GrantTakeBack {
        /// The number of the event by which the opponent asked.
        ask: u64,
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
    /// Set all marks as suggested, in place of those that are there. It is a mark like any other: both players still have to
    /// approve the board.
    Suggest {
        /// What to mark.
        suggestion: Suggestion,
        /// The scoring number that the player saw when they asked for a suggestion. It takes time to make one: if the
        /// board has changed meanwhile, the suggestion is rejected.
        number: u32,
    },
    /// Approve the marked board.
    Done {
        /// The scoring number that the player saw.
        number: u32,
        /// How often the player had taken back an approval: [`View::retracted`](super::View::retracted). A late copy of
        /// an approval that was taken back since is rejected by it.
        retracted: u32,
        /// The board that the player saw, in the letters of [`View::board`](super::View::board).
        board: String,
    },
    /// Take back an approval. It voids only this one, never a later one.
    Undone {
        /// The number of the event that recorded the approval: [`View::approval`](super::View::approval).
        approval: u64,
    },
    /// Resume play, because the players disagree.
    Resume {
        /// The scoring number that the player saw.
        number: u32,
    },
    /// Resign, in or out of turn.
    Resign,
    /// Claim the result of the board as it is marked, because the opponent is silent. `silent_for` and `reminders`
    /// come from the server, which measures time, never from the player.
    Claim {
        /// The scoring number that the player saw.
        number: u32,
        /// The number of seconds since the opponent was last heard of.
        silent_for: u64,
        /// The number of reminders sent to the opponent.
        reminders: u32,
    },
    /// Offer to void the game, or accept the opponent's offer. Rejected if anything has happened since the player looked,
    /// so that two offers at once are no agreement, and a late copy of an offer accepts nothing.
    Void {
        /// The number of events that the player saw: [`View::seq`](super::View::seq).
        seq: u64,
    },
}

impl Command {
    /// True if the command can end a game that has been scored, or that both players want to leave.
    pub(super) fn may_end(&self) -> bool {
        use Command::{Claim, Done, Resign, Void};
        matches!(self, Done { .. } | Resign | Claim { .. } | Void { .. })
    }
}
