//! The count at the end of a game: which stones are dead, whose the empty points are, and how many
//! points that makes. Nothing is judged here, and nobody has to agree: that is `agreement`'s.
//!
//! ```
//! use gokata::scoring::{Mark, Standing};
//! use gokata::{BoardRecord, Preset};
//!
//! let board = "o\n--xo-\n--xo-\n--xo-\n--xo-\no-xo-\n";
//! let record = board.parse::<BoardRecord>()?.with_rules(Preset::Japanese.rules());
//!
//! let mut end = Standing::from(&record); // a FastGame will do as well
//! assert_eq!(end.count().score().to_string(), "o+11.5"); // White's stone at A1 spoils it for Black
//!
//! end.marks.mark((4, 0).into(), Mark::Dead)?;
//! assert_eq!(end.marks.encode()?, "BBbwWBBbwWBBbwWBBbwWxBbwW");
//! assert_eq!(
//!     end.count().to_string(),
//!     "                 Black   White\n\
//!      territory           10       5\n\
//!      prisoners            0       0\n\
//!      dead stones          1       0\n\
//!      komi                       6.5\n\
//!      total               11    11.5   White wins by 0.5"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every definition is that of `fixtures/README.md`, which also has examples of each as fixtures.

mod count;
mod life;
mod marks;
mod outcome;
mod standing;
mod state;

pub use count::{Count, Item};
pub use life::Taxed;
pub use marks::{Mark, MarkError, Marked, Marks, Region};
pub use outcome::{HalfPoints, NoOutcome, Outcome, Score};
pub use standing::{Ending, Standing};
pub use state::{NotOnEnemyGround, PointState, StateError};
