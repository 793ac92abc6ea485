//! The ways to turn and mirror a board.

use super::point::{Point, Size};
use super::setup::Setup;

/// One of the eight ways to lay a board on the table: turned by quarters, mirrored or not.
///
/// A position keeps its meaning under every symmetry, so programs that learn from games see each game eight times.
/// Turning a board by a quarter exchanges its rows and columns.
///
/// ```
/// use gokata::{Point, Size, Symmetry};
///
/// let size = Size::new(2, 3)?;
/// let corner = Point::from((0, 0));
/// assert_eq!(Symmetry::QuarterTurn.size(size), Size::new(3, 2)?);
/// assert_eq!(Symmetry::QuarterTurn.point(corner, size), Point::from((0, 1)));
///
/// let corners = Symmetry::ALL.map(|symmetry| symmetry.point(corner, Size::square(9).unwrap()));
/// assert_eq!(corners.map(|point| point.row + point.col), [0, 8, 16, 8, 8, 16, 8, 0]);
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Symmetry {
    /// Changes nothing.
    #[default]
    Identity,
    /// Turns the board clockwise: the top row becomes the last column.
    QuarterTurn,
    /// Turns the board upside down.
    HalfTurn,
    /// Turns the board counterclockwise: the top row becomes the first column.
    ThreeQuarterTurn,
    /// Mirrors the board left to right.
    MirrorColumns,
    /// Mirrors the board at the diagonal from the bottom left to the top right.
    MirrorAntidiagonal,
    /// Mirrors the board top to bottom.
    MirrorRows,
    /// Mirrors the board at the diagonal from the top left to the bottom right: rows become columns.
    MirrorDiagonal,
}

impl Symmetry {
    /// All symmetries: the four turns, then each turn of the board that was mirrored left to right.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::MirrorColumns,
        Symmetry::MirrorAntidiagonal,
        Symmetry::MirrorRows,
        Symmetry::MirrorDiagonal,
    ];

    /// Returns where a point of a board of this size comes to lie. A point off the board comes to lie off the board.
    pub fn point(self, point: Point, size: Size) -> Point {
        let Point { row, col } = point;
        let last = Size::point_at(size.rows() - 1, size.cols() - 1);
        let (up, left) = (last.row.saturating_sub(row), last.col.saturating_sub(col));
        Point::from(match self {
            Symmetry::Identity => (row, col),
            Symmetry::QuarterTurn => (col, up),
            Symmetry::HalfTurn => (up, left),
            Symmetry::ThreeQuarterTurn => (left, row),
            Symmetry::MirrorColumns => (row, left),
            Symmetry::MirrorAntidiagonal => (left, up),
            Symmetry::MirrorRows => (up, col),
            Symmetry::MirrorDiagonal => (col, row),
        })
    }

    /// Returns the size of the board afterwards: quarter turns and both diagonals exchange rows and columns.
    pub fn size(self, size: Size) -> Size {
        if (self as u8).is_multiple_of(2) {
            return size;
        }
        Size::new(size.cols(), size.rows()).unwrap_or(size)
    }

    /// Returns the position afterwards, with the stones in the same order.
    pub fn setup(self, setup: &Setup) -> Setup {
        let stones = setup.stones.iter();
        Setup {
            size: self.size(setup.size),
            stones: stones
                .map(|&(point, color)| (self.point(point, setup.size), color))
                .collect(),
            to_play: setup.to_play,
        }
    }

    /// Returns the symmetry that undoes this one.
    ///
    /// ```
    /// use gokata::Symmetry;
    ///
    /// assert_eq!(Symmetry::QuarterTurn.inverse(), Symmetry::ThreeQuarterTurn);
    /// assert!(Symmetry::ALL.iter().all(|one| one.then(one.inverse()) == Symmetry::Identity));
    /// ```
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            turned_twice_or_mirrored => turned_twice_or_mirrored,
        }
    }

    /// Returns the symmetry that has the effect of this one and then the other.
    ///
    /// ```
    /// use gokata::Symmetry::{HalfTurn, MirrorColumns, MirrorRows};
    ///
    /// assert_eq!(MirrorColumns.then(MirrorRows), HalfTurn);
    /// ```
    #[must_use]
    pub fn then(self, other: Symmetry) -> Symmetry {
        // In the order of `ALL`, the number of quarter turns after the mirror, plus 4 if there is a mirror. A mirror reverses
        // the turns before it.
        let (one, two) = (self as usize, other as usize);
        let turns = if two < 4 { two + one } else { two + 8 - one };
        Symmetry::ALL[turns % 4 + (one / 4 + two / 4) % 2 * 4]
    }
}
