//! The agreement between two players that ends a game: a state machine without a clock, a network or luck.
//! Who may speak for a player, and how he is reached, is a server's business; so are its links, and the
//! answer to a wrong one.
//!
//! After the passes both players mark stones on one shared board, and each says when he is done. Every mark
//! that changes something raises the *scoring number*, and an approval names the number, and the board, that
//! its player had before his eyes. So nobody can approve what he has not seen, however messages cross, and a
//! mark needs no extra rule to make approvals void.
//!
//! ```
//! use gokata::agreement::{Game, Refusal, Request, Terms, Viewer, ViewerState};
//! use gokata::scoring::Mark;
//! use gokata::{BoardRecord, Color, Preset};
//!
//! let board: BoardRecord = "x\n-xo-\n-xox\n-xo-\n".parse()?;
//! let record = board.with_rules(Preset::Japanese.rules());
//! let mut game = Game::new(record, Terms::of(Preset::Japanese));
//!
//! // Two passes end play. A view is what a player has on his screen, and makes the commands that he can give.
//! for color in Color::BOTH {
//!     let pass = game.view(Viewer::Player(color)).pass();
//!     game.handle(Request::new(color, pass)).result?;
//! }
//! let (black, white) = (Viewer::Player(Color::Black), Viewer::Player(Color::White));
//! let [old, seen] = [game.view(black), game.view(white)];
//!
//! // White says that the stone at D2 is dead. Black has not looked since, so his approval is not heard.
//! game.handle(Request::new(Color::White, seen.mark((1, 3), Mark::Dead))).result?;
//! let late = game.handle(Request::new(Color::Black, old.done()));
//! assert_eq!(late.result, Err(Refusal::StaleScore));
//!
//! // He looks, and approves; then White does, and the game is over.
//! let done = game.view(black).done();
//! game.handle(Request::new(Color::Black, done)).result?;
//! assert_eq!(game.view(white).viewer_state, ViewerState::OpponentIsDone);
//! let done = game.view(white).done();
//! let end = game.handle(Request::new(Color::White, done));
//! assert_eq!(end.notices[0].to_string(), "game over: W+7.5");
//! assert_eq!(game.view(Viewer::Spectator).message, "game over: White wins by 7.5 points");
//!
//! // The log is all that has to be kept.
//! assert_eq!(Game::replay(game.log())?.state(), game.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Underneath [`Game`] are four functions: [`decide`] says what a request does, [`apply`] what an event does,
//! [`notify`] whom it concerns, and
//! [`view`] what a viewer is shown.

mod apply;
mod decide;
mod event;
mod game;
mod notice;
mod refusal;
mod state;
mod terms;
mod view;

pub use apply::apply;
pub use decide::{Change, Decision, Step, decide};
pub use event::{Command, Entry, Event, Opening, Tally};
pub use game::{Answer, Game, ReplayError, Reply, Request};
pub use notice::{Notice, NoticeKey, NoticeKind, Unless, notify};
pub use refusal::Refusal;
pub use state::{Approval, Counted, Finish, How, Phase, Round, Stage, State};
pub use terms::{ClaimTerms, Marking, ResumeOrder, Terms};
pub use view::{Allowed, View, Viewer, ViewerState, view};
