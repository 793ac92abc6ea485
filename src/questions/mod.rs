//! Fixtures taken apart into questions, each a game up to a move and what must be true of that move, so that
//! a program can be asked from outside. Nobody is asked here.
//!
//! ```
//! use gokata::fixture::Fixture;
//! use gokata::questions::{Answer, Questions, line_protocol};
//!
//! let fixture: Fixture = "o\n-x-\nxa-\n---\n\nillegal suicide A3\n".parse()?;
//! let asked = Questions::of(&fixture)?.questions;
//! assert_eq!(asked.len(), 1);
//! assert_eq!(
//!     line_protocol::text(&asked[0], "corner#1.1"),
//!     "case corner#1.1\nrules ko=simple suicide=forbidden\nsize 3 3\nboards 1\no\n-x-\nx--\n---\nmove o 0 0\nlegal?\n"
//! );
//! assert!(asked[0].accepts(&Answer::Illegal(None)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod line_protocol;
mod take;

use crate::basics::{Color, Event, IllegalMove, Move, Rules, Setup};
use crate::fixture::{Failure, Fixture, NotAsked};
use crate::pure::BoardRecord;

/// All that a fixture asks about the legality of moves and the boards that they make.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// The questions, in the order of the file.
    pub questions: Vec<Question>,
    /// What is no question about a move (chains, eyes, the count), or about a move that nobody has made.
    pub not_asked: Vec<NotAsked>,
}

/// One question: nothing but what stands here is needed to answer it.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where it stands in its file, for people: `2.3` is the third thing asked in the second case, and `2.3.1`
    /// the first part of it, if it has several. Comments and names do not change it.
    pub number: String,
    /// The case's name.
    pub case: Option<String>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The game up to the move, under the rules in force.
    pub before: BoardRecord,
    /// The rules under which each of its turns was taken; they may have changed since.
    pub rules_then: Vec<Rules>,
    /// The move.
    pub mv: Move,
    /// What is asked about it, and the answer.
    pub expected: Expected,
}

/// What must be true of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// It is legal, or illegal for this reason.
    Verdict(Result<(), IllegalMove>),
    /// It is legal, and this is the situation after it.
    Board(Setup),
}

/// What a program answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The move is legal.
    Legal,
    /// It is not; some say why.
    Illegal(Option<IllegalMove>),
    /// The stones in reading order, and the side to play, from whoever knows it.
    Board(Option<Color>, Vec<Option<Color>>),
}

impl Questions {
    /// Takes a fixture apart. Each move that is made is a question, too: it must be legal.
    ///
    /// # Errors
    /// The first thing that does not hold, if the fixture itself is wrong: nobody can be judged by it.
    pub fn of(fixture: &Fixture) -> Result<Questions, Box<Failure>> {
        take::apart(fixture)
    }
}

impl Question {
    /// Is this the right answer? A reason is judged only where one is given.
    pub fn accepts(&self, answer: &Answer) -> bool {
        match (&self.expected, answer) {
            (Expected::Verdict(Ok(())), Answer::Legal)
            | (Expected::Verdict(Err(_)), Answer::Illegal(None)) => true,
            (Expected::Verdict(Err(reason)), Answer::Illegal(Some(given))) => reason == given,
            (Expected::Board(setup), Answer::Board(side, stones)) => {
                side.is_none_or(|side| side == setup.to_play)
                    && setup.points().is_ok_and(|points| points == *stones)
            }
            _ => false,
        }
    }

    /// Has the turn been handed to a side without a move?
    pub fn is_handed_over(&self) -> bool {
        self.past(|event| matches!(event, Event::Hand(_)))
    }

    /// Has play been taken up again after passes?
    pub fn is_resumed(&self) -> bool {
        self.past(|event| matches!(event, Event::Resume(_)))
    }

    fn past(&self, is: impl Fn(Event) -> bool) -> bool {
        self.before.events().into_iter().any(is)
    }
}
