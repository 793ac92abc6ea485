//! Questions, and answers to them.

use crate::basics::{Color, GameEvent, IllegalMove, Move, Rules, Setup};
use crate::fast::FastGame;
use crate::fixture::NotAsked;
use crate::pure::BoardRecord;

/// The questions of a fixture about the legality of moves and the boards after them.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Questions {
    /// The questions, in the order of the file.
    pub questions: Vec<Question>,
    /// The lines that give no question: those about chains, liberties, eyes or the count, and those for which
    /// there is no move.
    pub not_asked: Vec<NotAsked>,
}

/// One question, with all that is needed to answer it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Question {
    /// Its identifier in the file: the move, and five letters for everything else that the answer may depend on, such
    /// as `C2-h7x3q`; `C2-h7x3q-2` if the case asks the same again. Before it, five letters for the name of the case,
    /// if it has one: `k2m4p.C2-h7x3q`. Other lines, cases and comments do not change it, nor does the expected answer.
    pub id: String,
    /// The case's name.
    pub case: Option<String>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The game up to the move, under the rules in force.
    pub before: BoardRecord,
    /// The rules in force at each turn of `before`; a fixture can change them during a game.
    pub rules_then: Vec<Rules>,
    /// The move.
    pub mv: Move,
    /// What must be true of the move.
    pub expected: Expected,
}

/// What must be true of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// The move is legal, or illegal for this reason.
    Verdict(Result<(), IllegalMove>),
    /// The move is legal and leads to this situation.
    Board(Setup),
}

/// A program's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The move is legal.
    Legal,
    /// The move is illegal; some programs give the reason.
    Illegal(Option<IllegalMove>),
    /// The side to play, if the program gives it, and the stones in reading order.
    Board(Option<Color>, Vec<Option<Color>>),
}

impl Question {
    /// True if the answer is right. The reason and the side to play are compared only if the program gives them.
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

    /// True if the turn has been handed over without a move.
    pub fn is_handed_over(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::Hand(_)))
    }

    /// True if play has been resumed after passes.
    pub fn is_resumed(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::Resume(_)))
    }

    /// True if the game before the move can be played under these rules: all of its moves are legal.
    pub fn can_come_about(&self, rules: Rules) -> bool {
        let Ok(game) = FastGame::try_from(&self.before.opening_setup()) else {
            return false;
        };
        let mut game = game.with_rules(rules);
        let mut events = self.before.events().into_iter();
        events.all(|event| match event {
            GameEvent::Turn(mv) => game.play(mv).is_ok(),
            GameEvent::Hand(side) => {
                game.hand_turn(side);
                true
            }
            GameEvent::Resume(side) => game.resume(Some(side)).is_ok(),
        })
    }

    fn past(&self, is: impl Fn(GameEvent) -> bool) -> bool {
        self.before.events().into_iter().any(is)
    }
}
