//! Responses: what a command answers or why it is rejected, what an engine writes, and the controller's side that reads it.

use std::fmt;

use super::command::GtpCommand;
use crate::basics::named::named;
use crate::basics::text::quoted;

/// The response to one command. `Display` writes it as an engine does, with the blank line that ends it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Response {
    /// The number of the command, if it had one.
    pub id: Option<u32>,
    /// The text after `=`; after `?`, the reason why the command is rejected. Only the first of its lines can be empty.
    pub text: Result<String, String>,
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.text {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let space = if text.is_empty() { "" } else { " " };
        write!(f, "{sign}{id}{space}{text}\n\n")
    }
}

/// The controller's side of a dialogue, without I/O: numbers the commands, and reads the engine's lines.
///
/// Several commands may be sent before the first response is read.
#[derive(Debug, Clone, Default)]
pub struct Controller {
    /// The number of the latest command sent, and of the latest answered.
    sent: u32,
    answered: u32,
    /// A response that has begun, and the number of its lines.
    begun: Option<(Response, usize)>,
}

/// The error for a line of an engine that is no part of a response. End the engine: the dialogue cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResponseError {
    /// The line; `None` if the response is too long.
    pub line: Option<String>,
    /// What is wrong with it.
    pub problem: String,
}

impl Controller {
    /// Longer responses count as nonsense. The caller bounds the length of a line.
    pub const MOST_LINES: usize = 1000;

    /// Returns the line that sends a command, as [`GtpCommand::read`] reads it: with a number before it and a line feed.
    pub fn send(&mut self, command: impl fmt::Display) -> String {
        self.sent += 1;
        let command = GtpCommand::read(command.to_string().as_bytes());
        let parts = command.ok().flatten();
        let parts = parts.map(|command| (command.name, command.arguments));
        let (name, arguments) = parts.unwrap_or_default();
        let line = format!("{} {name} {arguments}", self.sent);
        line.trim_end().to_owned() + "\n"
    }

    /// Reads a line, with or without its line ending; returns the response that it ends. Blank lines before a response are
    /// skipped, because some engines write several, and a response may leave its number out.
    ///
    /// # Errors
    /// [`ResponseError`]: the line is not part of a response to the command that waits.
    pub fn receive(&mut self, line: impl AsRef<[u8]>) -> Result<Option<Response>, ResponseError> {
        let line = String::from_utf8_lossy(line.as_ref());
        let line = line.trim_end_matches(['\n', '\r']);
        if line.contains('\n') {
            return Err(ResponseError::new(Some(line), "several lines at once"));
        }
        let is_blank = line.trim().is_empty();
        self.begun = match self.begun.take() {
            None if is_blank => None,
            None => Some((self.begin(line)?, 1)),
            Some((response, _)) if is_blank => {
                self.answered += 1;
                return Ok(Some(response));
            }
            Some((_, Controller::MOST_LINES)) => {
                let problem = format!("an answer of more than {} lines", Controller::MOST_LINES);
                return Err(ResponseError::new(None, &problem));
            }
            Some((mut response, lines)) => {
                let (Ok(text) | Err(text)) = &mut response.text;
                text.push('\n');
                text.push_str(line);
                Some((response, lines + 1))
            }
        };
        Ok(None)
    }

    fn begin(&self, line: &str) -> Result<Response, ResponseError> {
        let waiting = self.answered + 1;
        let error = |problem: &str| ResponseError::new(Some(line), problem);
        let rest = line.strip_prefix(['=', '?']);
        let rest = rest.ok_or_else(|| error("an answer begins with `=` or `?`"))?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, text) = rest.split_at(digits);
        if self.sent < waiting {
            return Err(error("no command waits for an answer"));
        }
        if !digits.is_empty() && digits.parse() != Ok(waiting) {
            return Err(error(&format!("this is no answer to command {waiting}")));
        }
        let id = Some(waiting).filter(|_| !digits.is_empty());
        let (is_success, text) = (line.starts_with('='), text.trim().to_owned());
        let text = if is_success { Ok(text) } else { Err(text) };
        Ok(Response { id, text })
    }
}

impl ResponseError {
    fn new(line: Option<&str>, problem: &str) -> ResponseError {
        let (line, problem) = (line.map(str::to_owned), problem.to_owned());
        ResponseError { line, problem }
    }
}

impl fmt::Display for ResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.line {
            Some(line) => write!(f, "{}: {}", quoted(line), self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl std::error::Error for ResponseError {}

/// The text after `=`, or the reason why the command is rejected.
pub(super) type CommandResult = Result<String, Refusal>;

/// The result of a command whose answer is empty.
pub(super) type Done = Result<(), Refusal>;

named! {
    /// Why a command is rejected. The texts of all but the last come from the protocol or from GNU Go's own commands.
    #[derive(Debug, Clone, Copy)]
    pub(super) enum Refusal {
        UnknownCommand = "unknown command",
        IllegalMove = "illegal move",
        InvalidColorOrCoordinate = "invalid color or coordinate",
        SyntaxError = "syntax error",
        UnacceptableSize = "unacceptable size",
        CannotUndo = "cannot undo",
        BoardNotEmpty = "board not empty",
        InvalidNumberOfStones = "invalid number of stones",
        BadVertexList = "bad vertex list",
        CannotLoadFile = "cannot load file",
        /// The reason follows.
        CannotSaveFile = "cannot save file",
        CannotScore = "cannot score",
        VertexMustNotBeEmpty = "vertex must not be empty",
        NoPreviousMove = "no previous move known",
        GameTooLong = "game too long",
    }

    /// Returns the text after `?`, which controllers compare.
    pub(super) const fn text(self) -> &'static str;
}

#[cfg(test)]
const _: () = assert!(
    Refusal::LIST.len() == 15,
    "tests/library/gtp.rs lists the texts, and a transcript has each"
);
