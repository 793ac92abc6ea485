//! Who is to be told what, when he does not look. How, and whether he looks, is for others to know.

use std::fmt;

use crate::basics::Color;
use crate::scoring::Outcome;

use super::{Entry, Event, Phase, State, apply};

/// A message to a player who may not be there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Notice {
    /// To whom.
    pub to: Color,
    /// About what.
    pub kind: NoticeKind,
    /// The event that caused it.
    pub seq: u64,
    /// When it need not be sent.
    pub unless: Unless,
}

/// What a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// There is a game.
    GameMade,
    /// The opponent has played a stone.
    YourTurn {
        /// The number of the move that is waited for, from 1.
        move_no: usize,
    },
    /// The opponent has passed, and play goes on.
    OpponentPassed {
        /// The number of the move that is waited for, from 1.
        move_no: usize,
    },
    /// The opponent has passed, too: the board is to be marked.
    TimeToScore,
    /// The opponent has approved the board.
    OpponentDone,
    /// The opponent has changed the marks, so an approval is void.
    NoLongerDone,
    /// The opponent has taken back his approval.
    TookBackDone,
    /// The opponent has resumed play.
    PlayResumed {
        /// Who moves.
        to_play: Color,
    },
    /// The opponent offers that the game shall not count.
    VoidOffered,
    /// The game is over.
    GameOver {
        /// What it came to.
        outcome: Outcome,
    },
}

/// When a message need not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unless {
    /// It is always sent.
    Never,
    /// He watches: he has seen this event before the message went out.
    Watching,
    /// The message with this key has not gone out, so there is nothing to correct.
    NotSent(NoticeKey),
}

/// What makes a message the same message: it is sent once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoticeKey {
    /// To whom.
    pub to: Color,
    /// [`NoticeKind::name`].
    pub kind: &'static str,
    /// The event that caused it.
    pub seq: u64,
}

/// Whom an event concerns who may not have seen it: never the player whose request it was.
///
/// `before` is the state in which the event happened.
pub fn notify(before: &State, entry: &Entry) -> Vec<Notice> {
    let Some(by) = entry.by else {
        return beginning(entry);
    };
    let (kind, unless) = match &entry.event {
        Event::Played { .. } => {
            let move_no = before.record.turns() + 2;
            (NoticeKind::YourTurn { move_no }, Unless::Watching)
        }
        // A pass that ends play is told by what follows from it.
        Event::Passed { .. } => match apply(before, &entry.event) {
            Ok(after) if !after.record.is_over() => {
                let move_no = after.record.turns() + 1;
                (NoticeKind::OpponentPassed { move_no }, Unless::Watching)
            }
            _ => return Vec::new(),
        },
        Event::ScoringEntered { .. } => (NoticeKind::TimeToScore, Unless::Watching),
        Event::Marked { .. } if before.is_done(!by) => (NoticeKind::NoLongerDone, Unless::Watching),
        Event::Done { .. } if !before.is_done(!by) => (NoticeKind::OpponentDone, Unless::Watching),
        Event::Undone { .. } => match approval(before, by) {
            Some(told) => (NoticeKind::TookBackDone, Unless::NotSent(told)),
            None => return Vec::new(),
        },
        Event::Resumed { to_play, .. } => {
            let to_play = *to_play;
            (NoticeKind::PlayResumed { to_play }, Unless::Watching)
        }
        Event::VoidOffered { .. } => (NoticeKind::VoidOffered, Unless::Watching),
        Event::Finished { outcome, .. } => {
            let outcome = *outcome;
            (NoticeKind::GameOver { outcome }, Unless::Never)
        }
        Event::Started(_)
        | Event::Marked { .. }
        | Event::Done { .. }
        | Event::Resigned { .. }
        | Event::Claimed { .. }
        | Event::VoidAccepted { .. } => return Vec::new(),
    };
    vec![Notice {
        to: !by,
        kind,
        seq: entry.seq,
        unless,
    }]
}

/// What nobody's request has done concerns both.
fn beginning(entry: &Entry) -> Vec<Notice> {
    let kind = match entry.event {
        Event::Started(_) => NoticeKind::GameMade,
        Event::Finished { outcome, .. } => NoticeKind::GameOver { outcome },
        _ => return Vec::new(),
    };
    let notice = |to| Notice {
        to,
        kind,
        seq: entry.seq,
        unless: Unless::Never,
    };
    Color::BOTH.map(notice).to_vec()
}

/// The message that told of the approval which this player takes back.
fn approval(before: &State, by: Color) -> Option<NoticeKey> {
    let Phase::Scoring(round) = &before.phase else {
        return None;
    };
    let approval = round.approved[by as usize]?;
    Some(NoticeKey {
        to: !by,
        kind: NoticeKind::OpponentDone.name(),
        seq: approval.seq,
    })
}

impl Notice {
    /// What makes it the same message.
    pub fn key(&self) -> NoticeKey {
        NoticeKey {
            to: self.to,
            kind: self.kind.name(),
            seq: self.seq,
        }
    }
}

impl NoticeKind {
    /// `your-turn`, `opponent-done`, …: its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            NoticeKind::GameMade => "game-made",
            NoticeKind::YourTurn { .. } => "your-turn",
            NoticeKind::OpponentPassed { .. } => "opponent-passed",
            NoticeKind::TimeToScore => "time-to-score",
            NoticeKind::OpponentDone => "opponent-done",
            NoticeKind::NoLongerDone => "no-longer-done",
            NoticeKind::TookBackDone => "took-back-done",
            NoticeKind::PlayResumed { .. } => "play-resumed",
            NoticeKind::VoidOffered => "void-offered",
            NoticeKind::GameOver { .. } => "game-over",
        }
    }
}

impl fmt::Display for Notice {
    /// A line for the recipient.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opponent = !self.to;
        match self.kind {
            NoticeKind::GameMade => write!(f, "{opponent} plays Go with you: you are {}", self.to),
            NoticeKind::YourTurn { move_no } => write!(f, "your turn (move {move_no})"),
            NoticeKind::OpponentPassed { move_no } => {
                write!(f, "{opponent} passed: your turn (move {move_no})")
            }
            NoticeKind::TimeToScore => f.write_str("time to score"),
            NoticeKind::OpponentDone => write!(f, "{opponent} is done scoring"),
            NoticeKind::NoLongerDone => {
                write!(f, "{opponent} changed the marks: you are no longer done")
            }
            NoticeKind::TookBackDone => write!(f, "{opponent} took back done"),
            NoticeKind::PlayResumed { to_play } if to_play == self.to => {
                f.write_str("play resumed: your turn")
            }
            NoticeKind::PlayResumed { to_play } => write!(f, "play resumed: {to_play} plays first"),
            NoticeKind::VoidOffered => write!(f, "{opponent} offers that the game does not count"),
            NoticeKind::GameOver { outcome } => write!(f, "game over: {outcome}"),
        }
    }
}
