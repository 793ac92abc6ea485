//! Random games from a position to the end, used to estimate the position. They record no history.

use std::hint::black_box;

use super::ask::area;
use super::bits::Bits;
use super::shaped::{Ko, ShapedGame};
use super::stones::{Stones, Witness};
use crate::basics::random::scaled;
use crate::basics::{Color, Random};

/// The result of a playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Playout {
    /// The number of moves, passes included.
    pub plies: usize,
    /// The points of Black and of White at the end: stones, and empty points connected to one color only.
    pub area: [usize; 2],
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> ShapedGame<STRIDE, LEN, WORDS> {
    #[inline]
    pub(super) fn playout(&self, random: &mut Random) -> Playout {
        let mut light = Light::of(self, random);
        if !self.over {
            light.run(self.to_play, random);
        }
        Playout {
            plies: light.plies,
            area: light.area::<WORDS>(),
        }
    }
}

/// A playout in progress.
pub(super) struct Light<const STRIDE: usize, const LEN: usize> {
    pub(super) stones: Stones<STRIDE, LEN>,
    pub(super) empty: Empties<LEN>,
    /// The next random number, computed in advance, so that the processor can work on it in parallel.
    number: u64,
    pub(super) plies: usize,
    pub(super) passes: u32,
    /// The place where the side to play may not retake, or 0.
    pub(super) ko: u16,
}

/// The empty places in no particular order, and the number of stones of each color.
pub(super) struct Empties<const LEN: usize> {
    places: [u16; LEN],
    pub(super) len: usize,
    stones: [usize; 2],
}

impl<const LEN: usize> Witness for Empties<LEN> {
    #[inline]
    fn put(&mut self, _: u16, color: Color) {
        self.stones[color as usize] += 1;
    }

    #[inline]
    fn taken(&mut self, place: u16, color: Color) {
        self.stones[color as usize] -= 1;
        self.places[self.len & (LEN - 1)] = place;
        self.len += 1;
    }
}

impl<const STRIDE: usize, const LEN: usize> Light<STRIDE, LEN> {
    #[inline(always)]
    pub(super) fn of<const WORDS: usize>(
        game: &ShapedGame<STRIDE, LEN, WORDS>,
        random: &mut Random,
    ) -> Self {
        let Ko { place, barred } = game.ko;
        let mut empty = Empties {
            places: [0; LEN],
            len: 0,
            stones: game.planes.map(|stones| stones.len()),
        };
        for place in game.empty().iter() {
            empty.places[empty.len] = place;
            empty.len += 1;
        }
        Light {
            stones: game.stones.clone(),
            empty,
            number: random.number(),
            plies: 0,
            // With the button, two passes may not have ended the game; one more ends it.
            passes: game.passes.row.min(1),
            ko: if barred == game.to_play { place } else { 0 },
        }
    }

    /// The two colors are written out, so that their codes are constants: this saves 4 % of the time.
    #[inline]
    fn run(&mut self, first: Color, random: &mut Random) {
        let most = 3 * self.stones.size().area();
        if first == Color::White {
            self.turn(Color::White, random);
        }
        while self.passes < 2 && self.plies < most {
            self.turn(Color::Black, random);
            if self.passes < 2 && self.plies < most {
                self.turn(Color::White, random);
            }
        }
    }

    /// Draws points until one is legal and not an eye. Moves each rejected point behind the others, so that the others
    /// stay equally likely.
    #[allow(clippy::needless_bitwise_bool)] // unpredictable branches are slower
    #[inline(always)]
    pub(super) fn turn(&mut self, color: Color, random: &mut Random) {
        self.plies += 1;
        let mut left = self.empty.len;
        while left > 0 {
            let drawn = scaled(self.number, left);
            self.number = random.number();
            let drawn = drawn & (LEN - 1);
            let place = self.empty.places[drawn];
            let prospect = self.stones.prospect(place, color);
            let fits =
                prospect.breathes() & (place != self.ko) & !self.stones.is_light_eye(place, color);
            // The compiler makes three branches of it, which on large boards costs a fifth more time than one branch: hidden
            // from it there. On small boards three branches take a twentieth less.
            let fits = if LEN <= 128 { fits } else { black_box(fits) };
            if fits {
                self.empty.len -= 1;
                self.empty.places[drawn] = self.empty.places[self.empty.len & (LEN - 1)];
                self.stones.land(place, color, &prospect, &mut self.empty);
                let taken = prospect.taken();
                self.ko = if taken == 0 {
                    0
                } else {
                    self.take(place, color, taken)
                };
                self.passes = 0;
                return;
            }
            left -= 1;
            self.empty.places.swap(drawn, left & (LEN - 1));
        }
        self.passes += 1;
        self.ko = 0;
    }

    #[inline(never)]
    fn take(&mut self, place: u16, color: Color, taken: u32) -> u16 {
        self.stones.take(place, color, taken, &mut self.empty)
    }

    /// Counts the points of each color. At the end nearly every empty point is an eye and belongs to the color of the
    /// adjacent stones; otherwise uses the flood fill.
    pub(super) fn area<const WORDS: usize>(&self) -> [usize; 2] {
        let mut area = self.empty.stones;
        for place in &self.empty.places[..self.empty.len] {
            match self.stones.around(*place).only_color() {
                Some(color) => area[color as usize] += 1,
                None => return self.area_by_flood::<WORDS>(),
            }
        }
        area
    }

    #[cold]
    pub(super) fn area_by_flood<const WORDS: usize>(&self) -> [usize; 2] {
        let mut empty = Bits::<WORDS>::default();
        self.empty.places[..self.empty.len]
            .iter()
            .for_each(|place| empty.insert(*place));
        area(
            &Color::BOTH.map(|color| self.stones.plane(color)),
            &empty,
            self.stones.stride(),
        )
    }
}
