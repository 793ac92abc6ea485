//! The boards of a game so far, for the superko rules: which of them stood before, and when.
//!
//! Two observations make it cheap, and both are exact:
//! - a stone that stays on the board can bring back an earlier board only if its color **held that
//!   point before**; only then, and for suicides, is anything looked up (14 times in a game of
//!   9x9, 44 in one of 19x19);
//! - two boards of one game are equal if all changes between them cancel out; so a board is
//!   compared, when its key is found, by the list of changes, and none is stored.

use super::bits::Bits;
use crate::color::Color;
use crate::rules::KoRule;

/// What stood, and how: flags that add up while the board returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen(u8);

impl Seen {
    /// With this side to play.
    pub(super) fn to_play(side: Color) -> Seen {
        Seen(1 << side as u8)
    }

    /// Made by this player with a stone.
    pub(super) fn made_by(player: Color) -> Seen {
        Seen(4 << player as u8)
    }

    pub(super) fn and(self, other: Seen) -> Seen {
        Seen(self.0 | other.0)
    }

    /// Is this what may not return by a stone of this color?
    fn bars(self, color: Color, ko: KoRule) -> bool {
        match ko {
            KoRule::Simple => false,
            KoRule::Positional => true,
            KoRule::Situational => self.0 & Seen::to_play(!color).0 != 0,
            KoRule::NaturalSituational => self.0 & Seen::made_by(color).0 != 0,
        }
    }
}

/// Every board that stood, once.
///
/// Takes 32 to 64 bytes a board and two bytes for each stone that came or went.
#[derive(Clone)]
pub(super) struct Past<const WORDS: usize> {
    /// A hash table with open addressing. Its length is a power of two, at least twice the boards.
    table: Vec<Board>,
    boards: usize,
    /// Every stone that came or went: the place, and the color in the highest bit.
    flips: Vec<u16>,
    /// Where each color has a stone, or had one when a turn had ended.
    held: [Bits<WORDS>; 2],
    /// Where in the table the board now is.
    here: usize,
}

#[derive(Clone, Copy)]
struct Board {
    key: u64,
    /// How many stones had come or gone when it stood.
    flips: u32,
    /// Nothing for a free slot.
    seen: Seen,
}

const FREE: Board = Board { key: 0, flips: 0, seen: Seen(0) };
const SHORTEST: usize = 256;
const WHITE: u16 = 0x8000;

impl<const WORDS: usize> Past<WORDS> {
    /// A game that starts here.
    pub(super) fn new(key: u64, stones: [Bits<WORDS>; 2], to_play: Color) -> Past<WORDS> {
        let mut past = Past { table: vec![FREE; SHORTEST], boards: 0, flips: Vec::new(), held: stones, here: 0 };
        past.insert(key, Seen::to_play(to_play));
        past
    }

    /// A stone has come or gone.
    #[inline]
    pub(super) fn flip(&mut self, place: u16, color: Color) {
        self.flips.push(place | if color == Color::White { WHITE } else { 0 });
    }

    /// The side to play has changed, the board has not.
    pub(super) fn stays(&mut self, to_play: Color) {
        let board = &mut self.table[self.here];
        board.seen = board.seen.and(Seen::to_play(to_play));
    }

    /// A stone has been played, and what it took is gone. `lost` tells that the stone itself is.
    #[inline]
    pub(super) fn arrives(&mut self, key: u64, place: u16, color: Color, lost: bool) {
        let seen = Seen::to_play(!color).and(Seen::made_by(color));
        let stood = if lost || self.held[color as usize].has(place) {
            self.find(key, [Bits::default(); 2])
        } else {
            None
        };
        if !lost {
            self.held[color as usize].insert(place);
        }
        match stood {
            Some(slot) => {
                self.table[slot].seen = self.table[slot].seen.and(seen);
                self.here = slot;
            }
            None => self.insert(key, seen),
        }
    }

    /// Can a stone of this color that stays here lead back to an earlier board?
    #[inline]
    pub(super) fn has_held(&self, place: u16, color: Color) -> bool {
        self.held[color as usize].has(place)
    }

    /// Where a color has, or had, a stone.
    #[inline]
    pub(super) fn held(&self, color: Color) -> &Bits<WORDS> {
        &self.held[color as usize]
    }

    /// Does this change, by a stone of this color, lead back to what may not return?
    pub(super) fn bars(&self, color: Color, ko: KoRule, key: u64, flips: impl FnOnce() -> [Bits<WORDS>; 2]) -> bool {
        // Most keys are new; only if not, what would come and go is spelled out.
        if self.same_key(key).next().is_none() {
            return false;
        }
        self.find(key, flips()).is_some_and(|slot| self.table[slot].seen.bars(color, ko))
    }

    /// Where in the table the board is that the board now would be after these flips.
    fn find(&self, key: u64, flips: [Bits<WORDS>; 2]) -> Option<usize> {
        self.same_key(key).find(|slot| {
            let mut left = flips;
            for flip in &self.flips[self.table[*slot].flips as usize..] {
                left[usize::from(flip / WHITE)].flip(flip % WHITE);
            }
            left.iter().all(Bits::is_empty)
        })
    }

    /// Every slot whose board has this key. A hint: the boards may differ.
    #[inline]
    fn same_key(&self, key: u64) -> impl Iterator<Item = usize> {
        let last = self.table.len() - 1;
        #[allow(clippy::cast_possible_truncation)] // the low bits are wanted
        let mut slot = key as usize & last;
        std::iter::from_fn(move || {
            loop {
                let here = slot;
                let board = self.table[here];
                if board.seen == FREE.seen {
                    return None;
                }
                slot = (slot + 1) & last;
                if board.key == key {
                    return Some(here);
                }
            }
        })
    }

    #[inline]
    fn insert(&mut self, key: u64, seen: Seen) {
        if 2 * (self.boards + 1) > self.table.len() {
            self.grow();
        }
        self.boards += 1;
        let flips = u32::try_from(self.flips.len()).unwrap_or(u32::MAX);
        self.here = self.put(Board { key, flips, seen });
    }

    #[inline]
    fn put(&mut self, board: Board) -> usize {
        let last = self.table.len() - 1;
        #[allow(clippy::cast_possible_truncation)]
        let mut slot = board.key as usize & last;
        while self.table[slot].seen != FREE.seen {
            slot = (slot + 1) & last;
        }
        self.table[slot] = board;
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let longer = vec![FREE; 2 * self.table.len()];
        for board in std::mem::replace(&mut self.table, longer) {
            if board.seen != FREE.seen {
                self.put(board);
            }
        }
    }
}
