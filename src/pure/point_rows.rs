//! A set of points of a board, one word for each row, used to find chains and liberties.

use super::row::Row;
use crate::basics::{Point, PointSet, Size};

/// Rows of the largest board with its border.
const ROWS: usize = Size::MAX as usize + 2;

/// One word for each row, the border rows included; bits as in [`Row`]. Row 0 is the border above the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PointRows {
    rows: [u32; ROWS],
    /// The first and the last row that may hold a point.
    top: usize,
    bottom: usize,
}

impl PointRows {
    pub(crate) fn empty() -> PointRows {
        PointRows {
            rows: [0; ROWS],
            top: ROWS,
            bottom: 0,
        }
    }

    /// A set of one point, given by its row and column on the board.
    pub(crate) fn point(row: usize, col: usize) -> PointRows {
        let mut rows = [0; ROWS];
        rows[row + 1] = 2 << col;
        PointRows {
            rows,
            top: row + 1,
            bottom: row + 1,
        }
    }

    /// The points that `word` selects from each row of a board, border rows included.
    pub(crate) fn of(board: impl Iterator<Item = Row>, word: impl Fn(Row) -> u32) -> PointRows {
        let mut set = PointRows {
            rows: [0; ROWS],
            top: 1,
            bottom: 0,
        };
        let mut count = 0;
        for (row, place) in board.zip(&mut set.rows) {
            *place = word(row);
            count += 1;
        }
        set.bottom = count - 2;
        set
    }

    /// Adds the points that can be reached from the set, step by step, over the points that `ground` gives for each row.
    pub(crate) fn grow(&mut self, mut ground: impl FnMut(usize) -> u32) {
        // Scans down and up in turns, until no point is added.
        while self.grow_rows(true, &mut ground) && self.grow_rows(false, &mut ground) {}
    }

    fn grow_rows(&mut self, down: bool, ground: &mut impl FnMut(usize) -> u32) -> bool {
        let (top, bottom) = self.reach();
        let mut grown = false;
        for step in 0..=bottom - top {
            let row = if down { top + step } else { bottom - step };
            let ground = ground(row);
            let before = self.rows[row];
            let mut here = before | self.beside(row) & ground;
            loop {
                let wider = here | (here << 1 | here >> 1) & ground;
                if wider == here {
                    break;
                }
                here = wider;
            }
            if here != before {
                self.rows[row] = here;
                self.top = self.top.min(row);
                self.bottom = self.bottom.max(row);
                grown = true;
            }
        }
        grown
    }

    /// The points beside those of the set, among the points that `ground` gives for each row.
    pub(crate) fn border(&self, mut ground: impl FnMut(usize) -> u32) -> PointRows {
        let (top, bottom) = self.reach();
        let mut border = PointRows {
            rows: [0; ROWS],
            top,
            bottom,
        };
        for row in top..=bottom {
            border.rows[row] = self.beside(row) & ground(row);
        }
        border
    }

    /// Returns the first and the last row that may contain a point of the set or one adjacent to it.
    fn reach(&self) -> (usize, usize) {
        (self.top.max(2) - 1, self.bottom.min(ROWS - 3) + 1)
    }

    /// The points of a row that lie beside one of the set.
    pub(crate) fn beside(&self, row: usize) -> u32 {
        let here = self.rows[row];
        here << 1 | here >> 1 | self.rows[row - 1] | self.rows[row + 1]
    }

    /// The points of a row that lie beside two or more of the set.
    pub(crate) fn beside_twice(&self, row: usize) -> u32 {
        let here = self.rows[row];
        let (left, right, above, below) =
            (here << 1, here >> 1, self.rows[row - 1], self.rows[row + 1]);
        left & right | above & below | (left | right) & (above | below)
    }

    pub(crate) fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// Returns a copy in which the points of each row that may hold any are `word(row, points)`.
    pub(crate) fn map(&self, word: impl Fn(usize, u32) -> u32) -> PointRows {
        let mut set = *self;
        for row in self.top..=self.bottom {
            set.rows[row] = word(row, self.rows[row]);
        }
        set
    }

    pub(crate) fn add(&mut self, more: &PointRows) {
        for row in more.top..=more.bottom {
            self.rows[row] |= more.rows[row];
        }
        self.top = self.top.min(more.top);
        self.bottom = self.bottom.max(more.bottom);
    }

    pub(crate) fn remove(&mut self, less: &PointRows) {
        for row in less.top..=less.bottom {
            self.rows[row] &= !less.rows[row];
        }
    }

    /// True if the set has this point, given by its row and column on the board.
    pub(crate) fn has(&self, row: usize, col: usize) -> bool {
        self.rows[row + 1] & 2 << col != 0
    }

    pub(crate) fn count(&self) -> u32 {
        self.rows[self.top..=self.bottom]
            .iter()
            .map(|row| row.count_ones())
            .sum()
    }

    /// Returns row and column of the set's point, if there is exactly one.
    pub(crate) fn only_place(&self) -> Option<(usize, usize)> {
        let mut places = self.places();
        places.next().filter(|_| places.next().is_none())
    }

    /// Row and column on the board of each point, in reading order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        (self.top..=self.bottom).flat_map(|row| {
            let mut left = self.rows[row];
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < u32::BITS).then(|| (row - 1, bit as usize - 1))
            })
        })
    }

    /// The set in the form that users of the board get.
    pub(crate) fn to_set(self, size: Size) -> PointSet {
        PointSet::new(size, self.points())
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.places().map(|(row, col)| Size::point_at(row, col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The set of these points, given as row and column.
    fn set_of(points: &[(usize, usize)]) -> PointRows {
        let mut set = PointRows::point(points[0].0, points[0].1);
        for (row, col) in points {
            set.add(&PointRows::point(*row, *col));
        }
        set
    }

    #[test]
    fn points_are_added_found_and_removed() {
        let points = [(2, 3), (0, 0), (7, 24), (2, 4)];
        let mut all = set_of(&points);
        assert!(points.iter().all(|(row, col)| all.has(*row, *col)));
        assert!(!all.has(3, 3) && !all.has(2, 2));
        assert_eq!(all.count(), 4);
        let places: Vec<(usize, usize)> = all.places().collect();
        assert_eq!(places, [(0, 0), (2, 3), (2, 4), (7, 24)]);
        assert_eq!(all.only_place(), None);
        all.remove(&set_of(&[(0, 0), (2, 3), (7, 24)]));
        assert_eq!(all.only_place(), Some((2, 4)));
    }

    /// Tests all sets of the four points around one point.
    #[test]
    fn beside_once_and_twice() {
        let around = [(2, 4), (4, 4), (3, 3), (3, 5)];
        for set in 0..16 {
            let mut stones = PointRows::point(7, 7);
            for (nth, (row, col)) in around.into_iter().enumerate() {
                if set >> nth & 1 == 1 {
                    stones.add(&PointRows::point(row, col));
                }
            }
            let here = |word: u32| word >> 5 & 1 == 1;
            assert_eq!(here(stones.beside(4)), set != 0, "{set:b}");
            let twice = u32::count_ones(set) > 1;
            assert_eq!(here(stones.beside_twice(4)), twice, "{set:b}");
        }
    }

    /// A set must grow round corners, but not over gaps.
    #[test]
    fn grow_reaches_only_connected_points() {
        let ring = [1, 2, 3].map(|n| [(1, n), (3, n)]);
        let mut ground = set_of(&ring.concat());
        ground.add(&set_of(&[(2, 1), (2, 3), (5, 1), (1, 5)]));
        for start in [(1, 1), (2, 3), (3, 2)] {
            let mut reached = PointRows::point(start.0, start.1);
            reached.grow(|row| ground.row(row));
            assert_eq!(reached.count(), 8);
            assert!(!reached.has(5, 1) && !reached.has(1, 5) && !reached.has(2, 2));
            assert_eq!(reached.border(|row| !reached.row(row)).count(), 13);
        }
    }
}
