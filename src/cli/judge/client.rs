//! A program under test as the judge sees it: asked a question, it gives an answer or none.

use std::fmt;

use gokata::questions::{Answer, Question};

/// Puts questions to a program in the protocol that the program speaks.
pub(super) trait Client {
    /// What is known about the program before the first question.
    fn describe(&mut self) -> Result<ProgramInfo, ProgramError>;

    fn ask(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer>;

    /// The commands that were sent for the latest question, if they were not the text of the line protocol.
    fn sent(&self) -> String {
        String::new()
    }

    /// Ends the program after the last question. Returns an error if it wrote more than its answers.
    fn finish(&mut self) -> Option<ProgramError>;
}

/// What the report says about the program.
#[derive(Default)]
pub(super) struct ProgramInfo {
    /// The name and version that it gives itself.
    pub(super) name: Option<String>,
    /// How the program learns the rules.
    pub(super) rules: String,
    /// What a reader needs to interpret the results.
    pub(super) notes: Vec<String>,
    /// Why right answers may count as wrong, and how to prevent it.
    pub(super) warning: Option<String>,
}

/// Why there is no answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The protocol, or the program's part of it, cannot express the question.
    Unaskable(String),
    Failed(ProgramError),
}

impl From<ProgramError> for NoAnswer {
    fn from(error: ProgramError) -> NoAnswer {
        NoAnswer::Failed(error)
    }
}

/// The result for a question that cannot be put to the program.
pub(super) fn unaskable<T>(why: impl Into<String>) -> Result<T, NoAnswer> {
    Err(NoAnswer::Unaskable(why.into()))
}

/// How a program failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProgramError {
    /// There is no such program.
    NotStarted(String),
    /// It ended or closed its output.
    Crashed(String),
    /// It completed no line in time. Holds a remark about the incomplete line, if there is one.
    TimedOut(Option<String>),
    /// It wrote something other than an answer.
    Nonsense(String),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::NotStarted(why) => write!(f, "it cannot be started: {why}"),
            ProgramError::Crashed(how) => f.write_str(how),
            ProgramError::TimedOut(None) => f.write_str("it did not answer in time"),
            ProgramError::TimedOut(Some(line)) => write!(f, "it did not answer in time: {line}"),
            ProgramError::Nonsense(what) => write!(f, "nonsense: {what}"),
        }
    }
}
