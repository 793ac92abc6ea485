//! Messages about files that cannot be created or written.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::terminal::text::{name, reason};

/// Returns the folder of a path; `.` if it has none.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Returns the message about a file that cannot be created.
pub(crate) fn not_made(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::AlreadyExists if path.is_dir() => "this is a folder".to_owned(),
        ErrorKind::AlreadyExists => "the file already exists, and is left unchanged".to_owned(),
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such folder".to_owned(),
        _ => return not_written(path, error),
    };
    format!("{}: {why}", name(path))
}

/// Returns the message about a new file whose draft cannot be completed.
pub(crate) fn not_written(path: &Path, error: &io::Error) -> String {
    format!("{}: {}; no file was written", name(path), reason(error))
}
