//! The types that both referees use: points, colors, moves, rules, positions, and their text formats. Applies no
//! rules.

pub(crate) mod diagram;
pub(crate) mod fnv;
pub(crate) mod katago;
pub(crate) mod keys;
pub(crate) mod named;
pub(crate) mod random;
pub(crate) mod text;

#[cfg(feature = "serde")]
pub(crate) mod as_text;
mod color;
mod given_rules;
mod half_points;
mod illegal;
mod moves;
mod packed;
mod point;
mod point_set;
mod presets;
mod rule_values;
mod rules;
mod setup;
mod showboard;
mod symmetry;

pub use color::{ByColor, Color};
pub use diagram::{Diagram, Labels};
pub use given_rules::GivenRules;
pub use half_points::HalfPoints;
pub use illegal::{IllegalEvent, IllegalMove, NotPassedOut, PlayError};
pub use moves::{Action, GameEvent, Move};
pub(crate) use packed::Packed;
pub use point::{Point, Size, SizeError};
pub use point_set::{Chain, PointSet, PointSetIter};
pub use presets::Preset;
pub use random::Random;
pub use rule_values::{HandicapBonus, KoRule, Komi, LastPass, Scoring, Suicide, Tax};
pub use rules::Rules;
pub use setup::{Setup, SetupError};
pub use showboard::Showboard;
pub use symmetry::Symmetry;
pub use text::{ParseError, TextError, is_unseen};
