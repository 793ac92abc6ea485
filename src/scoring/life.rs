//! Which territory is taxed. A *life* is a largest connected part of a color's area, of which no point
//! touches a neutral one and no living chain has exactly one liberty. (The program `KataGo` has this tax; a
//! life stands for what is not in a seki.)

use super::Standing;
use super::marks::Ground;
use crate::basics::{Color, Point, Tax};
use crate::pure::point_rows::PointRows;
use crate::pure::survey::in_atari;

/// Territory that does not count under the rules' tax, and why: a connected part of a color's area that is no
/// life. All lists are in reading order.
///
/// Where a game has not been played to its very end, a single point that nobody has filled takes all that
/// touches it: this tells which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taxed {
    /// Whose territory.
    pub color: Color,
    /// The points that do not count; at least one.
    pub territory: Vec<Point>,
    /// The points beside this part that are nobody's.
    pub open: Vec<Point>,
    /// If there are none, the stones in this part that could be taken at once.
    pub in_atari: Vec<Point>,
}

impl Standing {
    /// The territory that does not count because of the tax. Empty without one.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, Point, Preset};
    ///
    /// let board: BoardRecord = "x\n-x-o-\n-xxo-\n".parse()?;
    /// let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// let taxed = end.taxed();
    /// assert_eq!((taxed.len(), taxed[0].territory.len()), (2, 2));
    /// assert_eq!(taxed[0].open, [Point::from((0, 2))]); // filled by either side, all of it would count
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn taxed(&self) -> Vec<Taxed> {
        if self.rules.tax == Tax::None {
            return Vec::new();
        }
        let ground = self.marks.ground();
        let mut taxed = Vec::new();
        for color in Color::BOTH {
            each_part(color, &ground, |part| {
                if !part.is_life() && part.territory.count() > 0 {
                    taxed.push(Taxed {
                        color,
                        territory: part.territory.points().collect(),
                        open: part.open.points().collect(),
                        in_atari: part.in_atari.points().collect(),
                    });
                }
            });
        }
        taxed
    }

    /// The living stones of no life, in reading order: those whose territory the rules' tax takes for that of a
    /// seki. None without a tax.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, Preset};
    ///
    /// // A5 is nobody's, so nothing that touches it is a life; White on the right does not.
    /// let board: BoardRecord = "x\n-xxo-\nooxo-\n-oxoo\nooxo-\nxxxoo\n".parse()?;
    /// let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// assert_eq!(end.in_seki().len(), 13);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn in_seki(&self) -> Vec<Point> {
        if self.rules.tax == Tax::None {
            return Vec::new();
        }
        let ground = self.marks.ground();
        let mut stones = ground.nobody.map(|_, _| 0);
        for color in Color::BOTH {
            each_part(color, &ground, |part| {
                if !part.is_life() {
                    stones.add(&part.stones);
                }
            });
        }
        stones.points().collect()
    }
}

/// What lives of a color's area.
#[derive(Default)]
pub(super) struct Lives {
    /// How many lives.
    pub(super) count: u32,
    /// Points of territory in one of them.
    pub(super) territory: u32,
}

impl Lives {
    pub(super) fn of(color: Color, ground: &Ground) -> Lives {
        let mut lives = Lives::default();
        each_part(color, ground, |part| {
            if part.is_life() {
                lives.count += 1;
                lives.territory += part.territory.count();
            }
        });
        lives
    }
}

/// A connected part of a color's area.
struct Part {
    stones: PointRows,
    territory: PointRows,
    /// Points beside it that are nobody's.
    open: PointRows,
    /// Its stones whose chains have one liberty, if no point is open.
    in_atari: PointRows,
}

impl Part {
    fn is_life(&self) -> bool {
        self.open.count() == 0 && self.in_atari.count() == 0
    }
}

fn each_part(color: Color, ground: &Ground, mut tell: impl FnMut(Part)) {
    let live = &ground.live[color as usize];
    let owned = &ground.owned[color as usize];
    // Dead stones are taken off before liberties are counted.
    let mut empty = ground.nobody;
    ground.owned.iter().for_each(|owned| empty.add(owned));
    let mut area = *live;
    area.add(owned);
    let mut left = area;
    while let Some((row, col)) = left.first() {
        let mut part = PointRows::point(row, col);
        part.grow(|row| area.row(row));
        left.remove(&part);
        let stones = part.map(|row, points| points & live.row(row));
        let open = part.border(|row| ground.nobody.row(row));
        // One reason is enough, and this one is dear.
        let in_atari = match open.count() {
            0 => in_atari(&stones, &empty, |_, _| {}),
            _ => stones.map(|_, _| 0),
        };
        tell(Part {
            stones,
            territory: part.map(|row, points| points & owned.row(row)),
            open,
            in_atari,
        });
    }
}
