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
