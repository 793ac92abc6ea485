//! Sets of points without the border of a board, and arrays of bytes from them.

/// Enough words for the points of the largest board.
pub(super) const PACKED: usize = 10;

/// The points of a set in reading order, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Packed(pub(crate) [u64; PACKED]);

/// The bytes for eight points: 1 where the bit is set.
const SPREAD: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        bytes[at / 8][at % 8] = if (at / 8) & (1 << (at % 8)) == 0 {
            0
        } else {
            1
        };
        at += 1;
    }
    bytes
};

impl Packed {
    /// Writes a byte for each point, 1 if the set has it, as far as there is space.
    #[inline]
    pub(crate) fn spread(&self, bytes: &mut [u8]) {
        let mut eights = [0; 8 * PACKED];
        for (eight, word) in eights.chunks_exact_mut(8).zip(self.0) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        let mut chunks = bytes.chunks_exact_mut(8);
        let mut eights = eights.into_iter();
        // By the chunks first, so that no bits are lost for the rest.
        for (chunk, bits) in chunks.by_ref().zip(eights.by_ref()) {
            chunk.copy_from_slice(&SPREAD[usize::from(bits)]);
        }
        let rest = chunks.into_remainder();
        if let Some(bits) = eights.next() {
            rest.copy_from_slice(&SPREAD[usize::from(bits)][..rest.len()]);
        }
    }
}
