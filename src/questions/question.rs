//! Questions, and answers to them.

use crate::basics::{GameEvent, IllegalMove, Move, Rules, Setup};
use crate::fast::FastGame;
use crate::fixture::NotAsked;
use crate::pure::{BoardRecord, check_move};
use crate::referee::{Answer, Game, Internal};

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

impl Question {
    /// True if the answer is right. The reason and the side to play are compared only if the program gives them.
    pub fn accepts(&self, answer: &Answer) -> bool {
        match (&self.expected, answer) {
            (Expected::Verdict(verdict), answer) => answer.agrees_with(*verdict),
            (Expected::Board(setup), Answer::Board(side, stones)) => {
                side.is_none_or(|side| side == setup.to_play)
                    && setup.points().is_ok_and(|points| points == *stones)
            }
            (Expected::Board(_), _) => false,
        }
    }

    /// True if the turn has been handed over without a move.
    pub fn is_handed_over(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::HandTurn(_)))
    }

    /// True if play has been resumed after passes.
    pub fn is_resumed(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::Resume(_)))
    }

    /// The question for a program that plays by these rules, whatever it is asked.
    ///
    /// # Errors
    /// Why it depends on other rules: a move before the question is illegal under these, or the right answer is another
    /// one.
    pub fn under(&self, own: Rules) -> Result<Question, String> {
        let fails = |why: &str| {
            let rules = in_force(own);
            Err(format!("under the program's own rules ({rules}) {why}"))
        };
        let game = FastGame::begin(&self.opening(), own);
        let played = game.is_ok_and(|mut game| game.apply_all(&self.before.events()).is_ok());
        if !played {
            return fails("a move before the question is illegal");
        }
        let before = self.before.with_rules(own);
        let verdict = check_move(self.mv, &before);
        let is_same = match self.expected {
            // If the reasons differ, the question is about a rule that the program does not have.
            Expected::Verdict(expected) => verdict == expected,
            Expected::Board(_) => verdict.is_ok(),
        };
        if !is_same {
            return fails("the right answer is another one");
        }
        Ok(Question {
            before,
            rules_then: vec![own; self.rules_then.len()],
            ..self.clone()
        })
    }

    fn past(&self, is: impl Fn(GameEvent) -> bool) -> bool {
        self.before.events().into_iter().any(is)
    }
}

/// Returns those of the rules that say which moves are legal, as text: `ko=simple suicide=forbidden`.
pub fn in_force(rules: Rules) -> String {
    format!("ko={} suicide={}", rules.ko(), rules.suicide())
}
