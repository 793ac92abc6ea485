//! Reads regular files and standard input, up to a size limit.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::terminal::text::{name, reason};

const FIXTURE_LIMIT: u64 = 16 << 20;

const RECORD_LIMIT: u64 = 256 << 20;

/// Reads a fixture or another small file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    within(path, read_up_to(path, FIXTURE_LIMIT)?, FIXTURE_LIMIT)
}

/// Reads a fixture or a game record. The bool is true for a game record: a name in `.sgf`, or `(` as first character
/// in a file that is not named `.txt`.
pub(crate) fn read_any(path: &Path) -> Result<(Vec<u8>, bool), String> {
    let bytes = read_up_to(path, RECORD_LIMIT)?;
    let is_fixture = path.extension().is_some_and(|ending| ending == "txt");
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let is_record = is_record(path) || !is_fixture && text.trim_ascii_start().starts_with(b"(");
    let limit = if is_record {
        RECORD_LIMIT
    } else {
        FIXTURE_LIMIT
    };
    Ok((within(path, bytes, limit)?, is_record))
}

pub(crate) fn is_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"))
}

/// Reads at most one byte more than the limit.
fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let (file, length) = open(path)?;
    // One byte more than the length, so that the buffer need not grow to find the end.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(limit)).unwrap_or(0) + 1);
    let read = file.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| located(path, &error))?;
    Ok(bytes)
}

/// Opens a regular file, or standard input for `-`. Also returns the length of the file; 0 for standard input.
pub(super) fn open(path: &Path) -> Result<(Box<dyn Read + Send>, u64), String> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), 0));
    }
    // Check before opening, because opening a named pipe blocks.
    let about = fs::metadata(path).map_err(|error| located(path, &error))?;
    if !about.is_file() {
        return Err(format!("{}: not a regular file", name(path)));
    }
    let file = File::open(path).map_err(|error| located(path, &error))?;
    Ok((Box::new(file), about.len()))
}

/// Returns the message about a file or folder that cannot be read.
pub(super) fn located(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", name(path), reason(error))
}

fn within(path: &Path, bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, String> {
    if bytes.len() as u64 > limit {
        return Err(format!("{}: larger than {} MiB", name(path), limit >> 20));
    }
    Ok(bytes)
}

/// Returns NAME.error if it exists beside NAME.txt: the fixture must be rejected with the message in that file.
pub(crate) fn refusal_beside(file: &Path) -> Option<PathBuf> {
    let neighbor = file.with_extension("error");
    let is_there = || neighbor != file && fs::symlink_metadata(&neighbor).is_ok();
    (file.as_os_str() != "-" && is_there()).then_some(neighbor)
}
