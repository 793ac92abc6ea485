//! Writes and reads marks as text: one letter per point.

use std::fmt;

use super::marks::Marks;
use super::state::{PointState, StateError};
use crate::basics::{Color, Point, PointSet, Size};

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

    /// Reads letters and checks each against the stones, the dead stones and these neutral points.
    ///
    /// # Errors
    /// [`StateError`]: the first error.
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
            if !size.contains(*point) || marks.stone_at(*point).is_some() {
                return Err(StateError::BadNeutral(*point));
            }
            marks.neutral |= PointSet::new(size, [*point]);
        }
        for ((point, owner), found) in size.points().zip(marks.owners()).zip(given) {
            let stone = marks.stone_at(point);
            // A dead stone outside enemy territory should be alive.
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
