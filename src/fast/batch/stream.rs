//! The random numbers of a game in a lane. They need only sums, shifts and 16 bits, so that all lanes have theirs at once.
//!
//! The generator is *sfc16* (Chris Doty-Humphrey, 2010): 64 bits of state, of which 16 are a counter.

use super::lanes::Lanes;

#[derive(Clone, Copy)]
pub(super) struct Streams<V>(pub(super) [V; 4]);

/// Rounds after which the numbers depend on the whole seed.
const MIXING: usize = 12;

pub(super) fn seeded(seed: u64) -> [u16; 4] {
    #[allow(clippy::cast_possible_truncation)] // a quarter each
    let mut state = [0, 16, 32, 48].map(|shift| (seed >> shift) as u16);
    for _ in 0..MIXING {
        let [a, b, c, counter] = state;
        let number = a.wrapping_add(b).wrapping_add(counter);
        state = [
            b ^ b >> 5,
            c.wrapping_add(c << 3),
            c.rotate_left(6).wrapping_add(number),
            counter.wrapping_add(1),
        ];
    }
    state
}

impl<V: Lanes> Streams<V> {
    #[inline(always)]
    fn number(&mut self) -> V {
        let [a, b, c, counter] = self.0;
        let number = a.add(b).add(counter);
        self.0 = [
            b.xor(b.right::<5>()),
            c.add(c.left::<3>()),
            c.left::<6>().or(c.right::<10>()).add(number),
            counter.add(V::all(1)),
        ];
        number
    }

    /// A number below `end` in each lane, or 0 if `end` is 0. All are equally likely but for one part in 2^24.
    #[inline(always)]
    pub(super) fn below(&mut self, end: V) -> V {
        let high = self.number();
        V::scaled(high, self.number(), end)
    }
}
