//! An unchecked position: stones and the side to move. A referee checks it when a game starts from it.

use std::fmt;

use super::color::Color;
use super::fnv;
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

    /// Returns a hash of the size and the stones, the same in every process and version (FNV-1a). Stones off the board are not in
    /// it. The past of a game is not in a setup: positions with equal keys may differ in what a ko or superko forbids.
    ///
    /// ```
    /// use gokata::{Color, Point, Setup, Size};
    ///
    /// let empty = Setup::new(Size::square(9)?, Color::Black);
    /// assert_eq!(empty.position_key(), 1_902_771_893_069_587_733); // in every version
    /// let stones = [(Point::from((0, 1)), Color::Black), (Point::from((4, 4)), Color::White)];
    /// let key = |stones: &[_]| Setup { stones: stones.to_vec(), ..empty.clone() }.position_key();
    /// assert_eq!(key(&stones), key(&[stones[1], stones[0]]));
    /// let white = Setup::new(empty.size, Color::White);
    /// assert_eq!(white.position_key(), empty.position_key());
    /// assert_ne!(white.situation_key(), empty.situation_key());
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    pub fn position_key(&self) -> u64 {
        let mut bytes = vec![0; 2 + self.size.point_count()];
        let lines = [self.size.rows(), self.size.cols()];
        bytes[..2].copy_from_slice(&lines.map(|lines| u8::try_from(lines).unwrap_or(u8::MAX)));
        for &(point, color) in &self.stones {
            if let Some(index) = self.size.index(point) {
                bytes[2 + index] = color_byte(color);
            }
        }
        fnv::fnv(fnv::START, &bytes)
    }

    /// As [`Setup::position_key`], with the side to play in it.
    pub fn situation_key(&self) -> u64 {
        fnv::fnv(self.position_key(), &[color_byte(self.to_play)])
    }

    /// The content of every point in reading order.
    ///
    /// # Errors
    /// [`SetupError::OffBoard`] or [`SetupError::Twice`]. Does not check liberties.
    pub fn points(&self) -> Result<Vec<Option<Color>>, SetupError> {
        let mut points = vec![None; self.size.point_count()];
        for &(point, color) in &self.stones {
            let index = self.size.index(point).ok_or(SetupError::OffBoard(point))?;
            if points[index].replace(color).is_some() {
                return Err(SetupError::Twice(point));
            }
        }
        Ok(points)
    }
}

/// 0 is an empty point.
fn color_byte(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 255,
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
