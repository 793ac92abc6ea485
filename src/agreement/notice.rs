//! The messages to players about an event. A server delivers them and knows whether a player is watching.

use std::fmt;

use crate::basics::Color;
use crate::scoring::Outcome;

use super::apply::apply;
use super::event::{Entry, Event};
use super::state::State;

/// A message to a player who may not be watching.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Notice {
    /// The recipient.
    pub to: Color,
    /// The subject.
    pub kind: NoticeKind,
    /// The event that caused it.
    pub seq: u64,
    /// When it need not be sent.
    pub unless: Unless,
}

/// The subject of a message. Exhaustive, because a server has a text for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// The game has started.
    GameMade,
    /// The opponent has played a stone.
    YourTurn {
        /// The number of the next move, from 1.
        move_no: usize,
    },
    /// The opponent has passed, and play goes on.
    OpponentPassed {
        /// The number of the next move, from 1.
        move_no: usize,
    },
    /// The opponent asks to take back their latest turn.
    TakeBackAsked,
    /// The opponent has let the recipient take back their latest turn.
    TakenBack {
        /// The number of the next move, from 1.
        move_no: usize,
    },
    /// Passes have ended play; the players now mark the board.
    TimeToScore,
    /// The opponent has approved the board.
    OpponentDone,
    /// The opponent has changed the marks, which voids the recipient's approval.
    NoLongerDone,
    /// The opponent has taken back their approval.
    TookBackDone,
    /// The opponent has resumed play.
    PlayResumed {
        /// The side that plays first.
        to_play: Color,
    },
    /// The opponent offers to void the game.
    VoidOffered,
    /// The game is over.
    GameOver {
        /// The result.
        outcome: Outcome,
    },
}

/// When a message need not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unless {
    /// Always send it.
    Never,
    /// Do not send it if the recipient has already seen this event.
    Watching,
    /// Do not send it if the message with this key was not sent: there is nothing to correct.
    NotSent(NoticeKey),
}

/// Identifies a message, so that a server can avoid sending it twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoticeKey {
    /// The recipient.
    pub to: Color,
    /// [`NoticeKind::name`].
    pub kind: &'static str,
    /// The event that caused it.
    pub seq: u64,
}

/// Returns the messages about an event; none goes to the player whose request caused it.
///
/// `before` is the state before the event.
pub fn notify(before: &State, entry: &Entry) -> Vec<Notice> {
    let Some(kind) = kind(before, entry) else {
        return Vec::new();
    };
    let unless = match (kind, entry.by) {
        (NoticeKind::GameMade | NoticeKind::GameOver { .. }, _) => Unless::Never,
        (NoticeKind::TookBackDone, Some(by)) => {
            let Some(approval) = before.approved()[by] else {
                return Vec::new();
            };
            Unless::NotSent(NoticeKey {
                to: !by,
                kind: NoticeKind::OpponentDone.name(),
                seq: approval.seq,
            })
        }
        _ => Unless::Watching,
    };
    // Events without a request are reported to both players.
    let recipients = Color::BOTH.into_iter().filter(|to| entry.by != Some(*to));
    let notice = |to| Notice {
        to,
        kind,
        seq: entry.seq,
        unless,
    };
    recipients.map(notice).collect()
}

fn kind(before: &State, entry: &Entry) -> Option<NoticeKind> {
    match (&entry.event, entry.by) {
        (Event::Started(_), None) => Some(NoticeKind::GameMade),
        (Event::Finished { outcome, .. }, _) => Some(NoticeKind::GameOver { outcome: *outcome }),
        (_, None) => None,
        (Event::Played { .. }, _) => Some(NoticeKind::YourTurn {
            move_no: before.record.turns() + 2,
        }),
        // A pass that ends play is reported by its consequence.
        (Event::Passed { .. }, _) => {
            let after = apply(before, &entry.event).ok()?;
            (!after.record.is_over()).then(|| NoticeKind::OpponentPassed {
                move_no: after.record.turns() + 1,
            })
        }
        (Event::TakeBackAsked { .. }, _) => Some(NoticeKind::TakeBackAsked),
        (Event::TakenBack { move_no, .. }, _) => Some(NoticeKind::TakenBack {
            move_no: move_no + 1,
        }),
        (Event::ScoringEntered { .. }, _) => Some(NoticeKind::TimeToScore),
        (Event::Marked { .. } | Event::Suggested { .. }, Some(by)) => {
            before.is_done(!by).then_some(NoticeKind::NoLongerDone)
        }
        (Event::Done { .. }, Some(by)) => {
            (!before.is_done(!by)).then_some(NoticeKind::OpponentDone)
        }
        (Event::Undone { .. }, _) => Some(NoticeKind::TookBackDone),
        (Event::Resumed { to_play, .. }, _) => Some(NoticeKind::PlayResumed { to_play: *to_play }),
        (Event::VoidOffered { .. }, _) => Some(NoticeKind::VoidOffered),
        _ => None,
    }
}

impl Notice {
    /// The key that identifies it.
    pub fn key(&self) -> NoticeKey {
        NoticeKey {
            to: self.to,
            kind: self.kind.name(),
            seq: self.seq,
        }
    }
}

impl NoticeKind {
    /// `your_turn`, `opponent_done`, …: its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            NoticeKind::GameMade => "game_made",
            NoticeKind::YourTurn { .. } => "your_turn",
            NoticeKind::OpponentPassed { .. } => "opponent_passed",
            NoticeKind::TakeBackAsked => "take_back_asked",
            NoticeKind::TakenBack { .. } => "taken_back",
            NoticeKind::TimeToScore => "time_to_score",
            NoticeKind::OpponentDone => "opponent_done",
            NoticeKind::NoLongerDone => "no_longer_done",
            NoticeKind::TookBackDone => "took_back_done",
            NoticeKind::PlayResumed { .. } => "play_resumed",
            NoticeKind::VoidOffered => "void_offered",
            NoticeKind::GameOver { .. } => "game_over",
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
            NoticeKind::TakeBackAsked => {
                write!(f, "{opponent} asks to take back their latest move")
            }
            NoticeKind::TakenBack { move_no } => {
                write!(f, "your move is taken back: your turn (move {move_no})")
            }
            NoticeKind::TimeToScore => f.write_str("time to score"),
            NoticeKind::OpponentDone => write!(f, "{opponent} is done scoring"),
            NoticeKind::NoLongerDone => {
                write!(f, "{opponent} changed the marks: you are no longer done")
            }
            NoticeKind::TookBackDone => write!(f, "{opponent} is no longer done scoring"),
            NoticeKind::PlayResumed { to_play } if to_play == self.to => {
                f.write_str("play resumed: your turn")
            }
            NoticeKind::PlayResumed { to_play } => write!(f, "play resumed: {to_play} plays first"),
            NoticeKind::VoidOffered => write!(f, "{opponent} offers to void the game"),
            NoticeKind::GameOver { outcome } => write!(f, "game over: {outcome}"),
        }
    }
}
