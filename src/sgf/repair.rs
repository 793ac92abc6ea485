//! Repairs the text of a damaged record: splits it tolerantly, and changes what keeps it from being read.

use super::edits::Edits;
use super::game::Collection;
use super::judgement::{AfterIllegal, Judging, Lines, Order, Referees};
use super::places::Places;
use super::repair_nodes::Repairer;
use crate::basics::TextError;

/// A repaired record. See [`repair`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// The text that is read without an error. It differs from the original only where `changes` say so.
    pub text: String,
    /// What was changed, each with its place in the original, in the order of the text.
    pub changes: Vec<TextError>,
    /// True if a part of the text is lost: parentheses or a value at its end, or bytes.
    pub is_incomplete: bool,
}

/// Repairs a record whose text is damaged. A record without damage stays as it is.
///
/// A `]` inside a text gets its backslash, a missing `;`, `(`, `)` or `]` is added, what is doubled or does not belong to a
/// record is left out, but doubled comments and lists are joined, and games that run together are divided. Names in small
/// letters or in full, full-width signs and blanks inside points become those of the standard. Moves need not be legal.
///
/// ```
/// use gokata::sgf::repair;
///
/// let repaired = repair("(;SZ[9]PB[Ann [2d]];B[ee]W[cc])")?;
/// assert_eq!(repaired.text, "(;SZ[9]PB[Ann [2d\\]];B[ee];W[cc])");
/// let changes: Vec<_> = repaired.changes.iter().map(|change| change.column()).collect();
/// assert_eq!(changes, [18, 26]);
/// # Ok::<(), gokata::TextError>(())
/// ```
///
/// # Errors
/// The text has two readings, which the message names; it has no reading; or more than 10,000 changes are needed.
pub fn repair(text: &str) -> Result<Repaired, TextError> {
    repair_naming(text, None)
}

/// As [`repair`], for the bytes of a file. If they contradict the encoding that the record names, they are read as what they
/// are. `CA` becomes UTF-8, with what was assumed about the bytes as a change.
///
/// This function needs the feature `encodings`.
///
/// # Errors
/// As [`repair`]. Lines and columns are those of the decoded text.
#[cfg(feature = "encodings")]
pub fn repair_bytes(bytes: &[u8]) -> Result<Repaired, TextError> {
    let decoded = super::decode::decode_by_content(bytes);
    let warnings = Some(decoded.warnings.join("; ")).filter(|it| !it.is_empty());
    let repaired = repair_naming(&decoded.text, warnings)?;
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let is_damaged = !is_utf8 && decoded.text.contains(char::REPLACEMENT_CHARACTER);
    Ok(Repaired {
        is_incomplete: repaired.is_incomplete || is_damaged || decoded.is_cut,
        ..repaired
    })
}

/// As [`repair`]. With a message about its encoding, the record gets the name of another one.
fn repair_naming(text: &str, encoding: Option<String>) -> Result<Repaired, TextError> {
    let repaired = changed(text, encoding)?;
    // A fault or a change in the new text would mean that this one has been misunderstood.
    let again = changed(&repaired.text, None).map(|again| again.changes.into_iter().next());
    let Some(fault) = again.unwrap_or_else(Some).or_else(|| fault(&repaired.text)) else {
        return Ok(repaired);
    };
    let (line, column, why) = (fault.line(), fault.column(), fault.message());
    let after = "the text is damaged here, and after a repair not understood at";
    let message = format!("{after} {line}:{column}: {why}");
    let first = repaired.changes.into_iter().next();
    Err(first.map_or(fault, |first| first.with_message(message)))
}

fn changed(text: &str, encoding: Option<String>) -> Result<Repaired, TextError> {
    let places = Places::of(text);
    let mut edits = Edits::of(&places);
    let is_incomplete = Repairer::of(&mut edits, encoding).all()?;
    let (text, changes) = edits.applied()?;
    Ok(Repaired {
        text,
        changes,
        is_incomplete,
    })
}

/// Returns the first part of a record that is not understood.
fn fault(text: &str) -> Option<TextError> {
    let judging = Judging {
        referees: Referees::Fast,
        lines: Lines::All,
        order: Order::Any,
        after_illegal: AfterIllegal::GoOn,
        ..Judging::default()
    };
    let file = match Collection::parse(text) {
        Ok(file) => file,
        Err(error) => return Some(error),
    };
    // Other games than Go have other values.
    let mut games = file.games().enumerate();
    games.find_map(|(number, game)| match game {
        Ok(game) => game.judge(&judging).fault,
        Err(_) => file.scan.tree(number, &file.places).fault,
    })
}
