//! Commands: what an engine reads from a line, and what a controller writes.

use std::fmt;
use std::str::FromStr;

use crate::basics::text::parse_error;
use crate::basics::{Move, Size};

/// A command of a controller to an engine, such as `12 play B C3`: a number, if it has one, a name and arguments.
///
/// `Display` writes it without a line feed, and `FromStr` reads it back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Command {
    pub(super) id: Option<u32>,
    pub(super) name: String,
    pub(super) arguments: String,
}

parse_error! {
    /// The error for a line that is not a [`Command`]. `Display` quotes it.
    CommandError
}

impl Command {
    /// The largest number of a command: 2^31 - 1.
    pub const LARGEST_ID: u32 = i32::MAX.unsigned_abs();

    /// Reads a line as an engine does: up to its line feed or a comment (`#`), without control characters; tabs are spaces.
    /// `None` if nothing is left. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// [`CommandError`]: the line begins with a number above [`Command::LARGEST_ID`].
    pub fn read(line: &[u8]) -> Result<Option<Command>, CommandError> {
        let mut parts = line.split(|byte| matches!(byte, b'#' | b'\n'));
        let line = parts.next().unwrap_or_default();
        let bytes = line.iter().filter_map(|byte| match byte {
            b'\t' => Some(b' '),
            byte if byte.is_ascii_control() => None,
            byte => Some(*byte),
        });
        let bytes: Vec<u8> = bytes.collect();
        let line = String::from_utf8_lossy(&bytes);
        let (mut name, mut arguments) = first_word(&line);
        let mut id = None;
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = name.parse().ok();
            id = number.filter(|number| *number <= Command::LARGEST_ID);
            if id.is_none() {
                return Err(CommandError::new(
                    name,
                    "is above 2147483647, the largest id",
                ));
            }
            (name, arguments) = first_word(arguments);
        }
        let command = Command {
            id,
            name: name.to_owned(),
            arguments: arguments.trim_matches(' ').to_owned(),
        };
        Ok(Some(command).filter(|command| command.id.is_some() || !name.is_empty()))
    }

    /// `play B C3`, `play W pass`.
    pub fn play(mv: Move, size: Size) -> Command {
        let (color, action) = (mv.color, mv.action.describe(size));
        Command::new("play", format!("{color:.1} {action}"))
    }

    /// `boardsize 19`; `rectangular_boardsize WIDTH HEIGHT`, an extension of some engines, unless the board is square.
    pub fn boardsize(size: Size) -> Command {
        let (rows, cols) = (size.rows(), size.cols());
        if rows == cols {
            Command::new("boardsize", rows.to_string())
        } else {
            Command::new("rectangular_boardsize", format!("{cols} {rows}"))
        }
    }

    fn new(name: &str, arguments: String) -> Command {
        Command {
            id: None,
            name: name.to_owned(),
            arguments,
        }
    }

    /// The number, which the response repeats.
    pub fn id(&self) -> Option<u32> {
        self.id
    }

    /// The name; empty if the line has only a number.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text after the name, without spaces around it.
    pub fn arguments(&self) -> &str {
        &self.arguments
    }
}

/// Splits off the first word; empty if there is none.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(' ');
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads the first line as [`Command::read`] does.
    fn from_str(text: &str) -> Result<Command, CommandError> {
        let command = Command::read(text.as_bytes())?;
        command.ok_or_else(|| CommandError::new(text, "is no command"))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let parts = [&id, &self.name, &self.arguments];
        let mut parts = parts.into_iter().filter(|part| !part.is_empty());
        f.write_str(parts.next().map_or("", |part| part))?;
        parts.try_for_each(|part| write!(f, " {part}"))
    }
}
