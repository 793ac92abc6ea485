//! Stones on intersections, and nothing else: no turn, no history, no rules.

use std::fmt;

use crate::color::Color;
use crate::keys;
use crate::point::{Point, Size};

/// An immutable board. Placing a stone makes a new one that shares most of its memory with the old.
///
/// Equality compares the stones.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    size: Size,
    key: u64,
    /// Row by row. One flat vector is updated three times faster than nested rows.
    stones: im::Vector<Option<Color>>,
}

impl Board {
    /// A board without stones.
    pub fn empty(size: Size) -> Board {
        Board {
            size,
            key: 0,
            stones: std::iter::repeat_n(None, size.area()).collect(),
        }
    }

    /// A board from the content of every point in reading order.
    pub(crate) fn from_points(size: Size, points: &[Option<Color>]) -> Board {
        let key = points.iter().enumerate().fold(0, |key, (index, stone)| {
            stone.map_or(key, |color| key ^ keys::stone(index, color))
        });
        Board {
            size,
            key,
            stones: points.iter().copied().collect(),
        }
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` where there is none, and off the board.
    pub fn stone_at(&self, point: Point) -> Option<Color> {
        self.stones.get(self.size.index(point)?).copied().flatten()
    }

    /// Every stone, in reading order.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.size
            .points()
            .zip(&self.stones)
            .filter_map(|(point, stone)| Some((point, (*stone)?)))
    }

    /// The content of every point in reading order.
    pub fn points(&self) -> impl Iterator<Item = Option<Color>> {
        self.stones.iter().copied()
    }

    /// The chain that the stone on this point belongs to, with its liberties; `None` where
    /// there is no stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.stone_at(point)?;
        let mut seen = PointSet::default();
        let mut chain = Chain {
            color,
            stones: vec![point],
            liberties: Vec::new(),
        };
        seen.insert(self.size.index(point)?);
        let mut next = 0;
        while let Some(&stone) = chain.stones.get(next) {
            next += 1;
            for beside in self.size.neighbors(stone) {
                let content = self.stone_at(beside);
                if content == Some(!color) || !seen.insert(self.size.index(beside)?) {
                    continue;
                }
                let list = if content.is_none() {
                    &mut chain.liberties
                } else {
                    &mut chain.stones
                };
                list.push(beside);
            }
        }
        chain.stones.sort_unstable();
        chain.liberties.sort_unstable();
        Some(chain)
    }

    /// The first stone, in reading order, whose chain has no liberty.
    pub fn without_liberty(&self) -> Option<Point> {
        let mut free = PointSet::default();
        for (point, color) in self.stones() {
            if free.contains(self.size.index(point)?) {
                continue;
            }
            if self.enclosed(point, color, OUTSIDE).is_some() {
                return Some(point);
            }
            for stone in self.chain(point)?.stones {
                free.insert(self.size.index(stone)?);
            }
        }
        None
    }

    /// Is this empty point an eye of that color? All points beside it must be its own; of the
    /// diagonal ones at least three, or all of them on the edge. An empty diagonal is not its own.
    /// (The rule of *Deep Learning and the Game of Go*, chapter 3.)
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        let is_own = |beside: &Point| self.stone_at(*beside) == Some(color);
        let diagonals = self.size.diagonals(point).count();
        let own = self.size.diagonals(point).filter(is_own).count();
        self.size.contains(point)
            && self.stone_at(point).is_none()
            && self.size.neighbors(point).all(|beside| is_own(&beside))
            && own >= diagonals.min(3)
    }

    /// What a stone of this color on this point would do, without building a board:
    /// opposing chains left without a liberty come off first, then, if its own chain has none,
    /// that chain. `None` if the point is off the board or there is a stone already.
    pub fn place(&self, point: Point, color: Color) -> Option<Placement<'_>> {
        let index = self.size.index(point)?;
        if self.stones.get(index)?.is_some() {
            return None;
        }
        let mut captured: Vec<Point> = Vec::new();
        let mut breathes = false;
        for beside in self.size.neighbors(point) {
            match self.stone_at(beside) {
                None => breathes = true,
                Some(owner) if owner == color || captured.contains(&beside) => {}
                Some(enemy) => {
                    captured.extend(self.enclosed(beside, enemy, point).into_iter().flatten())
                }
            }
        }
        let suicide = if breathes || !captured.is_empty() {
            Vec::new()
        } else {
            self.enclosed(point, color, point).unwrap_or_default()
        };
        let mut key = self.key ^ keys::stone(index, color);
        for (stones, owner) in [(&captured, !color), (&suicide, color)] {
            for stone in stones {
                key ^= keys::stone(self.size.index(*stone)?, owner);
            }
        }
        Some(Placement {
            before: self,
            point,
            color,
            captured,
            suicide,
            key,
        })
    }

    /// The chain of `color` around `start`, if a stone on `filled` leaves it without a liberty.
    /// Stops at the first liberty it meets.
    fn enclosed(&self, start: Point, color: Color, filled: Point) -> Option<Vec<Point>> {
        let mut seen = PointSet::default();
        let mut chain = Vec::new();
        seen.insert(self.size.index(start)?);
        let mut stone = start;
        let mut next = 0;
        loop {
            for beside in self
                .size
                .neighbors(stone)
                .filter(|beside| *beside != filled)
            {
                match self.stone_at(beside) {
                    None => return None,
                    Some(owner) if owner == color && seen.insert(self.size.index(beside)?) => {
                        chain.push(beside);
                    }
                    Some(_) => {}
                }
            }
            match chain.get(next) {
                Some(&following) => stone = following,
                None => break,
            }
            next += 1;
        }
        chain.push(start);
        Some(chain)
    }

    /// The key of these stones: a hint for finding equal boards, never a verdict.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Copies the content of every point into a plain array, which is read several times faster.
    pub(crate) fn copy_to(&self, points: &mut [Option<Color>]) {
        let mut rest = points;
        for leaf in self.stones.leaves() {
            let (here, after) = rest.split_at_mut(leaf.len());
            here.copy_from_slice(leaf);
            rest = after;
        }
    }
}

impl fmt::Display for Board {
    /// One row a line: `x`, `o`, `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stone) in self.points().enumerate() {
            if index > 0 && index % self.size.cols() == 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}", stone.map_or('-', Color::letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}")
    }
}

/// Solidly connected stones of one color, and the empty points beside them. Both in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// Whose stones.
    pub color: Color,
    /// The stones; at least one.
    pub stones: Vec<Point>,
    /// The empty points beside them, each once.
    pub liberties: Vec<Point>,
}

/// What a stone would do to a board. Nothing is built before [`Placement::board`] is asked.
#[derive(Debug, Clone)]
pub struct Placement<'a> {
    before: &'a Board,
    point: Point,
    color: Color,
    captured: Vec<Point>,
    suicide: Vec<Point>,
    key: u64,
}

impl Placement<'_> {
    /// The opposing stones it takes.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// The player's own stones it leaves without a liberty, the placed one included.
    pub fn self_captured(&self) -> &[Point] {
        &self.suicide
    }

    /// The board afterwards.
    pub fn board(&self) -> Board {
        let Board {
            size, mut stones, ..
        } = self.before.clone();
        let changed = [(self.point, Some(self.color))].into_iter().chain(
            self.captured
                .iter()
                .chain(&self.suicide)
                .map(|&taken| (taken, None)),
        );
        for (point, content) in changed {
            if let Some(index) = size.index(point) {
                stones.set(index, content);
            }
        }
        Board {
            size,
            key: self.key,
            stones,
        }
    }

    /// The key of the board afterwards.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }
}

/// A point that fills no liberty.
const OUTSIDE: Point = Point { row: -1, col: -1 };

/// A set of places in reading order.
#[derive(Default)]
struct PointSet([u64; Size::MAX_POINTS.div_ceil(64)]);

impl PointSet {
    fn contains(&self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    /// True if it was not there before.
    fn insert(&mut self, index: usize) -> bool {
        let fresh = !self.contains(index);
        self.0[index / 64] |= 1 << (index % 64);
        fresh
    }
}
