//! A set of points of a board, row by row: every chain and every liberty is found with these.

use super::Row;
use crate::point::{Point, Size};

/// Rows and columns of the largest board with its border.
const ROWS: usize = Size::MAX as usize + 2;

/// One word a row, the border rows included; bits as in [`Row`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plane {
    rows: [u32; ROWS],
    /// The first and the last row that may hold a point.
    top: usize,
    bottom: usize,
}

impl Plane {
    /// A set of one point, given by its row and column on the board.
    pub(crate) fn point(row: usize, col: usize) -> Plane {
        let mut rows = [0; ROWS];
        rows[row + 1] = 2 << col;
        Plane {
            rows,
            top: row + 1,
            bottom: row + 1,
        }
    }

    /// What `word` takes from each row of a board, border rows included.
    pub(crate) fn of(board: impl Iterator<Item = Row>, word: impl Fn(Row) -> u32) -> Plane {
        let mut plane = Plane {
            rows: [0; ROWS],
            top: 1,
            bottom: 0,
        };
        for (row, place) in board.zip(&mut plane.rows) {
            *place = word(row);
            plane.bottom += 1;
        }
        // The rows counted are the border above, those of the board, and the border below.
        plane.bottom -= 2;
        plane
    }

    /// Adds what can be reached from it step by step on the ground that `ground` gives for each row.
    pub(crate) fn grow(&mut self, mut ground: impl FnMut(usize) -> u32) {
        let mut grown = true;
        while grown {
            grown = false;
            for row in self.top.saturating_sub(1).max(1)..=(self.bottom + 1).min(ROWS - 2) {
                let more = self.beside(row) & ground(row) & !self.rows[row];
                if more != 0 {
                    self.rows[row] |= more;
                    self.top = self.top.min(row);
                    self.bottom = self.bottom.max(row);
                    grown = true;
                }
            }
        }
    }

    /// The points beside those of the set, on the ground that `ground` gives for each row.
    pub(crate) fn border(&self, mut ground: impl FnMut(usize) -> u32) -> Plane {
        let mut border = Plane {
            rows: [0; ROWS],
            ..*self
        };
        border.top = self.top.saturating_sub(1).max(1);
        border.bottom = (self.bottom + 1).min(ROWS - 2);
        for row in border.top..=border.bottom {
            border.rows[row] = self.beside(row) & ground(row);
        }
        border
    }

    /// The points of a row that lie beside one of the set.
    fn beside(&self, row: usize) -> u32 {
        let here = self.rows[row];
        here << 1 | here >> 1 | self.rows[row - 1] | self.rows[row + 1]
    }

    /// A row of the set: 0 is the border above the board.
    pub(crate) fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// The same set with other points in each row.
    pub(crate) fn map(&self, word: impl Fn(usize, u32) -> u32) -> Plane {
        let mut plane = *self;
        for row in self.top..=self.bottom {
            plane.rows[row] = word(row, self.rows[row]);
        }
        plane
    }

    pub(crate) fn count(&self) -> u32 {
        self.rows[self.top..=self.bottom]
            .iter()
            .map(|row| row.count_ones())
            .sum()
    }

    /// The points in reading order.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        let rows = self.rows[self.top..=self.bottom].iter().zip(self.top..);
        rows.flat_map(|(word, row)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let col = (left.trailing_zeros() as usize).checked_sub(1)?;
                left = left.checked_sub(1).map_or(0, |less| left & less);
                (col < usize::from(Size::MAX)).then(|| Size::point_at(row - 1, col))
            })
        })
    }
}
