//! The folder of a server: its lock, its secret, its database.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::errors::{At, OperatorError};
use super::link::{Secret, random_bytes};

/// The database in its folder.
pub(super) const DATABASE: &str = "games.sqlite";
const SECRET: &str = "secret";
const LOCK: &str = "lock";

/// A folder that this process alone uses.
#[derive(Debug)]
pub(super) struct DataFolder {
    pub path: PathBuf,
    /// Locked until the process ends, however it ends.
    _lock: Connection,
}

impl DataFolder {
    /// Makes the folder, if it is missing, and takes it.
    pub(super) fn open(path: &Path) -> Result<DataFolder, OperatorError> {
        make_private_folder(path).at(path.display())?;
        let lock = lock(&path.join(LOCK)).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => OperatorError::FolderInUse,
            _ => error.into(),
        });
        Ok(DataFolder {
            path: path.to_owned(),
            _lock: lock.at(path.display())?,
        })
    }

    pub(super) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// The secret of all links, made at the first start. `shared` is the file of a secret that several servers share.
    pub(super) fn secret(&self, shared: Option<&Path>) -> Result<Secret, OperatorError> {
        let own = self.path.join(SECRET);
        if let Some(file) = shared.or(own.exists().then_some(&own)) {
            return read_secret(file);
        }
        if self.database().exists() {
            return Err(OperatorError::NoSecret { database: DATABASE }).at(own.display());
        }
        let bytes = random_bytes();
        write_private(&own, &bytes).at(own.display())?;
        Ok(Secret::new(bytes))
    }
}

pub(super) fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Locks a file by `SQLite`, which knows how on every system; the system gives it up when the process ends.
fn lock(file: &Path) -> rusqlite::Result<Connection> {
    // An existing file is fine; if it cannot be made, opening it fails with the reason.
    let _ = create_private(file, true);
    // Earlier ones could be read by everybody, and so be locked by them.
    #[cfg(unix)]
    let _ = fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600));
    let lock = Connection::open(file)?;
    lock.busy_timeout(Duration::ZERO)?;
    lock.execute_batch("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")?;
    Ok(lock)
}

pub(super) fn read_secret(file: &Path) -> Result<Secret, OperatorError> {
    // A device would never end.
    let read = || {
        let mut bytes = Vec::new();
        fs::File::open(file)?
            .take(1 + Secret::BYTES as u64)
            .read_to_end(&mut bytes)?;
        Ok::<_, io::Error>(bytes)
    };
    let bytes = read().at(file.display())?;
    let length = OperatorError::SecretLength(bytes.len());
    let bytes = bytes.try_into().map_err(|_| length);
    Ok(Secret::new(bytes.at(file.display())?))
}

/// Writes a new file whole, which only its owner can read.
fn write_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = file.with_extension("new");
    let mut open = create_private(&draft, false)?;
    open.write_all(bytes)?;
    open.sync_all()?;
    fs::rename(&draft, file)?;
    sync_folder(file.parent().unwrap_or(Path::new(".")))
}

/// Creates a file that only its owner can read; an existing one is emptied, or with `new` an error.
pub(super) fn create_private(file: &Path, new: bool) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options
        .write(true)
        .create(true)
        .truncate(true)
        .create_new(new);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Makes new names in a folder durable. Only Unix knows how, and needs it.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    let _ = folder;
    Ok(())
}
