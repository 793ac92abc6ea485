//! Sets of places as bits: internal ones of a known width, and the one that callers get.

use std::fmt;

use super::stones::{index, point_at};
use crate::basics::{Point, Size};

/// One bit a place of a board, the border included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const WORDS: usize>(pub(super) [u64; WORDS]);

impl<const WORDS: usize> Default for Bits<WORDS> {
    fn default() -> Self {
        Bits([0; WORDS])
    }
}

impl<const WORDS: usize> Bits<WORDS> {
    #[inline(always)]
    pub(super) fn flip(&mut self, place: u16) {
        self.0[usize::from(place / 64)] ^= 1 << (place % 64);
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, place: u16) {
        self.0[usize::from(place / 64)] |= 1 << (place % 64);
    }

    /// So many places from this one on; fewer than 64.
    pub(super) fn insert_run(&mut self, place: u16, count: usize) {
        let (word, shift) = (usize::from(place / 64), place % 64);
        let run = ((1u128 << count) - 1) << shift;
        #[allow(clippy::cast_possible_truncation)] // the low half, then the high half
        for (half, word) in [run as u64, (run >> 64) as u64]
            .into_iter()
            .zip(&mut self.0[word..])
        {
            *word |= half;
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, place: u16) -> bool {
        self.0[usize::from(place / 64)] >> (place % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Both sets' words put together by `with`.
    #[inline(always)]
    pub(super) fn zip(&self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let mut bits = *self;
        for (word, other) in bits.0.iter_mut().zip(other.0) {
            *word = with(*word, other);
        }
        bits
    }

    /// The places beside these, on rows of this stride.
    #[inline(always)]
    pub(super) fn beside(&self, stride: usize) -> Self {
        let mut bits = Bits::default();
        for step in [1, stride] {
            for word in 0..WORDS {
                bits.0[word] |= self.up(word, step) | self.down(word, step);
            }
        }
        bits
    }

    /// A word of the same set moved on by less than 64 places.
    #[inline(always)]
    fn up(&self, word: usize, step: usize) -> u64 {
        let carried = if word == 0 {
            0
        } else {
            self.0[word - 1] >> (64 - step)
        };
        self.0[word] << step | carried
    }

    #[inline(always)]
    fn down(&self, word: usize, step: usize) -> u64 {
        let carried = if word + 1 == WORDS {
            0
        } else {
            self.0[word + 1] << (64 - step)
        };
        self.0[word] >> step | carried
    }

    /// The places in ascending order.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        let mut words = self.0.into_iter().enumerate();
        let (mut at, mut left) = (0, 0);
        std::iter::from_fn(move || {
            while left == 0 {
                (at, left) = words.next()?;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            Some(index(64 * at + bit as usize))
        })
    }
}

/// Words for the places of the largest board.
const MOST_WORDS: usize = 11;

/// Some of the points of a board, as bits: 96 bytes, no allocation.
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
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointSet {
    size: Size,
    bits: Bits<MOST_WORDS>,
}

impl PointSet {
    #[inline(always)]
    pub(super) fn new<const WORDS: usize>(size: Size, bits: &Bits<WORDS>) -> PointSet {
        let mut all = Bits::default();
        all.0[..WORDS].copy_from_slice(&bits.0);
        PointSet { size, bits: all }
    }

    /// These points of a board of this size; those off the board are left out.
    pub fn of(size: Size, points: impl IntoIterator<Item = Point>) -> PointSet {
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

    /// How many points.
    pub fn len(&self) -> usize {
        // Only the words that the board uses: counting takes a third as long as finding the points.
        let places = (self.size.rows() + 2) * (self.size.cols() + 1) + 1;
        let words = self.bits.0[..places.div_ceil(64)].iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Is the point one of them? False for a point off the board.
    pub fn contains(&self, point: Point) -> bool {
        self.place(point).is_some_and(|place| self.bits.has(place))
    }

    /// The points that are not in the other set, which must be of a board of the same size.
    #[must_use]
    pub fn without(&self, other: &PointSet) -> PointSet {
        debug_assert_eq!(self.size, other.size, "sets of boards of one size");
        let bits = self.bits.zip(&other.bits, |own, other| own & !other);
        PointSet { bits, ..*self }
    }

    /// The point that has so many others before it in reading order: what `iter().nth(n)` gives, in a few
    /// steps.
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
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let stride = self.size.cols() + 1;
        self.bits.iter().map(move |place| point_at(place, stride))
    }

    fn place(&self, point: Point) -> Option<u16> {
        let (row, col) = self.size.row_and_col(point)?;
        Some(index((row + 1) * (self.size.cols() + 1) + col + 1))
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

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap_or_else(|error| panic!("{error}"))
    }

    /// On the smallest, on usual and on the largest boards, of sets that leave out every third point.
    #[test]
    fn sets_of_points() {
        for (rows, cols) in [(1, 1), (1, 25), (5, 7), (9, 9), (19, 19), (25, 25), (25, 1)] {
            let size = size(rows, cols);
            let all: Vec<Point> = size.points().collect();
            let thirds: Vec<Point> = all.iter().copied().step_by(3).collect();
            let rest = PointSet::of(size, all.clone()).without(&PointSet::of(size, thirds.clone()));
            let expected = all.iter().copied().filter(|point| !thirds.contains(point));
            let expected: Vec<Point> = expected.collect();
            assert_eq!(rest.iter().collect::<Vec<_>>(), expected);
            assert_eq!((rest.len(), rest.size()), (expected.len(), size));
            for nth in 0..=expected.len() {
                assert_eq!(rest.nth(nth), expected.get(nth).copied());
            }
            assert_eq!(rest.nth(usize::MAX), None);
        }
    }

    #[test]
    fn points_off_the_board_are_in_no_set() {
        let size = size(2, 3);
        let points = [(1, 2), (-1, 0), (0, 3), (2, 0), (1, 2), (0, -1)].map(Point::from);
        let set = PointSet::of(size, points);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Point::from((1, 2))]);
        assert_eq!(set, set.without(&PointSet::of(size, [])));
    }
}
