//! What a game answers to a request: a proposal of what to store, and the reply once it is stored.

use super::event::{Entry, Event};
use super::notice::Notice;
use super::refusal::Refusal;
use super::state::State;

/// The response to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The answer.
    pub result: Result<Accepted, Refusal>,
    /// The messages to send. Empty if the request had been handled before.
    pub notices: Vec<Notice>,
}

/// The answer to an accepted request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Accepted {
    /// The game has changed.
    Changed {
        /// The number of the last event.
        seq: u64,
        /// What happened.
        events: Vec<Event>,
    },
    /// No change was needed.
    Unchanged,
}

impl Accepted {
    /// The answer to the request that made these entries.
    pub(super) fn of(entries: &[Entry]) -> Accepted {
        entries
            .last()
            .map_or(Accepted::Unchanged, |last| Accepted::Changed {
                seq: last.seq,
                events: entries.iter().map(|entry| entry.event.clone()).collect(),
            })
    }

    /// True if the game has changed.
    pub fn is_change(&self) -> bool {
        matches!(self, Accepted::Changed { .. })
    }

    /// True for a mark on a board that had changed since the player saw it. The player should look at the board again.
    pub fn is_merged(&self) -> bool {
        let Accepted::Changed { events, .. } = self else {
            return false;
        };
        events.iter().any(|event| {
            matches!(event, Event::Marked { base, number, .. } if base.saturating_add(1) < *number)
        })
    }
}

/// What a request would add to a game. Nothing has happened yet: store [`entries`](Proposal::entries), then pass the
/// proposal to [`Game::accept`](super::Game::accept).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The state that the request was decided in.
    pub(super) before: State,
    pub(super) entries: Vec<Entry>,
    pub(super) notices: Vec<Notice>,
    pub(super) answer: Accepted,
    /// The state after the last entry; `None` without entries.
    pub(super) after: Option<State>,
}

impl Proposal {
    /// The state after the last entry; `None` without entries.
    pub fn after(&self) -> Option<&State> {
        self.after.as_ref()
    }

    /// The entries to store, all together or none. Empty if nothing changes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The messages to send once the entries are stored.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The answer for the player, once the entries are stored.
    pub fn answer(&self) -> &Accepted {
        &self.answer
    }

    /// True if an earlier request of the player under this name has changed the game: this is its answer once more.
    pub fn is_repeat(&self) -> bool {
        self.entries.is_empty() && self.answer.is_change()
    }
}
