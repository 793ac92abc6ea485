//! The empty places of a playout.

use super::bits::Bits;
use super::stones::Witness;
use crate::basics::Color;

/// The empty places, and the number of stones of each color.
///
/// A playout draws from the **open** places. The others are **settled**: neither color can play there, because they are
/// eyes. At the end of a game nearly all empty places are, and half of all draws would be rejected. A place is settled
/// when a draw of it has been rejected, and opened again when one of the colors can play there.
#[derive(Clone)]
pub(crate) struct Empties<const LEN: usize> {
    open: Places<LEN>,
    settled: Places<LEN>,
    pub(super) stones: [usize; 2],
}

/// Places in no particular order.
#[derive(Clone)]
struct Places<const LEN: usize> {
    places: [u16; LEN],
    len: usize,
}

impl<const LEN: usize> Places<LEN> {
    const NONE: Self = Places {
        places: [0; LEN],
        len: 0,
    };

    #[inline(always)]
    fn get(&self, nth: usize) -> u16 {
        self.places[nth & (LEN - 1)]
    }

    #[inline(always)]
    fn push(&mut self, place: u16) {
        self.places[self.len & (LEN - 1)] = place;
        self.len += 1;
    }

    #[inline(always)]
    fn remove(&mut self, nth: usize) {
        self.len -= 1;
        self.places[nth & (LEN - 1)] = self.get(self.len);
    }

    fn all(&self) -> &[u16] {
        &self.places[..self.len]
    }
}

impl<const LEN: usize> Empties<LEN> {
    pub(super) fn new<const WORDS: usize>(empty: Bits<WORDS>, stones: [usize; 2]) -> Self {
        let mut empties = Empties {
            open: Places::NONE,
            settled: Places::NONE,
            stones,
        };
        empties.fill(empty, stones);
        empties
    }

    /// As if made anew.
    pub(super) fn fill<const WORDS: usize>(&mut self, empty: Bits<WORDS>, stones: [usize; 2]) {
        (self.open.len, self.settled.len) = (0, 0);
        empty.each(|place| self.open.push(place));
        self.stones = stones;
    }

    #[inline(always)]
    pub(crate) fn open(&self) -> usize {
        self.open.len
    }

    #[inline(always)]
    pub(crate) fn get(&self, nth: usize) -> u16 {
        self.open.get(nth)
    }

    pub(super) fn settled(&self) -> &[u16] {
        self.settled.all()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = u16> {
        self.open.all().iter().chain(self.settled.all()).copied()
    }

    #[inline(always)]
    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        self.open.places.swap(one & (LEN - 1), other & (LEN - 1));
    }

    /// The number of an open place; `None` for other places.
    pub(crate) fn find(&self, place: u16) -> Option<usize> {
        self.open.all().iter().position(|other| *other == place)
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, nth: usize) {
        self.open.remove(nth);
    }

    pub(super) fn settle(&mut self, nth: usize) {
        self.settled.push(self.open.get(nth));
        self.open.remove(nth);
    }

    pub(super) fn unsettle(&mut self, place: u16) {
        if let Some(nth) = self.settled().iter().position(|other| *other == place) {
            self.settled.remove(nth);
            self.open.push(place);
        }
    }
}

impl<const LEN: usize> Witness for Empties<LEN> {
    fn put(&mut self, _: u16, color: Color) {
        self.stones[color as usize] += 1;
    }

    fn taken(&mut self, place: u16, color: Color) {
        self.stones[color as usize] -= 1;
        self.open.push(place);
    }
}

/// The same, and a function that learns of each stone taken.
pub(super) struct Changes<'a, const LEN: usize, F> {
    pub(super) empty: &'a mut Empties<LEN>,
    pub(super) taken: F,
}

impl<const LEN: usize, F: FnMut(u16)> Witness for Changes<'_, LEN, F> {
    #[inline(always)]
    fn put(&mut self, place: u16, color: Color) {
        self.empty.put(place, color);
    }

    #[inline(always)]
    fn taken(&mut self, place: u16, color: Color) {
        self.empty.taken(place, color);
        (self.taken)(place);
    }
}
