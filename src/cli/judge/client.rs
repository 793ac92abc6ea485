//! The interface between the judge and a program under test: a question goes in, an answer or an error comes out.

use std::time::Duration;

use gokata::Answer;
use gokata::questions::{Class, OwnRules, Question, Sizes};

use super::ndjson::ProgramLine;
use crate::program::error::ProgramError;

pub(super) struct About {
    /// All of it once the program has answered.
    pub(super) program: ProgramLine,
    /// The rules that it plays by, whatever a fixture asks.
    pub(super) own: Option<OwnRules>,
    /// The boards that it has, if it says so.
    pub(super) sizes: Option<Sizes>,
    /// What was sent for the latest question: lines of the line protocol, or GTP commands.
    pub(super) sent: String,
}

/// Sends questions to a program in the protocol that the program speaks.
pub(super) trait Client {
    fn about(&self) -> &About;

    /// `patience`: how long to wait for an answer, if the program has not answered before.
    fn ask(&mut self, question: &Question, id: &str, patience: Duration) -> Answered;

    /// Ends the program after the last question. Returns what it wrote behind its answers.
    fn finish(&mut self) -> Option<String>;
}

/// The answer to a question, or why there is none.
pub(super) type Answered = Result<Answer, NoAnswer>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The protocol, or the part of it that the program supports, cannot express the question.
    Unaskable(String),
    /// The program says that it cannot answer the question, and why.
    Declined(String),
    /// The program has no board for it. From a client: it declines the question, and the reason may be the size of the board.
    NoBoard(String),
    Failed(ProgramError),
}

impl NoAnswer {
    pub(super) fn outcome(&self) -> Class {
        match self {
            NoAnswer::Unaskable(_) | NoAnswer::Declined(_) | NoAnswer::NoBoard(_) => {
                Class::CannotBeAsked
            }
            NoAnswer::Failed(ProgramError::TimedOut(_)) => Class::TimedOut,
            NoAnswer::Failed(ProgramError::Nonsense(_)) => Class::Nonsense,
            NoAnswer::Failed(_) => Class::Crashed,
        }
    }

    pub(super) fn detail(&self) -> Option<String> {
        match self {
            NoAnswer::Unaskable(why) | NoAnswer::Declined(why) | NoAnswer::NoBoard(why) => {
                Some(why.clone())
            }
            NoAnswer::Failed(error) => error.detail(),
        }
    }
}

impl From<ProgramError> for NoAnswer {
    fn from(error: ProgramError) -> NoAnswer {
        NoAnswer::Failed(error)
    }
}

/// Returns the remark about a program with rules of its own. `counts`: whether it is asked about the count.
pub(super) fn stated(own: OwnRules, counts: bool) -> String {
    let text = own.text(counts);
    format!("given as {text}; questions that depend on other rules are not asked")
}

/// Returns the error for a question that cannot be sent to the program.
pub(super) fn unaskable<T>(why: impl Into<String>) -> Result<T, NoAnswer> {
    Err(NoAnswer::Unaskable(why.into()))
}
