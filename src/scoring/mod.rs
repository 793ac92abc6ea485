//! The count at the end of a game: dead stones, the owners of empty points, and the points of both sides. How
//! players agree on a count is in [`agreement`](crate::agreement).
//!
//! ```
//! use gokata::scoring::{Mark, Standing};
//! use gokata::{BoardRecord, Preset};
//!
//! let board = "o\n--xo-\n--xo-\n--xo-\n--xo-\no-xo-\n";
//! let record = board.parse::<BoardRecord>()?.with_rules(Preset::Japanese.rules());
//!
//! let mut end = Standing::from(&record); // or from a FastGame
//! assert_eq!(end.count().score().to_string(), "o+11.5"); // White's stone at A1 makes Black's region neutral
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
//! [`Standing::life`] finds out which stones are dead.
//!
//! `fixtures/README.md` defines every term, with fixtures as examples.

mod count;
mod life;
mod listed;
mod marks;
mod outcome;
mod standing;
mod state;
mod tax;

pub use crate::basics::HalfPoints;
pub use count::{Count, Item};
pub(crate) use life::Found;
pub use life::{
    ChainLife, EyeRegion, Finding, Life, NODES_OF_A_BOARD, NODES_OF_A_PART, NODES_OF_A_REGION,
    Proof, Status, Strategy,
};
pub use marks::{Mark, MarkError, Marked, Marks, Region};
pub use outcome::{Outcome, Score};
pub use standing::{Ending, Standing};
pub use state::{PointState, StateError};
pub use tax::{Taxed, Unfinished};
