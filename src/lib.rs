//! The referee of the game of Go: *is this move legal, and if not, why?*
//!
//! ```
//! use gokata::{BoardRecord, Color, Move, explain_move, is_legal_move, play_move};
//!
//! // A board in the kata's letters: White to play, x black, o white, - empty.
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
//! - **Start**: [`BoardRecord::new`], a board in text with `parse`, or a [`Setup`] with `BoardRecord::try_from`.
//! - **Ask**: [`is_legal_move`], [`check_move`] for the first reason, [`explain_move`] for all of them,
//!   [`legal_moves`] for every move at once.
//! - **Play**: [`play_move`] gives a new record; the old one stays, so branching is going on with it,
//!   and [`BoardRecord::undo`] and [`BoardRecord::at`] give earlier ones back.
//! - **Rules**: [`BoardRecord::with_rules`] with [`Rules`], of which [`Preset`] names the usual ones.
//! - **Play millions of moves**: [`FastGame`], a second referee, changes its board in place. Its verdicts are
//!   the same, its rules are written once more, and each can be made from the other.
//! - **Count**: [`scoring`] says which stones are dead, whose the points are, and what that makes.
//! - **Agree**: [`agreement`] is a game between two players from its first move to the result that both approve.
//! - **Judge**: [`fixture`] reads plain text fixtures and holds any [`fixture::Referee`] against them;
//!   [`questions`] takes them apart for programs that are asked from outside; [`perft`] counts every way a game can go on.
//! - **Write down and read**: [`sgf`] makes a game record of a game, and judges the records of any other Go program.
//! - **Learn**: [`planes`] makes numbers of a position, for programs that learn from games.
//! - **Draw**: [`picture`] makes a picture of a board.
//! - **Let play**: [`bots`] chooses moves, and plays games to their end.
//! - **Talk to other programs**: [`gtp`] is an engine that answers the Go Text Protocol, line by line.
//!
//! Readers of *Deep Learning and the Game of Go* find their own words in [`book`].
//!
//! The modules and the order in which they may import each other are in `src/README.md`.

mod basics;
mod fast;
mod pure;
mod referee;

pub mod agreement;
pub mod book;
pub mod bots;
pub mod fixture;
pub mod gtp;
pub mod perft;
pub mod picture;
pub mod planes;
pub mod questions;
pub mod scoring;
pub mod sgf;

#[doc(hidden)] // for the command line
pub use basics::is_unseen;
pub use basics::{
    Action, Color, Diagram, HandicapBonus, IllegalMove, KoRule, Komi, Labels, Move, NotPassedOut,
    ParseError, Point, Preset, Random, Rules, RulesError, Scoring, Setup, SetupError, Showboard,
    Size, SizeError, Suicide, Tax, TextError,
};
pub use fast::{FastGame, Playout, PointSet, PointSetIter};
pub use pure::{
    Board, BoardRecord, Chain, Explanation, Placement, Situation, check_move, explain_move,
    is_legal_move, legal_moves, play_move,
};

/// The README's example is run, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
