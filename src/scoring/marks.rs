//! Stones, which of them are dead, and which regions the players call nobody's. No points here.

use std::fmt;

use crate::basics::{Color, Point, Setup, SetupError, Size};
use crate::fast::FastGame;
use crate::pure::point_rows::PointRows;
use crate::pure::{Board, Row};

/// The stones on a board with what the players say of them at the end of a game.
///
/// A *region* is a set of points without living stones, empty or under dead ones, that hang together along the
/// lines. It belongs to a color if living stones of that color alone border it, and if the players do not
/// call it neutral.
///
/// The value takes about 500 bytes, on any size.
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

/// What a player can say of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The stones there are dead.
    Dead,
    /// The stones there are alive.
    Alive,
    /// The empty region there belongs to nobody, as in a seki.
    Neutral,
    /// The empty region there counts again.
    Counted,
}

impl Mark {
    /// `dead`, `alive`, `neutral` or `counted`.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Dead => "dead",
            Mark::Alive => "alive",
            Mark::Neutral => "neutral",
            Mark::Counted => "counted",
        }
    }
}

/// What a mark has changed. All lists are in reading order; all are empty if it was so already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    /// Stones that are dead now and were not.
    pub killed: Vec<Point>,
    /// Stones that were dead.
    pub revived: Vec<Point>,
    /// Points that are nobody's now by the players' word.
    pub neutral: Vec<Point>,
    /// Points that were nobody's by the players' word.
    pub counted: Vec<Point>,
}

impl Marked {
    /// Has anything changed?
    pub fn is_change(&self) -> bool {
        *self != Marked::default()
    }
}

/// Why a point cannot be marked so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkError {
    /// There is no such point.
    OffBoard(Point),
    /// Only stones are dead or alive, and there is none.
    Empty(Point),
    /// Only empty regions are neutral, and there is a stone.
    Stone(Point),
    /// The region is not bordered by one color alone, so it is nobody's anyway.
    NotTerritory(Point),
    /// A dead stone lies in the region, so somebody owns it.
    HoldsDeadStones(Point),
}

/// Points that hang together and are free of living stones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its points, in reading order; dead stones may lie on some.
    pub points: Vec<Point>,
    /// The colors of the living stones beside it: Black's, White's.
    pub bordered_by: [bool; 2],
    /// Whose it is.
    pub owner: Option<Color>,
}

/// How the board is divided: every point is in exactly one of the five sets.
pub(super) struct Ground {
    pub(super) live: [PointRows; 2],
    /// Territory, before any tax.
    pub(super) owned: [PointRows; 2],
    pub(super) nobody: PointRows,
}

impl Ground {
    /// Whose a place is, by row and column.
    fn owner(&self, (row, col): (usize, usize)) -> Option<Color> {
        let owns = |color: &Color| {
            self.live[*color as usize].has(row, col) || self.owned[*color as usize].has(row, col)
        };
        Color::BOTH.into_iter().find(owns)
    }
}

impl Marks {
    /// The stones of a board, all alive.
    pub fn of(board: &Board) -> Marks {
        let stones =
            Color::BOTH.map(|color| PointRows::of(board.rows(), |row: Row| row.stones(color)));
        Marks::all_alive(board.size(), stones)
    }

    /// Mere stones, all alive; whether they have liberties is not asked.
    ///
    /// # Errors
    /// [`SetupError::OffBoard`] or [`SetupError::Twice`].
    pub fn of_setup(setup: &Setup) -> Result<Marks, SetupError> {
        let points = setup.points()?;
        Ok(Marks::of_points(setup.size, |index| points[index]))
    }

    pub(super) fn of_game(game: &FastGame) -> Marks {
        let none = PointRows::all(game.size()).map(|_, _| 0);
        let stones = Color::BOTH.map(|color| {
            let mut plane = none;
            let places = game.stones(color);
            let places = places
                .iter()
                .filter_map(|point| game.size().row_and_col(point));
            places.for_each(|(row, col)| plane.add(&PointRows::point(row, col)));
            plane
        });
        Marks::all_alive(game.size(), stones)
    }

    /// The stones by the content of each place in reading order, all alive.
    pub(crate) fn of_points(size: Size, content: impl Fn(usize) -> Option<Color>) -> Marks {
        let mut stones = [PointRows::all(size).map(|_, _| 0); 2];
        for index in 0..size.area() {
            if let Some(color) = content(index) {
                let place = PointRows::point(index / size.cols(), index % size.cols());
                stones[color as usize].add(&place);
            }
        }
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

    /// How large the board is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point, dead or alive; `None` where there is none, and off the board.
    pub fn stone_at(&self, point: Point) -> Option<Color> {
        let (row, col) = self.size.row_and_col(point)?;
        let is = |color: &Color| self.stones[*color as usize].has(row, col);
        Color::BOTH.into_iter().find(is)
    }

    /// The dead stones, in reading order.
    pub fn dead(&self) -> impl Iterator<Item = Point> {
        self.dead.points()
    }

    /// The points that are nobody's by the players' word, in reading order.
    pub fn neutral(&self) -> impl Iterator<Item = Point> {
        self.neutral.points()
    }

    /// Whose a point is: a living stone's own color, else its region's owner. `None` for nobody's, and off
    /// the board.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.ground().owner(self.size.row_and_col(point)?)
    }

    /// The owner of every point in reading order.
    pub fn owners(&self) -> Vec<Option<Color>> {
        let ground = self.ground();
        let places = self.size.points().map(|point| self.size.row_and_col(point));
        places.map(|place| ground.owner(place?)).collect()
    }

    /// The region that a point lies in; `None` on a living stone and off the board.
    pub fn region(&self, point: Point) -> Option<Region> {
        let place = self.size.row_and_col(point)?;
        let free = self.free();
        let region = free.has(place.0, place.1).then(|| reach(place, &free))?;
        Some(self.described(&region, &self.ground()))
    }

    /// Every region, in the order of their first points.
    pub fn regions(&self) -> Vec<Region> {
        let ground = self.ground();
        let mut left = self.free();
        let mut regions = Vec::new();
        while let Some(place) = left.first() {
            let region = reach(place, &left);
            left.remove(&region);
            regions.push(self.described(&region, &ground));
        }
        regions
    }

    /// Regions of more than one point between living stones of both colors: probably a border that somebody
    /// forgot to close. (Where the game has been played to its end there are none, but for some seki.)
    pub fn open_borders(&self) -> Vec<Region> {
        let open = |region: &Region| region.bordered_by == [true, true] && region.points.len() > 1;
        self.regions().into_iter().filter(open).collect()
    }

    /// Says something of a point, with all that follows from it.
    ///
    /// `Dead` and `Alive` are said of every stone of that color that can be reached from there without
    /// crossing a living enemy stone. Then what cannot be so is put right: not all stones of a board are
    /// dead, and a dead stone lies in a region that enemies alone border, or it is alive. `Neutral` and
    /// `Counted` are said of the whole region of an empty point.
    ///
    /// A mark may reach far: [`Marks::would`] tells before.
    ///
    /// # Errors
    /// [`MarkError`]: why not. Then nothing has changed.
    pub fn mark(&mut self, point: Point, mark: Mark) -> Result<Marked, MarkError> {
        let before = (self.dead, self.neutral);
        let (dead, neutral) = self.marked(point, mark)?;
        (self.dead, self.neutral) = (dead, neutral);
        Ok(changes(before, (dead, neutral)))
    }

    /// What [`Marks::mark`] would change.
    ///
    /// # Errors
    /// [`MarkError`]: why it could not be marked so.
    pub fn would(&self, point: Point, mark: Mark) -> Result<Marked, MarkError> {
        Ok(changes(
            (self.dead, self.neutral),
            self.marked(point, mark)?,
        ))
    }

    /// The same stones, of which exactly the chains at these points are dead, and no point is neutral by the
    /// players' word. Nothing is put right.
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

    /// What the dead stones and neutral points are after a mark.
    fn marked(&self, point: Point, mark: Mark) -> Result<(PointRows, PointRows), MarkError> {
        Ok(match mark {
            Mark::Dead => (self.with_stones(point, true)?, self.neutral),
            Mark::Alive => (self.with_stones(point, false)?, self.neutral),
            Mark::Neutral => (self.dead, self.with_region(point, true)?),
            Mark::Counted => (self.dead, self.with_region(point, false)?),
        })
    }

    /// The dead stones, when those at a point are said to be dead or not.
    fn with_stones(&self, point: Point, is_dead: bool) -> Result<PointRows, MarkError> {
        let (place, color) = self.stone(point)?;
        if self.dead.has(place.0, place.1) == is_dead {
            return Ok(self.dead);
        }
        let walls = less(&self.stones[!color as usize], &self.dead);
        let ground = less(&PointRows::all(self.size), &walls);
        let met = both(&reach(place, &ground), &self.stones[color as usize]);
        let mut dead = self.dead;
        if is_dead {
            dead.add(&met);
        } else {
            dead.remove(&met);
        }
        Ok(self.put_right(dead))
    }

    /// The neutral points, when the region of a point is said to be nobody's or not.
    fn with_region(&self, point: Point, is_neutral: bool) -> Result<PointRows, MarkError> {
        let place = self.size.row_and_col(point);
        let place = place.ok_or(MarkError::OffBoard(point))?;
        if self.stone_at(point).is_some() {
            return Err(MarkError::Stone(point));
        }
        if self.neutral.has(place.0, place.1) == is_neutral {
            return Ok(self.neutral);
        }
        let region = reach(place, &self.free());
        let mut neutral = self.neutral;
        if !is_neutral {
            neutral.remove(&region);
            return Ok(neutral);
        }
        if both(&region, &self.dead).count() > 0 {
            return Err(MarkError::HoldsDeadStones(point));
        }
        if let [true, true] | [false, false] = self.bordered_by(&region) {
            return Err(MarkError::NotTerritory(point));
        }
        neutral.add(&region);
        Ok(neutral)
    }

    /// Not every stone is dead; and each dead one lies on ground that enemies alone border.
    fn put_right(&self, dead: PointRows) -> PointRows {
        let mut marks = self.clone();
        marks.dead = dead;
        if marks
            .stones
            .iter()
            .all(|stones| less(stones, &dead).count() == 0)
        {
            return dead.map(|_, _| 0);
        }
        let reached = marks.reached();
        let [black, white] = [Color::Black, Color::White].map(|color| {
            let dead = both(&dead, &self.stones[color as usize]);
            less(
                &both(&dead, &reached[!color as usize]),
                &reached[color as usize],
            )
        });
        let mut dead = black;
        dead.add(&white);
        dead
    }

    pub(super) fn ground(&self) -> Ground {
        let live = self.live();
        let free = self.free();
        let [black, white] = self.reached();
        let owned = [less(&black, &white), less(&white, &black)]
            .map(|alone| less(&both(&alone, &free), &self.neutral));
        Ground {
            live,
            owned,
            nobody: less(&less(&free, &owned[0]), &owned[1]),
        }
    }

    pub(super) fn dead_of(&self, color: Color) -> PointRows {
        both(&self.dead, &self.stones[color as usize])
    }

    fn live(&self) -> [PointRows; 2] {
        self.stones.map(|stones| less(&stones, &self.dead))
    }

    /// The points without a living stone.
    fn free(&self) -> PointRows {
        let [black, white] = self.live();
        less(&less(&PointRows::all(self.size), &black), &white)
    }

    /// For each color its living stones, and what can be walked to from them over free points.
    fn reached(&self) -> [PointRows; 2] {
        let free = self.free();
        self.live().map(|mut reached| {
            reached.grow(|row| free.row(row));
            reached
        })
    }

    fn bordered_by(&self, region: &PointRows) -> [bool; 2] {
        self.live()
            .map(|live| region.border(|row| live.row(row)).count() > 0)
    }

    fn described(&self, region: &PointRows, ground: &Ground) -> Region {
        Region {
            points: region.points().collect(),
            bordered_by: self.bordered_by(region),
            owner: region.first().and_then(|place| ground.owner(place)),
        }
    }

    /// Row, column and color of a stone.
    fn stone(&self, point: Point) -> Result<((usize, usize), Color), MarkError> {
        let place = self
            .size
            .row_and_col(point)
            .ok_or(MarkError::OffBoard(point))?;
        let color = self.stone_at(point).ok_or(MarkError::Empty(point))?;
        Ok((place, color))
    }
}

/// What can be walked to on this ground.
fn reach((row, col): (usize, usize), ground: &PointRows) -> PointRows {
    let mut reached = PointRows::point(row, col);
    reached.grow(|row| ground.row(row));
    reached
}

fn less(points: &PointRows, taken: &PointRows) -> PointRows {
    points.map(|row, points| points & !taken.row(row))
}

fn both(points: &PointRows, others: &PointRows) -> PointRows {
    points.map(|row, points| points & others.row(row))
}

fn changes(before: (PointRows, PointRows), after: (PointRows, PointRows)) -> Marked {
    let new = |after: &PointRows, before: &PointRows| less(after, before).points().collect();
    Marked {
        killed: new(&after.0, &before.0),
        revived: new(&before.0, &after.0),
        neutral: new(&after.1, &before.1),
        counted: new(&before.1, &after.1),
    }
}

impl MarkError {
    /// The error with the point as Go programs name it on a board of this size.
    pub fn describe(self, size: Size) -> String {
        self.sentence(|point| point.vertex(size))
    }

    fn sentence(self, name: impl Fn(Point) -> String) -> String {
        match self {
            MarkError::OffBoard(point) => format!("{} lies off the board", name(point)),
            MarkError::Empty(point) => format!("there is no stone on {}", name(point)),
            MarkError::Stone(point) => {
                format!(
                    "there is a stone on {}: only empty regions are neutral",
                    name(point)
                )
            }
            MarkError::NotTerritory(point) => {
                format!(
                    "{} is nobody's anyway: no color alone borders it",
                    name(point)
                )
            }
            MarkError::HoldsDeadStones(point) => {
                format!("a dead stone lies in the region of {}", name(point))
            }
        }
    }
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(|point| point.to_string()))
    }
}

impl std::error::Error for MarkError {}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Marks {}", self.size)?;
        for point in self.size.points() {
            let line = if point.col == 0 { "\n" } else { "" };
            let letter = self.state(point).map_or('?', super::PointState::letter);
            write!(f, "{line}{letter}")?;
        }
        Ok(())
    }
}
