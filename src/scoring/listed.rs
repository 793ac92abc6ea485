//! Derives marks from the territory that a game record lists.

use super::marks::Marks;
use super::standing::Standing;
use super::tax::Taxed;
use crate::basics::{ByColor, Color, PointSet, Tax};

impl Standing {
    /// Replaces the marks by those that follow from lists of Black's and White's territory, as game records have them
    /// (`TB`, `TW`). Ignores points off the board and points in both lists.
    ///
    /// - An enemy chain is dead if one of its stones stands on a listed point; also if it is next to an empty listed
    ///   point, unless it is next to listed territory of its own color as well.
    /// - An empty point in a region of one color is neutral if it is not listed, unless the tax excludes it anyway.
    /// - If the tax for seki would exclude an empty listed point, the rules change to no tax: the list is what counts.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, ByColor, Point, PointSet, Preset};
    ///
    /// let board: BoardRecord = "x\n-xo-\n-xox\n-xo-\n".parse()?;
    /// let mut end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// let column = |col| PointSet::new(board.size(), (0..3).map(|row| Point::from((row, col))));
    /// end.mark_territory(ByColor::new(column(0), column(3)));
    /// assert_eq!(end.marks.dead().list(), [Point::from((1, 3))]);
    /// assert_eq!(end.count().score().to_string(), "o+7.5");
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn mark_territory(&mut self, listed: ByColor<PointSet>) {
        let listed = ByColor::from_fn(|color| listed[color] - listed[!color]);
        let none = PointSet::empty(self.marks.size);
        (self.marks.dead, self.marks.neutral) = (none, none);
        let dead_on = |color| self.marks.dead_on(listed, color);
        self.marks.dead = dead_on(Color::Black) | dead_on(Color::White);
        self.mark_unlisted(listed);
        // Programs list the points under dead stones even if the territory around them does not count.
        let empty = listed.map(|points| self.marks.empty(points));
        let is_excluded = |taxed: &Taxed| taxed.territory.meets(empty[taxed.color]);
        if self.rules.tax() == Tax::Seki && self.taxed().iter().any(is_excluded) {
            self.rules = self.rules.with_tax(Tax::None);
            self.mark_unlisted(listed);
        }
    }

    /// Marks empty points of one color that are not listed as neutral, except those that the tax excludes.
    fn mark_unlisted(&mut self, listed: ByColor<PointSet>) {
        let owned = self.marks.ground().owned;
        let unlisted = |color| owned[color] - listed[color];
        let mut unlisted = unlisted(Color::Black) | unlisted(Color::White);
        for taxed in self.taxed() {
            unlisted -= taxed.territory;
        }
        self.marks.neutral |= self.marks.empty(unlisted);
    }
}

impl Marks {
    fn empty(&self, points: PointSet) -> PointSet {
        points - self.stones.black - self.stones.white
    }

    /// The stones of a color that are dead because of the listed territory.
    fn dead_on(&self, listed: ByColor<PointSet>, color: Color) -> PointSet {
        let stones = self.stones[color];
        let beside = |side: Color| {
            let territory = self.empty(listed[side]);
            territory.beside(stones).grown(stones)
        };
        let on_listed = (listed[!color] & stones).grown(stones);
        (beside(!color) - beside(color)) | on_listed
    }
}
