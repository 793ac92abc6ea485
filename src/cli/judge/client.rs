//! The interface between the judge and a program under test: a question goes in, an answer or an error comes out.

use gokata::questions::{Answer, Question};

use crate::program::error::ProgramError;

/// Sends questions to a program in the protocol that the program speaks.
pub(super) trait Client {
    /// Returns what is known about the program before the first question.
    fn describe(&mut self) -> Result<ProgramInfo, ProgramError>;

    fn ask(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer>;

    /// Returns what was sent for the latest question: lines of the line protocol, or GTP commands.
    fn sent(&self) -> String;

    /// Ends the program after the last question. Returns an error if the program wrote more than its answers.
    fn finish(&mut self) -> Option<ProgramError>;
}

/// Information about the program, for the report.
#[derive(Default)]
pub(super) struct ProgramInfo {
    /// The name and version that the program reports.
    pub(super) name: Option<String>,
    /// How the program learns the rules.
    pub(super) rules: String,
    /// Remarks that help to interpret the results.
    pub(super) notes: Vec<String>,
    /// Why right answers may count as wrong, and how to prevent it.
    pub(super) warning: Option<String>,
}

/// Why there is no answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The protocol, or the part of it that the program supports, cannot express the question.
    Unaskable(String),
    Failed(ProgramError),
}

impl From<ProgramError> for NoAnswer {
    fn from(error: ProgramError) -> NoAnswer {
        NoAnswer::Failed(error)
    }
}

/// Returns the error for a question that cannot be sent to the program.
pub(super) fn unaskable<T>(why: impl Into<String>) -> Result<T, NoAnswer> {
    Err(NoAnswer::Unaskable(why.into()))
}
