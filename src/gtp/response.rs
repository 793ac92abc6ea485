//! Responses: what an engine writes, and the controller's side that reads them.

use std::fmt;

use super::command::Command;

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
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        f.write_str("\n\n")
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

/// Why the lines of an engine are no response. `Display` leaves the line out; end the engine, which cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResponseError {
    /// This line should begin a response, and begins with neither `=` nor `?`.
    NoSign(String),
    /// This line begins a response with another number than that of the command that waits.
    OtherId(String, u32),
    /// The engine wrote this line although no command waits for a response.
    Unrequested(String),
    /// The response has more than [`Controller::MOST_LINES`] lines.
    TooLong,
}

impl Controller {
    /// Longer responses count as nonsense. The caller bounds the length of a line.
    pub const MOST_LINES: usize = 1000;

    /// Returns the line that sends a command: with a number before it and a line feed. Of the command's text it sends what
    /// [`Command::read`] reads.
    pub fn send(&mut self, command: impl fmt::Display) -> String {
        let command = Command::read(command.to_string().as_bytes());
        self.sent = next(self.sent);
        match command {
            Ok(Some(Command {
                name, arguments, ..
            })) => {
                let id = Some(self.sent);
                format!(
                    "{}\n",
                    Command {
                        id,
                        name,
                        arguments
                    }
                )
            }
            // An engine answers this, too.
            Ok(None) | Err(_) => format!("{}\n", self.sent),
        }
    }

    /// Reads a line, with or without its line ending; returns the response that it ends. Blank lines before a response are
    /// skipped, because some engines write several, and a response may leave its number out.
    ///
    /// # Errors
    /// [`ResponseError`]: the line is not part of a response to the command that waits.
    pub fn receive(&mut self, line: impl AsRef<[u8]>) -> Result<Option<Response>, ResponseError> {
        let line = String::from_utf8_lossy(line.as_ref());
        let line = line.trim_end_matches(['\n', '\r']);
        let is_blank = line.trim().is_empty();
        self.begun = match self.begun.take() {
            None if is_blank => None,
            None => Some((self.begin(line)?, 1)),
            Some((response, _)) if is_blank => {
                self.answered = next(self.answered);
                return Ok(Some(response));
            }
            Some((_, Controller::MOST_LINES)) => return Err(ResponseError::TooLong),
            Some((mut response, lines)) => {
                let (Ok(text) | Err(text)) = &mut response.text;
                text.push('\n');
                text.push_str(line);
                Some((response, lines + 1))
            }
        };
        Ok(None)
    }

    /// Reads the first line of a response.
    fn begin(&self, line: &str) -> Result<Response, ResponseError> {
        if self.sent == self.answered {
            return Err(ResponseError::Unrequested(line.to_owned()));
        }
        let rest = line.strip_prefix(['=', '?']);
        let rest = rest.ok_or_else(|| ResponseError::NoSign(line.to_owned()))?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, text) = rest.split_at(digits);
        let waiting = next(self.answered);
        if !digits.is_empty() && digits.parse() != Ok(waiting) {
            return Err(ResponseError::OtherId(line.to_owned(), waiting));
        }
        let text = text.trim().to_owned();
        Ok(Response {
            id: (!digits.is_empty()).then_some(waiting),
            text: if line.starts_with('=') {
                Ok(text)
            } else {
                Err(text)
            },
        })
    }
}

/// The number of the command after the one with this number.
fn next(id: u32) -> u32 {
    id % Command::LARGEST_ID + 1
}

impl ResponseError {
    /// The line that is no response.
    pub fn line(&self) -> Option<&str> {
        match self {
            ResponseError::NoSign(line)
            | ResponseError::OtherId(line, _)
            | ResponseError::Unrequested(line) => Some(line),
            ResponseError::TooLong => None,
        }
    }
}

impl fmt::Display for ResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResponseError::NoSign(_) => f.write_str("an answer begins with `=` or `?`"),
            ResponseError::OtherId(_, id) => write!(f, "this is no answer to command {id}"),
            ResponseError::Unrequested(_) => f.write_str("no command waits for an answer"),
            ResponseError::TooLong => {
                write!(f, "an answer of more than {} lines", Controller::MOST_LINES)
            }
        }
    }
}

impl std::error::Error for ResponseError {}
