//! The temporary file that holds a game record for `loadsgf`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use tempfile::{Builder, TempPath};

use crate::terminal::workers::lock;

/// A file with a random name. Dropping it removes the file. At most one exists at a time.
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

    /// Returns the path; `None` if it is not one word in GTP, which has no quoting (white space ends a word, `#` begins a
    /// comment).
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

/// The current file; setting this to `None` removes it. The lock is held while a file is created or removed, so that
/// the signal handler misses none.
static CURRENT: Mutex<Option<TempPath>> = Mutex::new(None);

/// Removes the file, if there is one. While the caller holds the returned guard, no other file is created.
pub(super) fn remove() -> MutexGuard<'static, Option<TempPath>> {
    let mut current = lock(&CURRENT);
    *current = None;
    current
}
