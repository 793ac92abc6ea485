//! Finds the territory that the tax excludes, and the neutral points that make it do so.

use super::marks::Ground;
use super::outcome::{Outcome, Score};
use super::standing::Standing;
use crate::basics::text::number;
use crate::basics::{ByColor, Color, PointSet, Rules, Scoring, Size, Tax};

/// Territory that the rules' tax excludes, and why: a connected part of a color's area that is not a *life*. Once sekis have
/// been looked for, a life has no stone in seki. Without a search, it has no neutral point next to it and no living chain
/// with exactly one liberty. (`KataGo` has the same tax.)
///
/// Without a search, one open neutral point of a game that was not played to its end can tax all the territory connected to
/// it; `open` lists these points.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taxed {
    /// The owner of the territory.
    pub color: Color,
    /// The points that do not count; at least one.
    pub territory: PointSet,
    /// The neutral points next to this part; empty if stones of it were found in seki.
    pub open: PointSet,
    /// The stones in this part whose chain has one liberty; listed only if `open` is empty.
    pub in_atari: PointSet,
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
    /// assert_eq!(taxed[0].open.list(), [Point::from((0, 2))]); // all territory counts once either side fills it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn taxed(&self) -> Vec<Taxed> {
        if self.rules.tax() == Tax::None {
            return Vec::new();
        }
        let ground = self.marks.ground();
        let mut taxed = Vec::new();
        for color in Color::BOTH {
            let mut add = |territory, open, in_atari| {
                taxed.push(Taxed {
                    color,
                    territory,
                    open,
                    in_atari,
                });
            };
            let parts = parts(color, &ground, self.seki).filter(|part| !part.is_life());
            let parts = parts.filter(|part| !part.territory.is_empty());
            parts.for_each(|part| add(part.territory, part.open, part.in_atari));
        }
        taxed
    }

    /// The dead stones that earn nothing: under territory scoring, those on points that are nobody's or that the tax excludes.
    /// Dead stones are taken off one's territory, and these are in nobody's. Their opponent must capture them during play.
    ///
    /// ```
    /// use gokata::scoring::{Mark, Standing};
    /// use gokata::{BoardRecord, Preset};
    ///
    /// let board: BoardRecord = "x\nxx-ooo\n-xo-x-\nxxoooo\noooo--\n".parse()?;
    /// let mut end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// end.marks.mark((1, 4).into(), Mark::Dead)?;
    /// assert_eq!(end.unpaid().list(), [(1, 4).into()]); // C4 is open
    /// end.rules = end.rules.with_tax(gokata::Tax::None);
    /// assert!(end.unpaid().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unpaid(&self) -> PointSet {
        let dead = self.marks.dead;
        if self.rules.scoring() == Scoring::Area || dead.is_empty() {
            return PointSet::empty(dead.size());
        }
        let lives = self.lives(&self.marks.ground());
        dead - lives.black.territory - lives.white.territory
    }

    /// The lives of both colors; without a tax, all territory counts as if it were in one.
    pub(super) fn lives(&self, ground: &Ground) -> ByColor<Lives> {
        ByColor::from_fn(|color| match self.rules.tax() {
            Tax::None => Lives {
                count: 0,
                territory: ground.owned[color],
            },
            Tax::Seki | Tax::All => Lives::of(color, ground, self.seki),
        })
    }

    /// The stones that were found in seki; without a search, the living stones outside every life. The tax
    /// excludes their territory. None under rules without a tax.
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
    pub fn in_seki(&self) -> PointSet {
        if self.rules.tax() == Tax::None {
            return PointSet::empty(self.marks.size());
        }
        if let Some(seki) = self.seki {
            return seki - self.marks.dead;
        }
        let ground = self.marks.ground();
        let colors = Color::BOTH.into_iter();
        let parts = colors.flat_map(|color| parts(color, &ground, None));
        let outside = parts.filter(|part| !part.is_life());
        PointSet::union(self.marks.size(), outside.map(|part| part.stones))
    }
}

pub(super) struct Lives {
    pub(super) count: usize,
    /// The territory in them.
    pub(super) territory: PointSet,
}

impl Lives {
    /// `seki` are the stones found in seki, if there was a search.
    fn of(color: Color, ground: &Ground, seki: Option<PointSet>) -> Lives {
        let owned = ground.owned[color];
        let mut lives = Lives {
            count: 0,
            territory: PointSet::empty(owned.size()),
        };
        for part in parts(color, ground, seki).filter(Part::is_life) {
            lives.count += 1;
            lives.territory |= part.territory;
        }
        lives
    }
}

struct Part {
    stones: PointSet,
    territory: PointSet,
    /// True if stones of it were found in seki.
    is_in_seki: bool,
    /// Neutral points next to it; empty after a search for sekis.
    open: PointSet,
    /// Its stones whose chains have one liberty; empty if any point is open, and after a search.
    in_atari: PointSet,
}

impl Part {
    fn is_life(&self) -> bool {
        !self.is_in_seki && self.open.is_empty() && self.in_atari.is_empty()
    }
}

/// The parts of a color's area, in reading order. `seki` are the stones found in seki, if there was a search.
fn parts(color: Color, ground: &Ground, seki: Option<PointSet>) -> impl Iterator<Item = Part> {
    let (live, owned) = (ground.live[color], ground.owned[color]);
    // Points under dead stones count as liberties.
    let empty = ground.nobody | ground.owned.black | ground.owned.white;
    (live | owned).parts().map(move |part| {
        let (stones, none) = (part & live, PointSet::empty(part.size()));
        let open = if seki.is_none() {
            part.beside(ground.nobody)
        } else {
            none
        };
        // One reason is enough, and chains in atari are slow to compute.
        let in_atari = if seki.is_none() && open.is_empty() {
            in_atari(stones, empty)
        } else {
            none
        };
        Part {
            stones,
            territory: part & owned,
            is_in_seki: seki.is_some_and(|seki| stones.meets(seki)),
            open,
            in_atari,
        }
    })
}

/// The stones whose chains have one liberty.
fn in_atari(stones: PointSet, empty: PointSet) -> PointSet {
    let chains = stones.parts();
    let in_atari = chains.filter(|chain| chain.beside(empty).len() == 1);
    PointSet::union(stones.size(), in_atari)
}

/// Neutral points beside territory that the tax excludes because of them. In a game that is not played to its end they
/// are unfinished borders; in a seki they belong there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// The neutral points; at least one. Points that the players have marked neutral are left out.
    pub points: PointSet,
    /// The number of Black's and White's points of territory that do not count because of them.
    pub excluded: ByColor<usize>,
    /// The number of dead stones that earn nothing because they stand on these points; none under area scoring.
    pub dead: usize,
    /// The rules of the count.
    pub rules: Rules,
    /// The result with the same marks and rules, but without tax. Under territory scoring with the tax for seki, this is
    /// also the result after the points are filled, unless stones are then added inside territory.
    pub untaxed: Score,
}

/// The most points in a sentence; `...` stands for the rest.
const MOST_NAMED: usize = 12;

impl Standing {
    /// The neutral points that keep territory from counting; `None` if there are none, and under rules without tax.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, ByColor, Preset};
    ///
    /// let board: BoardRecord = "x\n-x-o-\n-x-o-\n".parse()?;
    /// let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// let unfinished = end.unfinished().ok_or("nothing")?;
    /// assert_eq!(unfinished.excluded, ByColor::new(2, 2));
    /// assert_eq!(
    ///     unfinished.describe(board.size()),
    ///     "unfinished: the neutral points C2 C1 lie beside territory, so 2 points of Black and 2 of White \
    ///      do not count (tax=seki); once they are filled, or with tax=none, White wins by 6.5 points \
    ///      (each stone that must be added inside territory costs a point)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unfinished(&self) -> Option<Unfinished> {
        let mut points = PointSet::empty(self.marks.size());
        let mut excluded = ByColor::default();
        let (mut dead, unpaid) = (0, self.unpaid());
        for part in self.taxed() {
            let open = part.open - self.marks.neutral();
            if !open.is_empty() {
                excluded[part.color] += part.territory.len();
                dead += (part.territory & unpaid).len();
            }
            points |= open;
        }
        let untaxed = self.rules.with_tax(Tax::None);
        let untaxed = Standing {
            rules: untaxed,
            ..self.clone()
        };
        (!points.is_empty()).then(|| Unfinished {
            points,
            excluded,
            dead,
            rules: self.rules,
            untaxed: untaxed.count().score(),
        })
    }
}

impl Unfinished {
    /// Describes the points and their effect in a sentence, without the final period. The points have the names that Go
    /// programs use on a board of this size.
    pub fn describe(&self, size: Size) -> String {
        let count = self.points.len();
        let mut names: Vec<String> = self.points.iter().map(|point| point.vertex(size)).collect();
        names.truncate(MOST_NAMED);
        let names = names.join(" ");
        let (points, lie, they) = match count {
            1 => (format!("the neutral point {names}"), "lies", "it is"),
            2..=MOST_NAMED => (format!("the neutral points {names}"), "lie", "they are"),
            _ => (
                format!("{count} neutral points ({names} ...)"),
                "lie",
                "they are",
            ),
        };
        let some = |count| number(count, "point");
        let (excluded, count) = match self.excluded {
            ByColor { black, white: 0 } => (format!("{} of Black", some(black)), black),
            ByColor { black: 0, white } => (format!("{} of White", some(white)), white),
            ByColor { black, white } => {
                (format!("{} of Black and {white} of White", some(black)), 2)
            }
        };
        let verb = if count == 1 { "does" } else { "do" };
        let on = if count == 1 { "on it" } else { "on them" };
        let dead = match self.dead {
            0 => String::new(),
            1 => format!(", nor does the dead stone {on}"),
            dead => format!(", nor do the {dead} dead stones {on}"),
        };
        let tax = self.rules.tax();
        let result = Outcome::Counted(self.untaxed).sentence();
        // Under area scoring the stones that fill the points count, and group tax remains.
        let otherwise = match (self.rules.scoring(), tax) {
            (Scoring::Territory, Tax::Seki) => format!(
                "once {they} filled, or with tax=none, {result} (each stone that must be added inside territory costs a point)"
            ),
            _ => format!("with tax=none, {result}"),
        };
        format!(
            "unfinished: {points} {lie} beside territory, so {excluded} {verb} not count{dead} (tax={tax}); {otherwise}"
        )
    }
}
