//! Why a short text is none of a type's values. Errors in whole files are [`TextError`](super::text::TextError)s.

use std::fmt;

use super::text::quoted;

/// Why a text is not a [`Color`](crate::Color), [`Point`](crate::Point), [`Size`](crate::Size),
/// [`Move`](crate::Move) or [`Action`](crate::Action). `Display` quotes the text and shows how to write one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParseError {
    message: String,
}

impl ParseError {
    /// `problem` follows the quoted text: `is not a point: ...`.
    pub(crate) fn new(text: &str, problem: impl fmt::Display) -> ParseError {
        let message = format!("{} {problem}", quoted(text));
        ParseError { message }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}
