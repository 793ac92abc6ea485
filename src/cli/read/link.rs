//! Links to positions: those that stand for a file, and those that a command prints.

use std::fs;
use std::path::Path;

use gokata::link::Link;
use gokata::{BoardRecord, Move};

use super::corpus_version::CORPUS;
use crate::terminal::error::CommandError;

/// Parses the value of `--link`: the address of the page gokata.html.
pub(crate) fn page_address(text: &str) -> Result<String, CommandError> {
    let is_bad = |c: char| c == '#' || c.is_whitespace() || c.is_control();
    match text {
        "" => Err("the address of the page gokata.html is needed".into()),
        _ if scheme(text).is_some_and(|scheme| !["http", "https", "file"].contains(&&*scheme)) => {
            Err("an address begins with https://, http:// or file://, or is a path".into())
        }
        _ if text.contains(is_bad) => {
            Err("an address has no # and no blanks (%23 and %20 stand for them)".into())
        }
        _ => Ok(text.to_owned()),
    }
}

/// Returns the word before the first colon, if it says how an address is opened. `javascript:` would make each link a program.
fn scheme(address: &str) -> Option<String> {
    let (scheme, _) = address.split_once(':')?;
    let is_path = scheme.contains(['/', '?', '.']);
    (!is_path).then(|| scheme.to_ascii_lowercase())
}

/// Returns a link to a position and a question about it. Fails if the game cannot be played under its rules: it was played
/// under others.
pub(crate) fn link_to(record: BoardRecord, asked: Option<Move>) -> Result<Link, CommandError> {
    let link = Link {
        asked,
        ..Link::from(record)
    };
    match Link::read(&link.to_string()) {
        Ok(read) if read == link => Ok(link),
        Ok(_) => Err("no link opens this game".into()),
        Err(error) => Err(CommandError::other(error)),
    }
}

/// Returns what `path` stands for if no file has this name, but it is a link, or the id of a question such as
/// `kata/6-ko/retake-at-once@9x9#C3-xugq7`.
pub(super) fn instead_of_file(path: &Path) -> Option<Result<Link, CommandError>> {
    let text = path.to_str()?;
    let is_name = |mark| text.contains(mark) && fs::metadata(path).is_err();
    if is_name("#")
        && let Some(question) = CORPUS.question(text)
    {
        return Some(Ok(Link::from(question.before)));
    }
    let is_link = (is_name("#") || is_name("%23")) && Link::is_meant(text);
    is_link.then(|| Link::read(text).map_err(CommandError::other))
}

/// Returns the link that a text consists of.
pub(super) fn inside(path: &Path, bytes: &[u8]) -> Option<Result<Link, CommandError>> {
    let text = str::from_utf8(bytes)
        .ok()
        .filter(|text| Link::is_meant(text))?;
    Some(Link::read(text).map_err(|error| CommandError::file(path, error.to_string())))
}
