//! The database as a file: made, opened, brought up to date, and still there.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::StoreError;
use crate::data::create_private;
use crate::errors::OperatorError;

/// What makes a database of version 1 of an empty one, then of version 2, and so on.
const STEPS: [&str; 3] = [
    include_str!("schema.sql"),
    include_str!("schema-2.sql"),
    include_str!("spent.sql"),
];

/// The present version.
pub(crate) const VERSION: usize = STEPS.len();

/// The files that were opened. Changes to a file that was removed or replaced would be lost at the next start.
pub(super) struct Files(Vec<(PathBuf, FileId)>);

impl Files {
    pub(super) fn of(database: &Path) -> io::Result<Files> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let files = [database.to_owned(), log.into()].into_iter();
        let files = files.map(|file| Ok((file.clone(), file_id(&file)?)));
        files.collect::<io::Result<_>>().map(Files)
    }

    pub(super) fn are_there(&self) -> Result<(), StoreError> {
        for (file, id) in &self.0 {
            if file_id(file).ok().as_ref() != Some(id) {
                let why = "was removed or replaced under the running server, which stores no more changes";
                return Err(StoreError::Failed(format!("{}: {why}", file.display())));
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
type FileId = (u64, u64);

#[cfg(unix)]
fn file_id(file: &Path) -> io::Result<FileId> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).map(|file| (file.dev(), file.ino()))
}

/// Elsewhere, open files cannot be removed.
#[cfg(not(unix))]
type FileId = ();

#[cfg(not(unix))]
fn file_id(_: &Path) -> io::Result<FileId> {
    Ok(())
}

pub(super) fn open_file(path: &Path, to_write: bool) -> rusqlite::Result<Connection> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if to_write {
        // An existing file is fine; if it cannot be made, opening it fails with the reason.
        let _ = create_private(path, true);
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Makes the tables that a database lacks, unless it has some that are not known here.
pub(super) fn prepare(connection: &Connection) -> Result<(), OperatorError> {
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = VERSION;
    let later = OperatorError::LaterVersion { found, known };
    let missing = STEPS.get(found..).ok_or(later)?;
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.concat();
    let all = format!("BEGIN IMMEDIATE; {missing}; PRAGMA user_version = {VERSION}; COMMIT;");
    Ok(connection.execute_batch(&all)?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn a_database_of_an_earlier_version_gets_the_tables_that_it_lacks() {
        let base = Connection::open_in_memory().unwrap();
        base.execute_batch(STEPS[0]).unwrap();
        base.pragma_update(None, "user_version", 1).unwrap();
        for _ in 0..2 {
            prepare(&base).unwrap();
            base.execute_batch("SELECT * FROM meta, stopped, spent")
                .unwrap();
        }
        let new = Connection::open_in_memory().unwrap();
        prepare(&new).unwrap();
        let tables = |base: &Connection| {
            let tables =
                "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)";
            base.query_row(tables, [], |row| row.get::<_, String>(0))
                .unwrap()
        };
        assert_eq!(tables(&base), tables(&new));
    }
}
