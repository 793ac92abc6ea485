//! What players ask for, and what has happened because of it. Nothing is decided here.

use crate::basics::{Color, Point};
use crate::pure::BoardRecord;
use crate::scoring::{HalfPoints, Mark, Marked, Outcome};

use super::{How, Terms};

/// What a player asks for.
///
/// Numbers say what he had before his eyes: a move names how many turns he knew of, an approval names the
/// scoring number he saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A stone on a point.
    Play {
        /// Where.
        point: Point,
        /// How many turns had been taken, as he knew: [`View::move_no`](super::View::move_no).
        move_no: usize,
    },
    /// No stone.
    Pass {
        /// How many turns had been taken, as he knew.
        move_no: usize,
    },
    /// Something said of a point of the ended game. Only what can be true can be said: whose the dead stones
    /// are follows from their color, so nobody can name a wrong owner.
    Mark {
        /// Where.
        point: Point,
        /// What.
        mark: Mark,
        /// The scoring number he saw. An old one is no reason for a refusal: marks set, they do not toggle.
        base: u32,
    },
    /// Approval of the board as it is marked.
    Done {
        /// The scoring number he saw.
        number: u32,
        /// The board he saw, in the letters of [`View::board`](super::View::board).
        board: String,
    },
    /// The approval taken back.
    Undone {
        /// The scoring number he saw.
        number: u32,
    },
    /// Play shall go on, because the two disagree.
    Resume {
        /// The scoring number he saw.
        number: u32,
    },
    /// The game given up, in or out of turn.
    Resign,
    /// The game claimed as it is marked, because the opponent is silent. The two figures are known to whoever
    /// keeps the time, who must not take them from the player.
    Claim {
        /// For how many seconds he has been.
        silent_for: u64,
        /// How many reminders he has had.
        reminders: u32,
    },
    /// An offer that the game shall not count; or, if the opponent's stands, its acceptance.
    Void,
}

/// What has happened. What a request has done is one event, and at most one
/// [consequence](Event::is_consequence).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The game began here. Always the first event, and the first only.
    Started(Opening),
    /// A stone was played.
    Played {
        /// By whom.
        by: Color,
        /// Where.
        point: Point,
    },
    /// A pass.
    Passed {
        /// By whom.
        by: Color,
    },
    /// Play has ended by passes; now the players say which stones are dead.
    ScoringEntered {
        /// The scoring number from now on.
        number: u32,
    },
    /// A mark that changed something.
    Marked {
        /// By whom.
        by: Color,
        /// Where he pointed.
        point: Point,
        /// What he said.
        mark: Mark,
        /// The scoring number he saw.
        base: u32,
        /// The scoring number from now on.
        number: u32,
        /// All that it changed.
        changes: Marked,
    },
    /// An approval.
    Done {
        /// By whom.
        by: Color,
        /// The scoring number he approved.
        number: u32,
        /// The board he approved.
        board: String,
    },
    /// An approval taken back.
    Undone {
        /// By whom.
        by: Color,
    },
    /// Play goes on; marks and approvals are gone.
    Resumed {
        /// Who asked for it.
        by: Color,
        /// The scoring number from now on.
        number: u32,
        /// Who moves.
        to_play: Color,
    },
    /// A resignation.
    Resigned {
        /// Whose.
        by: Color,
    },
    /// A claim against a silent opponent.
    Claimed {
        /// By whom.
        by: Color,
    },
    /// An offer that the game shall not count. It stands until the next event.
    VoidOffered {
        /// By whom.
        by: Color,
    },
    /// That offer accepted.
    VoidAccepted {
        /// By whom.
        by: Color,
    },
    /// The game is over.
    Finished {
        /// What ended it.
        how: How,
        /// What it came to.
        outcome: Outcome,
        /// The count, if it was counted.
        tally: Option<Tally>,
    },
}

/// Where a game between two players begins: seldom at an empty board's first move.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The record so far.
    pub record: BoardRecord,
    /// What holds for its end.
    pub terms: Terms,
}

/// What was counted, in few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The board as it was marked.
    pub board: String,
    /// Black's points and White's.
    pub scores: [HalfPoints; 2],
}

/// An event in the log of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number: 1, 2, 3, …
    pub seq: u64,
    /// When, in seconds, by the clock of whoever handed in the request.
    pub at: u64,
    /// Whose request did it; nobody's at the start.
    pub by: Option<Color>,
    /// The name of the request, if it had one.
    pub request: Option<String>,
    /// What happened.
    pub event: Event,
}

impl Event {
    /// Who did it himself; `None` for the start and for consequences.
    pub fn by(&self) -> Option<Color> {
        match self {
            Event::Started(_) | Event::ScoringEntered { .. } | Event::Finished { .. } => None,
            Event::Played { by, .. }
            | Event::Passed { by }
            | Event::Marked { by, .. }
            | Event::Done { by, .. }
            | Event::Undone { by }
            | Event::Resumed { by, .. }
            | Event::Resigned { by }
            | Event::Claimed { by }
            | Event::VoidOffered { by }
            | Event::VoidAccepted { by } => Some(*by),
        }
    }

    /// Does it follow from the event before it? Nobody can come between the two.
    pub fn is_consequence(&self) -> bool {
        matches!(self, Event::ScoringEntered { .. } | Event::Finished { .. })
    }

    /// `started`, `played`, `scoring-entered`, …: its name in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Event::Started(_) => "started",
            Event::Played { .. } => "played",
            Event::Passed { .. } => "passed",
            Event::ScoringEntered { .. } => "scoring-entered",
            Event::Marked { .. } => "marked",
            Event::Done { .. } => "done",
            Event::Undone { .. } => "undone",
            Event::Resumed { .. } => "resumed",
            Event::Resigned { .. } => "resigned",
            Event::Claimed { .. } => "claimed",
            Event::VoidOffered { .. } => "void-offered",
            Event::VoidAccepted { .. } => "void-accepted",
            Event::Finished { .. } => "finished",
        }
    }
}

/// Records are equal if the same has happened in them, from the same board, under the same rules.
pub(super) fn is_same_game(one: &BoardRecord, other: &BoardRecord) -> bool {
    one.rules() == other.rules()
        && one.situation() == other.situation()
        && one.opening_setup() == other.opening_setup()
        && one.events() == other.events()
}

impl PartialEq for Opening {
    fn eq(&self, other: &Opening) -> bool {
        self.terms == other.terms && is_same_game(&self.record, &other.record)
    }
}

impl Eq for Opening {}
