//! Game records in the format of other Go programs (SGF, version 4). The referees decide which moves are legal.
//!
//! - [`write()`] makes a game record. [`Tree`] reads one without loss, to be edited and written.
//! - `decode` converts the bytes of a file to text (with the feature `encodings`).
//! - [`Collection::parse`] finds the games in a text. [`SgfGame::judge`] checks the moves of a game;
//!   [`SgfGame::replay`] returns the game itself.
//!
//! The grammar is that of version 4; deviations by versions 1 to 3 and by other programs are read with a warning. These
//! include names in full (`WHITE` for `W`), and a game that lacks its first semicolon.
//! A node with `PL` but neither stones nor a move hands the turn over, or resumes play after two passes. It keeps the
//! history; only `AB`, `AW` and `AE` begin a new one. Before the first move, the first `PL` names the side to play.
//! Where the main line begins with as many plays of Black as `HA` says, at least two, and sets up no stones before, the turn is
//! handed back to Black after each but the last: they are the handicap, and count as such.
//! A record that names a handicap, but neither sets up nor plays its stones, is judged without them;
//! [`SgfGame::missing_handicap`] tells.
//! Results are read in Western and East Asian languages (`results`), a komi in points, stones or hundredths of them (`komi`),
//! and properties under the names of Chinese sites (`dialect`): each of these with a warning, except results.
//! Reading ends at the first part that is not understood; its line and column are reported, and the record never
//! counts as legal. Nor does a record that the text leaves open ([`Verdict::Incomplete`]).
//! Memory is limited to a few times the length of the text, and the stack does not grow with its nesting. A line has at
//! most 20,000 nodes; a writer reports more ([`TooLong`]).
//!
//! Records of servers in formats of their own ([`Format`]) are translated to SGF, and messages name places in the original.
//!
//! A text becomes a list of nodes (`scan`). Line by line (`traversal`), `judge` sets up the stones of each node and has a
//! referee check its move. A tree (`tree`) has the same nodes.

mod amounts;
#[cfg(feature = "encodings")]
mod charset;
mod checkpoints;
#[cfg(feature = "encodings")]
mod decode;
mod dialect;
mod edits;
mod foreign;
mod game;
mod game_info;
mod judge;
mod judgement;
mod komi;
mod nodes;
mod path;
mod placement;
mod places;
mod play_state;
mod property;
mod repair;
mod repair_nodes;
mod repair_tree;
mod repair_values;
mod results;
mod scan;
mod stats;
mod territory;
mod tokens;
mod traversal;
mod tree;
mod values;
mod write;

#[cfg(feature = "encodings")]
pub use self::decode::{Decoded, decode};
pub use self::foreign::Format;
pub use self::game::{Collection, SgfGame};
pub use self::game_info::{GameInfo, RulesName};
pub use self::judgement::{
    AfterIllegal, IllegalTurn, Judgement, Judging, Lines, Order, Referees, Verdict,
};
pub use self::path::LinePath;
pub use self::property::{Property, Value};
#[cfg(feature = "encodings")]
pub use self::repair::repair_bytes;
pub use self::repair::{Repaired, repair};
pub use self::stats::Stats;
pub use self::territory::Territory;
pub use self::tree::{NodeId, Tree};
pub use self::write::{TooLong, write};
