//! Reads board files: fixtures, and boards as people paste them.

use std::borrow::Cow;
use std::path::Path;

use gokata::fixture::Fixture;
use gokata::sgf::decode;
use gokata::{BoardRecord, Color, Diagram, Labels, Pasted, PastedError, Rules, TextError};

use super::arguments::side;
use super::files::expect_room_to_decode;
use super::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::terminal::text::{name, plain, quoted};

/// What a pasted board may leave open.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct BoardArgs {
    /// The side to play next, x or o, on a board that is no fixture. Needed where its text does not name the side.
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub(crate) to_play: Option<Color>,
    /// The sign of Black's stones in a board whose signs are not the usual ones.
    #[arg(long, value_name = "SIGN", allow_hyphen_values = true)]
    pub(crate) black: Option<String>,
}

/// What to do with a board of which nothing names the side to play.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unnamed {
    Refuse,
    /// Black plays, with a warning.
    Black,
}

/// A board that was read.
pub(crate) struct BoardFile {
    pub(crate) record: BoardRecord,
    pub(crate) labels: Labels,
    /// The rules that the text names.
    pub(crate) rules: Option<Rules>,
}

impl BoardFile {
    /// Returns the game under the given rules, else those of the text, else the kata's.
    pub(crate) fn under(&self, given: Option<GivenRules>) -> BoardRecord {
        let named = self.rules.unwrap_or_default();
        let rules = given.map_or(named, |given| given.over(named));
        self.record.with_rules(rules)
    }

    pub(crate) fn diagram(&self) -> Diagram {
        Diagram {
            setup: self.record.setup(),
            labels: self.labels.clone(),
        }
    }
}

/// True for a board in the kata's format, which begins with the side to play.
pub(crate) fn names_side(bytes: &[u8]) -> bool {
    let first_line = bytes.split(|byte| *byte == b'\n').next();
    matches!(first_line.map(<[u8]>::trim_ascii_end), Some(b"x" | b"o"))
}

impl BoardArgs {
    /// Fails if one of these options is given. Called for what is no board in a file.
    pub(crate) fn refuse(&self) -> Result<(), CommandError> {
        match (self.to_play, &self.black) {
            (Some(_), _) => Err(NAMES_SIDE.into()),
            (_, Some(_)) => Err("--black goes with a board that is pasted".into()),
            _ => Ok(()),
        }
    }

    /// Reads a board. What was assumed about one that is no fixture goes to standard error. `unnamed`: what to do where
    /// nothing names the side to play.
    pub(crate) fn read(
        &self,
        path: &Path,
        bytes: &[u8],
        unnamed: Unnamed,
    ) -> Result<BoardFile, CommandError> {
        match Fixture::parse(bytes) {
            Ok(_) if self.black.is_some() => {
                Err("--black has no effect: the file is in the kata's format".into())
            }
            Ok(_) if self.to_play.is_some() => Err(NAMES_SIDE.into()),
            Ok(Fixture { opening, .. }) => Ok(BoardFile {
                record: BoardRecord::try_from(&opening.setup).map_err(CommandError::other)?,
                labels: opening.labels,
                rules: None,
            }),
            Err(error) if names_side(bytes) => Err(CommandError::file(path, error)),
            Err(error) => self.pasted(path, bytes, error, unnamed),
        }
    }

    fn pasted(
        &self,
        path: &Path,
        bytes: &[u8],
        strict: TextError,
        unnamed: Unnamed,
    ) -> Result<BoardFile, CommandError> {
        let text = text(path, bytes)?;
        let pasted = Pasted::read(&text, self.black.as_deref()).map_err(|error| match error {
            PastedError::NoBoard(_) => CommandError::file(path, strict),
            PastedError::Signs(_) => {
                let error = CommandError::file(path, error.text_error().clone());
                CommandError::usage(format!(
                    "{error}\n--black SIGN names the sign of Black's stones."
                ))
            }
            error => CommandError::file(path, error.text_error().clone()),
        })?;
        let (file, taken_for) = (name(path), &pasted.taken_for);
        let past = if pasted.moves.is_empty() {
            "; a board has no past: what a ko forbids is not known"
        } else {
            ""
        };
        let notes = pasted.notes.iter().map(|note| format!("; {note}"));
        let notes: String = notes.collect();
        Output::log(&plain(&format!(
            "note {file}: taken for {taken_for}{past}{notes}"
        )));
        match (self.to_play.or(pasted.to_play), unnamed) {
            (Some(_), _) => {}
            (None, Unnamed::Refuse) => {
                let why =
                    "nothing says who plays next: add --to-play x (Black) or --to-play o (White)";
                return Err(CommandError::file(path, why));
            }
            (None, Unnamed::Black) => Output::log(&format!(
                "warning {file}: nothing says who plays next, so Black does (--to-play o for White)"
            )),
        }
        Ok(BoardFile {
            record: pasted.record(self.to_play).map_err(CommandError::other)?,
            labels: pasted.labels,
            rules: pasted.rules,
        })
    }
}

const NAMES_SIDE: &str = "--to-play has no effect: the file names the side to play";

/// Decodes a text. It may be in UTF-16, as `PowerShell` writes what a program prints.
fn text<'b>(path: &Path, bytes: &'b [u8]) -> Result<Cow<'b, str>, CommandError> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(Cow::Borrowed(text)),
        _ => {
            expect_room_to_decode(path, bytes)?;
            Ok(decode(bytes).text)
        }
    }
}

/// Returns the line that says how to make a fixture of these bytes, if a board can be found in them.
pub(crate) fn advice(path: &Path, bytes: &[u8]) -> String {
    let is_board = |text: Cow<'_, str>| Pasted::read(&text, None).is_ok();
    if names_side(bytes) || !text(path, bytes).is_ok_and(is_board) {
        return String::new();
    }
    let file = quoted(&name(path));
    format!("\n`gokata convert {file} --to kata` makes a fixture of this board.")
}
