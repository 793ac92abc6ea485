//! Regions and owners: how marks divide the board.

use super::marks::{Marks, both, less, reach};
use crate::basics::{Color, Point};
use crate::pure::point_rows::PointRows;

/// A maximal connected set of points without living stones.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// Its points, in reading order; some may hold dead stones.
    pub points: Vec<Point>,
    /// Whether living stones of Black and of White border it.
    pub bordered_by: [bool; 2],
    /// Its owner; `None` if it is neutral.
    pub owner: Option<Color>,
}

/// A board divided into five sets: every point is in exactly one of them.
pub(super) struct Ground {
    pub(super) live: [PointRows; 2],
    /// Territory, before any tax.
    pub(super) owned: [PointRows; 2],
    pub(super) nobody: PointRows,
}

impl Ground {
    /// The owner of a place, given by row and column.
    fn owner(&self, (row, col): (usize, usize)) -> Option<Color> {
        let owns = |color: &Color| {
            self.live[*color as usize].has(row, col) || self.owned[*color as usize].has(row, col)
        };
        Color::BOTH.into_iter().find(owns)
    }
}

impl Marks {
    /// The owner of a point: a living stone's own color, else the owner of its region. `None` on a neutral point and off
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

    /// The region of a point; `None` on a living stone and off the board.
    pub fn region(&self, point: Point) -> Option<Region> {
        let place = self.size.row_and_col(point)?;
        let free = self.free();
        let region = free.has(place.0, place.1).then(|| reach(place, &free))?;
        Some(self.described(&region, &self.ground()))
    }

    /// Every region, ordered by its first point.
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

    /// Regions of more than one point that both colors border: probably an unfinished border. (A finished game has none,
    /// except in a seki.)
    pub fn open_borders(&self) -> Vec<Region> {
        let open = |region: &Region| region.bordered_by == [true, true] && region.points.len() > 1;
        self.regions().into_iter().filter(open).collect()
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

    fn described(&self, region: &PointRows, ground: &Ground) -> Region {
        Region {
            points: region.points().collect(),
            bordered_by: self.bordered_by(region),
            owner: region.first().and_then(|place| ground.owner(place)),
        }
    }
}
