//! Stones with their marks: which stones are dead, which regions are neutral, and who owns the points then. The marks that
//! players set, their effects, and the reasons why a mark is rejected.

use std::fmt;

use crate::basics::named::named;
use crate::basics::{ByColor, Color, Point, PointSet, Setup, SetupError, Size};
use crate::pure::Board;

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
    pub(super) stones: ByColor<PointSet>,
    pub(super) dead: PointSet,
    /// Empty points only.
    pub(super) neutral: PointSet,
}

impl Marks {
    /// The stones of a board, all alive.
    pub fn of(board: &Board) -> Marks {
        let stones = ByColor::from_fn(|color| board.stones_of(color));
        Marks::all_alive(board.size(), stones)
    }

    /// The stones of a setup, all alive. Liberties are not checked.
    ///
    /// # Errors
    /// [`SetupError::OffBoard`] or [`SetupError::Twice`].
    pub fn of_setup(setup: &Setup) -> Result<Marks, SetupError> {
        Ok(Marks::of_points(setup.size, &setup.points()?))
    }

    /// Creates marks from the content of each point in reading order, all stones alive.
    pub(crate) fn of_points(size: Size, content: &[Option<Color>]) -> Marks {
        Marks::all_alive(size, PointSet::of_stones(size, content))
    }

    pub(super) fn all_alive(size: Size, stones: ByColor<PointSet>) -> Marks {
        let none = PointSet::empty(size);
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
        let is = |color: &Color| self.stones[*color].contains(point);
        Color::BOTH.into_iter().find(is)
    }

    /// The dead stones.
    pub fn dead(&self) -> PointSet {
        self.dead
    }

    /// The points marked neutral.
    pub fn neutral(&self) -> PointSet {
        self.neutral
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
            let color = self.stone(*point)?;
            marks.dead |= PointSet::connected(self.stones[color], *point);
        }
        Ok(marks)
    }

    /// Returns the same marks with all those dead stones alive that cannot be dead.
    pub(crate) fn with_possible_dead(mut self) -> Marks {
        self.dead = self.possible();
        self
    }

    /// Returns the same marks with those empty points neutral that lie in territory of the same color.
    pub(crate) fn with_teire(mut self, teire: ByColor<PointSet>) -> Marks {
        let owned = self.ground().owned;
        let points = (teire.black & owned.black) | (teire.white & owned.white);
        self.neutral |= points - self.stones.black - self.stones.white;
        self
    }

    fn marked(&self, point: Point, mark: Mark) -> Result<Marks, MarkError> {
        match mark {
            Mark::Dead => self.with_stones(point, true),
            Mark::Alive => self.with_stones(point, false),
            Mark::Neutral => self.with_region(point, true),
            Mark::Counted => self.with_region(point, false),
        }
    }

    fn with_stones(&self, point: Point, is_dead: bool) -> Result<Marks, MarkError> {
        let color = self.stone(point)?;
        let mut marks = self.clone();
        if self.dead.contains(point) == is_dead {
            return Ok(marks);
        }
        let walls = self.stones[!color] - self.dead;
        let reached = PointSet::connected(PointSet::all(self.size) - walls, point);
        let met = reached & self.stones[color];
        if is_dead {
            marks.dead |= met;
        } else {
            marks.dead -= met;
        }
        marks.dead = marks.possible();
        Ok(marks)
    }

    fn with_region(&self, point: Point, is_neutral: bool) -> Result<Marks, MarkError> {
        if !self.size.contains(point) {
            return Err(MarkError::OffBoard(point));
        }
        if self.stone_at(point).is_some() {
            return Err(MarkError::Stone(point));
        }
        let mut marks = self.clone();
        if self.neutral.contains(point) == is_neutral {
            return Ok(marks);
        }
        let region = PointSet::connected(self.free(), point);
        if !is_neutral {
            marks.neutral -= region;
            return Ok(marks);
        }
        if region.meets(self.dead) {
            return Err(MarkError::HoldsDeadStones(point));
        }
        let ByColor { black, white } = self.bordered_by(region);
        if black == white {
            return Err(MarkError::NotTerritory(point));
        }
        marks.neutral |= region;
        Ok(marks)
    }

    /// Returns the dead stones that can stay dead: none if no stone is alive, else those that only enemies border.
    pub(super) fn possible(&self) -> PointSet {
        if self.live().iter().all(|(_, live)| live.is_empty()) {
            return PointSet::empty(self.size);
        }
        let reached = self.reached();
        let only_enemies = |color| (self.dead_of(color) & reached[!color]) - reached[color];
        only_enemies(Color::Black) | only_enemies(Color::White)
    }

    pub(crate) fn changes(&self, after: &Marks) -> Marked {
        Marked {
            killed: (after.dead - self.dead).list(),
            revived: (self.dead - after.dead).list(),
            neutral: (after.neutral - self.neutral).list(),
            counted: (self.neutral - after.neutral).list(),
        }
    }

    pub(super) fn dead_of(&self, color: Color) -> PointSet {
        self.dead & self.stones[color]
    }

    pub(super) fn live(&self) -> ByColor<PointSet> {
        self.stones.map(|stones| stones - self.dead)
    }

    pub(crate) fn free(&self) -> PointSet {
        let ByColor { black, white } = self.live();
        PointSet::all(self.size) - black - white
    }

    /// For each color its living stones and the free points connected to them.
    pub(super) fn reached(&self) -> ByColor<PointSet> {
        let free = self.free();
        self.live().map(|live| live.grown(free))
    }

    pub(super) fn bordered_by(&self, region: PointSet) -> ByColor<bool> {
        self.live().map(|live| !region.beside(live).is_empty())
    }

    fn stone(&self, point: Point) -> Result<Color, MarkError> {
        if !self.size.contains(point) {
            return Err(MarkError::OffBoard(point));
        }
        self.stone_at(point).ok_or(MarkError::Empty(point))
    }
}

/// A maximal connected set of points without living stones.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// Its points; some may hold dead stones.
    pub points: PointSet,
    /// Whether living stones of Black and of White border it.
    pub bordered_by: ByColor<bool>,
    /// Its owner; `None` if it is neutral.
    pub owner: Option<Color>,
}

/// A board divided into five sets: every point is in exactly one of them.
pub(super) struct Ground {
    pub(super) live: ByColor<PointSet>,
    /// Territory, before any tax.
    pub(super) owned: ByColor<PointSet>,
    pub(super) nobody: PointSet,
}

impl Ground {
    fn owner(&self, point: Point) -> Option<Color> {
        let owns = |color: &Color| (self.live[*color] | self.owned[*color]).contains(point);
        Color::BOTH.into_iter().find(owns)
    }
}

impl Marks {
    /// The owner of a point: a living stone's own color, else the owner of its region. `None` on a neutral point and off
    /// the board.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.ground().owner(point)
    }

    /// The owner of every point in reading order.
    pub fn owners(&self) -> Vec<Option<Color>> {
        let ground = self.ground();
        let points = self.size.points();
        points.map(|point| ground.owner(point)).collect()
    }

    /// The region of a point; `None` on a living stone and off the board.
    pub fn region(&self, point: Point) -> Option<Region> {
        let region = PointSet::connected(self.free(), point);
        (!region.is_empty()).then(|| self.described(region, &self.ground()))
    }

    /// Every region, ordered by its first point.
    pub fn regions(&self) -> Vec<Region> {
        let ground = self.ground();
        let described = |region| self.described(region, &ground);
        self.free().parts().map(described).collect()
    }

    /// Regions of more than one point that both colors border: probably an unfinished border. (A finished game has none,
    /// except in a seki.)
    pub fn open_borders(&self) -> Vec<Region> {
        let open = |region: &Region| {
            region.bordered_by == ByColor::new(true, true) && region.points.len() > 1
        };
        self.regions().into_iter().filter(open).collect()
    }

    pub(super) fn ground(&self) -> Ground {
        let live = self.live();
        let free = self.free();
        let reached = self.reached();
        let alone = |color| ((reached[color] - reached[!color]) & free) - self.neutral;
        let owned = ByColor::from_fn(alone);
        Ground {
            live,
            owned,
            nobody: free - owned.black - owned.white,
        }
    }

    fn described(&self, points: PointSet, ground: &Ground) -> Region {
        Region {
            points,
            bordered_by: self.bordered_by(points),
            // Single points may be neutral.
            owner: points.iter().find_map(|point| ground.owner(point)),
        }
    }
}

named! {
    /// A mark that a player can set on a point.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    pub enum Mark {
        /// The stones there are dead.
        Dead = "dead",
        /// The stones there are alive.
        Alive = "alive",
        /// The empty region there counts for neither side, as in a seki.
        Neutral = "neutral",
        /// The empty region there counts again.
        Counted = "counted",
    }

    /// `dead`, `alive`, `neutral` or `counted`.
    pub const fn name(self) -> &'static str;
    /// Every mark.
    pub const ALL;
}

/// The changes made by a mark. All lists are in reading order; all are empty if nothing has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Marked {
    /// Stones that became dead.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub killed: Vec<Point>,
    /// Stones that became alive.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub revived: Vec<Point>,
    /// Points that became neutral.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub neutral: Vec<Point>,
    /// Points that count again.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub counted: Vec<Point>,
}

impl Marked {
    /// True if anything has changed.
    pub fn is_change(&self) -> bool {
        *self != Marked::default()
    }
}

/// Why a mark is rejected. Exhaustive, as [`Refusal`](crate::agreement::Refusal), which contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkError {
    /// The point is off the board.
    OffBoard(Point),
    /// Only stones are dead or alive, and the point is empty.
    Empty(Point),
    /// Only empty regions are neutral, and the point holds a stone.
    Stone(Point),
    /// The region has no owner even without the mark: it is not bordered by exactly one color.
    NotTerritory(Point),
    /// The region holds a dead stone, so it cannot be neutral.
    HoldsDeadStones(Point),
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
                let place = name(point);
                format!("there is a stone on {place}: only empty regions are neutral")
            }
            MarkError::NotTerritory(point) => {
                let place = name(point);
                format!("{place} is neutral already: both colors or none border its region")
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
