//! Stones with their marks: which stones are dead, and which regions are neutral.

use super::mark::{Mark, MarkError, Marked};
use crate::basics::{Color, Point, Setup, SetupError, Size};
use crate::fast::FastGame;
use crate::pure::point_rows::PointRows;
use crate::pure::{Board, Row};

/// The stones on a board with the marks that players set at the end of a game.
///
/// A *region* is a maximal connected set of points without living stones, empty or under dead ones. A color owns it if
/// only living stones of that color border it and the players have not marked it neutral.
///
/// A value takes about 500 bytes on a board of any size.
///
/// ```
/// use gokata::scoring::{Mark, Marks, PointState};
/// use gokata::{BoardRecord, Point};
///
/// let record: BoardRecord = "x\n-xo-\n-xox\n-xo-\n".parse()?;
/// let mut marks = Marks::of(record.board());
/// let marked = marks.mark(Point::from((1, 3)), Mark::Dead)?;
/// assert_eq!(marked.killed, [Point::from((1, 3))]);
/// assert_eq!(marks.state(Point::from((0, 3))), Some(PointState::WhitePoint));
/// assert_eq!(marks.encode()?, "BbwWBbwcBbwW");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Marks {
    pub(super) size: Size,
    pub(super) stones: [PointRows; 2],
    pub(super) dead: PointRows,
    /// Empty points only.
    pub(super) neutral: PointRows,
}

impl Marks {
    /// The stones of a board, all alive.
    pub fn of(board: &Board) -> Marks {
        let stones =
            Color::BOTH.map(|color| PointRows::of(board.rows(), |row: Row| row.stones(color)));
        Marks::all_alive(board.size(), stones)
    }

    /// The stones of a setup, all alive. Liberties are not checked.
    ///
    /// # Errors
    /// [`SetupError::OffBoard`] or [`SetupError::Twice`].
    pub fn of_setup(setup: &Setup) -> Result<Marks, SetupError> {
        Ok(Marks::of_points(setup.size, &setup.points()?))
    }

    pub(super) fn of_game(game: &FastGame) -> Marks {
        let size = game.size();
        let stones = Color::BOTH.map(|color| set_of(size, game.stones(color).iter()));
        Marks::all_alive(size, stones)
    }

    /// Creates marks from the content of each point in reading order, all stones alive.
    pub(crate) fn of_points(size: Size, content: &[Option<Color>]) -> Marks {
        let stones = Color::BOTH.map(|color| {
            let is_stone = |(point, stone)| (stone == &Some(color)).then_some(point);
            set_of(size, size.points().zip(content).filter_map(is_stone))
        });
        Marks::all_alive(size, stones)
    }

    fn all_alive(size: Size, stones: [PointRows; 2]) -> Marks {
        let none = stones[0].map(|_, _| 0);
        Marks {
            size,
            stones,
            dead: none,
            neutral: none,
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point, dead or alive; `None` on an empty point and off the board.
    pub fn stone_at(&self, point: Point) -> Option<Color> {
        let (row, col) = self.size.row_and_col(point)?;
        let is = |color: &Color| self.stones[*color as usize].has(row, col);
        Color::BOTH.into_iter().find(is)
    }

    /// The dead stones, in reading order.
    pub fn dead(&self) -> impl Iterator<Item = Point> {
        self.dead.points()
    }

    /// The points marked neutral, in reading order.
    pub fn neutral(&self) -> impl Iterator<Item = Point> {
        self.neutral.points()
    }

    /// Sets a mark and applies its consequences.
    ///
    /// `Dead` and `Alive` apply to every stone of that color that can be reached from the point without crossing a living
    /// enemy stone. Then impossible marks are cleared: if all stones of the board are dead, all become alive; and a dead
    /// stone becomes alive if living stones of its own color border its region. `Neutral` and `Counted` apply to the
    /// whole region of an empty point.
    ///
    /// [`Marks::would`] previews a mark.
    ///
    /// # Errors
    /// [`MarkError`]: why the mark is rejected. Nothing has changed.
    pub fn mark(&mut self, point: Point, mark: Mark) -> Result<Marked, MarkError> {
        let after = self.marked(point, mark)?;
        let changes = self.changes(&after);
        *self = after;
        Ok(changes)
    }

    /// Returns what [`Marks::mark`] would change.
    ///
    /// # Errors
    /// As [`Marks::mark`].
    pub fn would(&self, point: Point, mark: Mark) -> Result<Marked, MarkError> {
        Ok(self.changes(&self.marked(point, mark)?))
    }

    /// Returns the same stones with exactly the chains at these points dead, and no neutral points. Impossible marks are
    /// not cleared.
    ///
    /// # Errors
    /// [`MarkError::OffBoard`] or [`MarkError::Empty`].
    pub fn with_dead(&self, points: &[Point]) -> Result<Marks, MarkError> {
        let mut marks = Marks::all_alive(self.size, self.stones);
        for point in points {
            let (place, color) = self.stone(*point)?;
            marks.dead.add(&reach(place, &self.stones[color as usize]));
        }
        Ok(marks)
    }

    fn marked(&self, point: Point, mark: Mark) -> Result<Marks, MarkError> {
        match mark {
            Mark::Dead => self.with_stones(point, true),
            Mark::Alive => self.with_stones(point, false),
            Mark::Neutral => self.with_region(point, true),
            Mark::Counted => self.with_region(point, false),
        }
    }

    /// Returns the marks after the stones at a point are marked dead or alive.
    fn with_stones(&self, point: Point, is_dead: bool) -> Result<Marks, MarkError> {
        let (place, color) = self.stone(point)?;
        let mut marks = self.clone();
        if self.dead.has(place.0, place.1) == is_dead {
            return Ok(marks);
        }
        let walls = less(&self.stones[!color as usize], &self.dead);
        let ground = less(&PointRows::all(self.size), &walls);
        let met = both(&reach(place, &ground), &self.stones[color as usize]);
        if is_dead {
            marks.dead.add(&met);
        } else {
            marks.dead.remove(&met);
        }
        marks.dead = marks.possible();
        Ok(marks)
    }

    /// Returns the marks after the region of a point is marked neutral or counted.
    fn with_region(&self, point: Point, is_neutral: bool) -> Result<Marks, MarkError> {
        let place = self.size.row_and_col(point);
        let place = place.ok_or(MarkError::OffBoard(point))?;
        if self.stone_at(point).is_some() {
            return Err(MarkError::Stone(point));
        }
        let mut marks = self.clone();
        if self.neutral.has(place.0, place.1) == is_neutral {
            return Ok(marks);
        }
        let region = reach(place, &self.free());
        if !is_neutral {
            marks.neutral.remove(&region);
            return Ok(marks);
        }
        if both(&region, &self.dead).count() > 0 {
            return Err(MarkError::HoldsDeadStones(point));
        }
        if let [true, true] | [false, false] = self.bordered_by(&region) {
            return Err(MarkError::NotTerritory(point));
        }
        marks.neutral.add(&region);
        Ok(marks)
    }

    /// Returns the dead stones that can stay dead: none if no stone is alive, else those that only enemies border.
    fn possible(&self) -> PointRows {
        let mut possible = self.dead.map(|_, _| 0);
        if self.live().iter().all(|live| live.count() == 0) {
            return possible;
        }
        let reached = self.reached();
        for color in Color::BOTH {
            let by_enemy = both(&self.dead_of(color), &reached[!color as usize]);
            possible.add(&less(&by_enemy, &reached[color as usize]));
        }
        possible
    }

    fn changes(&self, after: &Marks) -> Marked {
        let new = |after: &PointRows, before: &PointRows| less(after, before).points().collect();
        Marked {
            killed: new(&after.dead, &self.dead),
            revived: new(&self.dead, &after.dead),
            neutral: new(&after.neutral, &self.neutral),
            counted: new(&self.neutral, &after.neutral),
        }
    }

    pub(super) fn dead_of(&self, color: Color) -> PointRows {
        both(&self.dead, &self.stones[color as usize])
    }

    pub(super) fn live(&self) -> [PointRows; 2] {
        self.stones.map(|stones| less(&stones, &self.dead))
    }

    /// The points without a living stone.
    pub(super) fn free(&self) -> PointRows {
        let [black, white] = self.live();
        less(&less(&PointRows::all(self.size), &black), &white)
    }

    /// For each color its living stones and the free points connected to them.
    pub(super) fn reached(&self) -> [PointRows; 2] {
        let free = self.free();
        self.live().map(|mut reached| {
            reached.grow(|row| free.row(row));
            reached
        })
    }

    /// Whether living stones of Black and of White border a region.
    pub(super) fn bordered_by(&self, region: &PointRows) -> [bool; 2] {
        self.live()
            .map(|live| region.border(|row| live.row(row)).count() > 0)
    }

    fn stone(&self, point: Point) -> Result<((usize, usize), Color), MarkError> {
        let place = self.size.row_and_col(point);
        let place = place.ok_or(MarkError::OffBoard(point))?;
        let color = self.stone_at(point).ok_or(MarkError::Empty(point))?;
        Ok((place, color))
    }
}

/// Returns the set of these points, which are on the board.
pub(super) fn set_of(size: Size, points: impl Iterator<Item = Point>) -> PointRows {
    let mut set = PointRows::all(size).map(|_, _| 0);
    for (row, col) in points.filter_map(|point| size.row_and_col(point)) {
        set.add(&PointRows::point(row, col));
    }
    set
}

/// Returns a place and the points of `ground` that are connected to it.
pub(super) fn reach((row, col): (usize, usize), ground: &PointRows) -> PointRows {
    let mut reached = PointRows::point(row, col);
    reached.grow(|row| ground.row(row));
    reached
}

/// The points that are not in `taken`.
pub(super) fn less(points: &PointRows, taken: &PointRows) -> PointRows {
    points.map(|row, points| points & !taken.row(row))
}

/// The points in both sets.
pub(super) fn both(points: &PointRows, others: &PointRows) -> PointRows {
    points.map(|row, points| points & others.row(row))
}
