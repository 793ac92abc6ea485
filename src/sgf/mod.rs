//! Game records as other Go programs write and read them (SGF, version 4). The rules of Go are asked of
//! the referees.
//!
//! - [`write()`] makes the text of a record of a game.
//! - `decode` makes a text of a file's bytes (with the feature `encodings`).
//! - [`Collection::parse`] takes a text apart into [`Game`]s, and [`Game::judge`] holds the moves of one against a
//!   referee; [`Game::replay`] gives the game itself.
//!
//! What is in the text counts: the grammar is that of version 4, and what versions 1 to 3 and the world's
//! programs do otherwise is read with a warning. What is not understood ends the reading, with its line and
//! column, and is never called legal. No text needs more memory than a few times its length, nor any depth of
//! stack.

mod claim;
#[cfg(feature = "encodings")]
mod decode;
mod found;
mod judge;
mod notes;
mod path;
mod place;
mod property;
mod read;
mod scan;
mod stats;
#[cfg(test)]
mod tests;
mod tree;
mod turn;
mod umpire;
mod walk;
mod write;

#[cfg(feature = "encodings")]
pub use self::decode::{Decoded, decode};
pub use self::judge::{Judgement, Judging, Lines, Order, Referees, Refusal, Refused, Verdict};
pub use self::read::{Collection, Game};
pub use self::stats::Stats;
pub use self::write::write;
use crate::basics::Point;
use crate::scoring::Outcome;

/// What a game record says of its rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RulesName {
    /// The name of the rules that are in force, and their komi.
    #[default]
    InForce,
    /// A name that is not understood. The komi is told unless it is 0.
    Other(String),
    /// Nothing. The komi is told unless it is 0.
    Untold,
}

/// What a game record tells of a game besides its moves.
///
/// ```
/// use gokata::sgf::GameInfo;
///
/// let about = GameInfo {
///     black: Some("Fan Hui".to_owned()),
///     result: "W+2.5".parse().ok(),
///     ..GameInfo::default()
/// };
/// assert_eq!(about.white, None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// Who plays Black (`PB`).
    pub black: Option<String>,
    /// Who plays White (`PW`).
    pub white: Option<String>,
    /// When it was played (`DT`): `2016-03-09`.
    pub date: Option<String>,
    /// How it ended (`RE`). Where it is not given, a resignation is told.
    pub result: Option<Outcome>,
    /// The same in words that are not understood: `B+Illegal`.
    pub other_result: Option<String>,
    /// The number of handicap stones (`HA`); unless given, that of Black's in the opening, if White has none there.
    pub handicap: Option<usize>,
    /// What is said of the rules (`RU`).
    pub rules: RulesName,
    /// Points counted as Black's at the end (`TB`), in any order.
    pub black_territory: Vec<Point>,
    /// Points counted as White's at the end (`TW`), in any order.
    pub white_territory: Vec<Point>,
}
