//! Tests the four points beside a point at once.
//!
//! A vector of four lanes saves about a quarter of a playout's time (`--cfg gokata_plain` leaves it out, and `.ci/deep` measures
//! both). It is SSE2, which every x86-64 processor has; on other processors, the points are tested one by one.

use super::word::{Counter, PointWord};
use crate::basics::Color;

#[cfg(any(not(target_arch = "x86_64"), gokata_plain))]
use plain as form;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use sse2 as form;

/// The four points beside a point, and for each the counters of its chain.
#[derive(Clone, Copy)]
pub(super) struct Quad<const LEN: usize> {
    pub(super) words: [PointWord<LEN>; 4],
    pub(super) chains: [Counter; 4],
}

impl<const LEN: usize> Quad<LEN> {
    /// Returns three sets of these four points, as bits: those in an enemy chain whose only liberty is the middle
    /// point, those in an own chain that has other liberties, and those in a chain of either color whose other liberties
    /// are all settled places.
    #[inline(always)]
    pub(super) fn taken_free_and_pressed(self, color: Color) -> [u32; 3] {
        // SAFETY: every x86-64 processor has SSE2.
        #[allow(unsafe_code, unused_unsafe)]
        unsafe {
            form::taken_free_and_pressed(self, color)
        }
    }

    /// Returns those of these four points, as bits, that are in a chain of this color other than `base`.
    #[inline(always)]
    pub(super) fn joined(words: [PointWord<LEN>; 4], color: Color, base: u16) -> u32 {
        // SAFETY: every x86-64 processor has SSE2.
        #[allow(unsafe_code, unused_unsafe)]
        unsafe {
            form::joined(words, color, base)
        }
    }
}

/// Tests the points one by one: the definition, and the code for other processors.
#[cfg(any(test, not(target_arch = "x86_64"), gokata_plain))]
mod plain {
    use super::{Color, PointWord, Quad};

    pub(super) fn taken_free_and_pressed<const LEN: usize>(
        quad: Quad<LEN>,
        color: Color,
    ) -> [u32; 3] {
        let mut masks = [0; 3];
        for (nth, (word, chain)) in quad.words.iter().zip(quad.chains).enumerate() {
            let same = |other: &PointWord<LEN>| other.chain() == word.chain();
            let touches = quad.words.iter().map(|other| u32::from(same(other))).sum();
            let only_here = chain.has_only(touches);
            masks[0] |= u32::from(word.is(!color) && only_here) << nth;
            masks[1] |= u32::from(word.is(color) && !only_here) << nth;
            masks[2] |= u32::from(chain.open() == touches && !only_here) << nth;
        }
        masks
    }

    pub(super) fn joined<const LEN: usize>(
        words: [PointWord<LEN>; 4],
        color: Color,
        base: u16,
    ) -> u32 {
        let joined = words.map(|word| word.is(color) && word.chain() != base);
        (0..)
            .zip(joined)
            .map(|(nth, joined)| u32::from(joined) << nth)
            .sum()
    }
}

#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
        _mm_movemask_ps, _mm_set_epi32, _mm_set1_epi32, _mm_shuffle_epi32, _mm_slli_epi32,
    };

    use super::{Color, Quad};
    use crate::fast::word::{Counter, PointWord, stone_bit};

    #[target_feature(enable = "sse2")]
    #[inline]
    fn vector(four: [u32; 4]) -> __m128i {
        let [a, b, c, d] = four.map(u32::cast_signed);
        _mm_set_epi32(d, c, b, a)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn all(number: u32) -> __m128i {
        _mm_set1_epi32(number.cast_signed())
    }

    /// Returns the sign of each lane as a bit.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn mask(lanes: __m128i) -> u32 {
        _mm_movemask_ps(_mm_castsi128_ps(lanes)).cast_unsigned()
    }

    /// Moves the bit of a stone of this color to the sign of each lane.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn are(words: __m128i, color: Color) -> __m128i {
        const BLACK: i32 = 31 - stone_bit(Color::Black).cast_signed();
        const WHITE: i32 = 31 - stone_bit(Color::White).cast_signed();
        match color {
            Color::Black => _mm_slli_epi32::<BLACK>(words),
            Color::White => _mm_slli_epi32::<WHITE>(words),
        }
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn taken_free_and_pressed<const LEN: usize>(
        quad: Quad<LEN>,
        color: Color,
    ) -> [u32; 3] {
        let words = vector(quad.words.map(|word| word.0));
        // Minus the number of other lanes with the same chain, which have the same word: compares each lane with the three
        // others.
        let next = _mm_cmpeq_epi32(words, _mm_shuffle_epi32::<0b00_11_10_01>(words));
        let opposite = _mm_cmpeq_epi32(words, _mm_shuffle_epi32::<0b01_00_11_10>(words));
        let previous = _mm_shuffle_epi32::<0b10_01_00_11>(next);
        let same = _mm_add_epi32(_mm_add_epi32(next, opposite), previous);
        let counters = vector(quad.chains.map(|counter| counter.0));
        // Adding this subtracts the liberties that are counted here, but for one.
        let others = _mm_slli_epi32::<{ Counter::LIBERTIES_SHIFT.cast_signed() }>(same);
        let have_one_more = |liberties| {
            let left = _mm_add_epi32(_mm_and_si128(counters, all(liberties)), others);
            _mm_cmpeq_epi32(left, all(Counter::ONE_LIBERTY))
        };
        let only_here = have_one_more(Counter::LIBERTIES | Counter::SETTLED);
        let pressed = _mm_andnot_si128(only_here, have_one_more(Counter::LIBERTIES));
        let taken = _mm_and_si128(are(words, !color), only_here);
        let free = _mm_andnot_si128(only_here, are(words, color));
        [mask(taken), mask(free), mask(pressed)]
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn joined<const LEN: usize>(
        words: [PointWord<LEN>; 4],
        color: Color,
        base: u16,
    ) -> u32 {
        let words = vector(words.map(|word| word.0));
        let at_base = _mm_cmpeq_epi32(words, all(PointWord::<LEN>::stone(color, base).0));
        mask(_mm_andnot_si128(at_base, are(words, color)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::Color;
    use crate::fast::tests::rounds;

    /// Tests four points: empty, off the board, or in one of two chains, each with 0 to 4 liberties, with and without one
    /// that is settled.
    #[test]
    fn four_points_at_once_give_the_same_as_one_by_one() {
        let counters = [0, 1, 2, 3, 4].map(|liberties| Counter::NONE.with_a_stone(liberties));
        let settled = counters.map(|counter| counter.with_a_liberty().with_one_settled());
        let counters = [counters, settled].concat();
        let mut asked = 0;
        let cases = 4usize.pow(4) * 10usize.pow(2) * 8;
        for case in (0..cases).step_by(cases / rounds(cases)) {
            let colors = [1, 2].map(|bit| Color::BOTH[usize::from(case & bit != 0)]);
            let color = Color::BOTH[usize::from(case & 4 != 0)];
            let both = [case / 8 % 10, case / 80 % 10].map(|nth| counters[nth]);
            let kinds = [0, 1, 2, 3].map(|lane| case / 800 / 4usize.pow(lane) % 4);
            let words = [0, 1, 2, 3].map(|lane| match kinds[lane] {
                0 => PointWord::<16>::empty([9, 10, 11, 12][lane]),
                1 => PointWord::BORDER,
                kind => PointWord::stone(colors[kind - 2], [3, 7][kind - 2]),
            });
            let chains = kinds.map(|kind| {
                if kind < 2 {
                    Counter::UNUSED
                } else {
                    both[kind - 2]
                }
            });
            let quad = Quad { words, chains };
            let found = quad.taken_free_and_pressed(color);
            assert_eq!(found, plain::taken_free_and_pressed(quad, color));
            for base in [3, 7] {
                let expected = plain::joined(words, color, base);
                assert_eq!(Quad::joined(words, color, base), expected);
            }
            asked += 1;
        }
        assert_eq!(asked, rounds(cases));
    }
}
