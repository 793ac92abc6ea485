//! Derives marks from the territory that a game record lists.

use super::life::Taxed;
use super::marks::{Marks, both, less, set_of};
use super::standing::Standing;
use crate::basics::{Color, Point, Tax};
use crate::pure::point_rows::PointRows;

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
    /// use gokata::{BoardRecord, Point, Preset};
    ///
    /// let board: BoardRecord = "x\n-xo-\n-xox\n-xo-\n".parse()?;
    /// let mut end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// let black = [(0, 0), (1, 0), (2, 0)].map(Point::from);
    /// let white = [(0, 3), (1, 3), (2, 3)].map(Point::from);
    /// end.mark_territory([&black, &white]);
    /// assert_eq!(end.marks.dead().collect::<Vec<_>>(), [Point::from((1, 3))]);
    /// assert_eq!(end.count().score().to_string(), "o+7.5");
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn mark_territory(&mut self, listed: [&[Point]; 2]) {
        let size = self.marks.size;
        let [black, white] = listed.map(|points| set_of(size, points.iter().copied()));
        let listed = [less(&black, &white), less(&white, &black)];
        let none = black.map(|_, _| 0);
        (self.marks.dead, self.marks.neutral) = (none, none);
        let mut dead = self.marks.dead_on(&listed, Color::Black);
        dead.add(&self.marks.dead_on(&listed, Color::White));
        self.marks.dead = dead;
        self.mark_unlisted(&listed);
        // Programs list the points under dead stones even if the territory around them does not count.
        let empty = Color::BOTH.map(|color| self.marks.empty(&listed[color as usize]));
        let is_excluded = |taxed: &Taxed| {
            let territory = set_of(size, taxed.territory.iter().copied());
            both(&territory, &empty[taxed.color as usize]).count() > 0
        };
        if self.rules.tax() == Tax::Seki && self.taxed().iter().any(is_excluded) {
            self.rules = self.rules.with_tax(Tax::None);
            self.mark_unlisted(&listed);
        }
    }

    /// Marks empty points of one color that are not listed as neutral, except those that the tax excludes.
    fn mark_unlisted(&mut self, listed: &[PointRows; 2]) {
        let taxed = self.taxed().into_iter().flat_map(|part| part.territory);
        let taxed = set_of(self.marks.size, taxed);
        let owned = self.marks.ground().owned;
        for (owned, listed) in owned.iter().zip(listed) {
            let unlisted = less(&less(owned, listed), &taxed);
            self.marks.neutral.add(&self.marks.empty(&unlisted));
        }
    }
}

impl Marks {
    fn empty(&self, points: &PointRows) -> PointRows {
        less(&less(points, &self.stones[0]), &self.stones[1])
    }

    /// The stones of a color that are dead because of the listed territory.
    fn dead_on(&self, listed: &[PointRows; 2], color: Color) -> PointRows {
        let stones = &self.stones[color as usize];
        let chains = |mut some: PointRows| {
            some.grow(|row| stones.row(row));
            some
        };
        let beside = |side: Color| {
            let territory = self.empty(&listed[side as usize]);
            chains(territory.border(|row| stones.row(row)))
        };
        let mut dead = less(&beside(!color), &beside(color));
        dead.add(&chains(both(&listed[!color as usize], stones)));
        dead
    }
}
