//! The seven states of a point at the end of a game, each with a letter; marks as text, one letter per point.

use std::fmt;

use super::marks::Marks;
use crate::basics::named::named;
use crate::basics::{Color, Point, PointSet, Size};

named! {
    /// The state of a point at the end of a game. A living stone owns its point, and a dead stone is in enemy
    /// territory; there are no other combinations of stone and owner.
    ///
    /// Caution: in a board's letters `x` is a black stone; here it is a dead white one.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PointState {
        /// `.`: empty, without an owner (or not yet known).
        Nobody = '.',
        /// `B`: empty, owned by Black.
        BlackPoint = 'B',
        /// `W`: empty, owned by White.
        WhitePoint = 'W',
        /// `b`: a living black stone.
        BlackAlive = 'b',
        /// `w`: a living white stone.
        WhiteAlive = 'w',
        /// `c`: a dead black stone; White owns the point.
        BlackDead = 'c',
        /// `x`: a dead white stone; Black owns the point.
        WhiteDead = 'x',
    }

    /// One of `.` `B` `W` `b` `w` `c` `x`.
    pub const fn letter(self) -> char;
    /// All seven states.
    pub const ALL;
}

impl PointState {
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

    /// The owner of the point.
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

    /// True if the point holds a dead stone.
    pub const fn is_dead(self) -> bool {
        matches!(self, PointState::BlackDead | PointState::WhiteDead)
    }

    /// The state of a point with this stone, dead or alive, and this owner; `None` if there is no such state.
    pub(crate) fn new(stone: Option<Color>, is_dead: bool, owner: Option<Color>) -> Option<Self> {
        let wanted = (stone, is_dead, owner);
        let parts = |state: &PointState| (state.stone(), state.is_dead(), state.owner());
        let mut states = PointState::ALL.into_iter();
        states.find(|state| parts(state) == wanted)
    }
}

/// Why letters are not a valid marked board, or a marked board has no letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// The number of letters differs from the number of points.
    WrongLength {
        /// The number of points.
        expected: usize,
        /// The number of letters.
        got: usize,
    },
    /// A byte is none of the seven letters.
    BadLetter {
        /// Its place among the letters, from 0.
        index: usize,
        /// The byte.
        byte: u8,
    },
    /// A dead stone outside enemy territory has no letter: the first one in reading order.
    NotOnEnemyGround(Point),
}

impl StateError {
    /// The error with the points as Go programs name them on a board of this size.
    pub fn describe(self, size: Size) -> String {
        self.sentence(|point| point.vertex(size))
    }

    fn sentence(self, name: impl Fn(Point) -> String) -> String {
        match self {
            StateError::WrongLength { expected, got } => {
                format!("{got} letters for {expected} points")
            }
            StateError::BadLetter { index, byte } => {
                let (number, byte) = (index + 1, byte.escape_ascii());
                format!("letter {number}: `{byte}` is none of: . B W b w c x")
            }
            StateError::NotOnEnemyGround(point) => {
                let point = name(point);
                format!("the dead stone on {point} is not in enemy territory")
            }
        }
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(|point| point.to_string()))
    }
}

impl std::error::Error for StateError {}

impl Marks {
    /// The state of a point; `None` off the board, and for a dead stone outside enemy territory, which
    /// [`Marks::with_dead`] and [`Marks::decode`] can make.
    pub fn state(&self, point: Point) -> Option<PointState> {
        self.state_of(point, self.owner(point))
    }

    /// The state of every point, in reading order.
    ///
    /// # Errors
    /// [`StateError::NotOnEnemyGround`]: a dead stone outside enemy territory has no letter. [`Marks::mark`] never makes one.
    pub fn states(&self) -> Result<Vec<PointState>, StateError> {
        let points = self.size.points().zip(self.owners());
        points
            .map(|(point, owner)| {
                self.state_of(point, owner)
                    .ok_or(StateError::NotOnEnemyGround(point))
            })
            .collect()
    }

    fn state_of(&self, point: Point, owner: Option<Color>) -> Option<PointState> {
        self.size.contains(point).then_some(())?;
        PointState::new(self.stone_at(point), self.dead.contains(point), owner)
    }

    /// The letter of every point, row after row.
    ///
    /// # Errors
    /// As [`Marks::states`].
    pub fn encode(&self) -> Result<String, StateError> {
        Ok(self.states()?.into_iter().map(PointState::letter).collect())
    }

    /// Reads stones and dead stones from letters. Does not check that dead stones are in enemy territory, nor the
    /// letters of empty points: their owners follow from the stones.
    ///
    /// # Errors
    /// [`StateError::WrongLength`] or [`StateError::BadLetter`].
    pub fn decode(size: Size, letters: &[u8]) -> Result<Marks, StateError> {
        let states = read(size, letters)?;
        let stones: Vec<Option<Color>> = states.iter().map(|state| state.stone()).collect();
        let mut marks = Marks::of_points(size, &stones);
        let is_dead = |(point, state): (Point, &PointState)| state.is_dead().then_some(point);
        marks.dead = PointSet::new(size, size.points().zip(&states).filter_map(is_dead));
        Ok(marks)
    }
}

fn read(size: Size, letters: &[u8]) -> Result<Vec<PointState>, StateError> {
    if letters.len() != size.point_count() {
        return Err(StateError::WrongLength {
            expected: size.point_count(),
            got: letters.len(),
        });
    }
    let state = |(index, byte): (usize, &u8)| {
        PointState::from_letter(char::from(*byte))
            .ok_or(StateError::BadLetter { index, byte: *byte })
    };
    letters.iter().enumerate().map(state).collect()
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Marks {}", self.size)?;
        for point in self.size.points() {
            let line = if point.col == 0 { "\n" } else { "" };
            let letter = self.state(point).map_or('?', PointState::letter);
            write!(f, "{line}{letter}")?;
        }
        Ok(())
    }
}
