//! The boards of a game so far, for the superko rules.
//!
//! Two facts keep the lookups cheap and exact:
//! - A stone that stays on the board can bring back an earlier board only if its color **held that point before**. A
//!   board is looked up only then, and for suicides (14 times in a game on 9x9, 44 times on 19x19).
//! - Two boards of one game are equal if all changes between them cancel out. Comparing the list of changes is enough,
//!   and no stones are stored.

use super::bits::Bits;
use crate::basics::keys;
use crate::basics::{Color, KoRule, Rules};

/// The situations in which a board occurred, as flags. More are set each time it returns. At the first pass of the
/// game, the flags so far move to the upper half.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen(u8);

/// The flags set since the first pass, or since the start if there is none.
const SINCE_FIRST_PASS: u8 = 0x0f;

impl Seen {
    /// With this side to play.
    pub(super) fn to_play(side: Color) -> Seen {
        Seen(1 << side as u8)
    }

    /// Made by a stone of this player.
    pub(super) fn made_by(player: Color) -> Seen {
        Seen(4 << player as u8)
    }

    pub(super) fn and(self, other: Seen) -> Seen {
        Seen(self.0 | other.0)
    }

    /// True if the rules forbid a stone of this color that brings the board back. With the button, the boards before
    /// the first pass do not count.
    pub(super) fn bars(self, color: Color, rules: Rules) -> bool {
        let all = if rules.button() {
            self.0 & SINCE_FIRST_PASS
        } else {
            self.0 | self.0 >> 4
        };
        match rules.ko() {
            KoRule::Simple => false,
            KoRule::Positional => all != 0,
            KoRule::Situational => all & Seen::to_play(!color).0 != 0,
            KoRule::NaturalSituational => all & Seen::made_by(color).0 != 0,
        }
    }
}

/// The key of every board of the game, and all changes. Takes 20 to 24 bytes per board and two bytes per change.
pub(super) struct Past<const WORDS: usize> {
    /// The key of the current board.
    key: u64,
    /// In the order in which they first appeared.
    boards: Vec<PastBoard>,
    /// A hash table: the newest board for each value of the keys' low bits, as a number counted from 1, or 0 if there is
    /// none. Its length is a power of two, at least the number of boards.
    newest: Vec<u32>,
    /// Every stone put or taken: the place, and the color in the highest bit.
    flips: Vec<u16>,
    /// Where each color has a stone, or had one after an earlier turn.
    held: [Bits<WORDS>; 2],
    /// The index of the current board in `boards`.
    here: usize,
}

#[derive(Clone, Copy)]
struct PastBoard {
    /// The low half of the key.
    key: u32,
    /// The board before it in the same slot of the table, as there.
    older: u32,
    /// The length of `flips` when the board last occurred.
    flips: u32,
    seen: Seen,
}

const WHITE: u16 = 0x8000;

impl<const WORDS: usize> Past<WORDS> {
    /// Starts with the opening board, with capacity for about this many turns.
    pub(super) fn new(
        key: u64,
        stones: [Bits<WORDS>; 2],
        to_play: Color,
        turns: usize,
    ) -> Past<WORDS> {
        let mut past = Past {
            key,
            boards: Vec::with_capacity(turns),
            newest: vec![0; turns.next_power_of_two()],
            flips: Vec::with_capacity(2 * turns),
            held: stones,
            here: 0,
        };
        past.insert(Seen::to_play(to_play));
        past
    }

    /// Records that a stone was put or taken.
    #[inline]
    pub(super) fn flip(&mut self, place: u16, color: Color) {
        self.key ^= keys::stone(place.into(), color);
        self.flips
            .push(place | if color == Color::White { WHITE } else { 0 });
    }

    /// Separates the boards so far from those since the first pass of the game. The caller then records the pass.
    #[cold]
    pub(super) fn first_pass(&mut self) {
        for board in &mut self.boards {
            board.seen.0 <<= 4;
        }
    }

    /// Records that the side to play has changed and the board has not.
    pub(super) fn stays(&mut self, to_play: Color) {
        self.returns(self.here, Seen::to_play(to_play));
    }

    /// Records the board after a play and its captures, which is an earlier board or a new one. `lost` means that the
    /// played stone itself was taken off.
    #[inline(always)]
    pub(super) fn arrives(&mut self, place: u16, color: Color, lost: bool, earlier: Option<usize>) {
        let seen = Seen::to_play(!color).and(Seen::made_by(color));
        match earlier {
            Some(number) => self.returns(number, seen),
            None => self.insert(seen),
        }
        if !lost {
            self.held[color as usize].insert(place);
        }
    }

    /// Records that an earlier board has returned. Later comparisons with it use only the changes from now on.
    fn returns(&mut self, number: usize, seen: Seen) {
        let board = &mut self.boards[number];
        board.seen = board.seen.and(seen);
        board.flips = small(self.flips.len());
        self.here = number;
    }

    /// True if a stone of this color that stays here may bring back an earlier board.
    #[inline]
    pub(super) fn has_held(&self, place: u16, color: Color) -> bool {
        self.held[color as usize].has(place)
    }

    /// Where a color has, or had, a stone.
    #[inline]
    pub(super) fn held(&self, color: Color) -> &Bits<WORDS> {
        &self.held[color as usize]
    }

    /// True if this is the current board.
    pub(super) fn is_at(&self, number: usize) -> bool {
        self.here == number
    }

    /// True if the rules forbid a stone of this color that brings this earlier board back.
    #[inline]
    pub(super) fn bars(&self, number: usize, color: Color, rules: Rules) -> bool {
        self.boards[number].seen.bars(color, rules)
    }

    /// Returns the index of the earlier board that equals the current one after these flips. Collects them as sets only
    /// if an earlier board has the key.
    pub(super) fn find(&self, each_flip: impl Fn(&mut dyn FnMut(u16, Color))) -> Option<usize> {
        let mut key = self.key;
        each_flip(&mut |place, color| key ^= keys::stone(place.into(), color));
        let mut same_key = self.same_key(key).peekable();
        same_key.peek()?;
        let mut flips = [Bits::default(); 2];
        each_flip(&mut |place, color| flips[color as usize].flip(place));
        same_key.find(|number| self.differs_by(*number, flips))
    }

    /// True if an earlier board differs from the current one by these flips.
    fn differs_by(&self, number: usize, mut flips: [Bits<WORDS>; 2]) -> bool {
        for flip in &self.flips[self.boards[number].flips as usize..] {
            flips[usize::from(flip / WHITE)].flip(flip % WHITE);
        }
        flips.iter().all(Bits::is_empty)
    }

    /// Returns the index of every board with this key. Different boards may have the same key.
    #[inline]
    fn same_key(&self, key: u64) -> impl Iterator<Item = usize> {
        let index = |number: u32| (number as usize).checked_sub(1);
        let newest = index(self.newest[self.slot(low_half(key))]);
        let older = move |number: &usize| index(self.boards[*number].older);
        let numbers = std::iter::successors(newest, older);
        numbers.filter(move |number| self.boards[*number].key == low_half(key))
    }

    #[inline]
    fn insert(&mut self, seen: Seen) {
        if self.boards.len() == self.newest.len() {
            self.grow();
        }
        self.here = self.boards.len();
        let key = low_half(self.key);
        let slot = self.slot(key);
        let older = std::mem::replace(&mut self.newest[slot], small(self.here + 1));
        self.boards.push(PastBoard {
            key,
            older,
            flips: small(self.flips.len()),
            seen,
        });
    }

    #[inline]
    fn slot(&self, key: u32) -> usize {
        key as usize & (self.newest.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.newest = vec![0; 2 * self.newest.len()];
        for nth in 0..self.boards.len() {
            let slot = self.slot(self.boards[nth].key);
            self.boards[nth].older = self.newest[slot];
            self.newest[slot] = small(nth + 1);
        }
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // the low bits are wanted
fn low_half(key: u64) -> u32 {
    key as u32
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // a game of 2^32 changes takes 8 GB
fn small(count: usize) -> u32 {
    count as u32
}

impl<const WORDS: usize> Clone for Past<WORDS> {
    fn clone(&self) -> Self {
        let (boards, newest, flips) =
            (self.boards.clone(), self.newest.clone(), self.flips.clone());
        Past {
            boards,
            newest,
            flips,
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.boards.clone_from(&other.boards);
        self.newest.clone_from(&other.newest);
        self.flips.clone_from(&other.flips);
        (self.key, self.held, self.here) = (other.key, other.held, other.here);
    }
}
