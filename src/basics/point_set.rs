//! A set of points of a board, and a chain as two such sets: what both referees return, and what scoring computes with.
//! Neither referee uses them to judge moves.

use std::array;
use std::fmt;
use std::iter::{Enumerate, FusedIterator};
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use super::color::{ByColor, Color};
use super::packed::{PACKED, Packed};
use super::point::{Point, Size};

/// Enough words for the bits of the largest board.
const WORDS: usize = 11;

/// A set of points of a board, stored as bits: 96 bytes, no allocation. `|`, `&`, `-` and `^` combine two sets of boards
/// of the same size.
///
/// # Panics
/// The operators panic if the sets are of boards of different sizes.
///
/// ```
/// use gokata::{FastGame, Point, PointSet, Size};
///
/// let size = Size::square(9)?;
/// let legal = FastGame::new(size).legal_points();
/// assert_eq!(legal.len(), 81);
/// assert!(legal.contains(Point::from((8, 8))) && !legal.contains(Point::from((9, 0))));
/// let inside = legal - PointSet::new(size, size.points().filter(|point| point.row == 0));
/// assert_eq!(inside.iter().next(), Some(Point::from((1, 0)))); // in reading order
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    size: Size,
    /// One bit for each point, row by row from a border row on, with a bit of border before each row. So the neighbors
    /// of a point are 1 bit, or a row of bits, away.
    words: [u64; WORDS],
}

impl PointSet {
    /// Creates a set for a board of this size. Ignores points off the board.
    pub fn new(size: Size, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = PointSet::empty(size);
        for point in points {
            if let Some(bit) = set.bit(point) {
                set.words[bit / 64] |= 1 << (bit % 64);
            }
        }
        set
    }

    /// Creates a set from its words, in the order that the field describes.
    #[inline]
    pub(crate) fn of_words(size: Size, words: [u64; WORDS]) -> PointSet {
        PointSet { size, words }
    }

    /// The bits, as [`PointSet::of_words`] takes them: for vectors.
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    pub(crate) fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.words
    }

    /// Creates the sets of the points that hold a stone of each color, from the content of every point in reading order.
    pub(crate) fn of_stones(size: Size, content: &[Option<Color>]) -> ByColor<PointSet> {
        ByColor::from_fn(|color| {
            let is_stone = |(point, stone)| (stone == &Some(color)).then_some(point);
            PointSet::new(size, size.points().zip(content).filter_map(is_stone))
        })
    }

    /// No point of a board.
    pub fn empty(size: Size) -> PointSet {
        PointSet::of_words(size, [0; WORDS])
    }

    /// Every point of a board.
    pub fn all(size: Size) -> PointSet {
        PointSet::new(size, size.points())
    }

    pub(crate) fn union(size: Size, sets: impl IntoIterator<Item = PointSet>) -> PointSet {
        let none = PointSet::empty(size);
        sets.into_iter().fold(none, |all, set| all | set)
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
            _ => self.count::<WORDS>(),
        }
    }

    fn count<const USED: usize>(&self) -> usize {
        let words = self.words[..USED].iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// True if the set has no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    pub(crate) fn meets(&self, other: PointSet) -> bool {
        !(*self & other).is_empty()
    }

    /// True if the set has this point; false for a point off the board.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        let bit = self.bit(point);
        bit.is_some_and(|bit| self.words[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Writes a byte for each point of the board, in reading order: 1 if the set has the point, or else 0. Bytes behind these
    /// stay as they are; what does not fit is left out.
    ///
    /// ```
    /// let size = gokata::Size::new(1, 3)?;
    /// let mut mask = [7; 4];
    /// gokata::PointSet::new(size, [gokata::Point::from((0, 1))]).fill(&mut mask);
    /// assert_eq!(mask, [0, 1, 0, 7]);
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    pub fn fill(&self, bytes: &mut [u8]) {
        let count = self.size.point_count().min(bytes.len());
        self.packed().spread(&mut bytes[..count]);
    }

    /// The points without the border, one bit after the other in reading order.
    pub(crate) fn packed(&self) -> Packed {
        let (cols, stride) = (self.size.cols(), self.stride());
        let row_bits = (1 << cols) - 1;
        let mut packed = [0; PACKED];
        let (mut from, mut to) = (stride + 1, 0);
        for _ in 0..self.size.rows() {
            let row = run(&self.words, from) & row_bits;
            packed[to / 64] |= row << (to % 64);
            // A row that begins in a word and does not end there goes on in the next one.
            if to % 64 + cols > 64 {
                packed[to / 64 + 1] |= row >> (64 - to % 64);
            }
            from += stride;
            to += cols;
        }
        Packed(packed)
    }

    /// Returns the `n`-th point in reading order, counted from 0. Faster than `iter().nth(n)`.
    pub fn nth(&self, mut n: usize) -> Option<Point> {
        for (at, mut word) in self.words.into_iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                (0..n).for_each(|_| word &= word - 1);
                let place = 64 * at + word.trailing_zeros() as usize - 1;
                let stride = self.stride();
                return Some(Size::point_at(place / stride - 1, place % stride));
            }
            n -= here;
        }
        None
    }

    /// The points, in reading order.
    #[inline]
    pub fn iter(&self) -> PointSetIter {
        PointSetIter {
            words: self.words.into_iter().enumerate(),
            at: 0,
            left: 0,
            rows: RowsOf::new(self.stride()),
        }
    }

    /// The points as a list, in reading order.
    pub fn list(&self) -> Vec<Point> {
        let mut points = Vec::with_capacity(self.len());
        points.extend(self);
        points
    }

    /// The points of `ground` that are connected to this point, itself included if it is one of them.
    pub(crate) fn connected(ground: PointSet, point: Point) -> PointSet {
        let start = PointSet::new(ground.size, [point]) & ground;
        start.grown(ground)
    }

    /// Divides the set into its connected parts, in the order of their first points.
    pub(crate) fn parts(self) -> impl Iterator<Item = PointSet> {
        let mut left = self;
        std::iter::from_fn(move || {
            let part = PointSet::connected(left, left.nth(0)?);
            left -= part;
            Some(part)
        })
    }

    /// The set, and the points of `ground` that can be reached from it step by step.
    pub(crate) fn grown(mut self, ground: PointSet) -> PointSet {
        // Up and down the words in turns, until no point is added.
        loop {
            let before = self.words;
            for at in (0..WORDS).chain((0..WORDS).rev()) {
                loop {
                    let here = self.words[at];
                    self.words[at] |= self.beside_word(at) & ground.words[at];
                    if self.words[at] == here {
                        break;
                    }
                }
            }
            if self.words == before {
                return self;
            }
        }
    }

    /// The points of `ground` beside those of the set.
    pub(crate) fn beside(&self, ground: PointSet) -> PointSet {
        let words = array::from_fn(|at| self.beside_word(at) & ground.words[at]);
        PointSet { words, ..*self }
    }

    fn beside_word(&self, at: usize) -> u64 {
        let before = at.checked_sub(1).map_or(0, |at| self.words[at]);
        let (here, after) = (self.words[at], self.words.get(at + 1).copied().unwrap_or(0));
        let moved = |by| here << by | before >> (64 - by) | here >> by | after << (64 - by);
        moved(1) | moved(self.stride())
    }

    fn stride(&self) -> usize {
        self.size.cols() + 1
    }

    #[inline]
    fn bit(&self, point: Point) -> Option<usize> {
        let (row, col) = self.size.row_and_col(point)?;
        Some((row + 1) * self.stride() + col + 1)
    }

    fn zip(self, other: PointSet, with: impl Fn(u64, u64) -> u64) -> PointSet {
        assert_eq!(self.size, other.size, "sets of boards of one size");
        let words = array::from_fn(|at| with(self.words[at], other.words[at]));
        PointSet { words, ..self }
    }
}

/// 64 bits from this one on. Behind the last word there are none.
#[inline]
fn run(words: &[u64], bit: usize) -> u64 {
    let (word, shift) = (bit / 64, bit % 64);
    let next = words.get(word + 1).copied().unwrap_or(0);
    // Two steps, because a shift by 64 is none.
    words[word] >> shift | next << 1 << (63 - shift)
}

/// Defines an operator by what it does to the bits of two words.
macro_rules! operators {
    ($($(#[$doc:meta])* $operator:ident, $method:ident: $with:expr;)+) => {$(
        impl $operator for PointSet {
            type Output = PointSet;

            $(#[$doc])*
            #[inline]
            fn $method(self, other: PointSet) -> PointSet {
                self.zip(other, $with)
            }
        }
    )+};
}

operators! {
    /// The points in either set.
    BitOr, bitor: |own, other| own | other;
    /// The points in both sets.
    BitAnd, bitand: |own, other| own & other;
    /// The points in one of the sets only.
    BitXor, bitxor: |own, other| own ^ other;
    /// The points that are not in the other set.
    Sub, sub: |own, other| own & !other;
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}

/// The points of a [`PointSet`], in reading order.
#[derive(Debug, Clone)]
pub struct PointSetIter {
    words: Enumerate<array::IntoIter<u64, WORDS>>,
    /// The index of the current word, and its bits that are still to come.
    at: usize,
    left: u64,
    rows: RowsOf,
}

/// The row and column of bits, by a multiplication instead of a division.
#[derive(Debug, Clone, Copy)]
struct RowsOf {
    stride: u32,
    /// 2^16 divided by the stride, rounded up: exact for all bits, which are below 703.
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

    #[inline]
    fn point(self, bit: u32) -> Point {
        let bit = bit - 1;
        let row = (bit * self.factor) >> 16;
        let col = bit - row * self.stride;
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

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    #[inline]
    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    #[inline]
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

/// Connected stones of one color and the empty points adjacent to them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Chain {
    /// The color of the stones.
    pub color: Color,
    /// The stones; at least one.
    pub stones: PointSet,
    /// The empty points adjacent to them.
    pub liberties: PointSet,
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(usize, usize); 7] =
        [(1, 1), (1, 25), (5, 7), (9, 9), (19, 19), (25, 25), (25, 1)];

    /// Tests sets without every third point, on the smallest, on usual and on the largest boards.
    #[test]
    fn sets_of_points() {
        for (rows, cols) in SIZES {
            let size = Size::new(rows, cols).expect("a size");
            let all: Vec<Point> = size.points().collect();
            let thirds: Vec<Point> = all.iter().copied().step_by(3).collect();
            let (whole, third) = (PointSet::all(size), PointSet::new(size, thirds.clone()));
            let rest = whole - third;
            let expected = all.iter().copied().filter(|point| !thirds.contains(point));
            let expected: Vec<Point> = expected.collect();
            assert_eq!(rest.list(), expected);
            assert_eq!(rest.into_iter().collect::<Vec<_>>(), expected);
            assert_eq!((rest.len(), rest.size()), (expected.len(), size));
            assert_eq!([whole & third, whole ^ rest, third - rest], [third; 3]);
            assert_eq!((rest | third, (rest & third).is_empty()), (whole, true));
            for nth in 0..=expected.len() {
                assert_eq!(rest.nth(nth), expected.get(nth).copied());
            }
            assert_eq!(rest.nth(usize::MAX), None);
        }
    }

    /// Compares with neighbors found one by one, for two in five points of every board.
    #[test]
    fn points_beside_a_set_and_connected_to_it() {
        for (rows, cols) in (1..=25).flat_map(|rows| (1..=25).map(move |cols| (rows, cols))) {
            let size = Size::new(rows, cols).expect("a size");
            let some = |point: &Point| (7 * point.row + 3 * point.col) % 5 < 2;
            let set = PointSet::new(size, size.points().filter(some));
            let has_neighbor =
                |point: &Point| size.neighbors(*point).any(|beside| set.contains(beside));
            let beside = PointSet::new(size, size.points().filter(has_neighbor));
            assert_eq!(set.beside(PointSet::all(size)), beside, "{size}");
            let parts: Vec<PointSet> = set.parts().collect();
            assert_eq!(parts.iter().map(PointSet::len).sum::<usize>(), set.len());
            for part in parts {
                assert!(part.beside(set - part).is_empty(), "{size}: {part:?}");
                let first = PointSet::new(size, part.nth(0));
                let mut reached = first;
                while reached != reached | reached.beside(part) {
                    reached |= reached.beside(part);
                }
                assert_eq!(reached, part, "{size}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "sets of boards of one size")]
    fn sets_of_boards_of_different_sizes_are_not_combined() {
        let [small, large] = [2, 3].map(|side| Size::square(side).expect("a size"));
        let _ = PointSet::all(small) | PointSet::all(large);
    }

    #[test]
    fn points_off_the_board_are_in_no_set() {
        let size = Size::new(2, 3).expect("a size");
        let points = [(1, 2), (-1, 0), (0, 3), (2, 0), (1, 2), (0, -1)].map(Point::from);
        let set = PointSet::new(size, points);
        assert_eq!(set.list(), [Point::from((1, 2))]);
        assert_eq!(set, set - PointSet::empty(size));
        assert!(PointSet::connected(set, Point::from((0, 0))).is_empty());
    }
}
