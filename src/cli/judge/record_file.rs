//! The temporary file that holds a game record for `loadsgf`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use tempfile::{Builder, NamedTempFile};

use crate::terminal::workers::lock;

/// The current file, removed on drop. Locked while a file is created or removed, so that the signal handler misses none.
static CURRENT: Mutex<Option<NamedTempFile>> = Mutex::new(None);

/// Writes a file with a random name into the folder for temporary files. It stays until [`remove`] is called.
pub(super) fn write(text: &str) -> io::Result<PathBuf> {
    let mut current = lock(&CURRENT);
    let mut file = Builder::new().prefix("gokata-").suffix(".sgf").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(current.insert(file).path().to_owned())
}

/// Removes the file, if there is one. While the caller holds the returned guard, no other file is created.
pub(super) fn remove() -> MutexGuard<'static, Option<NamedTempFile>> {
    let mut current = lock(&CURRENT);
    *current = None;
    current
}
