//! The state of every point in one letter each, and boards read from such letters.

use std::fmt;

use super::Marks;
use crate::basics::{Color, Point, Size};
use crate::pure::point_rows::PointRows;

/// What a point is at the end of a game. A living stone has no owner but itself, and a dead one lies on enemy
/// ground: nothing else can be said.
///
/// Careful: in a board's letters `x` is a black stone; in these it is a dead white one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointState {
    /// `.`: empty, and nobody's (or not yet known).
    Nobody,
    /// `B`: empty, and Black's.
    BlackPoint,
    /// `W`: empty, and White's.
    WhitePoint,
    /// `b`: a living black stone.
    BlackAlive,
    /// `w`: a living white stone.
    WhiteAlive,
    /// `c`: a dead black stone; the point is White's.
    BlackDead,
    /// `x`: a dead white stone; the point is Black's.
    WhiteDead,
}

impl PointState {
    /// All seven.
    pub const ALL: [PointState; 7] = [
        PointState::Nobody,
        PointState::BlackPoint,
        PointState::WhitePoint,
        PointState::BlackAlive,
        PointState::WhiteAlive,
        PointState::BlackDead,
        PointState::WhiteDead,
    ];

    /// One of `.` `B` `W` `b` `w` `c` `x`.
    pub const fn letter(self) -> char {
        match self {
            PointState::Nobody => '.',
            PointState::BlackPoint => 'B',
            PointState::WhitePoint => 'W',
            PointState::BlackAlive => 'b',
            PointState::WhiteAlive => 'w',
            PointState::BlackDead => 'c',
            PointState::WhiteDead => 'x',
        }
    }

    /// The state with this letter.
    pub fn from_letter(letter: char) -> Option<PointState> {
        let has = |state: &PointState| state.letter() == letter;
        PointState::ALL.into_iter().find(has)
    }

    /// The stone there, dead or alive.
    pub const fn stone(self) -> Option<Color> {
        match self {
            PointState::Nobody | PointState::BlackPoint | PointState::WhitePoint => None,
            PointState::BlackAlive | PointState::BlackDead => Some(Color::Black),
            PointState::WhiteAlive | PointState::WhiteDead => Some(Color::White),
        }
    }

    /// Whose point it is.
    pub const fn owner(self) -> Option<Color> {
        match self {
            PointState::Nobody => None,
            PointState::BlackPoint | PointState::BlackAlive | PointState::WhiteDead => {
                Some(Color::Black)
            }
            PointState::WhitePoint | PointState::WhiteAlive | PointState::BlackDead => {
                Some(Color::White)
            }
        }
    }

    /// Is there a dead stone?
    pub const fn is_dead(self) -> bool {
        matches!(self, PointState::BlackDead | PointState::WhiteDead)
    }

    /// The state of a point with this stone, dead or not, and this owner; `None` for what cannot be.
    fn new(stone: Option<Color>, is_dead: bool, owner: Option<Color>) -> Option<PointState> {
        let fits = |state: &PointState| {
            (state.stone(), state.is_dead(), state.owner()) == (stone, is_dead, owner)
        };
        PointState::ALL.into_iter().find(fits)
    }
}

/// A dead stone that does not lie on the other side's ground has no letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotOnEnemyGround(
    /// The first such stone, in reading order.
    pub Point,
);

/// Why letters are not a board with its marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateError {
    /// There are not as many letters as points.
    WrongLength {
        /// The number of points.
        expected: usize,
        /// The number of bytes.
        got: usize,
    },
    /// There is no such letter.
    BadLetter {
        /// Its place, from 0.
        index: usize,
        /// The byte there.
        byte: u8,
    },
    /// A point called neutral lies off the board, or a stone lies on it.
    BadNeutral(Point),
    /// Stones, dead stones and neutral points do not make this letter.
    Inconsistent {
        /// Where.
        point: Point,
        /// What they make.
        expected: PointState,
        /// What was given.
        found: PointState,
    },
}

impl Marks {
    /// The state of a point; `None` off the board, and for a dead stone that does not lie on the other side's
    /// ground (which only a plain list of the dead can say).
    pub fn state(&self, point: Point) -> Option<PointState> {
        self.state_of(point, self.owner(point))
    }

    /// The state of every point, in reading order.
    ///
    /// # Errors
    /// [`NotOnEnemyGround`]: there is a dead stone that no letter can tell of. Never after mere [`Marks::mark`]s.
    pub fn states(&self) -> Result<Vec<PointState>, NotOnEnemyGround> {
        let points = self.size.points().zip(self.owners());
        points
            .map(|(point, owner)| self.state_of(point, owner).ok_or(NotOnEnemyGround(point)))
            .collect()
    }

    fn state_of(&self, point: Point, owner: Option<Color>) -> Option<PointState> {
        let (row, col) = self.size.row_and_col(point)?;
        PointState::new(self.stone_at(point), self.dead.has(row, col), owner)
    }

    /// The state of every point, a letter each, row after row.
    ///
    /// # Errors
    /// As [`Marks::states`].
    pub fn encode(&self) -> Result<String, NotOnEnemyGround> {
        Ok(self.states()?.into_iter().map(PointState::letter).collect())
    }

    /// Reads stones, and which of them are dead, from letters; what the others say follows from these and is
    /// not looked at.
    ///
    /// # Errors
    /// [`StateError::WrongLength`] or [`StateError::BadLetter`], whatever the bytes.
    pub fn decode(size: Size, letters: &[u8]) -> Result<Marks, StateError> {
        let states = read(size, letters)?;
        let mut marks = Marks::of_points(size, |index| states[index].stone());
        for (index, _) in states
            .iter()
            .enumerate()
            .filter(|(_, state)| state.is_dead())
        {
            let place = PointRows::point(index / size.cols(), index % size.cols());
            marks.dead.add(&place);
        }
        Ok(marks)
    }

    /// Reads letters and demands that each is what stones, dead stones and these neutral points make it.
    ///
    /// # Errors
    /// [`StateError`]: the first fault.
    ///
    /// ```
    /// use gokata::Size;
    /// use gokata::scoring::{Marks, PointState, StateError};
    ///
    /// let size = Size::new(1, 4)?;
    /// assert!(Marks::decode_strict(size, b"Bbw.", &[]).is_err_and(|error| error
    ///     == StateError::Inconsistent {
    ///         point: (0, 3).into(),
    ///         expected: PointState::WhitePoint,
    ///         found: PointState::Nobody,
    ///     }));
    /// assert!(Marks::decode_strict(size, b"Bbw.", &[(0, 3).into()]).is_ok());
    /// assert!(Marks::decode(size, b"Bbw.").is_ok());
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    pub fn decode_strict(
        size: Size,
        letters: &[u8],
        neutral: &[Point],
    ) -> Result<Marks, StateError> {
        let given = read(size, letters)?;
        let mut marks = Marks::decode(size, letters)?;
        for point in neutral {
            let place = size
                .row_and_col(*point)
                .filter(|_| marks.stone_at(*point).is_none());
            let (row, col) = place.ok_or(StateError::BadNeutral(*point))?;
            marks.neutral.add(&PointRows::point(row, col));
        }
        for ((point, owner), found) in size.points().zip(marks.owners()).zip(given) {
            let stone = marks.stone_at(point);
            // A dead stone on no enemy's ground would have to be alive.
            let expected = PointState::new(stone, found.is_dead(), owner)
                .or_else(|| PointState::new(stone, false, stone))
                .unwrap_or(PointState::Nobody);
            if expected != found {
                return Err(StateError::Inconsistent {
                    point,
                    expected,
                    found,
                });
            }
        }
        Ok(marks)
    }
}

fn read(size: Size, letters: &[u8]) -> Result<Vec<PointState>, StateError> {
    if letters.len() != size.area() {
        return Err(StateError::WrongLength {
            expected: size.area(),
            got: letters.len(),
        });
    }
    let state = |(index, byte): (usize, &u8)| {
        PointState::from_letter(char::from(*byte))
            .ok_or(StateError::BadLetter { index, byte: *byte })
    };
    letters.iter().enumerate().map(state).collect()
}

impl NotOnEnemyGround {
    /// The error with the point as Go programs name it on a board of this size.
    pub fn describe(self, size: Size) -> String {
        NotOnEnemyGround::sentence(&self.0.vertex(size))
    }

    fn sentence(name: &str) -> String {
        format!("the dead stone on {name} does not lie on the other side's ground")
    }
}

impl fmt::Display for NotOnEnemyGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&NotOnEnemyGround::sentence(&self.0.to_string()))
    }
}

impl std::error::Error for NotOnEnemyGround {}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::WrongLength { expected, got } => {
                write!(f, "{got} letters for {expected} points")
            }
            StateError::BadLetter { index, byte } => write!(
                f,
                "letter {}: `{}` is none of: . B W b w c x",
                index + 1,
                byte.escape_ascii()
            ),
            StateError::BadNeutral(point) => {
                write!(f, "{point} is no empty point, so it cannot be neutral")
            }
            StateError::Inconsistent {
                point,
                expected,
                found,
            } => write!(
                f,
                "{point} is `{}`, but the stones make it `{}`",
                found.letter(),
                expected.letter()
            ),
        }
    }
}

impl std::error::Error for StateError {}
