//! Finds the neutral points that keep territory from counting, and the count without the tax.

use super::outcome::{Outcome, Score};
use super::standing::Standing;
use crate::basics::{ByColor, PointSet, Rules, Scoring, Size, Tax};

/// Neutral points beside territory that the tax excludes because of them. In a game that is not played to its end they
/// are unfinished borders; in a seki they belong there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// The neutral points; at least one. Points that the players have marked neutral are left out.
    pub points: PointSet,
    /// The number of Black's and White's points of territory that do not count because of them.
    pub excluded: ByColor<usize>,
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
        for part in self.taxed() {
            let open = part.open - self.marks.neutral();
            if !open.is_empty() {
                excluded[part.color] += part.territory.len();
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
        let noun = |count: usize| if count == 1 { "point" } else { "points" };
        let (excluded, verb) = match self.excluded {
            ByColor { black, white: 0 } => (format!("{black} {} of Black", noun(black)), black),
            ByColor { black: 0, white } => (format!("{white} {} of White", noun(white)), white),
            ByColor { black, white } => (
                format!("{black} {} of Black and {white} of White", noun(black)),
                2,
            ),
        };
        let verb = if verb == 1 { "does" } else { "do" };
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
            "unfinished: {points} {lie} beside territory, so {excluded} {verb} not count (tax={tax}); {otherwise}"
        )
    }
}
