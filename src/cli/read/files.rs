//! Reads regular files and standard input, up to a size limit.

use std::fs::{self, File};
use std::hint;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gokata::sgf::Format;

use super::corpus_version::built_in;
use crate::terminal::error::CommandError;

const FIXTURE_LIMIT: u64 = 16 << 20;

const RECORD_LIMIT: u64 = 256 << 20;

/// A file of this length is read without checking the memory first.
const SURELY_FITS: usize = 1 << 20;

/// The memory in bytes that must be left when a large file has been read.
const WORKSPACE: usize = 16 << 20;

/// The memory for decoding, in lengths of the file: for texts in several encodings that are compared.
const DECODED: usize = 8;

/// Reads a fixture or another small file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    read_up_to(path, FIXTURE_LIMIT)
}

/// Reads a file of results, as large as a game record may be; `-` is standard input.
pub(crate) fn read_large(path: &Path) -> Result<Vec<u8>, CommandError> {
    read_up_to(path, RECORD_LIMIT)
}

/// Reads a list, which may also be a pipe; `-` is standard input.
pub(crate) fn read_list(path: &Path) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let mut list = open_list(path)?.take(FIXTURE_LIMIT + 1);
    let read = list.read_to_end(&mut bytes);
    read.map_err(|error| CommandError::file(path, error))?;
    within(path, bytes, FIXTURE_LIMIT)
}

/// Reads a fixture or a game record. The bool is true for a game record: a name such as `.sgf`, or a file that begins like
/// one; in a file named `.txt`, a `;` must follow the `(`.
pub(crate) fn read_any(path: &Path) -> Result<(Vec<u8>, bool), CommandError> {
    let bytes = read_up_to(path, RECORD_LIMIT)?;
    let begins = Format::of(&bytes).is_some_and(|format| {
        let is_sgf = is_game(&bytes) || !is_text(path) && !is_tuple(&bytes);
        format != Format::Sgf || is_sgf
    });
    if is_record(path) || begins {
        return Ok((bytes, true));
    }
    Ok((within(path, bytes, FIXTURE_LIMIT)?, false))
}

pub(crate) fn is_record(path: &Path) -> bool {
    format_named(path).is_some()
}

/// Returns the format of game records that files with this ending have.
pub(super) fn format_named(path: &Path) -> Option<Format> {
    Format::of_ending(path.extension()?.to_str()?)
}

/// True for `(;`, after blanks.
fn is_game(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = text.trim_ascii_start().strip_prefix(b"(");
    first.is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// True for a board as Python writes tuples: `((0, 1), (2, 0))`.
fn is_tuple(bytes: &[u8]) -> bool {
    let is_around = |byte: &&u8| **byte == b'(' || byte.is_ascii_whitespace();
    let first = bytes.iter().find(|byte| !is_around(byte));
    first.is_some_and(|byte| byte.is_ascii_digit() || b"-'\"".contains(byte))
}

/// True for the name of a fixture.
pub(super) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "txt")
}

/// The first bytes of compressed files, and the names of their formats.
const COMPRESSED: [(&[u8], &str); 8] = [
    (b"\x1F\x8B", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xFD7zXZ\0", "xz"),
    (b"\x28\xB5\x2F\xFD", "zstd"),
    (b"7z\xBC\xAF\x27\x1C", "7z"),
    (b"Rar!\x1A\x07", "rar"),
    (b"\x1F\x9D", "compress"),
];

/// Fails if a game record that has been read from this file cannot be decoded for lack of memory.
pub(super) fn expect_room_to_decode(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    if bytes.len() > SURELY_FITS && str::from_utf8(bytes).is_err() {
        expect_free(path, bytes.len().saturating_mul(DECODED))?;
    }
    Ok(())
}

/// Fails for a compressed file, and for one that is larger than the limit.
fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, CommandError> {
    let (file, length) = match open(path) {
        Ok(opened) => opened,
        Err(why) => return built_in(path).map(<[u8]>::to_vec).ok_or(why),
    };
    let length = usize::try_from(length.min(limit)).unwrap_or(0);
    if length > SURELY_FITS {
        expect_free(path, length.saturating_add(WORKSPACE))?;
    }
    let mut bytes = Vec::new();
    // One byte more than the length, so that the buffer need not grow to find the end.
    let reserved = bytes.try_reserve_exact(length + 1);
    reserved.map_err(|_| no_memory(path))?;
    let read = file.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| CommandError::file(path, error))?;
    let mut formats = COMPRESSED.iter();
    match formats.find(|(start, _)| bytes.starts_with(start)) {
        None => within(path, bytes, limit),
        Some((_, format)) => {
            let why = format!("this is a compressed file ({format}): unpack it first");
            Err(CommandError::file(path, why))
        }
    }
}

/// Opens a list of names: a file, a pipe, or standard input for `-`.
pub(super) fn open_list(path: &Path) -> Result<Box<dyn Read + Send>, CommandError> {
    let is_pipe = || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir());
    if path.as_os_str() == "-" || !is_pipe() {
        return Ok(open(path)?.0);
    }
    let pipe = File::open(path).map_err(|error| CommandError::file(path, error))?;
    Ok(Box::new(pipe))
}

/// Opens a regular file, or standard input for `-`. Also returns the length of the file; 0 for standard input.
pub(super) fn open(path: &Path) -> Result<(Box<dyn Read + Send>, u64), CommandError> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), 0));
    }
    // Check before opening, because opening a named pipe blocks.
    let about = fs::metadata(path).map_err(|error| CommandError::file(path, error))?;
    if !about.is_file() {
        return Err(CommandError::file(path, "not a regular file"));
    }
    let file = File::open(path).map_err(|error| CommandError::file(path, error))?;
    Ok((Box::new(file), about.len()))
}

fn no_memory(path: &Path) -> CommandError {
    CommandError::file(path, "there is not enough memory to read this file")
}

/// Fails unless this number of bytes can be allocated.
fn expect_free(path: &Path, bytes: usize) -> Result<(), CommandError> {
    let mut probe: Vec<u8> = Vec::new();
    let reserved = probe.try_reserve_exact(bytes);
    // The compiler must not leave the allocation out.
    hint::black_box(probe);
    reserved.map_err(|_| no_memory(path))
}

fn within(path: &Path, bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, CommandError> {
    if bytes.len() as u64 > limit {
        let why = format!("larger than {} MiB", limit >> 20);
        return Err(CommandError::file(path, why));
    }
    Ok(bytes)
}

/// Returns NAME.error if it exists beside NAME.txt: the fixture must be rejected with the message in that file.
pub(crate) fn refusal_beside(file: &Path) -> Option<PathBuf> {
    let neighbor = file.with_extension("error");
    let is_file = || fs::symlink_metadata(&neighbor).is_ok() || built_in(&neighbor).is_some();
    let is_there = || neighbor != file && is_file();
    (file.as_os_str() != "-" && is_there()).then_some(neighbor)
}
