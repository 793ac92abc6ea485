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

/// The bits of a chain's counter that count its pseudo-liberties; the others count its stones.
pub(super) const LIBERTIES: u32 = 0xffff;
pub(super) const ONE_STONE: u32 = 0x1_0000;
