//! Finds the places where a stone has a liberty by operations on whole sets, in registers of 256 bits.
//!
//! For 19x19, whose 512 places are two registers, on processors with AVX2 but without AVX-512 (`avx512.rs`), which are
//! looked for at run time. All legal points take 0.85 of the time that they take with the code for every processor.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_extract_epi64, _mm256_loadu_si256,
    _mm256_movemask_pd, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sll_epi64, _mm256_srl_epi64,
};

use super::bits::{Bits, index};

/// True if this processor has AVX2.
#[inline]
pub(super) fn is_possible() -> bool {
    std::is_x86_feature_detected!("avx2")
}

/// Returns the places where a stone has a liberty. Takes the own stones, the enemies and all places of the board, with rows
/// of this stride. Asks `breathes` for places that have only stones beside them, unless these facts decide it:
/// - A chain has two liberties if one of its stones has two empty places beside it, or if two of its stones that are
///   beside each other have one each. (It is not the same place: no place is beside both.)
/// - An own chain with two liberties gives one to a stone on any empty place beside it.
/// - An enemy chain with two liberties cannot be taken.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn breathing<const WORDS: usize>(
    sets: [&Bits<WORDS>; 3],
    stride: usize,
    breathes: impl Fn(u16) -> bool,
) -> Bits<WORDS> {
    let [own, enemies, board] = sets.map(|set| Set::new(set));
    let empty = board.without(own.or(enemies));
    let [right, left, below, above] = empty.moved(stride);
    let (row, col) = (right.or(left), below.or(above));
    let two = right.and(left).or(below.and(above)).or(row.and(col));
    let one = row.or(col);
    let pairs = |stones: Set| stones.and(one).and(stones.and(one).beside(stride));
    let firm = own.and(two).or(pairs(own));
    let free = one.or(firm.beside(stride));
    let safe = two.or(pairs(enemies));
    let doubtful = own.or(enemies.without(safe)).beside(stride);
    let rest = empty.without(free).and(doubtful);
    ask_about(empty.and(free), rest, breathes)
}

/// Adds to `found` the places of `rest` where a stone has a liberty. Those places have only stones beside them.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn ask_about<const WORDS: usize>(
    mut found: Set,
    rest: Set,
    breathes: impl Fn(u16) -> bool,
) -> Bits<WORDS> {
    let (mut words, mut left) = (rest.words(), rest.words_with_places());
    while left != 0 {
        let at = left.trailing_zeros() as usize % 8;
        let bit = words[at].trailing_zeros() as usize;
        words[at] &= words[at] - 1;
        left ^= u32::from(words[at] == 0) << at;
        let place = index(64 * at + bit);
        found.insert_if(place, breathes(place));
    }
    let mut places = Bits::default();
    places.0.copy_from_slice(&found.words()[..WORDS]);
    places
}

/// A set of 512 places.
#[derive(Clone, Copy)]
pub(super) struct Set(pub(super) [__m256i; 2]);

impl Set {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new<const WORDS: usize>(set: &Bits<WORDS>) -> Self {
        let (fours, _) = set.0.as_chunks::<4>();
        // SAFETY: reads four words. They need not be aligned.
        #[allow(unsafe_code)]
        let load = |nth: usize| unsafe { _mm256_loadu_si256(fours[nth].as_ptr().cast()) };
        Set([load(0), load(1)])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn words(self) -> [u64; 8] {
        let [low, high] = self.0;
        [
            _mm256_extract_epi64::<0>(low),
            _mm256_extract_epi64::<1>(low),
            _mm256_extract_epi64::<2>(low),
            _mm256_extract_epi64::<3>(low),
            _mm256_extract_epi64::<0>(high),
            _mm256_extract_epi64::<1>(high),
            _mm256_extract_epi64::<2>(high),
            _mm256_extract_epi64::<3>(high),
        ]
        .map(i64::cast_unsigned)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn and(self, other: Self) -> Self {
        Set([0, 1].map(|nth| _mm256_and_si256(self.0[nth], other.0[nth])))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn or(self, other: Self) -> Self {
        Set([0, 1].map(|nth| _mm256_or_si256(self.0[nth], other.0[nth])))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn without(self, other: Self) -> Self {
        Set([0, 1].map(|nth| _mm256_andnot_si256(other.0[nth], self.0[nth])))
    }

    /// A bit for each word that is not empty.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn words_with_places(self) -> u32 {
        let none = _mm256_setzero_si256();
        let [low, high] = self.0.map(|four| {
            let empty = _mm256_castsi256_pd(_mm256_cmpeq_epi64(four, none));
            _mm256_movemask_pd(empty).cast_unsigned()
        });
        (low | high << 4) ^ 0xff
    }

    /// Inserts a place if the condition holds. Not in memory, which a vector would have to wait for.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn insert_if(&mut self, place: u16, condition: bool) {
        let bit = (u64::from(condition) << (place % 64)).cast_signed();
        let (bit, word) = (
            _mm256_set1_epi64x(bit),
            _mm256_set1_epi64x((place / 64).into()),
        );
        let indexes = [_mm256_set_epi64x(3, 2, 1, 0), _mm256_set_epi64x(7, 6, 5, 4)];
        let bits = indexes.map(|index| _mm256_and_si256(_mm256_cmpeq_epi64(index, word), bit));
        *self = self.or(Set(bits));
    }

    /// The places adjacent to those of the set, on rows of this stride.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn beside(self, stride: usize) -> Self {
        let [right, left, below, above] = self.moved(stride);
        right.or(left).or(below.or(above))
    }

    /// The places to the right, to the left, below and above those of the set, on rows of this stride, less than 64.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn moved(self, stride: usize) -> [Self; 4] {
        let ([low, high], none) = (self.0, _mm256_setzero_si256());
        // The sets moved by one word to higher and to lower places; in two steps, because words cross the halves of a
        // register by twos only.
        let halves = [
            _mm256_permute2x128_si256::<0x21>(none, low),
            _mm256_permute2x128_si256::<0x21>(low, high),
            _mm256_permute2x128_si256::<0x21>(high, none),
        ];
        let before = [
            _mm256_alignr_epi8::<8>(low, halves[0]),
            _mm256_alignr_epi8::<8>(high, halves[1]),
        ];
        let after = [
            _mm256_alignr_epi8::<8>(halves[1], low),
            _mm256_alignr_epi8::<8>(halves[2], high),
        ];
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // at most 64
        let number = |steps: usize| _mm_cvtsi32_si128(steps as i32);
        let up = |steps: usize| {
            Set([0, 1].map(|nth| {
                let moved = _mm256_sll_epi64(self.0[nth], number(steps));
                _mm256_or_si256(moved, _mm256_srl_epi64(before[nth], number(64 - steps)))
            }))
        };
        let down = |steps: usize| {
            Set([0, 1].map(|nth| {
                let moved = _mm256_srl_epi64(self.0[nth], number(steps));
                _mm256_or_si256(moved, _mm256_sll_epi64(after[nth], number(64 - steps)))
            }))
        };
        [up(1), down(1), up(stride), down(stride)]
    }
}
