//! The Go Text Protocol, version 2: an engine that maps a line to its answer, without I/O. It contains no rule of Go.
//!
//! ```
//! use gokata::Size;
//! use gokata::gtp::Engine;
//!
//! let mut engine = Engine::new(Size::square(5)?);
//! let mut talk = |line: &str| engine.answer(line.as_bytes()).map(|answer| answer.to_string());
//! let mut says = |line: &str, answer: &str| assert_eq!(talk(line).as_deref(), Some(answer), "{line}");
//!
//! says("1 boardsize 5 # a comment", "=1\n\n");
//! for stone in ["black C4", "white D4", "black B3", "white E3", "black C2", "white D2", "black D3"] {
//!     says(&format!("play {stone}"), "=\n\n");
//! }
//! says("play white c3", "=\n\n"); // takes the ko
//! says("2 play black D3", "?2 illegal move\n\n"); // the protocol's answer, without a reason
//! says("gokata-legal black D3", "= illegal ko\n\n");
//! says(
//!     "gokata-explain black D3",
//!     "= Black D3: not legal\n  \
//!      ko: the board would be as it was before your opponent's last turn (the board after turn 7)\n  \
//!      would take 1 stone: C3\n\n"
//! );
//! says("captures white", "= 1\n\n");
//! says("undo", "=\n\n");
//! says("is_legal white A1", "= 1\n\n");
//! says("quit", "=\n\n");
//! assert_eq!(talk("  # nothing to answer"), None);
//! # Ok::<(), gokata::SizeError>(())
//! ```
//!
//! The dialogues in `tests/gtp` show every command with its answers and refusals, and are run as tests.
//!
//! # How commands behave
//!
//! - **Either color moves at any time**, as the protocol has it: legality is checked for the color named, and no move is out
//!   of turn. After two passes play goes on, history kept; after a resignation only `undo` or a new board goes on.
//! - **A refused command changes nothing.** A refused move is answered `illegal move` without a reason, because controllers
//!   compare the whole line. `gokata-legal COLOR VERTEX` gives the reason in a word, `gokata-explain COLOR VERTEX` in
//!   sentences with the evidence; both accept points off the board.
//! - **Rules** are set by `kata-set-rules NAME|JSON`, `kata-set-rule KEY VALUE` or `kgs-rules NAME`, which keep the board and
//!   the komi. Rules that `KataGo`'s JSON cannot express have their own values here: `"ko":"NATURAL_SITUATIONAL"`,
//!   `"suicide":"ALLOWED"` (single stones too), `"passStones":true`. `friendlyPassOk` is accepted and ignored: it is advice
//!   to players.
//! - **Dead stones** are those that the controller marks: `gokata-mark_dead VERTEX…` marks exactly the chains there, and none
//!   without a vertex; any change of the board clears the marks. `final_score` and `final_status_list` use them. The status
//!   `seki` means living stones whose territory the tax does not count; under rules without such a tax it is never given.
//! - **Komi** is a multiple of 0.5, at most 150 points either way; anything else is a `syntax error`.
//! - **Arguments** are counted: one too many or one missing is a `syntax error`.
//! - **Sizes are limited**: 16 MiB per line, 100,000 turns per game.
//!
//! `genmove` is played by a [`RandomBot`](crate::bots::RandomBot) that passes when its opponent has just passed.

mod answer;
mod arguments;
mod end;
mod engine;
mod handicap;
mod moves;
mod queries;
mod rules;
mod session;
mod start;

pub use self::answer::{Answer, Refusal};
pub use self::engine::Engine;
