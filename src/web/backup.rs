//! Backups of a server's database.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::data::{DATABASE, create_private, sync_folder};
use super::errors::{At, OperatorError, ServeError};

/// Writes a copy of a server's database to a new file, and checks it. The server may run meanwhile. The copy does not
/// contain the secret that its links need.
///
/// # Errors
/// [`ServeError`] if the database cannot be read, the file exists or cannot be written, or the copy is not sound. No file
/// is left then.
pub fn backup(data: &Path, file: &Path) -> Result<(), ServeError> {
    if fs::symlink_metadata(file).is_ok() {
        Err(OperatorError::CopyExists).at(file.display())?;
    }
    let base = open(&data.join(DATABASE))?;
    create_private(file, true).at(file.display())?;
    let copied = copy(&base, file);
    if copied.is_err() {
        let _ = fs::remove_file(file);
    }
    Ok(copied.at(file.display())?)
}

fn copy(base: &Connection, file: &Path) -> Result<(), OperatorError> {
    let name = file.to_str().ok_or(OperatorError::CopyName)?;
    base.execute("VACUUM INTO ?", [name])?;
    let copy = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let sound: String = copy.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(OperatorError::CopyDamaged(sound));
    }
    drop(copy);
    fs::File::open(file)?.sync_all()?;
    let folder = file.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    Ok(sync_folder(folder.unwrap_or(Path::new(".")))?)
}

/// Opens the database of a server, which may run.
pub(super) fn open(path: &Path) -> Result<Connection, OperatorError> {
    let found = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    let base = found.at(path.display())?;
    let _ = base.busy_timeout(std::time::Duration::from_secs(5));
    Ok(base)
}
