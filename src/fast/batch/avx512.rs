//! 32 lanes, in registers of 512 bits: AMD from Zen 4, Intel servers from Ice Lake.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epu16_mask,
    _mm512_cmpge_epu16_mask, _mm512_loadu_si512, _mm512_mask_blend_epi16, _mm512_mulhi_epu16,
    _mm512_mullo_epi16, _mm512_or_si512, _mm512_popcnt_epi16, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_srli_epi16, _mm512_storeu_si512, _mm512_sub_epi16, _mm512_test_epi16_mask,
    _mm512_xor_si512,
};

use super::lanes::{Lanes, instructions, scaled};
use super::play::work;
use super::slot::Round;

/// True if this processor has the instructions of this file.
pub(super) fn is_possible() -> bool {
    std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512bitalg")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("popcnt")
}

/// Plays the games of a round. The only function in which vectors of this form exist.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg,bmi1,popcnt")]
pub(super) fn play(round: &mut Round<'_>) {
    work::<Avx512>(round);
}

/// A register. Exists only in [`play`], which needs a processor with these instructions.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

// SAFETY: the functions below run in `play` alone. `load` and `store` use 32 numbers, which need not be aligned.
#[allow(unsafe_code)]
impl Lanes for Avx512 {
    const LANES: usize = 32;

    type Mask = u32;

    #[inline(always)]
    fn all(number: u16) -> Self {
        Avx512(unsafe { _mm512_set1_epi16(number.cast_signed()) })
    }

    #[inline(always)]
    fn load(numbers: &[u16; 32]) -> Self {
        Avx512(unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, numbers: &mut [u16; 32]) {
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), self.0) }
    }

    instructions!(Avx512:
        and = _mm512_and_si512, or = _mm512_or_si512, xor = _mm512_xor_si512,
        add = _mm512_add_epi16, minus = _mm512_sub_epi16);

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn left<const PLACES: u32>(self) -> Self {
        Avx512(unsafe { _mm512_slli_epi16::<PLACES>(self.0) })
    }

    #[inline(always)]
    fn right<const PLACES: u32>(self) -> Self {
        Avx512(unsafe { _mm512_srli_epi16::<PLACES>(self.0) })
    }

    #[inline(always)]
    fn count(self) -> Self {
        Avx512(unsafe { _mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn scaled(high: Self, low: Self, factor: Self) -> Self {
        let product = |one: Self| unsafe {
            let low = _mm512_mullo_epi16(one.0, factor.0);
            [_mm512_mulhi_epu16(one.0, factor.0), low].map(Avx512)
        };
        scaled(product(high), product(low))
    }

    #[inline(always)]
    fn at_least(self, other: Self) -> u32 {
        unsafe { _mm512_cmpge_epu16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        unsafe { _mm512_cmpeq_epu16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn not_zero(self) -> u32 {
        unsafe { _mm512_test_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn select(mask: u32, yes: Self, no: Self) -> Self {
        Avx512(unsafe { _mm512_mask_blend_epi16(mask, no.0, yes.0) })
    }

    #[inline(always)]
    fn mask(bits: u32) -> u32 {
        bits
    }

    #[inline(always)]
    fn bits(mask: u32) -> u32 {
        mask
    }
}
