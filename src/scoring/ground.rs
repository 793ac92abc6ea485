//! Regions and owners: how marks divide the board.

use super::marks::Marks;
use crate::basics::{ByColor, Color, Point, PointSet};

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
        let regions = self.free().parts();
        regions
            .map(|region| self.described(region, &ground))
            .collect()
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
            owner: points.nth(0).and_then(|point| ground.owner(point)),
        }
    }
}
