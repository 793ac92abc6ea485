//! Reading: only regular files and standard input, and not more than a fixture or a game record can be.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::terminal::text::{name, reason};

/// The largest fixture that is read: 16 MiB.
const LIMIT: u64 = 16 << 20;

/// The largest file of game records that is read: 256 MiB.
const RECORD_LIMIT: u64 = 256 << 20;

/// All bytes of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = read_up_to(path, LIMIT)?;
    within(path, bytes, LIMIT)
}

/// The same of a file that may be a game record, and whether it is one: by its name, else by its first letter.
pub(crate) fn read_any(path: &Path) -> Result<(Vec<u8>, bool), String> {
    let bytes = read_up_to(path, RECORD_LIMIT)?;
    let named = path.extension().is_some_and(|ending| ending == "txt");
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let is_record = is_record(path) || !named && text.trim_ascii_start().starts_with(b"(");
    let limit = if is_record { RECORD_LIMIT } else { LIMIT };
    Ok((within(path, bytes, limit)?, is_record))
}

/// Is it a game record by its name?
pub(crate) fn is_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"))
}

/// At most one byte more than the limit.
fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let fault = |fault: io::Error| format!("{}: {}", name(path), reason(&fault));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin()
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
    } else {
        // Asked before opening: a pipe would make us wait, a device would never end.
        let about = fs::metadata(path).map_err(fault)?;
        if !about.is_file() {
            return Err(format!("{}: not a regular file", name(path)));
        }
        // Room for all of it, and for finding that there is no more.
        bytes.reserve(usize::try_from(about.len().min(limit)).unwrap_or(0) + 1);
        File::open(path)
            .map_err(fault)?
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
    }
    Ok(bytes)
}

fn within(path: &Path, bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, String> {
    if bytes.len() as u64 > limit {
        return Err(format!("{}: larger than {} MiB", name(path), limit >> 20));
    }
    Ok(bytes)
}

/// The file beside a fixture that says that it must be refused, and with which message.
pub(crate) fn refusal_beside(file: &Path) -> Option<PathBuf> {
    let neighbor = file.with_extension("error");
    let is_there = || neighbor != file && fs::symlink_metadata(&neighbor).is_ok();
    (file.as_os_str() != "-" && is_there()).then_some(neighbor)
}
