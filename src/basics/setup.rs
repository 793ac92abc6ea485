//! An unchecked position: stones and the side to move. A referee checks it when a game starts from it.

use std::fmt;

use super::color::Color;
use super::point::{Point, Size};

/// An unchecked position, from a diagram, a game record or a handicap. It may be impossible:
/// `BoardRecord::try_from(&setup)` and `FastGame::try_from(&setup)` check it.
///
/// ```
/// use gokata::{BoardRecord, Color, Point, Setup, SetupError, Size};
///
/// let corner = Point::from((0, 0));
/// let setup = Setup::new(Size::square(2)?, Color::White)
///     .with(corner, Color::White)
///     .with(Point::from((0, 1)), Color::Black)
///     .with(Point::from((1, 0)), Color::Black);
/// assert_eq!(BoardRecord::try_from(&setup).err(), Some(SetupError::NoLiberty(corner)));
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Setup {
    /// The board's size.
    pub size: Size,
    /// The stones, in any order.
    pub stones: Vec<(Point, Color)>,
    /// The side to play.
    pub to_play: Color,
}

impl Setup {
    /// An empty board.
    pub fn new(size: Size, to_play: Color) -> Setup {
        Setup {
            size,
            stones: Vec::new(),
            to_play,
        }
    }

    /// A position from the content of every point in reading order.
    pub(crate) fn of_points(
        size: Size,
        points: impl IntoIterator<Item = Option<Color>>,
        to_play: Color,
    ) -> Setup {
        let points = size.points().zip(points);
        let stones = points.filter_map(|(point, stone)| Some((point, stone?)));
        Setup {
            stones: stones.collect(),
            ..Setup::new(size, to_play)
        }
    }

    /// Adds a stone.
    #[must_use]
    pub fn with(mut self, point: Point, color: Color) -> Setup {
        self.stones.push((point, color));
        self
    }

    /// The content of every point in reading order.
    ///
    /// # Errors
    /// [`SetupError::OffBoard`] or [`SetupError::Twice`]. Does not check liberties.
    pub fn points(&self) -> Result<Vec<Option<Color>>, SetupError> {
        let mut points = vec![None; self.size.area()];
        for &(point, color) in &self.stones {
            let index = self.size.index(point).ok_or(SetupError::OffBoard(point))?;
            if points[index].replace(color).is_some() {
                return Err(SetupError::Twice(point));
            }
        }
        Ok(points)
    }
}

/// Why a position is impossible, with the point concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupError {
    /// A stone lies off the board.
    OffBoard(Point),
    /// Two stones lie on one point.
    Twice(Point),
    /// The chain at this point has no liberty.
    NoLiberty(Point),
}

impl SetupError {
    /// The point that the error is about.
    pub fn point(self) -> Point {
        match self {
            SetupError::OffBoard(point)
            | SetupError::Twice(point)
            | SetupError::NoLiberty(point) => point,
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(point) => write!(f, "the stone at {point} lies off the board"),
            SetupError::Twice(point) => write!(f, "there are two stones on {point}"),
            SetupError::NoLiberty(point) => write!(f, "the chain at {point} has no liberty"),
        }
    }
}

impl std::error::Error for SetupError {}
