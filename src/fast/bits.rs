//! Places: the points of a board and its border, numbered row by row. A row has one place more than the board has
//! columns: the border between it and the next row. Sets of places as bits, with a width that is known at compile time.

use crate::basics::{Color, Point, Size, keys};

/// The point at a place of a board with this stride.
pub(super) fn point_at(place: u16, stride: usize) -> Point {
    let place = usize::from(place) - 1;
    Size::point_at(place / stride - 1, place % stride)
}

/// A place as it is stored. Boards have fewer than 1,000.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn index(place: usize) -> u16 {
    place as u16
}

/// Enough words for the places of the largest board.
pub(super) const MOST_WORDS: usize = 11;

/// One bit for each place of a board, the border included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const WORDS: usize>(pub(super) [u64; WORDS]);

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
        usize::from(place / 64) & (WORDS - 1)
    }

    #[inline(always)]
    pub(super) fn flip(&mut self, place: u16) {
        self.0[Self::word(place)] ^= 1 << (place % 64);
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, place: u16) {
        self.0[Self::word(place)] |= 1 << (place % 64);
    }

    /// Inserts a place if the condition holds; without a branch.
    #[inline(always)]
    pub(super) fn insert_if(&mut self, place: u16, condition: bool) {
        self.0[Self::word(place)] |= u64::from(condition) << (place % 64);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, place: u16) {
        self.0[Self::word(place)] &= !(1 << (place % 64));
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

    /// Which of `count` places, fewer than 16, are in the set, starting with `place`: the lowest bit is that of `place`.
    pub(super) fn run(&self, place: u16, count: usize) -> u16 {
        let (word, shift) = (usize::from(place / 64), place % 64);
        let next = self.0.get(word + 1).copied().unwrap_or(0);
        let both = u128::from(next) << 64 | u128::from(self.0[word]);
        #[allow(clippy::cast_possible_truncation)] // the others are left out
        {
            (both >> shift) as u16 & ((1 << count) - 1)
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, place: u16) -> bool {
        self.0[Self::word(place)] >> (place % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline(always)]
    pub(crate) fn zip(&self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let mut bits = *self;
        for (word, other) in bits.0.iter_mut().zip(other.0) {
            *word = with(*word, other);
        }
        bits
    }

    /// The places adjacent to those of the set, on rows of this stride.
    #[inline(always)]
    pub(crate) fn beside(&self, stride: usize) -> Self {
        self.beside_and_beside_two(stride)[0]
    }

    /// The set, and the places of `ground` that are connected to it.
    pub(crate) fn grown(mut self, ground: &Self, stride: usize) -> Self {
        loop {
            let beside = self.beside(stride).zip(ground, |beside, on| beside & on);
            let more = self.zip(&beside, |set, beside| set | beside);
            if more == self {
                return self;
            }
            self = more;
        }
    }

    /// The places adjacent to those of the set, and the places adjacent to at least two of them, on rows of this stride,
    /// less than 64.
    #[inline(always)]
    pub(super) fn beside_and_beside_two(&self, stride: usize) -> [Self; 2] {
        #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
        {
            // SAFETY: every x86-64 processor has SSE2.
            #[allow(unsafe_code)]
            unsafe {
                sse2::beside_and_beside_two(self, stride)
            }
        }
        #[cfg(any(not(target_arch = "x86_64"), gokata_plain))]
        plain::beside_and_beside_two(self, stride)
    }

    /// Calls `found` with every place, in ascending order. For a set of many places; otherwise [`Bits::iter`] is faster.
    #[inline(always)]
    pub(crate) fn each(self, mut found: impl FnMut(u16)) {
        for (at, mut left) in self.0.into_iter().enumerate() {
            while left != 0 {
                found(index(64 * at + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
    }

    /// The places in ascending order. For a set of few places: the only unpredictable branch is the end.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        let mut words = self.0;
        // A bit for each word that is not empty.
        let mut left = (0..WORDS).fold(0u32, |left, at| left | u32::from(words[at] != 0) << at);
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let at = left.trailing_zeros() as usize;
            let word = &mut words[at % WORDS];
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            left ^= u32::from(*word == 0) << at;
            Some(index(64 * at + bit))
        })
    }
}

/// The XOR of the keys of all stones on these places, Black's and White's.
pub(super) fn key<const WORDS: usize>(planes: &[Bits<WORDS>; 2]) -> u64 {
    let mut key = 0;
    for color in Color::BOTH {
        let places = planes[color as usize].iter();
        key = places.fold(key, |key, place| key ^ keys::stone(place.into(), color));
    }
    key
}

/// One word at a time: the definition, and the code for other processors.
#[cfg(any(test, not(target_arch = "x86_64"), gokata_plain))]
mod plain {
    use super::Bits;

    pub(super) fn beside_and_beside_two<const WORDS: usize>(
        bits: &Bits<WORDS>,
        stride: usize,
    ) -> [Bits<WORDS>; 2] {
        let (mut one, mut two) = (Bits::default(), Bits::default());
        for (word, here) in bits.0.into_iter().enumerate() {
            let before = word.checked_sub(1).map_or(0, |word| bits.0[word]);
            let after = bits.0.get(word + 1).copied().unwrap_or(0);
            let up = |step| here << step | before >> (64 - step);
            let down = |step| here >> step | after << (64 - step);
            let (left, right, above, below) = (up(1), down(1), up(stride), down(stride));
            one.0[word] = left | right | above | below;
            two.0[word] = left & right | above & below | (left | right) & (above | below);
        }
        [one, two]
    }
}

/// Two words at a time, with SSE2, which every x86-64 processor has. All legal points take 0.65 to 0.85 of the time that
/// they take with the code above, of which the compiler makes slow double shifts. See also `avx2.rs` and `avx512.rs`.
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod sse2 {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x, _mm_sll_epi64,
        _mm_srl_epi64, _mm_unpackhi_epi64,
    };

    use super::Bits;

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn beside_and_beside_two<const WORDS: usize>(
        bits: &Bits<WORDS>,
        stride: usize,
    ) -> [Bits<WORDS>; 2] {
        // Two words, of which the first may be the one before all, or the second the one after all.
        let pair = |second: usize| {
            let first = second.checked_sub(1).map_or(0, |word| bits.0[word]);
            let second = bits.0.get(second).copied().unwrap_or(0);
            _mm_set_epi64x(second.cast_signed(), first.cast_signed())
        };
        #[allow(clippy::cast_possible_wrap)] // less than 64
        let number = |step: usize| _mm_set_epi64x(0, step as i64);
        let left = |words, step| _mm_sll_epi64(words, number(step));
        let right = |words, step| _mm_srl_epi64(words, number(step));
        let put = |bits: &mut Bits<WORDS>, word: usize, pair| {
            bits.0[word] = _mm_cvtsi128_si64(pair).cast_unsigned();
            bits.0[word + 1] = _mm_cvtsi128_si64(_mm_unpackhi_epi64(pair, pair)).cast_unsigned();
        };
        let (mut one, mut two) = (Bits::default(), Bits::default());
        for word in (0..WORDS).step_by(2) {
            let (before, here, after) = (pair(word), pair(word + 1), pair(word + 2));
            let up = |step| _mm_or_si128(left(here, step), right(before, 64 - step));
            let down = |step| _mm_or_si128(right(here, step), left(after, 64 - step));
            let (west, east, north, south) = (up(1), down(1), up(stride), down(stride));
            let (row, col) = (_mm_or_si128(west, east), _mm_or_si128(north, south));
            let both = _mm_or_si128(_mm_and_si128(west, east), _mm_and_si128(north, south));
            put(&mut one, word, _mm_or_si128(row, col));
            put(&mut two, word, _mm_or_si128(both, _mm_and_si128(row, col)));
        }
        [one, two]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::Random;

    /// Tests random sets: sparse and dense ones, on boards of all widths.
    #[test]
    fn the_places_beside_a_set_are_counted() {
        check::<2>();
        check::<4>();
        check::<8>();
        check::<16>();
    }

    fn check<const WORDS: usize>() {
        let mut random = Random::new(WORDS as u64);
        // Miri is slow.
        for stride in (2..=26).step_by(if cfg!(miri) { 19 } else { 1 }) {
            for tenths in [5, 0, 1, 9, 10]
                .into_iter()
                .take(if cfg!(miri) { 1 } else { 5 })
            {
                let mut set = Bits::<WORDS>::default();
                let all = || 0..index(64 * WORDS);
                all()
                    .filter(|_| random.below(10) < tenths)
                    .for_each(|place| set.insert(place));
                let [one, two] = set.beside_and_beside_two(stride);
                let has = |place: Option<usize>| {
                    place.is_some_and(|place| place < 64 * WORDS && set.has(index(place)))
                };
                for place in all() {
                    let here = usize::from(place);
                    let steps = [1, stride].map(|step| [here.checked_sub(step), Some(here + step)]);
                    let beside = steps
                        .into_iter()
                        .flatten()
                        .filter(|place| has(*place))
                        .count();
                    assert_eq!((one.has(place), two.has(place)), (beside >= 1, beside >= 2));
                }
                assert_eq!(plain::beside_and_beside_two(&set, stride), [one, two]);
            }
        }
    }
}
