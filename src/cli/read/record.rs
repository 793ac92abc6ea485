//! Reads the games of a record.

use std::borrow::Cow;
use std::path::Path;

use gokata::sgf::{Collection, Format, decode};

use super::files::{expect_room_to_decode, format_named};
use crate::terminal::error::CommandError;

/// The games of a record in any format.
pub(crate) struct Games<'b> {
    pub(crate) collection: Collection<'b>,
    /// Messages about the assumptions made about the bytes.
    pub(crate) warnings: Vec<String>,
}

/// Finds the games in what has been read from this file.
pub(crate) fn read_games<'b>(path: &Path, bytes: &'b [u8]) -> Result<Games<'b>, CommandError> {
    expect_room_to_decode(path, bytes)?;
    let decoded = decode(bytes);
    games(path, decoded.text, decoded.warnings)
}

/// As [`read_games`], for games that are kept.
pub(crate) fn read_owned_games(
    path: &Path,
    bytes: Vec<u8>,
) -> Result<Games<'static>, CommandError> {
    expect_room_to_decode(path, &bytes)?;
    let decoded = decode(&bytes);
    let (text, warnings) = (decoded.text.into_owned(), decoded.warnings);
    drop(bytes);
    games(path, text.into(), warnings)
}

fn games<'b>(
    path: &Path,
    text: Cow<'b, str>,
    warnings: Vec<String>,
) -> Result<Games<'b>, CommandError> {
    let format = Format::of(text.as_bytes()).or_else(|| format_named(path));
    let collection = Collection::parse_as(format.unwrap_or(Format::Sgf), text);
    let collection = collection.map_err(|error| CommandError::file(path, error))?;
    Ok(Games {
        collection,
        warnings,
    })
}
