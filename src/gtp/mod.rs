//! The Go Text Protocol, version 2, without I/O: an engine that maps a line to its answer, and the controller's side.
//! The referee applies the rules.
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
//! A [`Controller`] drives any engine; here one in the same program, else one behind the pipes of a process:
//!
//! ```
//! use gokata::gtp::{GtpCommand, Controller, Engine};
//! use gokata::{Color, Move, Point, Size};
//!
//! let size = Size::square(9)?;
//! let mut engine = Engine::new(Size::square(19)?);
//! let mut controller = Controller::default();
//! let mut ask = |command: GtpCommand| -> Result<String, Box<dyn std::error::Error>> {
//!     let line = controller.send(command); // for the engine's standard input
//!     let output = engine.answer(line.as_bytes()).map(|answer| answer.to_string());
//!     for line in output.unwrap_or_default().lines() {
//!         if let Some(response) = controller.receive(line)? {
//!             return Ok(response.text?); // an error if the engine rejects the command
//!         }
//!     }
//!     Err("the engine has ended".into())
//! };
//! ask(GtpCommand::boardsize(size))?;
//! ask(GtpCommand::play(Move::play(Color::Black, (4, 4)), size))?;
//! let answer = ask("genmove white".parse()?)?;
//! assert!(Point::from_vertex(&answer, size).is_some());
//! assert!(ask("play black E5".parse()?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The dialogues in `tests/gtp` show every command with its answers and errors, and are run as tests.
//!
//! # How commands behave
//!
//! - **Either color may move at any time**, as the protocol demands: the engine checks legality for the named color, and
//!   no move is out of turn. After two passes, play can continue with the same history; after a resignation, only
//!   after `undo` or on a new board. In a game loaded by `loadsgf` play can continue even if a player has resigned; until
//!   then `printsgf` writes the result of the file. It writes the players, the date and the handicap of the file until
//!   another game begins.
//! - **A rejected command changes nothing.** The answer to an illegal move is `illegal move` without a reason, because
//!   controllers compare the whole line. `gokata-legal COLOR VERTEX` names the first reason, `gokata-explain COLOR VERTEX`
//!   explains every reason; both accept points off the board.
//! - **Rules** are set by `kata-set-rules NAME|JSON`, `kata-set-rule KEY VALUE` or `kgs-rules NAME`, which keep the board and
//!   the komi. Rules that `KataGo`'s JSON cannot express have their own values here: `"ko":"NATURAL_SITUATIONAL"`,
//!   `"suicide":"ALLOWED"` (single stones too), `"passStones":true`, `"lastPass":"WHITE"`. `friendlyPassOk` is accepted and
//!   ignored: it is advice to players.
//! - **Dead stones** are those that the controller marks, or that follow from the territory that a loaded file lists at
//!   its end (`TB`, `TW`): `gokata-mark_dead VERTEX…` marks exactly the chains at these points, and none without a vertex;
//!   any change of the board clears the marks. `final_score` and `final_status_list` use
//!   the marks. The status `seki` means living stones whose eyes a tax excludes; without a tax no stone has it.
//! - **Komi** is a multiple of 0.5 from -150 to 150; anything else is a `syntax error`.
//! - **Arguments**: too many or too few are a `syntax error`.
//! - **Sizes are limited**: 16 MiB per line, 100,000 turns per game.
//!
//! A [`RandomBot`](crate::bots::RandomBot) that passes when its opponent has just passed plays the moves of `genmove`.

mod arguments;
mod command;
mod engine;
mod moves;
mod queries;
mod response;
mod rules;
mod session;
mod start;

pub use self::command::GtpCommand;
pub use self::engine::Engine;
pub use self::response::{Controller, Response, ResponseError};
