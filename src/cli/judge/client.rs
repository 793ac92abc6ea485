//! The interface between the judge and a program under test: a question goes in, an answer or an error comes out.

use gokata::Rules;
use gokata::questions::{Answer, Question};

use crate::program::error::ProgramError;

/// Sends questions to a program in the protocol that the program speaks.
pub(super) trait Client {
    /// Asks a program what must be known before the first question, if its protocol has words for that.
    fn begin(&mut self) -> Result<(), ProgramError>;

    /// Returns what is known about the program so far: all of it once it has answered.
    fn describe(&self) -> ProgramInfo;

    /// The rules that the program plays by, whatever a fixture asks.
    fn own_rules(&self) -> Option<Rules>;

    fn ask(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer>;

    /// Returns what was sent for the latest question: lines of the line protocol, or GTP commands.
    fn sent(&self) -> String;

    /// Ends the program after the last question. Returns an error if the program wrote more than its answers.
    fn finish(&mut self) -> Option<ProgramError>;
}

/// Information about the program, for the report.
#[derive(Default)]
pub(super) struct ProgramInfo {
    /// The option that names the program: `exec` or `engine`.
    pub(super) option: &'static str,
    /// The name that the program reports.
    pub(super) name: Option<String>,
    /// The version that the program reports.
    pub(super) version: Option<String>,
    /// How the program learns the rules.
    pub(super) rules: String,
    /// Remarks that help to interpret the results.
    pub(super) notes: Vec<String>,
    /// Why right answers may count as wrong, and how to prevent it.
    pub(super) warning: Option<String>,
}

impl ProgramInfo {
    /// Returns the name and the version, if the program has reported a name.
    pub(super) fn title(&self) -> Option<String> {
        let name = self.name.as_deref()?;
        let version = self.version.as_deref().unwrap_or_default();
        Some(format!("{name} {version}").trim_end().to_owned())
    }
}

/// Why there is no answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The protocol, or the part of it that the program supports, cannot express the question.
    Unaskable(String),
    /// The program says that it cannot answer the question, and why.
    Declined(String),
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
