//! The public type for a set of points of a board.

use std::array;
use std::fmt;
use std::iter::{Enumerate, FusedIterator};

#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use super::avx512;
use super::bits::{Bits, MOST_WORDS};
use super::place::{index, point_at};
use crate::basics::{Point, Size};

/// A set of points of a board, stored as bits: 96 bytes, no allocation.
///
/// ```
/// use gokata::{FastGame, Point, Size};
///
/// let legal = FastGame::new(Size::square(9)?).legal_points();
/// assert_eq!(legal.len(), 81);
/// assert!(legal.contains(Point::from((8, 8))) && !legal.contains(Point::from((9, 0))));
/// assert_eq!(legal.iter().next(), Some(Point::from((0, 0)))); // in reading order
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    size: Size,
    bits: Bits<MOST_WORDS>,
}

impl PointSet {
    #[inline(always)]
    pub(super) fn new<const WORDS: usize>(size: Size, bits: &Bits<WORDS>) -> PointSet {
        let mut all = Bits::default();
        let words = WORDS.min(MOST_WORDS);
        all.0[..words].copy_from_slice(&bits.0[..words]);
        PointSet { size, bits: all }
    }

    /// Creates a set for a board of this size. Ignores points off the board.
    pub fn from_points(size: Size, points: impl IntoIterator<Item = Point>) -> PointSet {
        let bits = Bits::default();
        let mut set = PointSet { size, bits };
        for point in points {
            if let Some(place) = set.place(point) {
                set.bits.insert(place);
            }
        }
        set
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of points.
    #[inline]
    pub fn len(&self) -> usize {
        // Only the words that the board uses, but a number that the compiler knows.
        match (self.size.rows() + 2) * (self.size.cols() + 1) {
            0..128 => self.count::<2>(),
            128..512 => self.count::<8>(),
            _ => self.count::<MOST_WORDS>(),
        }
    }

    fn count<const WORDS: usize>(&self) -> usize {
        let words = self.bits.0[..WORDS].iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// True if the set has no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// True if the set has this point; false for a point off the board.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.place(point).is_some_and(|place| self.bits.has(place))
    }

    /// The points that are not in the other set. Both sets must be of boards of the same size.
    #[must_use]
    pub fn without(&self, other: &PointSet) -> PointSet {
        debug_assert_eq!(self.size, other.size, "sets of boards of one size");
        let bits = self.bits.zip(&other.bits, |own, other| own & !other);
        PointSet { bits, ..*self }
    }

    /// Returns the `n`-th point in reading order, counted from 0. Faster than `iter().nth(n)`.
    pub fn nth(&self, mut n: usize) -> Option<Point> {
        for (at, mut word) in self.bits.0.into_iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                (0..n).for_each(|_| word &= word - 1);
                let place = index(64 * at + word.trailing_zeros() as usize);
                return Some(point_at(place, self.size.cols() + 1));
            }
            n -= here;
        }
        None
    }

    /// The points, in reading order.
    #[inline]
    pub fn iter(&self) -> PointSetIter {
        PointSetIter {
            words: self.bits.0.into_iter().enumerate(),
            at: 0,
            left: 0,
            rows: RowsOf::new(self.size.cols() + 1),
        }
    }

    /// Writes the points to a buffer, in reading order, and returns them. The list of all legal points, together with
    /// finding them, takes 0.35 to 0.75 of the time that it takes with [`PointSet::iter`], with AVX-512 0.15 to 0.45. The
    /// rest of the buffer is left with any points.
    ///
    /// ```
    /// use gokata::{FastGame, Point, PointSet, Size};
    ///
    /// let mut buffer = PointSet::BUFFER; // once, for many sets
    /// let legal = FastGame::new(Size::square(9)?).legal_points();
    /// assert_eq!(legal.list(&mut buffer).len(), 81);
    /// assert_eq!(legal.list(&mut buffer)[10], Point::from((1, 1)));
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    #[inline]
    pub fn list<'a>(&self, buffer: &'a mut [Point; 632]) -> &'a [Point] {
        #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
        if avx512::is_possible() {
            let stride = self.size.cols() + 1;
            let used = (self.size.rows() + 1) * stride / 64 + 1;
            // SAFETY: this processor has these instructions.
            #[allow(unsafe_code)]
            let len = unsafe { avx512::list(&self.bits.0, used, stride, buffer) };
            return &buffer[..len];
        }
        self.list_by_table(buffer)
    }

    /// As [`PointSet::list`], on any processor.
    #[inline]
    fn list_by_table<'a>(&self, buffer: &'a mut [Point; 632]) -> &'a [Point] {
        let (mut len, cols) = (0, self.size.cols());
        for row in 0..self.size.rows() {
            let mut word = self.row(row);
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // at most 24
            let row = row as i32;
            // Seven columns at a time, in three steps for a row of 19, and eight points written, of which the first are
            // kept: a loop over the bits of a row ends after an unpredictable number of steps.
            for first in (0..cols).step_by(7) {
                #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // at most 24
                let first = first as i32;
                let set = (word & 0x7f) as usize;
                if let Some(points) = buffer[len..].first_chunk_mut::<8>() {
                    *points = COLUMNS[set].map(|point| Point {
                        row: point.row + row,
                        col: point.col + first,
                    });
                }
                len += COUNTS[set];
                word >>= 7;
            }
        }
        &buffer[..len]
    }

    /// A buffer for [`PointSet::list`]: the points of the largest board, and seven more, because eight are written at once.
    pub const BUFFER: [Point; 632] = [Point { row: 0, col: 0 }; 632];

    /// The columns of a row that are in the set, as bits.
    #[inline]
    fn row(&self, row: usize) -> u32 {
        let cols = self.size.cols();
        let first = (row + 1) * (cols + 1) + 1;
        let (word, shift) = (first / 64, first % 64);
        let low = self.bits.0[word] >> shift;
        // The next word follows 64 bits later; twice, because a shift by 64 is none.
        let high = self
            .bits
            .0
            .get(word + 1)
            .map_or(0, |next| next << 1 << (63 - shift));
        #[allow(clippy::cast_possible_truncation)] // at most 25 bits
        let columns = (low | high) as u32;
        columns & ((1 << cols) - 1)
    }

    #[inline]
    fn place(&self, point: Point) -> Option<u16> {
        let (row, col) = self.size.row_and_col(point)?;
        Some(index((row + 1) * (self.size.cols() + 1) + col + 1))
    }
}

/// For each set of seven columns of the first row, the points in it, then any.
static COLUMNS: [[Point; 8]; 128] = columns();

const fn columns() -> [[Point; 8]; 128] {
    let mut all = [[Point { row: 0, col: 0 }; 8]; 128];
    let mut set = 0_usize;
    while set < 128 {
        let (mut left, mut count) = (set, 0);
        while left != 0 {
            all[set][count].col = left.trailing_zeros().cast_signed();
            left &= left - 1;
            count += 1;
        }
        set += 1;
    }
    all
}

/// The number of columns in each set of seven.
static COUNTS: [usize; 128] = counts();

const fn counts() -> [usize; 128] {
    let mut all = [0; 128];
    let mut set = 1;
    while set < 128 {
        all[set] = all[set / 2] + set % 2;
        set += 1;
    }
    all
}

/// The points of a [`PointSet`], in reading order.
#[derive(Debug, Clone)]
pub struct PointSetIter {
    words: Enumerate<array::IntoIter<u64, MOST_WORDS>>,
    /// The index of the current word, and its bits that are still to come.
    at: usize,
    left: u64,
    rows: RowsOf,
}

/// The row and column of places, by a multiplication instead of a division.
#[derive(Debug, Clone, Copy)]
struct RowsOf {
    stride: u32,
    /// 2^16 divided by the stride, rounded up: exact for all places, which are below 703.
    factor: u32,
}

impl RowsOf {
    #[allow(clippy::cast_possible_truncation)] // at most 26
    fn new(stride: usize) -> RowsOf {
        let stride = stride as u32;
        RowsOf {
            stride,
            factor: (1 << 16) / stride + 1,
        }
    }

    #[inline(always)]
    fn point(self, place: u32) -> Point {
        let place = place - 1;
        let row = (place * self.factor) >> 16;
        let col = place - row * self.stride;
        Point {
            row: row.cast_signed() - 1,
            col: col.cast_signed(),
        }
    }
}

impl Iterator for PointSetIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.left == 0 {
            (self.at, self.left) = self.words.next()?;
        }
        let bit = self.left.trailing_zeros();
        self.left &= self.left - 1;
        #[allow(clippy::cast_possible_truncation)] // at most 10
        Some(self.rows.point(64 * self.at as u32 + bit))
    }
}

impl FusedIterator for PointSetIter {}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|point| point.to_string()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::PointSet;
    use crate::basics::{Point, Size};

    /// Tests sets without every third point, on the smallest, on usual and on the largest boards.
    #[test]
    fn sets_of_points() {
        for (rows, cols) in [(1, 1), (1, 25), (5, 7), (9, 9), (19, 19), (25, 25), (25, 1)] {
            let size = Size::new(rows, cols).expect("a size");
            let all: Vec<Point> = size.points().collect();
            let thirds: Vec<Point> = all.iter().copied().step_by(3).collect();
            let rest = PointSet::from_points(size, all.clone())
                .without(&PointSet::from_points(size, thirds.clone()));
            let expected = all.iter().copied().filter(|point| !thirds.contains(point));
            let expected: Vec<Point> = expected.collect();
            assert_eq!(rest.iter().collect::<Vec<_>>(), expected);
            assert_eq!(rest.list(&mut PointSet::BUFFER.clone()), expected);
            let whole = PointSet::from_points(size, all.clone());
            assert_eq!(whole.list(&mut PointSet::BUFFER.clone()), all);
            assert_eq!((rest.len(), rest.size()), (expected.len(), size));
            for nth in 0..=expected.len() {
                assert_eq!(rest.nth(nth), expected.get(nth).copied());
            }
            assert_eq!(rest.nth(usize::MAX), None);
        }
    }

    /// Tests a set of two in five points, and all points, on every board.
    #[test]
    fn both_ways_to_list_points_agree() {
        for (rows, cols) in (1..=25).flat_map(|rows| (1..=25).map(move |cols| (rows, cols))) {
            let size = Size::new(rows, cols).expect("a size");
            let some = |point: &Point| (7 * point.row + 3 * point.col) % 5 < 2;
            let some = PointSet::from_points(size, size.points().filter(some));
            for set in [some, PointSet::from_points(size, size.points())] {
                let (one, other) = (&mut PointSet::BUFFER.clone(), &mut PointSet::BUFFER.clone());
                assert_eq!(set.list(one), set.list_by_table(other), "{size}");
                assert_eq!(set.list(one), set.iter().collect::<Vec<_>>(), "{size}");
            }
        }
    }

    #[test]
    fn points_off_the_board_are_in_no_set() {
        let size = Size::new(2, 3).expect("a size");
        let points = [(1, 2), (-1, 0), (0, 3), (2, 0), (1, 2), (0, -1)].map(Point::from);
        let set = PointSet::from_points(size, points);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Point::from((1, 2))]);
        assert_eq!(set, set.without(&PointSet::from_points(size, [])));
    }
}
