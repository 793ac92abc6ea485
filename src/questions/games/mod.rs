//! Random games with questions about them: what the imagination of a fixture's author has left out.
//!
//! ```
//! use gokata::questions::games::{RandomGames, check};
//! use gokata::{FastGame, Size};
//!
//! let games = RandomGames::new(1, &[Size::square(9)?], &[]);
//! let answers = check(&mut FastGame::new(Size::default()), games, 10);
//! assert!(answers.wrong.is_empty() && answers.all() > 200, "{answers}");
//! # Ok::<(), gokata::SizeError>(())
//! ```

mod ask;
mod draw;
mod kind;
mod play;
mod shorten;

pub use ask::{Asks, ask_about, check, kind_of};
pub use draw::{RandomGame, RandomGames};
pub use kind::GameKind;
pub use shorten::shorten;
