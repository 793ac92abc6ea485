//! The values of the rules: kinds of ko, suicide, scoring and tax, komi, and their names.

use std::fmt;
use std::str::FromStr;

use super::text::{digits, parse_error};

/// The earlier positions that a move must not repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum KoRule {
    /// The board as it was before the opponent's last turn (the kata's rule 6).
    #[default]
    Simple,
    /// Any earlier board.
    Positional,
    /// Any earlier board with the same side to play. A position (board and side to play) that arose by a pass counts,
    /// too.
    Situational,
    /// Any board that the same player made earlier by playing a stone.
    NaturalSituational,
}

/// Whether a player may leave their own stones without a liberty, so that they are taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Suicide {
    /// Never (the kata's rule 4).
    #[default]
    Forbidden,
    /// Only of two or more stones at once.
    MultiStone,
    /// Any suicide, including that of a single stone, which does not change the board.
    Allowed,
}

/// Which points count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Scoring {
    /// Living stones and surrounded points.
    #[default]
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// The territory that does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Tax {
    /// All territory counts.
    #[default]
    None,
    /// Territory in a seki does not count.
    Seki,
    /// Territory in a seki does not count, and every living group costs two points.
    All,
}

/// The points White gets for Black's handicap stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum HandicapBonus {
    /// Nothing.
    #[default]
    Zero,
    /// One point for each stone but the first.
    AllButOne,
    /// One point for each stone.
    Each,
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

impl FromStr for Komi {
    type Err = RulesError;

    /// Parses `7`, `6.5`, `6.0` or `-0.5`: a multiple of 0.5 from -150 to 150. `-0` is 0.
    fn from_str(text: &str) -> Result<Komi, RulesError> {
        let read = || {
            let unsigned = text.strip_prefix('-').unwrap_or(text);
            let (whole, half) = match unsigned.split_once('.') {
                None => (unsigned, 0),
                Some((whole, "0")) => (whole, 0),
                Some((whole, "5")) => (whole, 1),
                Some(_) => return None,
            };
            let halves = i16::try_from(digits(whole)? * 2 + half).ok()?;
            let is_negative = unsigned.len() < text.len();
            Komi::from_halves(if is_negative { -halves } else { halves })
        };
        let problem = "is not a komi such as 7, 6.5 or -0.5, from -150 to 150";
        read().ok_or_else(|| RulesError::new(text, problem))
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let half = if self.halves % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", (self.halves / 2).abs())
    }
}

/// Implements `ALL`, `name`, `Display` and `FromStr` for an enum.
macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in the order of declaration.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// The value's name in fixtures and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $word),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<$type, RulesError> {
                Self::ALL.iter().copied().find(|value| value.name() == text).ok_or_else(|| {
                    RulesError::new(text, format_args!("is none of: {}", [$($word),+].join(", ")))
                })
            }
        }
    };
}

words!(KoRule {
    Simple = "simple",
    Positional = "positional",
    Situational = "situational",
    NaturalSituational = "natural-situational",
});
words!(Suicide { Forbidden = "forbidden", MultiStone = "multi-stone", Allowed = "allowed" });
words!(Scoring { Area = "area", Territory = "territory" });
words!(Tax { None = "none", Seki = "seki", All = "all" });
words!(HandicapBonus { Zero = "0", AllButOne = "n-1", Each = "n" });

parse_error! {
    /// The error for rules that cannot be parsed. `Display` quotes the text and says what is expected.
    RulesError
}
