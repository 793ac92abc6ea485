//! The temporary file that holds a game record for `loadsgf`.

use std::env::temp_dir;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use crate::terminal::workers::lock;
use crate::write_file::DraftFolder;

const NAME: &str = "gokata.sgf";

/// A file in a folder with a random name. Dropping it removes the file. At most one exists at a time.
pub(super) struct RecordFile(PathBuf);

impl RecordFile {
    /// Writes a file into the folder for temporary files.
    pub(super) fn new(text: &str) -> io::Result<RecordFile> {
        let mut current = lock(&CURRENT);
        let folder = DraftFolder::new(&temp_dir())?;
        let mut file = folder.create(NAME)?;
        let record = RecordFile(folder.path(NAME));
        *current = Some(folder);
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
static CURRENT: Mutex<Option<DraftFolder>> = Mutex::new(None);

/// Removes the file, if there is one. While the caller holds the returned guard, no other file is created.
pub(super) fn remove() -> MutexGuard<'static, Option<DraftFolder>> {
    let mut current = lock(&CURRENT);
    *current = None;
    current
}
