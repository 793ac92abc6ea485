//! A game record on disk, for an engine that reads one: there while it reads, and gone whatever comes of it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

/// A file of our own, under a name that nobody can guess; removed when this is dropped. There is one at a time.
pub(super) struct RecordFile(PathBuf);

impl RecordFile {
    /// Writes one into the folder for temporary files.
    pub(super) fn new(text: &str) -> io::Result<RecordFile> {
        let mut there = there();
        let file = Builder::new().prefix("gokata-").suffix(".sgf").tempfile()?;
        let (mut file, path) = file.into_parts();
        let record = RecordFile(path.to_path_buf());
        *there = Some(path);
        drop(there);
        file.write_all(text.as_bytes())?;
        Ok(record)
    }

    /// Its path as a GTP word. GTP cannot quote: white space ends a word, and `#` begins a comment.
    pub(super) fn word(&self) -> Option<&str> {
        let breaks = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '#';
        self.0.to_str().filter(|path| !path.contains(breaks))
    }
}

impl Drop for RecordFile {
    fn drop(&mut self) {
        drop(removed());
    }
}

/// The file, which is removed when this is emptied. Locked while one is made or removed, so that Ctrl-C misses none.
static THERE: Mutex<Option<TempPath>> = Mutex::new(None);

fn there() -> MutexGuard<'static, Option<TempPath>> {
    THERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the file, if there is one. While the lock is held, no other is made.
pub(super) fn removed() -> MutexGuard<'static, Option<TempPath>> {
    let mut there = there();
    *there = None;
    there
}
