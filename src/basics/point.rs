//! Points, with the three ways to write them, and sizes of boards.

use std::fmt;
use std::str::FromStr;

use super::text::{ParseError, digits};

/// An intersection: row and column, counted from 0 at the **top left**, as in the kata.
///
/// The numbers are signed, so that a play off the board, such as at (-1, 2), can be expressed and rejected as illegal.
///
/// ```
/// use gokata::{Point, Size};
///
/// let size = Size::new(5, 5)?;
/// let point = Point::from((2, 2));
/// assert_eq!(point.vertex(size), "C3");                       // Go programs, GTP
/// assert_eq!(Point::from_vertex("C3", size), Some(point));
/// assert_eq!(point.sgf().as_deref(), Some("cc"));             // game records
/// assert!(!size.contains(Point::from((-1, 2))));
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Counted from the top, from 0.
    pub row: i32,
    /// Counted from the left, from 0.
    pub col: i32,
}

impl Point {
    /// Returns the point as Go programs write it: a column letter A..Z without I, and the row counted **from the
    /// bottom**, from 1. A point left of the board, right of column Z, or below row 0 has no name and is written
    /// `(row,col)`.
    pub fn vertex(self, size: Size) -> String {
        let row = i64::from(size.rows) - i64::from(self.row);
        let col = usize::try_from(self.col).ok();
        match col.and_then(|col| COLUMNS.get(col)) {
            Some(&letter) if (0..=999_999).contains(&row) => {
                format!("{}{row}", char::from(letter))
            }
            _ => self.to_string(),
        }
    }

    /// Parses a vertex such as `C4` or `c4`; it may lie off a board of this size (`A0`, `F9`).
    ///
    /// `None` unless it is a letter A..Z without I, then one to six digits without leading zero.
    pub fn from_vertex(text: &str, size: Size) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let col = COLUMNS.iter().position(|&column| column == letter)?;
        let row = i32::from(size.rows) - i32::try_from(digits(&text[1..])?).ok()?;
        Some(Point::from((row, i32::try_from(col).ok()?)))
    }

    pub(crate) fn from_row_col(text: &str) -> Option<Point> {
        let (row, col) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Some(Point::from((signed(row)?, signed(col)?)))
    }

    /// Returns the point as game records (SGF) write it: column letter, then row letter, from the top left. `None` if
    /// the row or column is not in 0..26.
    pub fn sgf(self) -> Option<String> {
        let letter = |n: i32| ('a'..='z').nth(usize::try_from(n).ok()?);
        Some(String::from_iter([letter(self.col)?, letter(self.row)?]))
    }

    /// Parses two lowercase letters as in a game record. `None` for any other text.
    pub fn from_sgf(text: &str) -> Option<Point> {
        let [col @ b'a'..=b'z', row @ b'a'..=b'z'] = text.as_bytes() else {
            return None;
        };
        Some(Point::from((i32::from(row - b'a'), i32::from(col - b'a'))))
    }
}

impl From<(i32, i32)> for Point {
    /// (row, col), as in the kata.
    fn from((row, col): (i32, i32)) -> Point {
        Point { row, col }
    }
}

impl From<(usize, usize)> for Point {
    /// (row, col). A number above `i32::MAX` becomes `i32::MAX`, which is off every board.
    fn from((row, col): (usize, usize)) -> Point {
        Size::point_at(row, col)
    }
}

impl FromStr for Point {
    type Err = ParseError;

    /// Parses the kata's format, `(row,col)`; both may be negative. No spaces, up to six digits, no `+`, no leading
    /// zeros, no `-0`. A vertex such as `C4` needs a size: [`Point::from_vertex`].
    fn from_str(text: &str) -> Result<Point, ParseError> {
        Point::from_row_col(text)
            .ok_or_else(|| ParseError::new(text, "is not a point (row,col), such as (2,3)"))
    }
}

impl fmt::Display for Point {
    /// Writes the kata's format: `(row,col)`. Numbers of up to six digits are read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.col)
    }
}

/// Column names of Go programs: no I, which looks like 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

fn signed(text: &str) -> Option<i32> {
    let number = |digit_text| i32::try_from(digits(digit_text)?).ok();
    match text.strip_prefix('-') {
        None => number(text),
        Some(text) => number(text).filter(|n| *n != 0).map(|n| -n),
    }
}

/// The size of a board: 1 to 25 rows and 1 to 25 columns. The default is 19x19.
///
/// ```
/// use gokata::Size;
///
/// let size: Size = "9x13".parse()?; // rows, then columns
/// assert_eq!((size.rows(), size.cols(), size.point_count()), (9, 13, 117));
/// assert_eq!("19".parse(), Ok(Size::default()));
/// # Ok::<(), gokata::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The largest number of rows, and of columns: the number of column letters.
    pub const MAX: u8 = 25;

    /// Creates a size from the numbers of rows and columns.
    ///
    /// # Errors
    /// [`SizeError`] unless both are 1 to 25.
    pub const fn new(rows: usize, cols: usize) -> Result<Size, SizeError> {
        const MOST: usize = Size::MAX as usize;
        match (rows, cols) {
            #[allow(clippy::cast_possible_truncation)] // at most 25
            (1..=MOST, 1..=MOST) => Ok(Size {
                rows: rows as u8,
                cols: cols as u8,
            }),
            _ => Err(SizeError { rows, cols }),
        }
    }

    /// Creates the size of a square board.
    ///
    /// # Errors
    /// [`SizeError`] unless `side` is 1 to 25.
    pub const fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// `19`, or the columns and the rows with this between them: `7:5`.
    pub(crate) fn columns_first(self, between: char) -> String {
        match self {
            Size { rows, cols } if rows == cols => rows.to_string(),
            Size { rows, cols } => format!("{cols}{between}{rows}"),
        }
    }

    /// The number of points, 1 to 625.
    pub fn point_count(self) -> usize {
        self.rows() * self.cols()
    }

    /// True if the point is on the board.
    pub fn contains(self, point: Point) -> bool {
        self.index(point).is_some()
    }

    /// Every point in reading order: top row first, each row from the left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        (0..self.point_count()).map(move |index| self.point(index))
    }

    /// The adjacent points that are on the board, in reading order.
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        self.around(point, [(-1, 0), (0, -1), (0, 1), (1, 0)])
    }

    /// The diagonally adjacent points that are on the board, in reading order.
    pub fn diagonals(self, point: Point) -> impl Iterator<Item = Point> {
        self.around(point, [(-1, -1), (-1, 1), (1, -1), (1, 1)])
    }

    fn around(self, point: Point, steps: [(i32, i32); 4]) -> impl Iterator<Item = Point> {
        steps
            .into_iter()
            .map(move |(down, right)| Point {
                row: point.row.saturating_add(down),
                col: point.col.saturating_add(right),
            })
            .filter(move |beside| self.contains(*beside))
    }

    /// The points as Go programs write them, separated by spaces: `C4 D4`.
    pub fn vertices(self, points: impl IntoIterator<Item = Point>) -> String {
        let points = points.into_iter().map(|point| point.vertex(self));
        points.collect::<Vec<String>>().join(" ")
    }

    /// The point's number in reading order; `None` off the board.
    pub(crate) fn index(self, point: Point) -> Option<usize> {
        let (row, col) = self.row_and_col(point)?;
        Some(row * self.cols() + col)
    }

    /// Row and column from 0; `None` off the board.
    pub(crate) fn row_and_col(self, point: Point) -> Option<(usize, usize)> {
        // As unsigned, a negative number is larger than any board.
        #[allow(clippy::cast_sign_loss)]
        let (row, col) = (point.row as u32, point.col as u32);
        let on_board = row < u32::from(self.rows) && col < u32::from(self.cols);
        on_board.then_some((row as usize, col as usize))
    }

    /// The point with this number in reading order, below [`Size::point_count`].
    pub(crate) fn point(self, index: usize) -> Point {
        Size::point_at(index / self.cols(), index % self.cols())
    }

    /// The point at a row and column of any board.
    pub(crate) fn point_at(row: usize, col: usize) -> Point {
        let small = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        Point {
            row: small(row),
            col: small(col),
        }
    }
}

impl Default for Size {
    /// 19x19.
    fn default() -> Size {
        Size { rows: 19, cols: 19 }
    }
}

impl FromStr for Size {
    type Err = ParseError;

    /// `19` for a square board, or rows, `x`, columns: `9x13`.
    fn from_str(text: &str) -> Result<Size, ParseError> {
        let (rows, cols) = text.split_once('x').unwrap_or((text, text));
        let (Some(rows), Some(cols)) = (digits(rows), digits(cols)) else {
            return Err(ParseError::new(text, "is not a size, such as 19 or 9x13"));
        };
        Size::new(rows as usize, cols as usize)
            .map_err(|error| ParseError::new(text, format_args!("is not a size: {error}")))
    }
}

impl fmt::Display for Size {
    /// Rows, then columns: `5x7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// The error for a board with too few or too many rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SizeError {
    rows: usize,
    cols: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (most, SizeError { rows, cols }) = (Size::MAX, self);
        let limits = format_args!("a board has 1 to {most} rows and columns");
        write!(f, "{limits}, not {rows}x{cols}")
    }
}

impl std::error::Error for SizeError {}
