//! Zobrist keys: a 64-bit hash of a board. Boards with different keys differ; boards with the same key must be
//! compared.
//!
//! The library's unit tests use keys of two bits, so that a missing comparison is noticed.

use super::color::Color;
use super::point::Size;

/// Returns the key of a stone. Each referee numbers the points in its own way. The key of a board is the XOR of the
/// keys of its stones; the key of an empty board is 0.
#[inline]
pub(crate) fn stone(index: usize, color: Color) -> u64 {
    KEYS[index & (PLACES - 1)][color as usize] & WIDTH
}

/// Two bits in the library's unit tests, so that collisions are frequent; otherwise all 64.
const WIDTH: u64 = if cfg!(test) { 0b11 } else { u64::MAX };

/// At least the number of points of the largest board, including its border. A power of two, so that an index is
/// masked and not checked.
const PLACES: usize = ((Size::MAX as usize + 2) * (Size::MAX as usize + 1) + 1).next_power_of_two();

static KEYS: [[u64; 2]; PLACES] = keys();

const fn keys() -> [[u64; 2]; PLACES] {
    let mut keys = [[0; 2]; PLACES];
    let mut index = 0;
    while index < PLACES {
        keys[index] = [mix(2 * index as u64), mix(2 * index as u64 + 1)];
        index += 1;
    }
    keys
}

/// The n-th output of `SplitMix64` from seed 0 (Steele, Lea and Flood, 2014).
const fn mix(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_weak_in_unit_tests_so_that_boards_collide() {
        assert!((0..PLACES).all(|index| stone(index, Color::Black) < 4));
    }

    #[test]
    fn the_full_keys_are_all_different() {
        let mut all: Vec<u64> = KEYS.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2 * PLACES);
        assert!(!all.contains(&0));
    }
}
