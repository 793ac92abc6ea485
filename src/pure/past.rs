//! The past of a record: entries that each point to the entry before. All records that continue an entry share it. Sorted
//! lists of keys tell where no earlier board can be equal to a given one.

use std::sync::{Arc, OnceLock};

use super::board::Board;
use super::point_rows::PointRows;
use crate::basics::{Color, GameEvent, Move, Point};

/// A board and the side to play.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The stones.
    pub board: Board,
    /// The side to play.
    pub to_play: Color,
}

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
    /// Where stones of each color have been taken off in the whole game.
    pub(super) taken_off: Option<Arc<[PointRows; 2]>>,
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
            taken_off: None,
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
            taken_off: self.taken_off.clone(),
            ..*self
        }
    }

    /// Takes stones of `color` off, which become prisoners. The board has changed already.
    pub(super) fn take_off(&mut self, color: Color, stones: &[Point]) {
        if stones.is_empty() {
            return;
        }
        self.prisoners[!color as usize] += u32::try_from(stones.len()).unwrap_or(u32::MAX);
        let mut sets = self
            .taken_off
            .as_deref()
            .copied()
            .unwrap_or([PointRows::empty(); 2]);
        let size = self.situation.board.size();
        for (row, col) in stones.iter().filter_map(|stone| size.row_and_col(*stone)) {
            sets[color as usize].add(&PointRows::point(row, col));
        }
        self.taken_off = Some(Arc::new(sets));
    }

    /// True if a stone of `color` has been taken off here in the whole game.
    pub(super) fn has_taken_off(&self, color: Color, point: Point) -> bool {
        let place = self.situation.board.size().row_and_col(point);
        let found = self.taken_off.as_ref().zip(place);
        found.is_some_and(|(sets, (row, col))| sets[color as usize].has(row, col))
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
    /// The number of entries before this one.
    position: u32,
    before: Option<Arc<PastEntry>>,
    /// A shortcut (Myers, "An applicative random-access stack", 1983), by which every entry can be reached in a
    /// logarithmic number of steps. For the same reason an entry that is dropped drops the others in a recursion of
    /// logarithmic depth: what a shortcut leads to stays until the shortcut goes, after `before`.
    jump: Option<Arc<PastEntry>>,
    /// What the jump of the next entry leaves out: the low halves of the keys of these boards, in order. Made when a
    /// superko rule first needs it, and shared by all entries that follow this one.
    keys_jumped_over: OnceLock<Box<[u32]>>,
}

impl PastEntry {
    pub(super) fn first(moment: Moment) -> Arc<PastEntry> {
        Arc::new(PastEntry {
            moment,
            position: 0,
            before: None,
            jump: None,
            keys_jumped_over: OnceLock::new(),
        })
    }

    pub(super) fn followed_by(self: &Arc<PastEntry>, moment: Moment) -> Arc<PastEntry> {
        Arc::new(PastEntry {
            moment,
            position: self.position + 1,
            before: Some(Arc::clone(self)),
            jump: Some(Arc::clone(self.jump_for_next())),
            keys_jumped_over: OnceLock::new(),
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

    /// Every entry whose board has this key, the latest first. Takes a time logarithmic in the length of the past for
    /// each, apart from the first time that a key is looked for here, which makes lists of keys.
    pub(super) fn with_key(
        self: &Arc<PastEntry>,
        key: u64,
    ) -> impl Iterator<Item = &Arc<PastEntry>> {
        std::iter::successors(self.latest_with_key(key), move |entry| {
            entry.before.as_ref()?.latest_with_key(key)
        })
    }

    fn latest_with_key(self: &Arc<PastEntry>, key: u64) -> Option<&Arc<PastEntry>> {
        let mut entry = self;
        while entry.key() != key {
            let may_be_jumped_over = contains(entry.keys_jumped_over()?, low_half(key));
            entry = if may_be_jumped_over {
                entry.before.as_ref()?
            } else {
                entry.jump.as_ref()?
            };
        }
        Some(entry)
    }

    /// The low halves of the keys of the boards after `jump` and up to `before`, in order; `None` at the first entry.
    #[expect(clippy::stable_sort_primitive)] // It merges parts that are in order.
    fn keys_jumped_over(&self) -> Option<&[u32]> {
        let (before, jump) = (self.before.as_ref()?, self.jump.as_ref()?);
        if Arc::ptr_eq(before, jump) {
            return Some(&[]);
        }
        let keys = before.keys_jumped_over.get_or_init(|| {
            // The jump leaves out the entry before and what that leaves out, and the same again from there.
            let halves = [Some(before), before.jump.as_ref()];
            let mut keys = Vec::with_capacity((before.position - jump.position) as usize);
            for half in halves.into_iter().flatten() {
                keys.extend_from_slice(half.keys_jumped_over().unwrap_or_default());
                keys.push(low_half(half.key()));
            }
            keys.sort();
            keys.into_boxed_slice()
        });
        Some(keys)
    }

    fn key(&self) -> u64 {
        self.moment.situation.board.key()
    }

    /// Every event that led from the first entry to this one, in order.
    pub(super) fn events(self: &Arc<PastEntry>) -> Vec<GameEvent> {
        let past: Vec<&Moment> = self.iter().map(|entry| &entry.moment).collect();
        let event = |pair: &[&Moment]| match (pair[0], pair[1]) {
            (now, before) if now.turns > before.turns => now.last_turn.map(GameEvent::Turn),
            (now, before) if now.passes_in_row != before.passes_in_row => {
                Some(GameEvent::Resume(now.situation.to_play))
            }
            (now, _) => Some(GameEvent::HandTurn(now.situation.to_play)),
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

    fn jump_for_next(self: &Arc<PastEntry>) -> &Arc<PastEntry> {
        let jumps = self.jump.as_ref();
        match jumps.and_then(|first| Some((first.position, first.jump.as_ref()?))) {
            Some((first, jump)) if self.position - first == first - jump.position => jump,
            _ => self,
        }
    }
}

/// Half of a key is enough for the lists: an entry is compared by the whole.
fn low_half(key: u64) -> u32 {
    let [a, b, c, d, ..] = key.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// True if a sorted list contains a number. Keys are random, so it is near the place that its size suggests.
fn contains(sorted: &[u32], number: u32) -> bool {
    let place = (u64::from(number) * sorted.len() as u64) >> 32;
    let (below, above) = sorted.split_at(usize::try_from(place).unwrap_or(0));
    match above.first() {
        Some(first) if *first <= number => {
            above.iter().find(|key| **key >= number) == Some(&number)
        }
        _ => below.iter().rev().find(|key| **key <= number) == Some(&number),
    }
}
