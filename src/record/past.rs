//! The past of a record: entries that point to the one before, shared by all records that went
//! through them, and an index of what a superko rule forbids to return.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::State;
use crate::color::Color;
use crate::keys;
use crate::rules::KoRule;

/// One moment of the game and all that came before it.
///
/// Not an `im::Vector` of turns: pushing onto a shared one copies its last leaf, up to 64 boards
/// of five references each (measured: 2.5 µs a move); an entry costs one allocation.
pub(super) struct Entry {
    pub(super) state: State,
    /// Number of entries before this one.
    position: u32,
    before: Option<Arc<Entry>>,
    /// A shortcut into the past (Myers, "An applicative random-access stack", 1983): it makes any
    /// entry reachable in a logarithmic number of steps, and costs one pointer.
    jump: Option<Arc<Entry>>,
    /// One for each superko rule that has been in force; most games need none.
    indexes: Vec<Index>,
}

impl Entry {
    /// An opening, with indexes for these superko rules.
    pub(super) fn first(state: State, rules: impl Iterator<Item = KoRule>) -> Arc<Entry> {
        let indexes = rules
            .map(|ko| Index::nothing(ko).and_one(&state, 0))
            .collect();
        Arc::new(Entry {
            state,
            position: 0,
            before: None,
            jump: None,
            indexes,
        })
    }

    pub(super) fn followed_by(self: &Arc<Entry>, state: State) -> Arc<Entry> {
        let position = self.position + 1;
        let indexes = self
            .indexes
            .iter()
            .map(|index| index.clone().and_one(&state, position))
            .collect();
        let jump = Some(Arc::clone(self.jump_for_next()));
        Arc::new(Entry {
            state,
            position,
            before: Some(Arc::clone(self)),
            jump,
            indexes,
        })
    }

    /// This entry and all before it, the latest first.
    pub(super) fn iter(self: &Arc<Entry>) -> impl Iterator<Item = &Arc<Entry>> {
        std::iter::successors(Some(self), |entry| entry.before.as_ref())
    }

    /// The latest entry that fits, this one included. What fits must go on fitting further back.
    pub(super) fn latest(self: &Arc<Entry>, fits: impl Fn(&Entry) -> bool) -> Option<&Arc<Entry>> {
        let mut entry = self;
        while !fits(entry) {
            let before = entry.before.as_ref()?;
            entry = match &entry.jump {
                Some(jump) if !fits(before) && !fits(jump) => jump,
                _ => before,
            };
        }
        Some(entry)
    }

    /// Every entry with this mark, the latest first.
    pub(super) fn with_mark(
        self: &Arc<Entry>,
        ko: KoRule,
        mark: u64,
    ) -> impl Iterator<Item = &Arc<Entry>> {
        let mut position = self
            .index(ko)
            .and_then(|index| index.latest.get(&mark).copied());
        std::iter::from_fn(move || {
            let wanted = position?;
            let entry = self.latest(|entry| entry.position <= wanted)?;
            position = entry.index(ko).and_then(|index| index.same_mark);
            Some(entry)
        })
    }

    pub(super) fn made(&self) -> Made {
        Made {
            by: self.state.made_by,
            to_play: self.state.situation.to_play,
        }
    }

    pub(super) fn is_indexed_for(&self, ko: KoRule) -> bool {
        ko == KoRule::Simple || self.index(ko).is_some()
    }

    fn index(&self, ko: KoRule) -> Option<&Index> {
        self.indexes.iter().find(|index| index.ko == ko)
    }

    /// The same past with the index that another ko rule needs.
    /// The same past with one index more.
    pub(super) fn reindexed(self: &Arc<Entry>, ko: KoRule) -> Arc<Entry> {
        let mut states: Vec<State> = self.iter().map(|entry| entry.state.clone()).collect();
        let opening = states.pop().unwrap_or_else(|| self.state.clone());
        let rules = self.indexes.iter().map(|index| index.ko).chain([ko]);
        let first = Entry::first(opening, rules);
        states
            .into_iter()
            .rev()
            .fold(first, |entry, state| entry.followed_by(state))
    }

    fn jump_for_next(self: &Arc<Entry>) -> &Arc<Entry> {
        match self
            .jump
            .as_ref()
            .and_then(|jump| Some((jump, jump.jump.as_ref()?)))
        {
            Some((first, second))
                if self.position - first.position == first.position - second.position =>
            {
                second
            }
            _ => self,
        }
    }
}

impl Drop for Entry {
    /// One entry after the other: the default would recurse, once for each turn of the game.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut entry) = next.and_then(Arc::into_inner) {
            next = entry.before.take();
        }
    }
}

/// Who made a board, and who plays next on it: what the superko rules look at besides the board.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) by: Option<Color>,
    pub(super) to_play: Color,
}

impl Made {
    /// The color that a ko rule ties a board to.
    pub(super) fn owner(self, ko: KoRule) -> Option<Color> {
        match ko {
            KoRule::Simple | KoRule::Positional => None,
            KoRule::Situational => Some(self.to_play),
            KoRule::NaturalSituational => self.by,
        }
    }

    /// Key for what may not return; `None` for a board that may.
    pub(super) fn mark(self, ko: KoRule, board: u64) -> Option<u64> {
        match (ko, self.owner(ko)) {
            (KoRule::Simple, _) | (KoRule::NaturalSituational, None) => None,
            (_, owner) => Some(owner.map_or(board, |owner| board ^ keys::owner(owner))),
        }
    }
}

/// Where in the past each mark stands, so that the length of the game does not matter.
#[derive(Clone)]
struct Index {
    ko: KoRule,
    /// The latest position of each mark.
    latest:
        im::GenericHashMap<u64, u32, BuildHasherDefault<Itself>, im::shared_ptr::DefaultSharedPtr>,
    /// The position before this entry's that has the same mark.
    same_mark: Option<u32>,
}

impl Index {
    fn nothing(ko: KoRule) -> Index {
        Index {
            ko,
            latest: im::GenericHashMap::default(),
            same_mark: None,
        }
    }

    fn and_one(mut self, state: &State, position: u32) -> Index {
        let made = Made {
            by: state.made_by,
            to_play: state.situation.to_play,
        };
        let mark = made.mark(self.ko, state.situation.board.key());
        self.same_mark = mark.and_then(|mark| self.latest.insert(mark, position));
        self
    }
}

/// Marks are random already: the hash of a mark is the mark.
#[derive(Default)]
struct Itself(u64);

impl Hasher for Itself {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, mark: u64) {
        self.0 = mark;
    }
}
