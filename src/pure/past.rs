//! The past of a record: entries that each point to the entry before. All records that continue an entry share it. An
//! index finds earlier boards by their keys.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::board::Board;
use crate::basics::{Color, GameEvent, Move};

/// A board and the side to play.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The stones.
    pub board: Board,
    /// The side to play.
    pub to_play: Color,
}

/// The game at one moment, without its past.
#[derive(Clone)]
pub(super) struct Moment {
    pub(super) situation: Situation,
    /// The player whose stone led to this board; `None` unless the latest event was a play.
    pub(super) made_by: Option<Color>,
    pub(super) last_turn: Option<Move>,
    /// The key of the board before the latest turn; 0 at the start.
    pub(super) key_before_turn: u64,
    pub(super) turns: u32,
    pub(super) passes_in_row: PassesInRow,
    pub(super) passes_by: [u32; 2],
    pub(super) prisoners: [u32; 2],
}

impl Moment {
    pub(super) fn opening(situation: Situation) -> Moment {
        Moment {
            situation,
            made_by: None,
            last_turn: None,
            key_before_turn: 0,
            turns: 0,
            passes_in_row: PassesInRow::default(),
            passes_by: [0; 2],
            prisoners: [0; 2],
        }
    }

    pub(super) fn handed_to(&self, side: Color) -> Moment {
        let situation = Situation {
            board: self.situation.board.clone(),
            to_play: side,
        };
        Moment {
            situation,
            made_by: None,
            ..*self
        }
    }

    pub(super) fn after_turn(&self, turn: Move) -> Moment {
        Moment {
            last_turn: Some(turn),
            key_before_turn: self.situation.board.key(),
            turns: self.turns + 1,
            passes_in_row: PassesInRow::default(),
            ..self.handed_to(!turn.color)
        }
    }
}

/// The number of passes since the latest play, resignation or resumption.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PassesInRow {
    pub(super) all: u8,
    /// Without the first pass of the game, which takes the button.
    pub(super) but_the_first: u8,
}

impl PassesInRow {
    pub(super) fn and_one(self, first_of_the_game: bool) -> PassesInRow {
        let counted = u8::from(!first_of_the_game);
        PassesInRow {
            all: self.all.saturating_add(1),
            but_the_first: self.but_the_first.saturating_add(counted),
        }
    }
}

/// One moment of the game and everything before it.
///
/// Not an `im::Vector` of moments: pushing onto a shared one copies its last leaf, up to 64 boards (measured: 2.5 µs
/// per move, with boards as trees of points). An entry costs one allocation.
pub(super) struct PastEntry {
    pub(super) moment: Moment,
    /// Number of entries before this one.
    position: u32,
    before: Option<Arc<PastEntry>>,
    /// A shortcut (Myers, "An applicative random-access stack", 1983), by which every entry can be reached in a
    /// logarithmic number of steps.
    jump: Option<Arc<PastEntry>>,
    /// Exists once a superko rule has been in force.
    index: Option<Index>,
}

/// Finds a board in the past in a time that does not depend on the length of the game.
#[derive(Clone, Default)]
struct Index {
    /// The latest position of each key.
    latest: im::GenericHashMap<
        u64,
        u32,
        BuildHasherDefault<IdentityHasher>,
        im::shared_ptr::DefaultSharedPtr,
    >,
    /// The position of the latest earlier entry with the same key.
    same_key: Option<u32>,
}

impl PastEntry {
    pub(super) fn first(moment: Moment) -> Arc<PastEntry> {
        PastEntry::first_with(moment, None)
    }

    fn first_with(moment: Moment, index: Option<Index>) -> Arc<PastEntry> {
        Arc::new(PastEntry {
            moment,
            position: 0,
            before: None,
            jump: None,
            index,
        })
    }

    pub(super) fn followed_by(self: &Arc<PastEntry>, moment: Moment) -> Arc<PastEntry> {
        let position = self.position + 1;
        let index = self.index.clone();
        let index = index.map(|index| index.and_one(&moment, position));
        let jump = Some(Arc::clone(self.jump_for_next()));
        Arc::new(PastEntry {
            moment,
            position,
            before: Some(Arc::clone(self)),
            jump,
            index,
        })
    }

    /// This entry and all before it, the latest first.
    pub(super) fn iter(self: &Arc<PastEntry>) -> impl Iterator<Item = &Arc<PastEntry>> {
        std::iter::successors(Some(self), |entry| entry.before.as_ref())
    }

    /// Returns the latest entry, this one included, for which `fits` is true. `fits` must then be true for all earlier
    /// entries, too.
    pub(super) fn latest(
        self: &Arc<PastEntry>,
        fits: impl Fn(&PastEntry) -> bool,
    ) -> Option<&Arc<PastEntry>> {
        let mut entry = self;
        while !fits(entry) {
            let before = entry.before.as_ref()?;
            entry = match &entry.jump {
                // The result is usually the entry before; then the jump is not read.
                Some(jump) if !fits(before) && !fits(jump) => jump,
                _ => before,
            };
        }
        Some(entry)
    }

    /// Every entry whose board has this key, the latest first; no entry if there is no index.
    pub(super) fn with_key(
        self: &Arc<PastEntry>,
        key: u64,
    ) -> impl Iterator<Item = &Arc<PastEntry>> {
        let index = self.index.as_ref();
        let mut position = index.and_then(|index| index.latest.get(&key).copied());
        std::iter::from_fn(move || {
            let wanted = position?;
            let entry = self.latest(|entry| entry.position <= wanted)?;
            position = entry.index.as_ref().and_then(|index| index.same_key);
            Some(entry)
        })
    }

    /// Every event that led from the first entry to this one, in order.
    pub(super) fn events(self: &Arc<PastEntry>) -> Vec<GameEvent> {
        let past: Vec<&Moment> = self.iter().map(|entry| &entry.moment).collect();
        let event = |pair: &[&Moment]| match (pair[0], pair[1]) {
            (now, before) if now.turns > before.turns => now.last_turn.map(GameEvent::Turn),
            (now, before) if now.passes_in_row != before.passes_in_row => {
                Some(GameEvent::Resume(now.situation.to_play))
            }
            (now, _) => Some(GameEvent::Hand(now.situation.to_play)),
        };
        past.windows(2).rev().filter_map(event).collect()
    }

    /// True if both games have the same opening and the same events. Shared entries are not compared.
    pub(super) fn is_same_game(self: &Arc<PastEntry>, other: &Arc<PastEntry>) -> bool {
        let event = |moment: &Moment| {
            let to_play = moment.situation.to_play;
            (
                moment.turns,
                moment.last_turn,
                moment.passes_in_row,
                to_play,
            )
        };
        if self.position != other.position {
            return false;
        }
        let mut pairs = self.iter().zip(other.iter());
        let decisive = pairs.find(|(one, other)| {
            Arc::ptr_eq(one, other)
                || event(&one.moment) != event(&other.moment)
                || one.position == 0 && one.moment.situation.board != other.moment.situation.board
        });
        decisive.is_none_or(|(one, other)| Arc::ptr_eq(one, other))
    }

    pub(super) fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// Copies the past and adds an index.
    pub(super) fn indexed(self: &Arc<PastEntry>) -> Arc<PastEntry> {
        let mut moments: Vec<Moment> = self.iter().map(|entry| entry.moment.clone()).collect();
        let moment = moments.pop().unwrap_or_else(|| self.moment.clone());
        let index = Index::default().and_one(&moment, 0);
        let first = PastEntry::first_with(moment, Some(index));
        let later = moments.into_iter().rev();
        later.fold(first, |entry, moment| entry.followed_by(moment))
    }

    fn jump_for_next(self: &Arc<PastEntry>) -> &Arc<PastEntry> {
        let jumps = self.jump.as_ref();
        match jumps.and_then(|first| Some((first.position, first.jump.as_ref()?))) {
            Some((first, jump)) if self.position - first == first - jump.position => jump,
            _ => self,
        }
    }
}

impl Drop for PastEntry {
    /// Drops the entries in a loop. The default would recurse, once for each turn of the game.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut entry) = next.and_then(Arc::into_inner) {
            next = entry.before.take();
        }
    }
}

impl Index {
    fn and_one(mut self, moment: &Moment, position: u32) -> Index {
        self.same_key = self.latest.insert(moment.situation.board.key(), position);
        self
    }
}

/// Returns the key itself as its hash, because keys are random numbers already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
