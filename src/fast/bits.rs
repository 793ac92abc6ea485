//! Sets of places as bits: internal ones of a known width, and the one that callers get.

use std::fmt;

use super::stones::{index, point_at};
use crate::point::{Point, Size};

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
        let stride = self.size.cols() + 1;
        let place = self
            .size
            .row_and_col(point)
            .map(|(row, col)| index((row + 1) * stride + col + 1));
        place.is_some_and(|place| self.bits.has(place))
    }

    /// The points, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let stride = self.size.cols() + 1;
        self.bits.iter().map(move |place| point_at(place, stride))
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|point| point.to_string()))
            .finish()
    }
}
