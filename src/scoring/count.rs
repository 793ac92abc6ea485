//! Counts the points of both sides, item by item.

use std::fmt;

use super::outcome::{Outcome, Score, points};
use super::standing::{Ending, Standing, small};
use super::tax::Lives;
use crate::basics::named::named;
use crate::basics::{ByColor, Color, HalfPoints, HandicapBonus, Scoring, Tax};
use crate::pure::BoardRecord;

named! {
    /// An item of a count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Item {
        /// Living stones (area only).
        Stones = "living stones",
        /// Points of regions that only one color borders, empty or under dead stones.
        Territory = "territory",
        /// Deducts the territory that is not in a [life](super::Taxed).
        Seki = "in seki",
        /// Deducts two points for each [life](super::Taxed).
        GroupTax = "group tax",
        /// Stones captured during play, and pass stones (territory only).
        Prisoners = "prisoners",
        /// Dead enemy stones, which become prisoners (territory only); none where the tax excludes the point under the stone,
        /// or the point is nobody's. Whoever wants such a stone must capture it before the end.
        DeadStones = "dead stones",
        /// White's compensation for moving second.
        Komi = "komi",
        /// White's compensation for handicap stones (area only).
        HandicapBonus = "handicap bonus",
        /// Half a point for the side that passed first (area only).
        Button = "button",
    }

    /// The item's name in a table.
    pub const fn name(self) -> &'static str;
    /// Every item, in display order.
    pub const ALL;
}

/// A count. Each side's total is the sum of its items. `Display` writes a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    scoring: Scoring,
    items: [ByColor<HalfPoints>; Item::ALL.len()],
}

impl Standing {
    /// Counts the points of both sides by the rules.
    ///
    /// On 19x19 this takes about 0.7 µs, with a tax up to 6 µs; creating the standing from a game takes another 2 to 4 µs.
    pub fn count(&self) -> Count {
        let Standing { marks, rules, .. } = self;
        let ground = marks.ground();
        let by_area = rules.scoring() == Scoring::Area;
        let mut count = Count {
            scoring: rules.scoring(),
            items: Default::default(),
        };
        let lives = self.lives(&ground);
        let counted = lives.black.territory | lives.white.territory;
        for color in Color::BOTH {
            let mut add = |item: Item, points: HalfPoints| {
                count.items[item as usize][color] = points;
            };
            let whole = |points| HalfPoints::whole(small(points));
            let Lives {
                count: groups,
                territory,
            } = lives[color];
            add(Item::Territory, whole(ground.owned[color].len()));
            let taxed = ground.owned[color] - territory;
            add(Item::Seki, HalfPoints(0) - whole(taxed.len()));
            if rules.tax() == Tax::All {
                add(Item::GroupTax, HalfPoints(0) - whole(2 * groups));
            }
            if by_area {
                add(Item::Stones, whole(ground.live[color].len()));
                if self.first_pass == Some(color) && rules.button() {
                    add(Item::Button, HalfPoints(1));
                }
            } else {
                add(Item::Prisoners, whole(self.prisoners[color] as usize));
                let dead = marks.dead_of(!color) & counted;
                add(Item::DeadStones, whole(dead.len()));
            }
            if color == Color::White {
                add(Item::Komi, rules.komi().into());
                if by_area {
                    add(Item::HandicapBonus, whole(self.bonus()));
                }
            }
        }
        count
    }

    /// The outcome with the current marks; `None` before the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self.ending? {
            Ending::Passes => Outcome::Counted(self.count().score()),
            Ending::Resignation(loser) => Outcome::Resignation { winner: !loser },
        })
    }

    fn bonus(&self) -> usize {
        let handicap = self.handicap as usize;
        match self.rules.handicap_bonus() {
            HandicapBonus::Zero => 0,
            HandicapBonus::AllButOne => handicap.saturating_sub(1),
            HandicapBonus::Each => handicap,
        }
    }
}

impl BoardRecord {
    /// The result of a count now, with all stones alive. [`Standing`] counts with marks.
    pub fn score(&self) -> Score {
        Standing::from(self).count().score()
    }

    /// The result of the game, with all stones alive; `None` before it has ended.
    ///
    /// ```
    /// use gokata::{BoardRecord, Size};
    ///
    /// let game = BoardRecord::new(Size::square(3)?).play_at("B2")?;
    /// assert_eq!((game.score().to_string(), game.outcome()), ("x+9".to_owned(), None));
    /// let resigned = game.play_at("resign")?.outcome().map(|outcome| outcome.to_string());
    /// assert_eq!(resigned, Some("B+R".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        Standing::from(self).outcome()
    }
}

impl Count {
    /// The points that an item gives Black and White.
    pub fn line(&self, item: Item) -> ByColor<HalfPoints> {
        self.items[item as usize]
    }

    /// The items to show: those that these rules always count, and any other that is not zero.
    pub fn lines(&self) -> impl Iterator<Item = (Item, ByColor<HalfPoints>)> {
        let usual = |item| match item {
            Item::Territory | Item::Komi => true,
            Item::Stones => self.scoring == Scoring::Area,
            Item::Prisoners | Item::DeadStones => self.scoring == Scoring::Territory,
            Item::Seki | Item::GroupTax | Item::HandicapBonus | Item::Button => false,
        };
        let all = Item::ALL.into_iter().map(|item| (item, self.line(item)));
        all.filter(move |(item, line)| usual(*item) || *line != ByColor::default())
    }

    /// The sum of a color's items.
    pub fn total(&self, color: Color) -> HalfPoints {
        let add = |sum, line: &ByColor<HalfPoints>| sum + line[color];
        self.items.iter().fold(HalfPoints::default(), add)
    }

    /// The winner and the margin.
    pub fn score(&self) -> Score {
        Score::from_margin(self.total(Color::Black) - self.total(Color::White))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:14} {:>7} {:>7}", "", "Black", "White")?;
        for (item, ByColor { black, white }) in self.lines() {
            // Black has neither komi nor bonus.
            let black = match item {
                Item::Komi | Item::HandicapBonus => String::new(),
                _ => black.to_string(),
            };
            writeln!(f, "{:14} {black:>7} {white:>7}", item.name())?;
        }
        let [black, white] = Color::BOTH.map(|color| self.total(color));
        let verdict = match self.score() {
            Score::Draw => "draw".to_owned(),
            Score::Win(color, halves) => format!("{color} wins by {}", points(halves)),
        };
        write!(f, "{:14} {black:>7} {white:>7}   {verdict}", "total")
    }
}
