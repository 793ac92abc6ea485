//! Backups of a server's database, and the check of every game in it.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::data::{DATABASE, create_private, sync_folder};
use super::trouble::ServeError;
use crate::agreement::{Entry, Game};

/// What [`verify`] found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of games.
    pub games: usize,
    /// The number of their events.
    pub events: usize,
    /// A sentence for each game that does not follow from its log.
    pub faults: Vec<String>,
}

impl Verified {
    /// Replays a game from its events, which should be this many.
    pub(super) fn add(&mut self, id: &str, seq: u64, bodies: &[String]) {
        self.games += 1;
        self.events += bodies.len();
        if let Err(why) = replay(bodies, seq) {
            self.faults.push(format!("game {id}: {why}"));
        }
    }
}

/// Replays every game in a server's folder. The server may run meanwhile.
///
/// # Errors
/// [`ServeError`] if the database cannot be read.
pub fn verify(data: &Path) -> Result<Verified, ServeError> {
    let path = data.join(DATABASE);
    let base = open(&path)?;
    replay_all(&base).map_err(|error| ServeError(format!("{}: {error}", path.display())))
}

fn replay_all(base: &Connection) -> rusqlite::Result<Verified> {
    // One transaction, so that games and events belong together.
    let base = base.unchecked_transaction()?;
    let mut found = Verified::default();
    let mut games = base.prepare("SELECT id, seq FROM game ORDER BY made_at, id")?;
    let mut events = base.prepare("SELECT body FROM event WHERE game = ? ORDER BY seq")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let (id, seq): (String, u64) = (row.get(0)?, row.get(1)?);
        let bodies = events.query_map([&id], |row| row.get::<_, String>(0))?;
        let bodies: Vec<String> = bodies.collect::<rusqlite::Result<_>>()?;
        found.add(&id, seq, &bodies);
    }
    Ok(found)
}

fn replay(bodies: &[String], seq: u64) -> Result<(), String> {
    let entries = bodies.iter().enumerate().map(|(at, body)| {
        serde_json::from_str(body).map_err(|error| format!("event {}: {error}", at + 1))
    });
    let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
    let game = Game::replay(&entries).map_err(|error| error.to_string())?;
    if game.state().seq() != seq {
        return Err(format!(
            "it has {} events, and should have {seq}",
            game.state().seq()
        ));
    }
    Ok(())
}

/// Replays every game in a `PostgreSQL` database. Servers may run meanwhile.
///
/// # Errors
/// [`ServeError`] if the database cannot be read, or this is built without the feature `postgres`.
#[cfg(feature = "postgres")]
pub fn verify_database(address: &str) -> Result<Verified, ServeError> {
    use super::store::postgres::{Address, verify};
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build();
    let runtime = runtime.map_err(|error| ServeError(error.to_string()))?;
    let address = Address::read(address)?;
    runtime
        .block_on(verify(&address))
        .map_err(|error| ServeError(format!("{}: {error}", address.public())))
}

/// Replays every game in a `PostgreSQL` database, if this is built with the feature `postgres`.
///
/// # Errors
/// [`ServeError`]: it is not.
#[cfg(not(feature = "postgres"))]
pub fn verify_database(_: &str) -> Result<Verified, ServeError> {
    Err(ServeError(super::NO_POSTGRES.to_owned()))
}

/// The host and the name of a `PostgreSQL` database, for people: without a user and a password.
///
/// # Errors
/// [`ServeError`] if it is no address of one, or this is built without the feature `postgres`.
pub fn database_name(address: &str) -> Result<String, ServeError> {
    #[cfg(feature = "postgres")]
    return Ok(super::store::postgres::Address::read(address)?.public());
    #[cfg(not(feature = "postgres"))]
    {
        let _ = address;
        Err(ServeError(super::NO_POSTGRES.to_owned()))
    }
}

/// Writes a copy of a server's database to a new file, and checks it. The server may run meanwhile. The copy does not
/// contain the secret that its links need.
///
/// # Errors
/// [`ServeError`] if the database cannot be read, the file exists or cannot be written, or the copy is not sound. No file
/// is left then.
pub fn backup(data: &Path, file: &Path) -> Result<(), ServeError> {
    if fs::symlink_metadata(file).is_ok() {
        return Err(ServeError(format!("{}: exists already", file.display())));
    }
    let base = open(&data.join(DATABASE))?;
    create_private(file, true)
        .map_err(|error| ServeError(format!("{}: {error}", file.display())))?;
    copy(&base, file).map_err(|why| {
        let _ = fs::remove_file(file);
        ServeError(format!("{}: {why}", file.display()))
    })
}

fn copy(base: &Connection, file: &Path) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let name = file.to_str().ok_or("the name of the copy is not UTF-8")?;
    base.execute("VACUUM INTO ?", [name])
        .map_err(|error| text(&error))?;
    let copy = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| text(&error))?;
    let sound = copy.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
    let sound = sound.map_err(|error| text(&error))?;
    if sound != "ok" {
        return Err(format!("the copy is not sound: {sound}"));
    }
    drop(copy);
    let synced = fs::File::open(file).and_then(|file| file.sync_all());
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    synced
        .and_then(|()| sync_folder(folder.unwrap_or(Path::new("."))))
        .map_err(|error| text(&error))
}

fn open(path: &Path) -> Result<Connection, ServeError> {
    let found = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    let base = found.map_err(|error| ServeError(format!("{}: {error}", path.display())))?;
    let _ = base.busy_timeout(std::time::Duration::from_secs(5));
    Ok(base)
}
