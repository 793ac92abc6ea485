//! Whose the points are at the end of a playout.

use crate::fast::{Bits, PlayoutBoard};

/// The end of a playout.
pub(super) struct Ending<const WORDS: usize> {
    /// The points of each color: its stones, and the empty points that are connected to no other color.
    pub(super) owned: [Bits<WORDS>; 2],
    /// The stones of each color that are connected to a point that is nobody's.
    pub(super) in_seki: [Bits<WORDS>; 2],
}

impl<const WORDS: usize> Ending<WORDS> {
    /// No stone is in seki because of a closed point: nobody could play there.
    pub(super) fn of<const STRIDE: usize, const LEN: usize>(
        board: &PlayoutBoard<STRIDE, LEN, WORDS>,
    ) -> Ending<WORDS> {
        let stride = board.stones.stride();
        let [black_stones, white_stones, empty] = board.planes();
        let [black, white] =
            [black_stones, white_stones].map(|stones| stones.grown(&empty, stride));
        let both = black.zip(&white, |black, white| black & white);
        let shared = both.zip(&board.closed, |both, closed| both & !closed);
        let beside = shared.beside(stride);
        let in_seki = [black_stones, white_stones].map(|stones| {
            let start = stones.zip(&beside, |stones, beside| stones & beside);
            start.grown(&stones, stride)
        });
        let owned = [black, white].map(|own| own.zip(&both, |own, both| own & !both));
        Ending { owned, in_seki }
    }
}
