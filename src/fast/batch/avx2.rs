//! 16 lanes, in registers of 256 bits: most processors with x86-64 since 2013.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi8, _mm256_add_epi16, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi16, _mm256_loadu_si256,
    _mm256_maddubs_epi16, _mm256_max_epu16, _mm256_movemask_epi8, _mm256_mulhi_epu16,
    _mm256_mullo_epi16, _mm256_or_si256, _mm256_packs_epi16, _mm256_set1_epi8, _mm256_set1_epi16,
    _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi16,
    _mm256_srl_epi16, _mm256_storeu_si256, _mm256_sub_epi16, _mm256_xor_si256,
};

use super::lanes::{Lanes, instructions, scaled};
use super::logits::{Problem, drawn};
use super::play::work;
use super::slot::Round;
use crate::basics::PointSet;

/// True if this processor has the instructions of this file.
pub(super) fn is_possible() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("popcnt")
}

/// Plays the games of a round. The only function in which vectors of this form exist.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) fn play(round: &mut Round<'_>) {
    work::<Avx2>(round);
}

/// [`drawn`], eight numbers at a time: takes two thirds to three quarters of the time.
#[target_feature(enable = "avx2")]
pub(super) fn draw(
    logits: &[f32],
    legal: &PointSet,
    temperature: f32,
    number: u64,
) -> Result<usize, Problem> {
    drawn(logits, legal, temperature, number)
}

/// A register. Exists only in [`play`], which needs a processor with these instructions.
#[derive(Clone, Copy)]
struct Avx2(__m256i);

/// A bit for each lane; the second half is not loaded.
const SINGLE_BITS: [u16; 32] = {
    let mut bits = [0; 32];
    let mut lane = 0;
    while lane < 16 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

// SAFETY: the functions below run in `play` alone. `load` and `store` use 16 numbers, which need not be aligned.
#[allow(unsafe_code)]
impl Lanes for Avx2 {
    const LANES: usize = 16;

    type Mask = Avx2;

    #[inline(always)]
    fn all(number: u16) -> Self {
        Avx2(unsafe { _mm256_set1_epi16(number.cast_signed()) })
    }

    #[inline(always)]
    fn load(numbers: &[u16; 32]) -> Self {
        Avx2(unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [u16; 32]) {
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), self.0) }
    }

    instructions!(Avx2:
        and = _mm256_and_si256, or = _mm256_or_si256, xor = _mm256_xor_si256,
        add = _mm256_add_epi16, minus = _mm256_sub_epi16);

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn left<const PLACES: u32>(self) -> Self {
        let places = unsafe { _mm_cvtsi32_si128(PLACES.cast_signed()) };
        Avx2(unsafe { _mm256_sll_epi16(self.0, places) })
    }

    #[inline(always)]
    fn right<const PLACES: u32>(self) -> Self {
        let places = unsafe { _mm_cvtsi32_si128(PLACES.cast_signed()) };
        Avx2(unsafe { _mm256_srl_epi16(self.0, places) })
    }

    /// Looks each half byte up in a table.
    #[inline(always)]
    fn count(self) -> Self {
        unsafe {
            let counts = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let half = |bits: Self| {
                let index = _mm256_and_si256(bits.0, _mm256_set1_epi8(15));
                _mm256_shuffle_epi8(counts, index)
            };
            let bytes = _mm256_add_epi8(half(self), half(self.right::<4>()));
            Avx2(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)))
        }
    }

    #[inline(always)]
    fn scaled(high: Self, low: Self, factor: Self) -> Self {
        let product = |one: Self| unsafe {
            let low = _mm256_mullo_epi16(one.0, factor.0);
            [_mm256_mulhi_epu16(one.0, factor.0), low].map(Avx2)
        };
        scaled(product(high), product(low))
    }

    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        let greater = Avx2(unsafe { _mm256_max_epu16(self.0, other.0) });
        greater.equal(self)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_cmpeq_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn not_zero(self) -> Self {
        self.equal(Self::all(0)).xor(Self::all(u16::MAX))
    }

    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        Avx2(unsafe { _mm256_blendv_epi8(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // as many as there are lanes
    fn mask(bits: u32) -> Self {
        let single = Self::load(&SINGLE_BITS);
        Self::all(bits as u16).and(single).equal(single)
    }

    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        let packed = unsafe { _mm256_packs_epi16(mask.0, _mm256_setzero_si256()) };
        let bits = unsafe { _mm256_movemask_epi8(packed) }.cast_unsigned();
        bits & 0xff | bits >> 8 & 0xff00
    }
}
