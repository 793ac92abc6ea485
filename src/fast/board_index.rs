//! An index of the boards of a long game, in which many turns may repeat one, and the situations in which a board occurred.

use super::clone::reuses_memory_of;
use crate::basics::{Color, KoRule, Rules, keys};

/// The first boards of a game, each in it once. Takes 20 to 24 bytes for each. Empty in most games.
#[derive(Default)]
pub(super) struct BoardIndex {
    /// The key of the board after the latest one and the flips since: of the stones by which it differs from the first one.
    pub(super) key: u64,
    /// The number of boards, repeated ones included: also the number of events before the next board.
    pub(super) count: usize,
    /// The number of stones taken off before the latest board.
    pub(super) taken: usize,
    /// In the order in which they first appeared.
    all: Vec<Board>,
    /// A hash table: the newest board for each value of the keys' low bits, as a number counted from 1, or 0 if there is
    /// none. Its length is a power of two, at least the number of boards.
    newest: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Board {
    /// The low half of the key.
    key: u32,
    /// The board before it in the same slot of the table, as there.
    older: u32,
    /// The number of events before it when it last occurred.
    latest: u32,
    situations: Situations,
}

impl BoardIndex {
    pub(super) fn situations(&self, nth: usize) -> Situations {
        self.all[nth].situations
    }

    /// Changes a stone for the next board.
    pub(super) fn flip(&mut self, place: u16, color: Color) {
        self.key ^= keys::stone(place.into(), color);
    }

    /// Separates the boards so far from those since the first pass of the game.
    pub(super) fn first_pass(&mut self) {
        for board in &mut self.all {
            board.situations = board.situations.before_first_pass();
        }
    }

    /// Returns the number of a board with this key that is equal. Different boards may have the same key. `is_equal` takes
    /// the number of events before the board when it last occurred.
    pub(super) fn find(&self, key: u64, is_equal: impl Fn(usize) -> bool) -> Option<usize> {
        let index = |number: u32| (number as usize).checked_sub(1);
        let key = low_half(key);
        let newest = self.newest.get(self.slot(key)).copied().and_then(index);
        let older = |nth: &usize| index(self.all[*nth].older);
        std::iter::successors(newest, older)
            .filter(|nth| self.all[*nth].key == key)
            .find(|nth| is_equal(self.all[*nth].latest as usize))
    }

    /// Adds the next board, which is an `earlier` one or new.
    pub(super) fn add(&mut self, earlier: Option<usize>, situations: Situations, taken: usize) {
        let latest = small(self.count);
        self.count += 1;
        self.taken = taken;
        if let Some(nth) = earlier {
            let board = &mut self.all[nth];
            (board.latest, board.situations) = (latest, board.situations.and(situations));
            return;
        }
        if self.all.len() == self.newest.len() {
            self.grow();
        }
        let key = low_half(self.key);
        let slot = self.slot(key);
        let older = std::mem::replace(&mut self.newest[slot], small(self.all.len() + 1));
        self.all.push(Board {
            key,
            older,
            latest,
            situations,
        });
    }

    fn slot(&self, key: u32) -> usize {
        key as usize & self.newest.len().wrapping_sub(1)
    }

    fn grow(&mut self) {
        self.newest = vec![0; (2 * self.newest.len()).max(64)];
        for nth in 0..self.all.len() {
            let slot = self.slot(self.all[nth].key);
            self.all[nth].older = self.newest[slot];
            self.newest[slot] = small(nth + 1);
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // the low bits are wanted
fn low_half(key: u64) -> u32 {
    key as u32
}

#[allow(clippy::cast_possible_truncation)] // a game of 2^32 events takes 8 GB
pub(super) fn small(count: usize) -> u32 {
    count as u32
}

reuses_memory_of!(all, newest in BoardIndex);

/// The situations in which one board occurred, as flags. Those before the first pass of the game are the upper half.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Situations(u8);

/// The flags since the first pass, or since the start if there is none.
const SINCE_FIRST_PASS: u8 = 0x0f;

impl Situations {
    /// In no situation.
    pub(super) const NEVER: Situations = Situations(0);

    /// With this side to play; for the board after a play, also the player.
    pub(super) fn new(to_play: Color, made_by: Option<Color>) -> Situations {
        Situations(1 << to_play as u8 | made_by.map_or(0, |player| 4 << player as u8))
    }

    pub(super) fn and(self, other: Situations) -> Situations {
        Situations(self.0 | other.0)
    }

    /// The same situations, all before the first pass of the game.
    pub(super) fn before_first_pass(self) -> Situations {
        Situations(self.0 << 4)
    }

    /// True if the rules forbid a stone of this color that brings the board back. With the button, the boards before
    /// the first pass do not count.
    pub(super) fn bars(self, color: Color, rules: Rules) -> bool {
        let all = if rules.button() {
            self.0 & SINCE_FIRST_PASS
        } else {
            self.0 | self.0 >> 4
        };
        let situations = match rules.ko() {
            KoRule::Simple => Situations::NEVER,
            KoRule::Positional => return all != 0,
            KoRule::Situational => Situations(1 << !color as u8),
            KoRule::NaturalSituational => Situations(4 << color as u8),
        };
        all & situations.0 != 0
    }
}
