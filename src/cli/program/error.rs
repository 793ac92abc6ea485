//! How a program that gokata has started can fail.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProgramError {
    /// The command cannot be run, for this reason.
    NotStarted(String),
    /// The program ended or closed its output too early.
    Crashed {
        /// `it ended (exit status: 1)`
        how: String,
        /// True if it ended by itself, without an error.
        is_success: bool,
        /// The last lines that it wrote to its standard error, escaped.
        errors: Vec<String>,
    },
    /// The program completed no line in time. Holds a remark about the incomplete answer, which may be empty.
    TimedOut(String),
    /// The program wrote something that is not an answer, or that nobody has asked for.
    Nonsense(String),
}

impl ProgramError {
    /// Returns all that is known, to follow the name of the outcome.
    pub(crate) fn detail(&self) -> Option<String> {
        let (mut detail, trace) = self.short();
        if !trace.is_empty() {
            detail = format!(
                "{detail}; its standard error ends with: {}",
                trace.join(" / ")
            );
        }
        Some(detail).filter(|detail| !detail.is_empty())
    }

    /// As [`ProgramError::detail`], but of several lines of standard error only the last. Also returns these lines.
    pub(crate) fn short(&self) -> (String, &[String]) {
        match self {
            ProgramError::Crashed { how, errors, .. } => match errors.as_slice() {
                [] => (how.clone(), &[]),
                [one] => (format!("{how}; its standard error ends with: {one}"), &[]),
                [.., last] => (format!("{how}: {}", last.trim()), errors),
            },
            ProgramError::NotStarted(text)
            | ProgramError::TimedOut(text)
            | ProgramError::Nonsense(text) => (text.clone(), &[]),
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProgramError::NotStarted(_) => "it cannot be started: ",
            ProgramError::Crashed { .. } => "",
            ProgramError::TimedOut(remark) if remark.is_empty() => "it did not answer in time",
            ProgramError::TimedOut(_) => "it did not answer in time: ",
            ProgramError::Nonsense(_) => "nonsense: ",
        })?;
        f.write_str(&self.detail().unwrap_or_default())
    }
}
