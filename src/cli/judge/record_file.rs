//! The temporary file of a game record, for an engine that reads one.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use tempfile::{Builder, TempPath};

use crate::terminal::workers::lock;

/// A file under a name that nobody can guess. Dropping it removes the file. There is one at a time.
pub(super) struct RecordFile(PathBuf);

impl RecordFile {
    /// Writes a file into the folder for temporary files.
    pub(super) fn new(text: &str) -> io::Result<RecordFile> {
        let mut current = lock(&CURRENT);
        let file = Builder::new().prefix("gokata-").suffix(".sgf").tempfile()?;
        let (mut file, path) = file.into_parts();
        let record = RecordFile(path.to_path_buf());
        *current = Some(path);
        drop(current);
        file.write_all(text.as_bytes())?;
        Ok(record)
    }

    /// The path, if it is a word of GTP: white space ends a word, `#` begins a comment, and nothing quotes them.
    pub(super) fn gtp_word(&self) -> Option<&str> {
        let breaks = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '#';
        self.0.to_str().filter(|path| !path.contains(breaks))
    }
}

impl Drop for RecordFile {
    fn drop(&mut self) {
        drop(remove());
    }
}

/// The present file, which is removed when this becomes `None`. It stays locked while a file is made or removed, so
/// that a signal handler finds every file.
static CURRENT: Mutex<Option<TempPath>> = Mutex::new(None);

/// Removes the file, if there is one. While the lock is held, no other is made.
pub(super) fn remove() -> MutexGuard<'static, Option<TempPath>> {
    let mut current = lock(&CURRENT);
    *current = None;
    current
}
