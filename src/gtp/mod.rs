//! The Go Text Protocol, version 2: other programs play, ask and count here. No rule of Go is in this room, and no
//! input or output: a line comes in, an answer goes out.
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
//! says("2 play black D3", "?2 illegal move\n\n"); // these two words and no more
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
//! Every command with its answers, refusals included, stands in the transcripts of `tests/gtp`, which are run as tests.
//!
//! # What is asked, and of whom
//!
//! - **Either color moves at any time**, as the protocol has it: legality is asked for the color named, and nobody is out of
//!   turn. After two passes play goes on with whoever plays next, history kept; after a resignation it does not, until `undo` or
//!   a new board.
//! - **A refused command changes nothing**, and a refused move is answered `illegal move` and nothing more, because
//!   controllers compare the whole line. `gokata-legal COLOR VERTEX` gives the reason in a word, `gokata-explain COLOR VERTEX` in
//!   sentences with the evidence; both may be asked about points off the board.
//! - **Rules** are set by `kata-set-rules NAME|JSON`, `kata-set-rule KEY VALUE` or `kgs-rules NAME`; none of them touches the
//!   board or the komi. What the JSON of the program `KataGo` has no word for has one here: `"ko":"NATURAL_SITUATIONAL"`,
//!   `"suicide":"ALLOWED"` (a single stone, too), `"passStones":true`. `friendlyPassOk` is read and forgotten: it is
//!   advice to players.
//! - **Dead stones** are whom the players call so: `gokata-mark_dead VERTEX…` says that exactly the chains there are dead, and none
//!   without a vertex; any change of the board forgets it. `final_score` and `final_status_list` obey it. What the status
//!   list calls `seki` is what a tax on territory takes for one; under rules without such a tax all living stones are `alive`.
//! - **Komi** is whole or half, up to 150 points either way; any other is a `syntax error`.
//! - **Arguments** are counted: one too many is a `syntax error`, so is one missing.
//! - **Nothing grows without end**: a line has at most 16 MiB, a game at most 100,000 turns.
//!
//! `genmove` is played by a [`RandomBot`](crate::bots::RandomBot) that passes when its opponent has just passed.

mod answer;
mod arguments;
mod ask;
mod end;
mod engine;
mod game;
mod handicap;
mod moves;
mod rules;
mod start;

pub use self::answer::{Answer, Refusal};
pub use self::engine::Engine;
