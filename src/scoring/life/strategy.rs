//! The answers that prove a verdict.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::basics::{ByColor, Color, Point, PointSet, Size};
use crate::fast::FastGame;

/// How a side answers every play of the opponent in a small part of the board. It never retakes a ko at once.
#[derive(Clone, PartialEq, Eq)]
pub struct Strategy {
    pub(super) points: Vec<Point>,
    pub(super) side: Color,
    pub(super) answers: HashMap<Key, Option<Point>>,
}

/// A position of the part: its stones, two bits for each point, the side to play, the passes in a row, and the ko.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    stones: u128,
    side: Color,
    passes: u8,
    ko: Option<Point>,
}

impl Hash for Key {
    /// Hashes one number: a hasher takes as long for each field as for all.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ko = self.ko.map_or(0, |Point { row, col }| 1 + row * 32 + col);
        let rest = (i128::from(ko) << 3 | i128::from(self.passes) << 1 | self.side as i128)
            .cast_unsigned();
        (self.stones ^ rest << 108).hash(state);
    }
}

impl Key {
    /// The side to play.
    pub(super) fn side(&self) -> Color {
        self.side
    }

    pub(super) fn of(points: &[Point], game: &FastGame, passes: u8) -> Key {
        let stone = |point| game.stone_at(point);
        Key::new(points, stone, game.to_play(), passes, game.ko_point())
    }

    fn new(
        points: &[Point],
        stone: impl Fn(Point) -> Option<Color>,
        side: Color,
        passes: u8,
        ko: Option<Point>,
    ) -> Key {
        let code = |point: &Point| stone(*point).map_or(0, |color| 1 + color as u128);
        let points = points.iter();
        let stones = points.fold(0, |stones, point| stones << 2 | code(point));
        Key {
            stones,
            side,
            passes,
            ko,
        }
    }
}

impl Strategy {
    pub(super) const MOST_POINTS: usize = 60;

    /// The side that answers.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The points of the part.
    pub fn part(&self, size: Size) -> PointSet {
        PointSet::new(size, self.points.iter().copied())
    }

    /// The number of positions with an answer.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// True if nothing needs an answer.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The answer in a position: a point, or `Some(None)` for a pass; `None` if the strategy never meets the position.
    /// `stones` are those on the board now, `passes` the passes in a row, and `ko` is the point where the side may not
    /// retake.
    pub fn answer(
        &self,
        stones: ByColor<PointSet>,
        passes: u8,
        ko: Option<Point>,
    ) -> Option<Option<Point>> {
        let stone = |point| {
            let mut colors = Color::BOTH.into_iter();
            colors.find(|color| stones[*color].contains(point))
        };
        let key = Key::new(&self.points, stone, self.side, passes, ko);
        self.answers.get(&key).copied()
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy of {} answers", self.answers.len())
    }
}
