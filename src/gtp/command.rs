//! Commands: what an engine reads from a line, and what a controller writes.

use std::fmt;
use std::str::FromStr;

use crate::basics::{Move, ParseError, Preset, Rules, Size, katago};

/// A command of a controller to an engine, such as `12 play B C3`: a number, if it has one, a name and arguments.
///
/// `Display` writes it without a line feed, and `FromStr` reads it back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GtpCommand {
    /// The number, which the response repeats; at most 2^31 - 1.
    pub id: Option<u32>,
    /// The name; empty if the line has only a number.
    pub name: String,
    /// The text after the name, without spaces around it.
    pub arguments: String,
}

impl GtpCommand {
    /// Reads a line as an engine does: up to its line feed or a comment (`#`), without control characters; tabs are spaces.
    /// `None` if nothing is left. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// [`ParseError`]: the line begins with a larger number.
    pub fn read(line: &[u8]) -> Result<Option<GtpCommand>, ParseError> {
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
            let too_large = |_| ParseError::new(name, "is above 2147483647, the largest id");
            id = Some(name.parse::<i32>().map_err(too_large)?.unsigned_abs());
            (name, arguments) = first_word(arguments);
        }
        let arguments = arguments.trim_matches(' ').to_owned();
        let command = GtpCommand {
            id,
            ..GtpCommand::new(name, arguments)
        };
        Ok(Some(command).filter(|_| id.is_some() || !name.is_empty()))
    }

    /// `play B C3`, `play W pass`.
    pub fn play(mv: Move, size: Size) -> GtpCommand {
        let (color, action) = (mv.color, mv.action.describe(size));
        GtpCommand::new("play", format!("{color:.1} {action}"))
    }

    /// `boardsize 19`; `rectangular_boardsize WIDTH HEIGHT`, an extension of some engines, unless the board is square.
    pub fn boardsize(size: Size) -> GtpCommand {
        let (rows, cols) = (size.rows(), size.cols());
        if rows == cols {
            GtpCommand::new("boardsize", rows.to_string())
        } else {
            GtpCommand::new("rectangular_boardsize", format!("{cols} {rows}"))
        }
    }

    /// `kata-set-rules` with the rules as a JSON object, an extension of `KataGo`. The komi has a command of its own.
    pub fn kata_set_rules(rules: Rules) -> GtpCommand {
        GtpCommand::new("kata-set-rules", katago::json(rules))
    }

    /// `kgs-rules NAME`, an extension of engines that play on KGS, with the first of its rules that `are_meant`:
    /// `japanese`, `chinese` (with positional superko), `aga`, `new_zealand`. `None` if it has none.
    ///
    /// ```
    /// use gokata::KoRule;
    /// use gokata::gtp::GtpCommand;
    ///
    /// let command = GtpCommand::kgs_rules(|rules| rules.ko() == KoRule::Positional);
    /// assert_eq!(command.unwrap().to_string(), "kgs-rules chinese");
    /// ```
    pub fn kgs_rules(are_meant: impl Fn(Rules) -> bool) -> Option<GtpCommand> {
        let mut presets = Preset::ALL.iter();
        let name = presets.find_map(|preset| preset.kgs().filter(|_| are_meant(preset.rules())))?;
        Some(GtpCommand::new("kgs-rules", name.to_owned()))
    }

    fn new(name: &str, arguments: String) -> GtpCommand {
        GtpCommand {
            id: None,
            name: name.to_owned(),
            arguments,
        }
    }
}

/// Splits off the first word; empty if there is none.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(' ');
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

impl FromStr for GtpCommand {
    type Err = ParseError;

    /// Reads the first line as [`GtpCommand::read`] does.
    fn from_str(text: &str) -> Result<GtpCommand, ParseError> {
        let command = GtpCommand::read(text.as_bytes())?;
        command.ok_or_else(|| ParseError::new(text, "is no command"))
    }
}

impl fmt::Display for GtpCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let line = format!("{id} {} {}", self.name, self.arguments);
        f.write_str(line.trim_matches(' '))
    }
}
