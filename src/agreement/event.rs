//! The events of a game and the entries of its log.

use super::request::RequestName;
use super::suggestion::Suggestion;
use super::terms::Opening;
use crate::basics::{ByColor, Color, Point};
use crate::scoring::{HalfPoints, Mark, Marked, Outcome};

/// An event in the log of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number: 1, 2, 3, …
    pub seq: u64,
    /// When the request came, in seconds, by the server's clock.
    pub at: u64,
    /// The player whose request caused it; `None` at the start.
    pub by: Option<Color>,
    /// The [name](super::Request::name) of the request, if it had one.
    pub request: Option<RequestName>,
    /// What happened.
    pub event: Event,
}

/// What has happened. A request causes at most one event and its [consequence](Event::is_consequence).
///
/// Exhaustive, because a server shows every event: the compiler names each place where a new one is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Event {
    /// The game began. Always the first event, and only the first.
    Started(Opening),
    /// A stone was played.
    Played {
        /// The player who played it.
        by: Color,
        /// Where it was played.
        point: Point,
    },
    /// A player passed.
    Passed {
        /// The player who did it.
        by: Color,
    },
    /// A player asked to take back their latest own turn. The request lapses with the next event.
    TakeBackAsked {
        /// The player who did it.
        by: Color,
    },
    /// A player granted their opponent's request: the opponent is to move again.
    TakenBack {
        /// The player who granted it.
        by: Color,
        /// The number of turns that are left.
        move_no: usize,
    },
    /// Passes ended play; the players now mark dead stones.
    ScoringEntered {
        /// The new scoring number.
        number: u32,
    },
    /// A mark changed something.
    Marked {
        /// The player who set it.
        by: Color,
        /// Where it was set.
        point: Point,
        /// The mark.
        mark: Mark,
        /// The scoring number that the player saw.
        base: u32,
        /// The new scoring number.
        number: u32,
        /// Every mark that changed.
        changes: Marked,
    },
    /// A player had all marks set as suggested. Marks have changed, the tax, or how sure they are.
    Suggested {
        /// The player who asked for it.
        by: Color,
        /// What was suggested.
        suggestion: Suggestion,
        /// The new scoring number.
        number: u32,
        /// Every mark that changed.
        changes: Marked,
    },
    /// A player approved the board.
    Done {
        /// The player who approved it.
        by: Color,
        /// The approved scoring number.
        number: u32,
        /// The approved board, in the letters of [`PointState`](crate::scoring::PointState).
        board: String,
    },
    /// A player took back their approval.
    Undone {
        /// The player who did it.
        by: Color,
    },
    /// Play was resumed; marks and approvals are cleared.
    Resumed {
        /// The player who resumed it.
        by: Color,
        /// The new scoring number.
        number: u32,
        /// The side that plays first.
        to_play: Color,
    },
    /// A player resigned.
    Resigned {
        /// The player who did it.
        by: Color,
    },
    /// A player claimed the result against a silent opponent.
    Claimed {
        /// The player who did it.
        by: Color,
    },
    /// A player offered to void the game. The offer lapses with the next event.
    VoidOffered {
        /// The player who did it.
        by: Color,
    },
    /// A player accepted the offer to void the game.
    VoidAccepted {
        /// The player who did it.
        by: Color,
    },
    /// The game is over.
    Finished {
        /// What ended it.
        how: How,
        /// The result.
        outcome: Outcome,
        /// The count, if there was one.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        tally: Option<CountedBoard>,
    },
}

/// What has ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum How {
    /// Both players approved the same board.
    Agreement,
    /// This player approved the board and claimed its result, because the opponent was silent.
    Claim(Color),
    /// Passes ended the game without marking: all stones live.
    Passes,
    /// This player resigned.
    Resignation(Color),
    /// Both players agreed that the game does not count.
    Void,
}

/// The counted board and its totals.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CountedBoard {
    /// The marked board in the letters of [`PointState`](crate::scoring::PointState).
    pub board: String,
    /// Black's points and White's.
    #[cfg_attr(feature = "serde", serde(rename = "scores2"))]
    pub scores: ByColor<HalfPoints>,
}

impl How {
    /// `agreement`, `claim`, `passes`, `resignation` or `void`.
    pub const fn name(self) -> &'static str {
        match self {
            How::Agreement => "agreement",
            How::Claim(_) => "claim",
            How::Passes => "passes",
            How::Resignation(_) => "resignation",
            How::Void => "void",
        }
    }
}

impl Event {
    /// The player who caused it directly; `None` for the start and for consequences.
    pub fn by(&self) -> Option<Color> {
        match self {
            Event::Started(_) | Event::ScoringEntered { .. } | Event::Finished { .. } => None,
            Event::Played { by, .. }
            | Event::Passed { by }
            | Event::TakeBackAsked { by }
            | Event::TakenBack { by, .. }
            | Event::Marked { by, .. }
            | Event::Suggested { by, .. }
            | Event::Done { by, .. }
            | Event::Undone { by }
            | Event::Resumed { by, .. }
            | Event::Resigned { by }
            | Event::Claimed { by }
            | Event::VoidOffered { by }
            | Event::VoidAccepted { by } => Some(*by),
        }
    }

    /// True if the event follows from the one before it; no other event can come between the two.
    pub fn is_consequence(&self) -> bool {
        matches!(self, Event::ScoringEntered { .. } | Event::Finished { .. })
    }

    /// `started`, `played`, `scoring_entered`, …: its name in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Event::Started(_) => "started",
            Event::Played { .. } => "played",
            Event::Passed { .. } => "passed",
            Event::TakeBackAsked { .. } => "take_back_asked",
            Event::TakenBack { .. } => "taken_back",
            Event::ScoringEntered { .. } => "scoring_entered",
            Event::Marked { .. } => "marked",
            Event::Suggested { .. } => "suggested",
            Event::Done { .. } => "done",
            Event::Undone { .. } => "undone",
            Event::Resumed { .. } => "resumed",
            Event::Resigned { .. } => "resigned",
            Event::Claimed { .. } => "claimed",
            Event::VoidOffered { .. } => "void_offered",
            Event::VoidAccepted { .. } => "void_accepted",
            Event::Finished { .. } => "finished",
        }
    }
}
