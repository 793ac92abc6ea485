//! The values of the rules: kinds of ko, suicide, scoring and tax, komi, and their names.

use std::fmt;
use std::str::FromStr;

use super::half_points::HalfPoints;
use super::named::named;
use super::text::ParseError;

named! {
    /// The earlier positions that a move must not repeat.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum KoRule {
        /// The board as it was before the opponent's last turn (the kata's rule 6).
        #[default]
        Simple = "simple",
        /// Any earlier board.
        Positional = "positional",
        /// Any earlier board with the same side to play. A position (board and side to play) that arose by a pass counts,
        /// too.
        Situational = "situational",
        /// Any board that the same player made earlier by playing a stone.
        NaturalSituational = "natural-situational",
    }

    /// The value's name in fixtures and on the command line.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

named! {
    /// Whether a player may leave their own stones without a liberty, so that they are taken off.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum Suicide {
        /// Never (the kata's rule 4).
        #[default]
        Forbidden = "forbidden",
        /// Only of two or more stones at once.
        MultiStone = "multi-stone",
        /// Any suicide, including that of a single stone, which does not change the board.
        Allowed = "allowed",
    }

    /// The value's name in fixtures and on the command line.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

named! {
    /// Which points count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum Scoring {
        /// Living stones and surrounded points.
        #[default]
        Area = "area",
        /// Surrounded points and prisoners.
        Territory = "territory",
    }

    /// The value's name in fixtures and on the command line.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

named! {
    /// The territory that does not count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum Tax {
        /// All territory counts.
        #[default]
        None = "none",
        /// Territory in a seki does not count.
        Seki = "seki",
        /// Territory in a seki does not count, and every living group costs two points.
        All = "all",
    }

    /// The value's name in fixtures and on the command line.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

named! {
    /// The points White gets for Black's handicap stones.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum HandicapBonus {
        /// Nothing.
        #[default]
        Zero = "0",
        /// One point for each stone but the first.
        AllButOne = "n-1",
        /// One point for each stone.
        Each = "n",
    }

    /// The value's name in fixtures and on the command line.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

named! {
    /// Who makes the last pass, where passes cost stones.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum LastPass {
        /// Either player.
        #[default]
        Any = "any",
        /// White, who hands one more stone over if Black's pass has ended the game.
        White = "white",
    }

    /// The value's name in fixtures and on the command line.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

/// Points given to White: a multiple of 0.5 from -150 to 150.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Komi {
    pub(super) halves: i16,
}

impl Komi {
    /// Creates a komi from half-points: `from_halves(15)` is 7.5. `None` below -150 or above 150 points.
    pub fn from_halves(halves: i16) -> Option<Komi> {
        (-300..=300).contains(&halves).then_some(Komi { halves })
    }

    /// The komi in half-points: 15 for 7.5.
    pub fn halves(self) -> i16 {
        self.halves
    }
}

impl From<Komi> for HalfPoints {
    fn from(komi: Komi) -> HalfPoints {
        HalfPoints(komi.halves().into())
    }
}

impl FromStr for Komi {
    type Err = ParseError;

    /// Parses `7`, `6.5`, `6.0` or `-0.5`: a multiple of 0.5 from -150 to 150. `-0` is 0.
    fn from_str(text: &str) -> Result<Komi, ParseError> {
        let read = || {
            let unsigned = text.strip_prefix('-').unwrap_or(text);
            let halves = i16::try_from(HalfPoints::parse(unsigned)?).ok()?;
            let is_negative = unsigned.len() < text.len();
            Komi::from_halves(if is_negative { -halves } else { halves })
        };
        let problem = "is not a komi such as 7, 6.5 or -0.5, from -150 to 150";
        read().ok_or_else(|| ParseError::new(text, problem))
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        HalfPoints::from(*self).fmt(f)
    }
}
