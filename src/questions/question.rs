//! Questions, and answers to them.

use crate::basics::{Color, GameEvent, IllegalMove, Move, Rules, Setup};
use crate::fixture::NotAsked;
use crate::pure::BoardRecord;

/// All that a fixture asks about the legality of moves and the boards that they make.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Questions {
    /// The questions, in the order of the file.
    pub questions: Vec<Question>,
    /// The lines that are not about a move (chains, eyes, the count), or about a move that was not made.
    pub not_asked: Vec<NotAsked>,
}

/// One question, with all that is needed to answer it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Question {
    /// Its number in the file: `2.3` is the third thing asked in the second case, and `2.3.1` the first part of
    /// it, if it has several. Comments and names do not change it.
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
    /// It is not; some programs give the reason.
    Illegal(Option<IllegalMove>),
    /// The side to play, if the program gives it, and the stones in reading order.
    Board(Option<Color>, Vec<Option<Color>>),
}

impl Question {
    /// Is this the right answer? A reason is compared only if the program gives one.
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
        self.past(|event| matches!(event, GameEvent::Hand(_)))
    }

    /// Has play been taken up again after passes?
    pub fn is_resumed(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::Resume(_)))
    }

    fn past(&self, is: impl Fn(GameEvent) -> bool) -> bool {
        self.before.events().into_iter().any(is)
    }
}
