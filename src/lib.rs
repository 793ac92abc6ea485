//! The referee of the game of Go: *is this move legal, and if not, why?*
//!
//! ```
//! use gokata::{BoardRecord, Color, Move, explain_move, is_legal_move, play_move};
//!
//! // A board in text: White to play; x is black, o is white, - is empty.
//! let before: BoardRecord = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n".parse()?;
//!
//! let take = Move::play(Color::White, (2, 1)); // row and column, from the top left
//! let after = play_move(take, &before)?; //       `before` stays as it was
//!
//! let retake = Move::play(Color::Black, (2, 2));
//! assert!(!is_legal_move(retake, &after));
//! assert_eq!(
//!     explain_move(retake, &after).to_string(),
//!     "Black C3: not legal\n  \
//!      ko: the board would be as it was before your opponent's last turn (the opening board)\n  \
//!      would take 1 stone: B3"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - **Start** a game: [`BoardRecord::new`], a board in text with `parse`, or a [`Setup`] with `BoardRecord::try_from`.
//! - **Check** a move: [`is_legal_move`]; [`check_move`] for the first reason against it, [`explain_move`] for all of
//!   them; [`legal_moves`] for every legal move.
//! - **Play**: [`play_move`] returns a new record and leaves the old one unchanged, so that a game can be continued
//!   from any record. [`BoardRecord::undo`] and [`BoardRecord::at`] return earlier ones. [`PureGame`] holds a record and
//!   replaces it with each move, for what plays in place: bots, fixtures, searches.
//! - **Rules**: [`BoardRecord::with_rules`] with [`Rules`]; [`Preset`] names the usual ones. The default is the rules of
//!   the [Go kata](https://github.com/SingaporeScalaProgrammers/gokata), a programming exercise (*the kata*).
//! - **Play millions of moves**: [`FastGame`] is a second referee that changes its board in place. Its verdicts are the
//!   same, but its rules are written independently. Each referee's game can be converted to the other's with `from`.
//! - **Play many games at once**: [`Batch`] draws moves in the lanes of vectors, and finds the legal points of all its games.
//! - **Count**: [`scoring`] counts a board, and [finds](scoring::Standing::life) dead stones and sekis.
//! - **Agree**: [`agreement`] is a game between two players, from its first move to the result that both approve.
//! - **Test a referee**: [`fixture`] runs plain text fixtures against any [`Referee`]; [`questions`] turns them into
//!   single questions for other programs; [`corpus`] has those of this repository (with the feature `corpus`); [`perft`]
//!   counts every sequence of moves.
//! - **Read and write game records**: [`sgf`] writes games as SGF, and judges the records of any other Go program.
//! - **Learn**: [`planes`] converts positions to numbers, for programs that learn from games; [`Symmetry`] turns and
//!   mirrors them.
//! - **Draw**: [`picture`] draws a board as SVG.
//! - **Play against a program**: [`bots`] choose moves and play whole games.
//! - **Talk to other programs**: [`gtp`] is an engine for the Go Text Protocol, and drives the engines of others.
//! - **Save**: with the feature `serde`, a record or a game is serialized as its rules, its opening and its events, and
//!   the basic types as text. Loading replays the events under the rules and fails if one is illegal:
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! use gokata::{BoardRecord, Move, Size, play_move};
//!
//! let record = play_move("x:(2,2)".parse::<Move>()?, &BoardRecord::new(Size::square(5)?))?;
//! let text = serde_json::to_string(&record)?;
//! assert!(text.contains(r#""events":["x:(2,2)"]"#));
//! let loaded: BoardRecord = serde_json::from_str(&text)?;
//! assert_eq!(loaded, record);
//!
//! let error = serde_json::from_str::<BoardRecord>(&text.replace("(2,2)", "(9,9)")).unwrap_err();
//! assert_eq!(error.to_string(), "event 1, x:(9,9): off board: there is no such point");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game cannot be serialized if its rules were changed and an earlier event is illegal under the present rules. The
//! error names that event.
//!
//! # What is promised
//!
//! `tests/library/public-api.txt` in the repository lists every public name. Modules that may change before 1.0 say so
//! in their first line. Errors and the structs that functions return are `#[non_exhaustive]`, because they may grow,
//! except those that a program builds or matches in full. Enums of which a program should handle every case, such as
//! [`KoRule`], [`Suicide`], [`IllegalMove`], [`GameEvent`] or [`fixture::Do`], are closed on purpose: the compiler then
//! names every place that a new case concerns. A new key of [`Rules`] breaks no program, because its fields are
//! private. All values can be sent to and shared by threads.
//!
//! For readers of *Deep Learning and the Game of Go*, `src/BOOK.md` in the repository compares its names with those of this
//! library.
//!
//! The modules and the order in which they may import each other are in `src/README.md`.
#![doc = include_str!("EXAMPLES.md")]

mod basics;
mod fast;
mod pasted;
mod pure;
mod referee;

pub mod agreement;
pub mod bots;
pub mod corpus;
pub mod fixture;
pub mod gtp;
pub mod handicap;
pub mod link;
pub mod perft;
pub mod picture;
pub mod planes;
pub mod questions;
pub mod scoring;
pub mod sgf;

pub use basics::{
    Action, ByColor, Chain, Color, Diagram, GameEvent, GivenRules, HandicapBonus, IllegalEvent,
    IllegalMove, KoRule, Komi, Labels, LastPass, Move, NotPassedOut, ParseError, PlayError, Point,
    PointSet, PointSetIter, Preset, Random, Rules, Scoring, Setup, SetupError, Showboard, Size,
    SizeError, Suicide, Symmetry, Tax, TextError, is_unseen,
};
pub use fast::{Batch, BatchError, FastGame, Observation, OnIllegal, Playout, SavedGame};
pub use pasted::{Pasted, PastedError};
pub use pure::{
    Board, BoardRecord, Explanation, Placement, Situation, check_move, explain_move, is_legal_move,
    legal_moves, play_move,
};
pub use referee::{Answer, Playable, PureGame, Referee};

/// Runs the examples of these pages.
#[cfg(doctest)]
#[cfg_attr(feature = "corpus", doc = include_str!("../README.md"))]
#[doc = include_str!("BOOK.md")]
struct Pages;
