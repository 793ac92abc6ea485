//! The legal points of many games.

use super::FastGame;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use super::avx512;
use crate::basics::PointSet;

/// Puts the legal points of each game into `points`, which is filled anew.
pub(super) fn fill(games: &[&FastGame], points: &mut Vec<PointSet>) {
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[allow(unsafe_code)]
    if avx512::is_possible() {
        points.truncate(games.len());
        let missing = games.iter().skip(points.len());
        points.extend(missing.map(|game| PointSet::empty(game.size())));
        // SAFETY: this processor has these instructions.
        return unsafe { passes::fill(games, points) };
    }
    points.clear();
    points.extend(games.iter().map(|game| game.legal_points()));
}

/// Where a stone has a liberty is decided for nearly all places by vectors (see `avx512.rs`). In one game, the processor
/// cannot guess whether a place is left, and waits. Here, a first pass over many games leaves the few such games for a
/// second one.
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod passes {
    use super::avx512::{self, Set};
    use crate::basics::{PointSet, Suicide};
    use crate::fast::FastGame;
    use crate::fast::bits::{Bits, MOST_WORDS};
    use crate::fast::sized_game::SizedGame;

    type Words = [u64; MOST_WORDS];

    /// The places that the first pass leaves, where a stone may have a liberty.
    type Rest = [u64; 8];

    const GAMES: usize = 64;

    #[target_feature(enable = "avx512bw,avx512vbmi2")]
    pub(super) fn fill(games: &[&FastGame], points: &mut [PointSet]) {
        let mut left = [(0, [0; 8]); GAMES];
        for (games, points) in games.chunks(GAMES).zip(points.chunks_mut(GAMES)) {
            let mut count = 0;
            for (nth, (game, points)) in games.iter().zip(&mut *points).enumerate() {
                let (number, rest) = &mut left[count % GAMES];
                *number = nth;
                count += usize::from(game.decide(points.words_mut(), rest));
            }
            for (nth, rest) in &left[..count] {
                games[*nth].decide_rest(points[*nth].words_mut(), rest);
            }
        }
    }

    impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
        /// The first pass: finds the places where a stone has a liberty. Returns true if that is not all.
        #[target_feature(enable = "avx512bw,avx512vbmi2")]
        #[inline]
        pub(in crate::fast) fn decide(&self, legal: &mut Words, rest: &mut Rest) -> bool {
            if WORDS > 8 {
                return true;
            }
            let [found, left] = avx512::decided(self.sets(), self.stones.stride());
            legal[..8].copy_from_slice(&found.words());
            *rest = left.words();
            let past = self.superko();
            let old = past.map(|past| found.and(Set::new(past.lost(self.to_play))));
            !left.is_empty() | self.is_special() | old.is_some_and(|old| !old.is_empty())
        }

        /// True if another rule than superko may forbid a play with a liberty, or allow one without.
        #[inline]
        fn is_special(&self) -> bool {
            self.over || self.ko.place != 0 || self.rules.suicide() != Suicide::Forbidden
        }

        /// The second pass: the legal points, from what the first one found and left.
        pub(in crate::fast) fn decide_rest(&self, legal: &mut Words, rest: &Rest) {
            if WORDS > 8 {
                *legal = *self.legal_points().words_mut();
                return;
            }
            Bits(*rest).each(|place| {
                let breathes = self
                    .stones
                    .prospect(place, self.to_play)
                    .breathes_by_stones();
                legal[usize::from(place / 64)] |= u64::from(breathes) << (place % 64);
            });
            if self.over {
                *legal = Words::default();
            } else if self.is_special() || self.past.is_some() {
                let mut found = Bits::<WORDS>::default();
                found.0.copy_from_slice(&legal[..WORDS]);
                *legal = *self.permitted(found).words_mut();
            }
        }
    }
}
