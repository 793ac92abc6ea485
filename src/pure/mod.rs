//! The pure referee: immutable boards, a record that never forgets, and the rules as questions about them.
//!
//! Its story is in `board`, `record` and `legality`. `row`, `plane`, `survey` and `past` make it fast.

mod board;
pub(crate) mod legality;
mod past;
pub(crate) mod plane;
mod record;
#[cfg(feature = "serde")]
mod record_form;
mod row;
pub(crate) mod survey;

pub use board::{Board, Chain, Placement};
pub use legality::{Explanation, check_move, explain_move, is_legal_move, legal_moves, play_move};
pub use past::Situation;
pub use record::BoardRecord;
pub(crate) use row::Row;
