//! The four points beside a point, and what a stone there would do.

use super::word::{PointWord, empty_in, negative_if_enclosed, walls_in};
use crate::basics::Color;

/// The surroundings of an empty place, as they matter to a stone of one color. Sets of the four points are bits, in the
/// order of the words in [`Surroundings`].
#[derive(Clone, Copy)]
pub(crate) struct Prospect<const LEN: usize> {
    pub(crate) around: Surroundings<LEN>,
    /// Which of the four points beside it belong to enemy chains that it would take.
    taken: u32,
    /// Which belong to own chains that have other liberties.
    free: u32,
    /// Which belong to chains of either color that it would leave with settled liberties only.
    pressed: u32,
}

impl<const LEN: usize> Prospect<LEN> {
    #[inline(always)]
    pub(super) fn new(around: Surroundings<LEN>, [taken, free, pressed]: [u32; 3]) -> Self {
        Prospect {
            around,
            taken,
            free,
            pressed,
        }
    }

    #[inline(always)]
    pub(crate) fn taken(&self) -> u32 {
        self.taken
    }

    #[inline(always)]
    pub(super) fn pressed(&self) -> u32 {
        self.pressed
    }

    /// True if the stone would have no liberty, if the place is the ko, or if all points beside it are own stones or off
    /// the board. Written as the sign of a number, because the compiler makes three unpredictable branches of three
    /// conditions.
    #[inline(always)]
    pub(super) fn needs_a_closer_look(&self, place: u16, ko: u16, color: Color) -> bool {
        let breathes = self.around.empty() | self.taken | self.free;
        let not_ko = u32::from(place ^ ko);
        let enclosed = negative_if_enclosed(self.around.sum, color);
        (breathes.wrapping_sub(1) | not_ko.wrapping_sub(1) | enclosed).cast_signed() < 0
    }

    /// The color whose stones are on all points beside the place, if none of their chains can be taken there. `color` is
    /// the color that this prospect is for.
    pub(super) fn holder(&self, color: Color) -> Option<Color> {
        let [own, enemy] = [color, !color].map(|color| self.around.walls(color));
        if own == 4 {
            // The enemy's walls are the border; all the others must have another liberty.
            (self.free.count_ones() + enemy == 4).then_some(color)
        } else {
            (enemy == 4 && self.taken == 0).then_some(!color)
        }
    }

    /// True if an own stone beside the place is in atari, where all points beside it are own stones or off the board.
    #[inline]
    pub(crate) fn saves(&self, color: Color) -> bool {
        self.free.count_ones() + self.around.walls(!color) < 4
    }

    /// True if the stone would have a liberty after its captures.
    #[inline(always)]
    pub(crate) fn breathes(&self) -> bool {
        self.around.empty() | self.taken | self.free != 0
    }

    /// As [`Prospect::breathes`], if no empty point is beside it.
    #[inline(always)]
    pub(super) fn breathes_by_stones(&self) -> bool {
        self.taken | self.free != 0
    }
}

/// The effect of a play that has not been checked.
pub(super) struct Plan<const LEN: usize> {
    pub(super) place: u16,
    pub(super) prospect: Prospect<LEN>,
    pub(super) suicide: bool,
}

/// The four points beside a point.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<const LEN: usize> {
    pub(super) words: [PointWord<LEN>; 4],
    sum: u32,
}

impl<const LEN: usize> Surroundings<LEN> {
    #[inline(always)]
    pub(super) fn of(words: [PointWord<LEN>; 4]) -> Self {
        let sum = words
            .iter()
            .fold(0u32, |sum, word| sum.wrapping_add(word.0));
        Surroundings { words, sum }
    }

    #[inline]
    pub(crate) fn empty(&self) -> u32 {
        empty_in(self.sum)
    }

    /// The number of stones of this color and of points off the board.
    #[inline]
    pub(crate) fn walls(&self, color: Color) -> u32 {
        walls_in(self.sum, color)
    }

    #[inline]
    pub(super) fn touches(&self, color: Color) -> bool {
        self.words.iter().any(|word| word.is(color))
    }
}
