//! *May change before 1.0.* Splits fixtures into questions for other programs. A question consists of a game, a move at its
//! end, and what must be true of that move. [`Question::put_to`] asks a [`Referee`](crate::Referee), and [`Answers`] counts
//! what comes of it, with a [`KnownList`] of deviations; sending questions to another process is the caller's task.
//!
//! ```
//! use gokata::fixture::Fixture;
//! use gokata::Answer;
//! use gokata::questions::{Questions, line_protocol};
//!
//! let fixture: Fixture = "o\n-x-\nxa-\n---\n\nillegal suicide A3\n".parse()?;
//! let asked = Questions::of(&fixture)?.questions;
//! assert_eq!(asked.len(), 1);
//! assert_eq!(
//!     line_protocol::text(&asked[0], "corner")?,
//!     "case corner\nrules ko=simple suicide=forbidden\nsize 3 3\nboards 1\no\n-x-\nx--\n---\nmove o 0 0\nlegal?\n"
//! );
//! assert!(asked[0].accepts(&Answer::Illegal(None)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alone;
mod answers;
mod ask;
mod embedding;
pub mod games;
mod id;
mod known;
pub mod line_protocol;
mod question;
mod sizes;
mod split;
mod tally;

pub use answers::{Answers, Deviation};
pub use embedding::Embedding;
pub use id::{case_id, fixture_of, folder_of, names_of, on_board};
pub use known::{KnownList, QuestionIds, UnknownId};
pub use question::{Asked, Counted, OwnRules, Question, Questions, Step, in_force};
pub use sizes::Sizes;
pub use tally::{Class, QuestionOutcome, Reasons, Table, Tallies, Tally};
