//! Random numbers that are the same on every machine and in every version. Not for cryptography.

/// A generator of random numbers with 64 bits of state. It takes about a nanosecond per number.
///
/// The numbers are those of *wyrand* (Wang Yi, 2019).
///
/// ```
/// use gokata::Random;
///
/// let (mut one, mut other) = (Random::new(42), Random::new(42));
/// assert_eq!(one.below(361), other.below(361));
/// assert!((0..100).all(|_| one.below(6) < 6));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates a generator from a seed.
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns the next number, almost evenly distributed over all of `u64`.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the halves of a product
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.state) * u128::from(self.state ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// Returns a number below `end`, or 0 if `end` is 0. All are almost equally likely.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        scaled(self.number(), end)
    }
}

/// Scales a random number to a number below `end`, without a division.
#[inline]
#[allow(clippy::cast_possible_truncation)] // smaller than `end`
pub(crate) fn scaled(number: u64, end: usize) -> usize {
    ((u128::from(number) * end as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published seeds must always give the same games.
    #[test]
    fn the_numbers_stay_the_same() {
        let mut random = Random::new(0);
        assert_eq!(random.number(), 0x111c_b3a7_8f59_a58e);
        assert_eq!(random.number(), 0xceab_d938_ff4e_856d);
        assert_eq!(random.number(), 0x61fb_5131_8f47_d2a4);
    }

    #[test]
    fn below_returns_each_number_about_equally_often() {
        let mut random = Random::new(1);
        let mut times = [0u32; 7];
        (0..70_000).for_each(|_| times[random.below(7)] += 1);
        let about_equal = times.iter().all(|times| (9_600..10_400).contains(times));
        assert!(about_equal, "{times:?}");
        assert_eq!(random.below(0), 0);
    }
}
