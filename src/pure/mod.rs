//! The pure referee: immutable boards, the record of a game, and the rules as functions of both.
//!
//! Start reading with `board`, `record`, `legality` and `explain`, in this order. The other files make these fast:
//! `row`, `point_rows`, `board_rows` and `survey` find chains and liberties with bits; `past` finds earlier
//! boards. `methods` repeats the functions of `legality`.

mod board;
mod board_rows;
mod explain;
pub(crate) mod legality;
mod methods;
mod past;
mod point_rows;
mod record;
mod row;
mod survey;

pub use board::{Board, Placement};
pub use explain::{Explanation, explain_move};
pub use legality::{check_move, is_legal_move, legal_moves, play_move};
pub use past::Situation;
pub use record::BoardRecord;
