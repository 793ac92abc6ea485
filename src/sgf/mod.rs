//! Game records as other Go programs write and read them (SGF, version 4). No rule of Go is here.
//!
//! They can be written, not read yet.

mod write;

pub use self::write::write;
use crate::point::Point;
use crate::scoring::Outcome;

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
    /// Points counted as Black's at the end (`TB`), in any order.
    pub black_territory: Vec<Point>,
    /// Points counted as White's at the end (`TW`), in any order.
    pub white_territory: Vec<Point>,
}
