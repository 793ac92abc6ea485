//! The properties of a game besides its moves.

use crate::basics::Point;
use crate::scoring::Outcome;

/// How a game record names its rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RulesName {
    /// The record names the rules in force. Their komi is written, too.
    #[default]
    InForce,
    /// The record names unknown rules. The komi is written unless it is 0.
    Other(String),
    /// The record names no rules. The komi is written unless it is 0.
    Unnamed,
}

/// The properties of a game besides its moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// The name of Black's player (`PB`).
    pub black: Option<String>,
    /// The name of White's player (`PW`).
    pub white: Option<String>,
    /// The rank of Black's player (`BR`): `3d`, as written.
    pub black_rank: Option<String>,
    /// The rank of White's player (`WR`), as written.
    pub white_rank: Option<String>,
    /// The date of the game (`DT`): `2016-03-09`.
    pub date: Option<String>,
    /// The event (`EV`), such as the name of a tournament.
    pub event: Option<String>,
    /// The result (`RE`). [`write`](super::write()) derives a resignation from the game.
    pub result: Option<Outcome>,
    /// A result as written, if `result` does not say all of it: `B+Illegal`, `W+3.25`. [`write`](super::write())
    /// writes it unless it contradicts `result`.
    pub other_result: Option<String>,
    /// A komi (`KM`) that is not understood, as written: `7.25`. [`write`](super::write()) writes it in place of the
    /// komi in force.
    pub other_komi: Option<String>,
    /// The number of handicap stones (`HA`); 0 also if the record names one stone. If it is `None`,
    /// [`write`](super::write()) writes the number of Black's stones on the opening board, if there are at least two and
    /// White has none; if it is 0, it writes 0 there, else nothing.
    pub handicap: Option<usize>,
    /// A handicap that is not understood, as written. [`write`](super::write()) writes it if there is no number.
    pub other_handicap: Option<String>,
    /// The rules (`RU`).
    pub rules: RulesName,
    /// Points counted as Black's at the end (`TB`), in any order.
    pub black_territory: Vec<Point>,
    /// Points counted as White's at the end (`TW`), in any order.
    pub white_territory: Vec<Point>,
}
