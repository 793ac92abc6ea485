//! A game between two players up to the result that both approve: a state machine without clock, network or chance.
//! Authentication, links and delivery of messages are a server's task.
//!
//! After the passes both players mark dead stones on one shared board, and each approves it when done. Every mark that
//! changes something raises the *scoring number* and voids older approvals. An approval names the number and the board
//! that its player saw, so nobody can approve a board they have not seen, even if messages cross. It also names how often
//! its player has taken an approval back, so that a late copy never counts against what the player said later.
//!
//! During play, a player may ask to take back their latest own turn, and the opponent may grant it. The numbers of turns
//! come again then, so a turn names also how often turns were taken back.
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
//! // Two passes end play. A view is what a player has on screen; it builds the player's commands.
//! for color in Color::BOTH {
//!     let pass = game.view(Viewer::Player(color)).pass();
//!     game.handle(Request::new(color, pass)).result?;
//! }
//! let (black, white) = (Viewer::Player(Color::Black), Viewer::Player(Color::White));
//! let [old, seen] = [game.view(black), game.view(white)];
//!
//! // White marks the stone at D2 dead. Black still has the old view, so Black's approval is rejected.
//! game.handle(Request::new(Color::White, seen.mark((1, 3), Mark::Dead))).result?;
//! let late = game.handle(Request::new(Color::Black, old.done()));
//! assert_eq!(late.result, Err(Refusal::StaleScore));
//!
//! // Black looks and approves, then White does, and the game is over.
//! let done = game.view(black).done();
//! game.handle(Request::new(Color::Black, done)).result?;
//! assert_eq!(game.view(white).viewer_state(), ViewerState::OpponentIsDone);
//! let done = game.view(white).done();
//! let end = game.handle(Request::new(Color::White, done));
//! assert_eq!(end.notices[0].to_string(), "game over: W+7.5");
//! assert_eq!(game.view(Viewer::Spectator).message, "game over: White wins by 7.5 points");
//!
//! // The log determines the game.
//! assert_eq!(Game::replay(game.log())?.state(), game.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # On a server
//!
//! A server stores what happens before it happens in memory, so that no player learns of an event that was not stored:
//! [`Game::propose`] changes nothing, and [`Game::accept`] comes after the commit. If another server was faster, the
//! proposal is dropped: [`Game::extend`] adds what that server stored, and the request is proposed again. A request has a
//! name of the client's choice, so that it can be sent again when its answer is lost.
//!
//! ```
//! use gokata::agreement::{Command, Game, Request, Terms};
//! use gokata::{BoardRecord, Color, Preset, Size};
//!
//! let mut game = Game::new(BoardRecord::new(Size::square(9)?), Terms::of(Preset::Kata));
//! let mut stored = game.log().to_vec();
//!
//! let play = Command::Play { point: (2, 3).into(), move_no: 0, taken_back: 0 };
//! let request = Request {
//!     name: Some("k7-1".parse()?),
//!     ..Request::new(Color::Black, play)
//! };
//! let proposal = game.propose(&request)?;
//! stored.extend_from_slice(proposal.entries()); // fails if another server was faster: it has stored these numbers
//! game.accept(proposal).map_err(|_| "the game has moved on")?;
//!
//! // After a restart, the same request gets the same answer and changes nothing.
//! let restarted = Game::replay(&stored)?;
//! assert!(restarted.propose(&request)?.is_repeat());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Save a game, load it
//!
//! With the feature `serde`, a [`Game`] is the array of its [`Entry`]s, each a flat object such as
//! `{"seq":2,"at":0,"event":"played","by":"Black","point":"(2,3)"}`. Loading replays them and fails if one of them is
//! impossible.

mod apply;
mod decide;
mod event;
mod game;
mod notice;
mod refusal;
mod request;
#[cfg(feature = "serde")]
mod saved;
mod state;
mod suggestion;
mod terms;
mod view;

pub use event::{CountedBoard, Entry, Event, How};
pub use game::{Accepted, Game, Proposal, Reply};
pub use notice::{Notice, NoticeKey, NoticeKind, Unless, notify};
pub use refusal::{Refusal, ReplayError};
pub use request::{Command, Request, RequestName};
pub use state::{Approval, FinalCount, Finish, Stage, State};
pub use suggestion::{Suggested, Suggestion};
pub use terms::{ClaimTerms, Marking, Opening, ResumeOrder, Terms};
pub use view::{Allowed, View, Viewer, ViewerState};
