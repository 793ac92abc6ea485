//! Finds the territory that the tax excludes. A *life* is a maximal connected part of a color's area in which no point is
//! next to a neutral point and no living chain has exactly one liberty. (`KataGo` has the same tax.)

use super::ground::Ground;
use super::marks::{both, reach};
use super::standing::Standing;
use crate::basics::{Color, Point, Tax};
use crate::pure::point_rows::PointRows;
use crate::pure::survey::in_atari;

/// Territory that the rules' tax excludes, and why: a connected part of a color's area that is not a *life*. A life has no
/// neutral point next to it and no living chain with exactly one liberty. All lists are in reading order.
///
/// If a game was not played to its end, one open neutral point can tax all the territory connected to it; `open` lists
/// these points.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taxed {
    /// The owner of the territory.
    pub color: Color,
    /// The points that do not count; at least one.
    pub territory: Vec<Point>,
    /// The neutral points next to this part.
    pub open: Vec<Point>,
    /// The stones in this part whose chain has one liberty; listed only if `open` is empty.
    pub in_atari: Vec<Point>,
}

impl Standing {
    /// The territory that does not count because of the tax; none under rules without a tax.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, Point, Preset};
    ///
    /// let board: BoardRecord = "x\n-x-o-\n-xxo-\n".parse()?;
    /// let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// let taxed = end.taxed();
    /// assert_eq!((taxed.len(), taxed[0].territory.len()), (2, 2));
    /// assert_eq!(taxed[0].open, [Point::from((0, 2))]); // all territory counts once either side fills it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn taxed(&self) -> Vec<Taxed> {
        if self.rules.tax() == Tax::None {
            return Vec::new();
        }
        let ground = self.marks.ground();
        let mut taxed = Vec::new();
        for color in Color::BOTH {
            let parts = parts(color, &ground).filter(|part| !part.is_life());
            for part in parts.filter(|part| part.territory.count() > 0) {
                taxed.push(Taxed {
                    color,
                    territory: part.territory.points().collect(),
                    open: part.open.points().collect(),
                    in_atari: part.in_atari.points().collect(),
                });
            }
        }
        taxed
    }

    /// The living stones outside every life, in reading order: the tax excludes their territory. None under
    /// rules without a tax.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, Preset};
    ///
    /// // A5 is neutral, so no part next to it is a life; White on the right is not next to it.
    /// let board: BoardRecord = "x\n-xxo-\nooxo-\n-oxoo\nooxo-\nxxxoo\n".parse()?;
    /// let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// assert_eq!(end.in_seki().len(), 13);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn in_seki(&self) -> Vec<Point> {
        if self.rules.tax() == Tax::None {
            return Vec::new();
        }
        let ground = self.marks.ground();
        let mut stones = ground.nobody.map(|_, _| 0);
        for color in Color::BOTH {
            for part in parts(color, &ground).filter(|part| !part.is_life()) {
                stones.add(&part.stones);
            }
        }
        stones.points().collect()
    }
}

/// The lives in a color's area.
#[derive(Default)]
pub(super) struct Lives {
    /// The number of lives.
    pub(super) count: u32,
    /// The points of territory in them.
    pub(super) territory: u32,
}

impl Lives {
    pub(super) fn of(color: Color, ground: &Ground) -> Lives {
        let mut lives = Lives::default();
        for part in parts(color, ground).filter(Part::is_life) {
            lives.count += 1;
            lives.territory += part.territory.count();
        }
        lives
    }
}

/// A connected part of a color's area.
struct Part {
    stones: PointRows,
    territory: PointRows,
    /// Neutral points next to it.
    open: PointRows,
    /// Its stones whose chains have one liberty; empty if any point is open.
    in_atari: PointRows,
}

impl Part {
    fn is_life(&self) -> bool {
        self.open.count() == 0 && self.in_atari.count() == 0
    }
}

/// The parts of a color's area, in reading order.
fn parts(color: Color, ground: &Ground) -> impl Iterator<Item = Part> {
    let live = &ground.live[color as usize];
    let owned = &ground.owned[color as usize];
    // Points under dead stones count as liberties.
    let mut empty = ground.nobody;
    ground.owned.iter().for_each(|owned| empty.add(owned));
    let mut area = *live;
    area.add(owned);
    let mut left = area;
    std::iter::from_fn(move || {
        let part = reach(left.first()?, &area);
        left.remove(&part);
        let stones = both(&part, live);
        let open = part.border(|row| ground.nobody.row(row));
        // One reason is enough, and chains in atari are slow to compute.
        let in_atari = match open.count() {
            0 => in_atari(&stones, &empty, |_, _| {}),
            _ => stones.map(|_, _| 0),
        };
        Some(Part {
            stones,
            territory: both(&part, owned),
            open,
            in_atari,
        })
    })
}
