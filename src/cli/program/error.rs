//! How a program that gokata has started can fail.

use std::fmt;

/// How a program failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProgramError {
    /// The command cannot be run.
    NotStarted(String),
    /// The program ended or closed its output.
    Crashed(String),
    /// The program completed no line in time. Holds a remark about the incomplete line, if there is one.
    TimedOut(Option<String>),
    /// The program wrote something that is not an answer.
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
