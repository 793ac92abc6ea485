//! The content of a place as a `u32`, and the layout of a chain's counter.

use crate::basics::Color;

/// The content of a place: three counters of four bits, so that four codes can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PointCode(pub(super) u32);

impl PointCode {
    pub(super) const EMPTY: PointCode = PointCode(0x001);
    pub(super) const BORDER: PointCode = PointCode(0x110);

    #[inline]
    pub(super) const fn of(color: Color) -> PointCode {
        PointCode(0x010 << PointCode::shift(color))
    }

    pub(super) const fn shift(color: Color) -> u32 {
        4 * color as u32
    }
}

/// The content of a place, and the chain it belongs to, on a board with arrays of length `LEN`, a power of two. The
/// chain is in the highest bits, as many as a number below `LEN` needs: the compiler then knows that it is within the
/// arrays, and checks nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PointWord<const LEN: usize>(pub(super) u32);

/// The bits of a [`PointWord`] that are its [`PointCode`].
pub(super) const CODE: u32 = 0xfff;

impl<const LEN: usize> PointWord<LEN> {
    const CHAIN_SHIFT: u32 = {
        assert!(LEN.is_power_of_two() && LEN <= 1 << 16);
        u32::BITS - LEN.ilog2()
    };

    #[inline]
    pub(super) const fn new(code: PointCode, chain: u16) -> Self {
        PointWord(code.0 | (chain as u32) << Self::CHAIN_SHIFT)
    }

    #[inline]
    pub(super) const fn is(self, code: PointCode) -> bool {
        self.0 & CODE == code.0
    }

    /// The chain, named by one of its places. The chain of an empty place is the place itself.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // below LEN, which is at most 65,536
    pub(super) const fn chain(self) -> u16 {
        (self.0 >> Self::CHAIN_SHIFT) as u16
    }

    #[inline]
    pub(super) const fn chain_index(self) -> usize {
        (self.0 >> Self::CHAIN_SHIFT) as usize
    }
}

/// The bit of a [`PointWord`] that marks an empty place as settled, see [`Empties`](super::empties::Empties).
pub(super) const SETTLED: u32 = 0x1000;

/// The counts of a chain: its stones, its pseudo-liberties at settled places, and those at other places. Both chains' counts are
/// added when they are joined.
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

    #[inline]
    pub(super) fn stones(self) -> u32 {
        self.0 & (Self::ONE_SETTLED - 1)
    }

    /// The number of pseudo-liberties at settled places.
    #[inline]
    pub(super) fn settled(self) -> u32 {
        (self.0 & Self::SETTLED) / Self::ONE_SETTLED
    }

    /// The number of other pseudo-liberties.
    #[inline]
    pub(super) fn open(self) -> u32 {
        self.0 >> Self::LIBERTIES_SHIFT
    }

    /// True if the chain has no liberty.
    #[inline]
    pub(super) fn is_choked(self) -> bool {
        self.0 < Self::ONE_SETTLED
    }

    /// True if this number of pseudo-liberties, not at settled places, is all that the chain has.
    #[inline]
    #[cfg(any(test, not(target_arch = "x86_64"), gokata_plain))]
    pub(super) fn has_only(self, liberties: u32) -> bool {
        self.open() == liberties && self.settled() == 0
    }

    #[inline]
    pub(super) fn with_a_liberty(self) -> Counter {
        Counter(self.0.wrapping_add(Self::ONE_LIBERTY))
    }

    #[inline]
    pub(super) fn without_a_liberty(self) -> Counter {
        Counter(self.0.wrapping_sub(Self::ONE_LIBERTY))
    }

    /// With a liberty that is settled now.
    #[inline]
    pub(super) fn with_one_settled(self) -> Counter {
        Counter(self.0.wrapping_sub(Self::ONE_LIBERTY - Self::ONE_SETTLED))
    }

    /// With a liberty that is no longer settled.
    #[inline]
    pub(super) fn with_one_unsettled(self) -> Counter {
        Counter(self.0.wrapping_add(Self::ONE_LIBERTY - Self::ONE_SETTLED))
    }

    /// With one more stone, which has this many liberties.
    #[inline]
    pub(super) fn with_a_stone(self, liberties: u32) -> Counter {
        Counter(
            self.0
                .wrapping_add(Self::ONE_STONE + (liberties << Self::LIBERTIES_SHIFT)),
        )
    }

    /// The counts of both chains.
    #[inline]
    pub(super) fn and(self, other: Counter) -> Counter {
        Counter(self.0.wrapping_add(other.0))
    }
}
