//! Sets of places as bits, with a width that is known at compile time.

use super::place::index;

/// One bit for each place of a board, the border included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Bits<const WORDS: usize>(pub(super) [u64; WORDS]);

impl<const WORDS: usize> Default for Bits<WORDS> {
    fn default() -> Self {
        Bits([0; WORDS])
    }
}

impl<const WORDS: usize> Bits<WORDS> {
    /// The index of the word of a place. `WORDS` is a power of two for every board, so that the compiler knows that the
    /// index is within the array.
    #[inline(always)]
    fn word(place: u16) -> usize {
        let word = usize::from(place / 64);
        if WORDS.is_power_of_two() {
            word & (WORDS - 1)
        } else {
            word
        }
    }

    #[inline(always)]
    pub(super) fn flip(&mut self, place: u16) {
        self.0[Self::word(place)] ^= 1 << (place % 64);
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, place: u16) {
        self.0[Self::word(place)] |= 1 << (place % 64);
    }

    /// Inserts `count` places, fewer than 64, starting with `place`.
    pub(super) fn insert_run(&mut self, place: u16, count: usize) {
        let (word, shift) = (usize::from(place / 64), place % 64);
        let run = ((1u128 << count) - 1) << shift;
        #[allow(clippy::cast_possible_truncation)] // the low half, then the high half
        for (half, word) in [run as u64, (run >> 64) as u64]
            .into_iter()
            .zip(&mut self.0[word..])
        {
            *word |= half;
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, place: u16) -> bool {
        self.0[Self::word(place)] >> (place % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The words of both sets, combined by `with`.
    #[inline(always)]
    pub(super) fn zip(&self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let mut bits = *self;
        for (word, other) in bits.0.iter_mut().zip(other.0) {
            *word = with(*word, other);
        }
        bits
    }

    /// The places adjacent to those of the set, on rows of this stride.
    #[inline(always)]
    pub(super) fn beside(&self, stride: usize) -> Self {
        let mut bits = Bits::default();
        for step in [1, stride] {
            for word in 0..WORDS {
                bits.0[word] |= self.up(word, step) | self.down(word, step);
            }
        }
        bits
    }

    /// A word of the same set with every place moved up by `step`, less than 64.
    #[inline(always)]
    fn up(&self, word: usize, step: usize) -> u64 {
        let carried = if word == 0 {
            0
        } else {
            self.0[word - 1] >> (64 - step)
        };
        self.0[word] << step | carried
    }

    #[inline(always)]
    fn down(&self, word: usize, step: usize) -> u64 {
        let carried = if word + 1 == WORDS {
            0
        } else {
            self.0[word + 1] << (64 - step)
        };
        self.0[word] >> step | carried
    }

    /// The places in ascending order.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        let mut words = self.0.into_iter().enumerate();
        let (mut at, mut left) = (0, 0);
        std::iter::from_fn(move || {
            while left == 0 {
                (at, left) = words.next()?;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            Some(index(64 * at + bit as usize))
        })
    }
}
