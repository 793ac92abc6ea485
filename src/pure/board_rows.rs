//! The rows of a board. Finds chains, their liberties, and the stones that a play takes off.

use super::point_rows::PointRows;
use super::row::Row;
use crate::basics::{Color, Point, Size};

/// The stones of a board.
///
/// The vector's elements are rows of two words. With a vector of 361 points, which is a tree, `is_legal_move` took
/// three times as long and `play_move` twice as long.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct BoardRows {
    size: Size,
    /// A border row, the board's rows from the top, a border row.
    rows: im::Vector<Row>,
}

/// The stones that a play takes off: never stones of both colors.
#[derive(Debug, Clone)]
pub(super) enum Taken {
    /// The opponent's chains without a liberty; usually none.
    Captured(Vec<Point>),
    /// The player's own chain, with the stone played.
    Suicide(Vec<Point>),
}

impl Taken {
    pub(super) fn stones(&self) -> &[Point] {
        match self {
            Taken::Captured(stones) | Taken::Suicide(stones) => stones,
        }
    }
}

impl BoardRows {
    pub(super) fn empty(size: Size) -> BoardRows {
        let mut rows: im::Vector<Row> =
            std::iter::repeat_n(Row::empty(size.cols()), size.rows() + 2).collect();
        rows.set(0, Row::BORDER);
        rows.set(size.rows() + 1, Row::BORDER);
        BoardRows { size, rows }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The rows from the top, with a border row before and after them.
    pub(super) fn iter(&self) -> impl Iterator<Item = Row> {
        self.rows.iter().copied()
    }

    pub(super) fn stone_at(&self, point: Point) -> Option<Color> {
        let (row, col) = self.size.row_and_col(point)?;
        self.rows.get(row + 1)?.content(col)
    }

    pub(super) fn set(&mut self, point: Point, content: Option<Color>) {
        let place = self.size.row_and_col(point);
        if let Some((row, col)) =
            place.and_then(|(row, col)| Some((self.rows.get_mut(row + 1)?, col)))
        {
            *row = row.with(col, content);
        }
    }

    /// Returns the point and the stones of this color that are connected to it.
    pub(super) fn reach(&self, point: Point, color: Color) -> Option<PointRows> {
        let (row, col) = self.size.row_and_col(point)?;
        let mut reached = PointRows::point(row, col);
        let mut rows = self.rows.focus();
        reached.grow(|row| rows.get(row).map_or(0, |row| row.stones(color)));
        Some(reached)
    }

    pub(super) fn liberties_of(&self, chain: &PointRows) -> PointRows {
        let mut rows = self.rows.focus();
        chain.border(|row| rows.get(row).map_or(0, |row| row.empty_points()))
    }

    /// Returns the stones that a stone of this color on this point takes off. `None` if the point is off the board or not
    /// empty.
    #[allow(clippy::inline_always)] // measured: saves a tenth of the time of `is_legal_move`
    #[inline(always)]
    pub(super) fn taken_by(&self, point: Point, color: Color) -> Option<Taken> {
        let cross = self.look(point).filter(|cross| cross.is_middle_empty())?;
        Some(if cross.empty().any() && !cross.stones(!color).any() {
            Taken::Captured(Vec::new())
        } else {
            self.search_taken(point, color, cross)
        })
    }

    #[inline(never)]
    fn search_taken(&self, point: Point, color: Color, cross: Cross) -> Taken {
        let mut taken = Vec::new();
        for enemy in cross.stones(!color).of(point) {
            if !taken.contains(&enemy) && self.is_enclosed(enemy, !color, point) {
                taken.extend(self.reach(enemy, !color).iter().flat_map(PointRows::points));
            }
        }
        let mut own = cross.stones(color).of(point);
        if cross.empty().any()
            || !taken.is_empty()
            || own.any(|own| !self.is_enclosed(own, color, point))
        {
            return Taken::Captured(taken);
        }
        let chain = self.reach(point, color);
        Taken::Suicide(chain.iter().flat_map(PointRows::points).collect())
    }

    /// True if a stone on `filled` leaves the chain of `color` at this point without a liberty.
    fn is_enclosed(&self, point: Point, color: Color, filled: Point) -> bool {
        let is_liberty = |liberty: Point| liberty != filled;
        let beside = self.look(point).map(|cross| cross.empty().of(point));
        // Shortcut: most chains have a liberty adjacent to this stone.
        if beside.is_some_and(|mut empty| empty.any(is_liberty)) {
            return false;
        }
        self.is_enclosed_chain(point, color, filled)
    }

    #[inline(never)]
    fn is_enclosed_chain(&self, point: Point, color: Color, filled: Point) -> bool {
        let chain = self.reach(point, color);
        chain.is_some_and(|chain| {
            let liberties = self.liberties_of(&chain);
            liberties.points().all(|liberty| liberty == filled)
        })
    }

    /// Returns the content of a point and its four neighbors; `None` off the board.
    #[allow(clippy::inline_always)] // measured with `taken_by`
    #[inline(always)]
    fn look(&self, point: Point) -> Option<Cross> {
        let (row, col) = self.size.row_and_col(point)?;
        let mut rows = self.rows.focus();
        let (above, here, below) = (*rows.get(row)?, *rows.get(row + 1)?, *rows.get(row + 2)?);
        let word = |color| {
            let bit = |row: Row| row.word(color) >> (col + 1) & 1;
            (here.word(color) >> col & 0b111) | bit(above) << 3 | bit(below) << 4
        };
        Some(Cross {
            words: [word(Color::Black), word(Color::White)],
        })
    }
}

/// The stones on a point and its four neighbors, one word for each color: bits as in [`STEPS`]. Points off the board
/// are set in both words.
#[derive(Clone, Copy)]
struct Cross {
    words: [u32; 2],
}

/// The steps from a point to its four neighbors and to itself.
const STEPS: [(i32, i32); 5] = [(0, -1), (0, 0), (0, 1), (-1, 0), (1, 0)];
const MIDDLE: u32 = 0b0_0010;
const BESIDE: u32 = 0b1_1101;

impl Cross {
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

/// A subset of the four neighbors of a point: bits as in [`STEPS`].
#[derive(Clone, Copy)]
struct Beside(u32);

impl Beside {
    fn any(self) -> bool {
        self.0 != 0
    }

    /// The points of the subset, given the middle point.
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
