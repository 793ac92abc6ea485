//! One row of a board in two words, with a border at both ends.

use crate::basics::Color;

/// The stones of one row, one word for each color. Column `c` is bit `c + 1`. Every bit that is not a column is set in
/// both words, so that it counts neither as an empty point nor as a stone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    words: [u32; 2],
}

impl Row {
    /// The row above the first one, and below the last.
    pub(super) const BORDER: Row = Row {
        words: [u32::MAX; 2],
    };

    pub(super) fn empty(cols: usize) -> Row {
        let columns = ((1 << cols) - 1) << 1;
        Row {
            words: [!columns; 2],
        }
    }

    pub(super) fn content(self, col: usize) -> Option<Color> {
        let bit = 2 << col;
        if self.empty_points() & bit != 0 {
            None
        } else if self.stones(Color::Black) & bit != 0 {
            Some(Color::Black)
        } else {
            Some(Color::White)
        }
    }

    pub(super) fn with(self, col: usize, content: Option<Color>) -> Row {
        let bit = 2 << col;
        let mut words = self.words.map(|word| word & !bit);
        if let Some(color) = content {
            words[color as usize] |= bit;
        }
        Row { words }
    }

    pub(crate) fn empty_points(self) -> u32 {
        !(self.words[0] | self.words[1])
    }

    pub(crate) fn stones(self, color: Color) -> u32 {
        self.words[color as usize] & !self.words[!color as usize]
    }

    /// This color's word: its stones and the border.
    pub(super) fn word(self, color: Color) -> u32 {
        self.words[color as usize]
    }
}
