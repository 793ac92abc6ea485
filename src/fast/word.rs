//! The content of a place as a `u32`, and the counts of a chain.

use crate::basics::Color;

/// The content of a place, and the chain it belongs to, on a board with arrays of length `LEN`, a power of two.
///
/// The low 12 bits are three counters of four bits, so that four words can be added: empty points, black walls and white
/// walls, where a wall is a stone or the border, which is both. Then come a bit for a black stone, one for a white
/// stone, and one for a settled place. The chain is in the highest bits, as many as a number below `LEN` needs: the
/// compiler then knows that it is within the arrays, and checks nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PointWord<const LEN: usize>(pub(super) u32);

impl<const LEN: usize> PointWord<LEN> {
    pub(super) const BORDER: Self = PointWord(0x110);
    const EMPTY: u32 = 0x1;
    const SETTLED: u32 = 0x4000;

    const CHAIN_SHIFT: u32 = {
        assert!(LEN.is_power_of_two() && LEN <= 1 << 16);
        u32::BITS - LEN.ilog2()
    };

    pub(super) const fn empty(place: u16) -> Self {
        PointWord(Self::EMPTY | (place as u32) << Self::CHAIN_SHIFT)
    }

    pub(super) const fn stone(color: Color, chain: u16) -> Self {
        let counter = 0x10 << (4 * color as u32);
        let stone = 1 << stone_bit(color);
        PointWord(counter | stone | (chain as u32) << Self::CHAIN_SHIFT)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 & Self::EMPTY != 0
    }

    pub(super) const fn is(self, color: Color) -> bool {
        self.0 & 1 << stone_bit(color) != 0
    }

    /// The chain, named by one of its places. The chain of an empty place is the place itself.
    #[allow(clippy::cast_possible_truncation)] // below LEN, which is at most 65,536
    pub(super) const fn chain(self) -> u16 {
        (self.0 >> Self::CHAIN_SHIFT) as u16
    }

    pub(super) const fn chain_index(self) -> usize {
        (self.0 >> Self::CHAIN_SHIFT) as usize
    }

    /// The same empty place, settled; see [`Empties`](super::empties::Empties).
    pub(super) const fn settled(self) -> Self {
        PointWord(self.0 | Self::SETTLED)
    }

    pub(super) const fn is_settled(self) -> bool {
        self.0 & Self::SETTLED != 0
    }
}

pub(super) const fn stone_bit(color: Color) -> u32 {
    12 + color as u32
}

/// The number of empty points in the sum of four words.
pub(super) const fn empty_in(sum: u32) -> u32 {
    sum & 0xf
}

/// The number of stones of this color and of points off the board in the sum of four words.
pub(super) const fn walls_in(sum: u32, color: Color) -> u32 {
    sum >> (4 + 4 * color as u32) & 0xf
}

/// A number that is negative if all four of a sum of words are walls of this color.
pub(super) const fn negative_if_enclosed(sum: u32, color: Color) -> u32 {
    // Four is one bit of the counter.
    sum << (31 - 6 - 4 * color as u32)
}

/// The counts of a chain: its stones, its pseudo-liberties at settled places (see [`Empties`](super::empties::Empties)),
/// and those at other places. When chains are joined, their counts are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter(pub(super) u32);

impl Counter {
    /// Ten bits for the stones, at most 625.
    const ONE_STONE: u32 = 1;
    /// Ten bits for pseudo-liberties at settled places.
    const ONE_SETTLED: u32 = 1 << 10;
    pub(super) const LIBERTIES_SHIFT: u32 = 20;
    /// Twelve bits for the other pseudo-liberties, at most 2,500.
    pub(super) const ONE_LIBERTY: u32 = 1 << Self::LIBERTIES_SHIFT;
    /// The bits of the liberties at settled places, and of the others.
    pub(super) const SETTLED: u32 = Self::ONE_LIBERTY - Self::ONE_SETTLED;
    pub(super) const LIBERTIES: u32 = !(Self::ONE_LIBERTY - 1);

    pub(super) const NONE: Counter = Counter(0);
    /// A single stone with a single liberty.
    pub(super) const SINGLE: Counter = Counter(Self::ONE_STONE | Self::ONE_LIBERTY);
    /// For the border and for empty places, which are no chains.
    pub(super) const UNUSED: Counter = Counter(1 << 31);
    /// The number of places that can be settled: four pseudo-liberties each.
    pub(super) const MOST_SETTLED: usize = 255;

    pub(super) fn stones(self) -> u32 {
        self.0 & (Self::ONE_SETTLED - 1)
    }

    /// The number of pseudo-liberties at settled places.
    pub(super) fn settled(self) -> u32 {
        (self.0 & Self::SETTLED) / Self::ONE_SETTLED
    }

    /// The number of other pseudo-liberties.
    pub(super) fn open(self) -> u32 {
        (self.0 & Self::LIBERTIES) >> Self::LIBERTIES_SHIFT
    }

    pub(super) fn is_choked(self) -> bool {
        self.0 < Self::ONE_SETTLED
    }

    /// True if this number of pseudo-liberties, not at settled places, is all that the chain has.
    #[cfg(any(test, not(target_arch = "x86_64"), gokata_plain))]
    pub(super) fn has_only(self, liberties: u32) -> bool {
        self.open() == liberties && self.settled() == 0
    }

    pub(super) fn with_a_liberty(self) -> Counter {
        Counter(self.0.wrapping_add(Self::ONE_LIBERTY))
    }

    pub(super) fn without_a_liberty(self) -> Counter {
        Counter(self.0.wrapping_sub(Self::ONE_LIBERTY))
    }

    /// With a liberty that is settled now.
    pub(super) fn with_one_settled(self) -> Counter {
        Counter(self.0.wrapping_sub(Self::ONE_LIBERTY - Self::ONE_SETTLED))
    }

    /// With a liberty that is no longer settled.
    pub(super) fn with_one_unsettled(self) -> Counter {
        Counter(self.0.wrapping_add(Self::ONE_LIBERTY - Self::ONE_SETTLED))
    }

    /// With one more stone, which has this many liberties.
    pub(super) fn with_a_stone(self, liberties: u32) -> Counter {
        Counter(
            self.0
                .wrapping_add(Self::ONE_STONE + (liberties << Self::LIBERTIES_SHIFT)),
        )
    }

    pub(super) fn and(self, other: Counter) -> Counter {
        Counter(self.0.wrapping_add(other.0))
    }
}
