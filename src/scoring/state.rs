//! The seven states of a point at the end of a game, each with a letter.

use std::fmt;

use crate::basics::named::named;
use crate::basics::{Color, Point, Size};

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
    pub(super) fn new(
        stone: Option<Color>,
        is_dead: bool,
        owner: Option<Color>,
    ) -> Option<PointState> {
        let fits = |state: &PointState| {
            (state.stone(), state.is_dead(), state.owner()) == (stone, is_dead, owner)
        };
        PointState::ALL.into_iter().find(fits)
    }
}

/// Why letters are not a valid marked board, or a marked board has no letters.
#[expect(missing_docs, reason = "above")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// The number of letters differs from the number of points.
    WrongLength { expected: usize, got: usize },
    /// A byte is none of the seven letters; `index` counts from 0.
    BadLetter { index: usize, byte: u8 },
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
