//! Stones on intersections, and nothing else: no turn, no history, no rules.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::plane::Plane;
use super::row::Row;
use crate::basics::keys;
use crate::basics::{Color, Point, Size};

/// An immutable board. Placing a stone makes a new one; the old one stays as it was.
///
/// Equality compares the stones.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    size: Size,
    key: u64,
    /// One flat vector: a border row, the board's rows from the top, a border row.
    ///
    /// Its elements are rows of two words, not points: a vector of 361 points is a tree, under which
    /// `is_legal_move` was measured to take three times as long and `play_move` twice.
    rows: im::Vector<Row>,
}

impl Board {
    /// A board without stones.
    pub fn empty(size: Size) -> Board {
        let mut rows: im::Vector<Row> =
            std::iter::repeat_n(Row::empty(size.cols()), size.rows() + 2).collect();
        rows.set(0, Row::BORDER);
        rows.set(size.rows() + 1, Row::BORDER);
        Board { size, key: 0, rows }
    }

    /// A board from the content of every point in reading order.
    pub(crate) fn from_points(size: Size, points: &[Option<Color>]) -> Board {
        let mut board = Board::empty(size);
        for (point, content) in size.points().zip(points) {
            if let (Some(color), Some(index)) = (content, size.index(point)) {
                board.set(point, *content);
                board.key ^= keys::stone(index, *color);
            }
        }
        board
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` where there is none, and off the board.
    pub fn stone_at(&self, point: Point) -> Option<Color> {
        let (row, col) = self.size.row_and_col(point)?;
        self.rows.get(row + 1)?.content(col)
    }

    /// Every stone, in reading order.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        let stone = |point| Some((point, self.stone_at(point)?));
        self.size.points().filter_map(stone)
    }

    /// The content of every point in reading order.
    pub fn points(&self) -> impl Iterator<Item = Option<Color>> {
        self.size.points().map(|point| self.stone_at(point))
    }

    /// The chain that the stone on this point belongs to, with its liberties; `None` where
    /// there is no stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.stone_at(point)?;
        let stones = self.reach(point, color)?;
        let liberties = self.liberties_of(&stones);
        Some(Chain {
            color,
            stones: stones.points().collect(),
            liberties: liberties.points().collect(),
        })
    }

    /// The first stone, in reading order, whose chain has no liberty.
    pub fn without_liberty(&self) -> Option<Point> {
        let mut free = Plane::of(self.rows(), |_| 0);
        for (point, color) in self.stones() {
            let (row, col) = self.size.row_and_col(point)?;
            if !free.has(row, col) {
                let chain = self.reach(point, color)?;
                if self.liberties_of(&chain).count() == 0 {
                    return Some(point);
                }
                free.add(&chain);
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
    #[allow(clippy::inline_always)] // measured: a tenth of the time of `is_legal_move`
    #[inline(always)]
    pub fn place(&self, point: Point, color: Color) -> Option<Placement<'_>> {
        let around = self.look(point).filter(|around| around.is_middle_empty())?;
        let (taken, whose) = if around.empty().any() && !around.stones(!color).any() {
            (Vec::new(), !color)
        } else {
            self.taken_by(point, color, around)
        };
        let key = |key, stone: &Point| match self.size.index(*stone) {
            Some(index) => key ^ keys::stone(index, whose),
            None => key,
        };
        let placed = self.key ^ keys::stone(self.size.index(point)?, color);
        let key = taken.iter().fold(placed, key);
        Some(Placement {
            before: self,
            point,
            color,
            taken,
            whose,
            key,
        })
    }

    /// The stones that a stone on this point takes off, and their color.
    #[inline(never)]
    fn taken_by(&self, point: Point, color: Color, around: Around) -> (Vec<Point>, Color) {
        let mut taken = Vec::new();
        for enemy in around.stones(!color).of(point) {
            if !taken.contains(&enemy) && self.is_enclosed(enemy, !color, point) {
                taken.extend(self.reach(enemy, !color).iter().flat_map(Plane::points));
            }
        }
        let mut own = around.stones(color).of(point);
        if around.empty().any()
            || !taken.is_empty()
            || own.any(|own| !self.is_enclosed(own, color, point))
        {
            return (taken, !color);
        }
        (
            self.reach(point, color)
                .iter()
                .flat_map(Plane::points)
                .collect(),
            color,
        )
    }

    /// Does a stone on `filled` leave the chain of `color` at this point without a liberty?
    fn is_enclosed(&self, point: Point, color: Color, filled: Point) -> bool {
        let is_liberty = |liberty: Point| liberty != filled;
        let beside = self.look(point).map(|around| around.empty().of(point));
        // Most chains show a liberty at once.
        if beside.is_some_and(|mut empty| empty.any(is_liberty)) {
            return false;
        }
        self.is_enclosed_chain(point, color, filled)
    }

    #[inline(never)]
    fn is_enclosed_chain(&self, point: Point, color: Color, filled: Point) -> bool {
        let chain = self.reach(point, color);
        chain.is_some_and(|chain| {
            !self
                .liberties_of(&chain)
                .points()
                .any(|liberty| liberty != filled)
        })
    }

    /// The point, and the stones of this color that it is connected with.
    fn reach(&self, point: Point, color: Color) -> Option<Plane> {
        let (row, col) = self.size.row_and_col(point)?;
        let mut plane = Plane::point(row, col);
        let mut rows = self.rows.focus();
        plane.grow(|row| rows.get(row).map_or(0, |row| row.stones(color)));
        Some(plane)
    }

    fn liberties_of(&self, chain: &Plane) -> Plane {
        let mut rows = self.rows.focus();
        chain.border(|row| rows.get(row).map_or(0, |row| row.empty_points()))
    }

    /// What lies on a point and beside it; `None` off the board.
    #[allow(clippy::inline_always)] // measured with `place`
    #[inline(always)]
    fn look(&self, point: Point) -> Option<Around> {
        let (row, col) = self.size.row_and_col(point)?;
        let mut rows = self.rows.focus();
        let (above, here, below) = (*rows.get(row)?, *rows.get(row + 1)?, *rows.get(row + 2)?);
        let word = |color| {
            let bit = |row: Row| row.word(color) >> (col + 1) & 1;
            (here.word(color) >> col & 0b111) | bit(above) << 3 | bit(below) << 4
        };
        Some(Around {
            words: [word(Color::Black), word(Color::White)],
        })
    }

    /// The rows from the top, with a border row before and behind.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> {
        self.rows.iter().copied()
    }

    fn set(&mut self, point: Point, content: Option<Color>) {
        let place = self.size.row_and_col(point);
        if let Some((row, col)) =
            place.and_then(|(row, col)| Some((self.rows.get_mut(row + 1)?, col)))
        {
            *row = row.with(col, content);
        }
    }

    /// Exclusive or of the keys of these points, as stones of this color.
    pub(crate) fn key_of(&self, points: &Plane, color: Color) -> u64 {
        let stone = |(row, col)| keys::stone(row * self.size.cols() + col, color);
        points.places().fold(0, |key, place| key ^ stone(place))
    }

    /// The key of these stones and one more.
    pub(crate) fn key_with(&self, (row, col): (usize, usize), color: Color) -> u64 {
        self.key ^ keys::stone(row * self.size.cols() + col, color)
    }

    /// The key of these stones: a hint for finding equal boards, never a verdict.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
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
    /// Stones of one color: a stone that takes others is not left without a liberty itself.
    taken: Vec<Point>,
    whose: Color,
    key: u64,
}

impl Placement<'_> {
    /// The opposing stones it takes, in no particular order.
    pub fn captured(&self) -> &[Point] {
        if self.whose == self.color {
            &[]
        } else {
            &self.taken
        }
    }

    /// The player's own stones it leaves without a liberty, the placed one included; in no
    /// particular order.
    pub fn self_captured(&self) -> &[Point] {
        if self.whose == self.color {
            &self.taken
        } else {
            &[]
        }
    }

    /// The board afterwards.
    pub fn board(&self) -> Board {
        let mut board = self.before.clone();
        board.key = self.key;
        board.set(self.point, Some(self.color));
        for taken in &self.taken {
            board.set(*taken, None);
        }
        board
    }

    /// The key of the board afterwards.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }
}

/// A point and the four beside it, one word a color: bits as in [`STEPS`]. What is off the board is
/// set in both words.
#[derive(Clone, Copy)]
struct Around {
    words: [u32; 2],
}

/// From a point to those around it; the second is the point itself.
const STEPS: [(i32, i32); 5] = [(0, -1), (0, 0), (0, 1), (-1, 0), (1, 0)];
const MIDDLE: u32 = 0b0_0010;
const BESIDE: u32 = 0b1_1101;

impl Around {
    fn is_middle_empty(self) -> bool {
        (self.words[0] | self.words[1]) & MIDDLE == 0
    }

    fn empty(self) -> Beside {
        Beside(!(self.words[0] | self.words[1]) & BESIDE)
    }

    fn stones(self, color: Color) -> Beside {
        Beside(self.words[color as usize] & !self.words[!color as usize] & BESIDE)
    }
}

/// Some of the points beside a point: bits as in [`STEPS`].
#[derive(Clone, Copy)]
struct Beside(u32);

impl Beside {
    fn any(self) -> bool {
        self.0 != 0
    }

    /// Those points, if this is the one in the middle.
    fn of(self, middle: Point) -> impl Iterator<Item = Point> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let (down, right) = *STEPS.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(Point {
                row: middle.row + down,
                col: middle.col + right,
            })
        })
    }
}
