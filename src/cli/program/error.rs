//! How a program that gokata has started can fail.

use std::fmt;

/// How a program failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProgramError {
    /// The command cannot be run.
    NotStarted(String),
    Crashed(Crash),
    /// The program completed no line in time. Holds a remark about the incomplete line, if there is one.
    TimedOut(Option<String>),
    /// The program wrote something that is not an answer.
    Nonsense(String),
    /// The program wrote this line, escaped and shortened, without a question.
    Unrequested(String),
}

/// The end of a program that ended or closed its output too early.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Crash {
    /// `it ended (exit status: 1)`
    pub(crate) how: String,
    /// True if the program ended by itself, without an error.
    pub(crate) is_success: bool,
    /// The last lines that it wrote to its standard error, escaped.
    pub(crate) errors: Vec<String>,
    /// What is known about the answer, to follow the other texts.
    pub(crate) remark: String,
}

impl Crash {
    /// Returns how it ended. A trace of several lines says in its last line what is wrong.
    pub(crate) fn without_trace(&self) -> String {
        match self.errors.as_slice() {
            [_, .., last] => format!("{}: {}{}", self.how, last.trim(), self.remark),
            _ => self.to_string(),
        }
    }

    /// Returns the lines that [`Crash::without_trace`] leaves out.
    pub(crate) fn trace(&self) -> &[String] {
        if self.errors.len() > 1 {
            &self.errors
        } else {
            &[]
        }
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.how)?;
        if let [_, .., last] = self.errors.as_slice() {
            write!(f, ": {}", last.trim())?;
        }
        if !self.errors.is_empty() {
            let errors = self.errors.join(" / ");
            write!(f, "; its standard error ends with: {errors}")?;
        }
        f.write_str(&self.remark)
    }
}

impl ProgramError {
    /// Returns all that is known, to follow the name of the outcome.
    pub(crate) fn detail(&self) -> Option<String> {
        match self {
            ProgramError::TimedOut(remark) => remark.clone(),
            ProgramError::Crashed(crash) => Some(crash.to_string()),
            ProgramError::NotStarted(text) | ProgramError::Nonsense(text) => Some(text.clone()),
            ProgramError::Unrequested(line) => {
                Some(format!("it wrote a line without a question: `{line}`"))
            }
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = self.detail();
        let detail = detail.as_deref().unwrap_or_default();
        match self {
            ProgramError::NotStarted(_) => write!(f, "it cannot be started: {detail}"),
            ProgramError::Crashed(_) => f.write_str(detail),
            ProgramError::TimedOut(None) => f.write_str("it did not answer in time"),
            ProgramError::TimedOut(_) => write!(f, "it did not answer in time: {detail}"),
            ProgramError::Nonsense(_) | ProgramError::Unrequested(_) => {
                write!(f, "nonsense: {detail}")
            }
        }
    }
}
