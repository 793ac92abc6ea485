//! The store of one server: an `SQLite` database in a folder.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use tokio::sync::Semaphore;

use super::common::{
    self, DUE_MAILS, REMIND, REMINDERS, WEEK, finished_at, note_fate, role, waits,
};
use super::file::{Files, open_file, prepare};
use super::writer::{Writer, failed};
use super::{
    Appended, Change, Later, Made, Mail, MailFate, NOT_WANTED, NewGame, NewMail, Seat, SeatChange,
    Store, StoreError, StoredGame,
};
use crate::data::sync_folder;
use crate::link::{GameId, Link};
use crate::lock::locked;
use gokata::Color;
use gokata::agreement::Entry;

/// Versions before lose data if two connections write and checkpoint at once: <https://sqlite.org/wal.html>.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Ends when the database is closed.
pub(crate) type Closing = JoinHandle<Result<(), StoreError>>;

/// Connections for reading.
const READERS: usize = 2;

pub(crate) struct Sqlite {
    writer: Writer,
    readers: Arc<Mutex<Vec<Connection>>>,
    free_readers: Arc<Semaphore>,
}

impl Sqlite {
    /// Opens a database, or makes it. The thread ends when the store is dropped; wait for it then.
    pub(crate) fn open(path: &Path) -> Result<(Sqlite, Closing), String> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(format!(
                "SQLite {} can lose data: 3.51.3 is the first that does not",
                rusqlite::version()
            ));
        }
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let is_new = match fs::metadata(path) {
            Ok(file) if file.len() == 0 => {
                let why = "an empty file, not a database. Put the games back from a backup, or remove the file to start with none";
                return Err(in_file(&why));
            }
            found => found.is_err(),
        };
        let connection = open_file(path, true).map_err(|error| in_file(&error))?;
        prepare(&connection).map_err(|error| in_file(&error))?;
        if is_new && let Some(folder) = path.parent() {
            sync_folder(folder).map_err(|error| in_file(&error))?;
        }
        let readers: Result<Vec<_>, _> = (0..READERS).map(|_| open_file(path, false)).collect();
        let readers = readers.map_err(|error| in_file(&error))?;
        let files = Files::of(path).map_err(|error| in_file(&error))?;
        let writer = Writer::start(connection, move || files.are_there());
        let (writer, thread) = writer.map_err(|error| in_file(&error))?;
        let store = Sqlite {
            writer,
            free_readers: Arc::new(Semaphore::new(readers.len())),
            readers: Arc::new(Mutex::new(readers)),
        };
        Ok((store, thread))
    }

    /// Reads on a thread that may wait for the disk.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<'_, T> {
        Box::pin(async move {
            let free = Arc::clone(&self.free_readers)
                .acquire_owned()
                .await
                .map_err(failed)?;
            let readers = Arc::clone(&self.readers);
            // The thread returns the connection by itself, because the request that waits for it may be cancelled.
            let work = move || {
                let connection = locked(&readers).pop().ok_or(StoreError::Busy)?;
                let found = work(&connection).map_err(failed);
                locked(&readers).push(connection);
                drop(free);
                found
            };
            tokio::task::spawn_blocking(work).await.map_err(failed)?
        })
    }
}

impl Store for Sqlite {
    fn make(&self, new: NewGame) -> Later<'_, Made> {
        self.writer.write(move |connection| {
            if let Some((id, form)) = made(connection, &new.request)? {
                return Ok(Made::Before { id, form });
            }
            let game = new.id.text();
            let at = new.entries.first().map_or(0, |entry| entry.at);
            let seq = new.entries.last().map_or(0, |entry| entry.seq);
            let insert = "INSERT INTO game (id, request, made_at, form, seq, waits, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
            let finished = finished_at(&new.entries);
            let values = params![game, new.request, at, new.form, seq, waits(new.waits), finished];
            connection.prepare_cached(insert)?.execute(values)?;
            let insert = "INSERT INTO seat (game, role, generation, name, email, wants_mail, seen, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
            for (color, seat) in Color::BOTH.into_iter().zip(&new.seats) {
                let Seat { name, email, wants_mail, generation, seen, seen_at } = seat;
                let values = params![game, role(color), generation, name, email, wants_mail, seen, seen_at];
                connection.prepare_cached(insert)?.execute(values)?;
            }
            insert_entries(connection, &game, &new.entries)?;
            insert_mails(connection, &game, &new.mails)?;
            Ok(Made::New)
        })
    }

    fn made(&self, request: String) -> Later<'_, Option<(GameId, String)>> {
        self.read(move |connection| made(connection, &request))
    }

    fn append(&self, change: Change) -> Later<'_, Appended> {
        self.writer.write(move |connection| {
            let game = change.game.text();
            let Some(last) = change.entries.last() else {
                return Ok(Appended::Stored);
            };
            let update =
                "UPDATE game SET seq = ?, waits = ?, finished_at = ? WHERE id = ? AND seq = ? \
                 AND EXISTS (SELECT 1 FROM seat WHERE game = id AND role = ? AND generation = ?)";
            let values = params![
                last.seq,
                waits(change.waits),
                finished_at(&change.entries),
                game,
                change.after,
                role(change.by),
                change.generation
            ];
            if connection.prepare_cached(update)?.execute(values)? == 0 {
                return Ok(Appended::Conflict);
            }
            insert_entries(connection, &game, &change.entries)?;
            insert_mails(connection, &game, &change.mails)?;
            saw(connection, &game, change.by, last.seq, last.at)?;
            Ok(Appended::Stored)
        })
    }

    fn load(&self, game: GameId, seq: u64) -> Later<'_, Option<StoredGame>> {
        self.read(move |connection| {
            // One transaction, so that the seats belong to the events.
            let transaction = connection.unchecked_transaction()?;
            let game = game.text();
            let exists = "SELECT 1 FROM game WHERE id = ?";
            if !transaction.prepare_cached(exists)?.exists([&game])? {
                return Ok(None);
            }
            let seats = [
                seat(&transaction, &game, Color::Black)?,
                seat(&transaction, &game, Color::White)?,
            ];
            let entries = entries_after(&transaction, &game, seq)?;
            Ok(Some(StoredGame { entries, seats }))
        })
    }

    fn change_seat(
        &self,
        game: GameId,
        color: Color,
        change: SeatChange,
    ) -> Later<'_, Option<Seat>> {
        self.writer.write(move |connection| {
            let game = game.text();
            let mut new = seat(connection, &game, color)?;
            if change.only_by_link.is_some_and(|link| link != new.generation) {
                return Ok(None);
            }
            if let Some(name) = change.name {
                new.name = name;
            }
            if let Some(email) = change.email {
                new.email = Some(email).filter(|email| !email.is_empty());
            }
            if let Some(wants) = change.wants_mail {
                new.wants_mail = wants;
            }
            if change.new_link_after == Some(new.generation) && new.generation < Link::LAST_GENERATION {
                new.generation += 1;
            }
            let update = "UPDATE seat SET name = ?, email = ?, wants_mail = ?, generation = ? WHERE game = ? AND role = ?";
            let values = params![new.name, new.email, new.wants_mail, new.generation, game, role(color)];
            connection.prepare_cached(update)?.execute(values)?;
            Ok(Some(new))
        })
    }

    fn saw(&self, game: GameId, color: Color, seq: u64, at: u64) -> Later<'_, ()> {
        self.writer
            .write(move |connection| saw(connection, &game.text(), color, seq, at))
    }

    fn due_mails(&self, now: u64, most: usize) -> Later<'_, Vec<Mail>> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached(DUE_MAILS)?;
            let mails = select.query_map(params![now, most], |row| {
                Ok(Mail {
                    id: row.get(0)?,
                    game: game_id(row, 1)?,
                    to: color(row, 2)?,
                    kind: row.get(3)?,
                    seq: row.get(4)?,
                    tries: row.get(5)?,
                    is_seen: row.get(6)?,
                    is_notified: row.get(7)?,
                    is_pointless: row.get(8)?,
                })
            })?;
            mails.collect()
        })
    }

    fn remind(&self, now: u64) -> Later<'_, ()> {
        self.writer.write(move |connection| {
            connection
                .prepare_cached(REMIND)?
                .execute(params![now, WEEK])
                .map(|_| ())
        })
    }

    fn reminders(&self, game: GameId, color: Color) -> Later<'_, u32> {
        self.read(move |connection| {
            let [no_address, stopped] = NOT_WANTED;
            let values = params![game.text(), role(color), no_address, stopped];
            connection
                .prepare_cached(REMINDERS)?
                .query_row(values, |row| row.get(0))
        })
    }

    fn mail_done(&self, id: i64, fate: MailFate) -> Later<'_, ()> {
        self.writer.write(move |connection| {
            let value: &dyn ToSql = match &fate {
                MailFate::Sent { at } => at,
                MailFate::Again { due } => due,
                MailFate::Dropped { why } => why,
            };
            let mut update = connection.prepare_cached(note_fate(&fate))?;
            update.execute(params![value, id]).map(|_| ())
        })
    }

    fn stop_mails(&self, mailbox: String, since: Option<u64>) -> Later<'_, ()> {
        self.writer.write(move |connection| {
            let done = if let Some(since) = since {
                let insert = "INSERT OR IGNORE INTO stopped (mailbox, since) VALUES (?, ?)";
                connection.execute(insert, params![mailbox, since])
            } else {
                connection.execute("DELETE FROM stopped WHERE mailbox = ?", [mailbox])
            };
            done.map(|_| ())
        })
    }

    fn is_stopped(&self, mailbox: String) -> Later<'_, bool> {
        self.read(move |connection| {
            connection
                .prepare_cached("SELECT 1 FROM stopped WHERE mailbox = ?")?
                .exists([mailbox])
        })
    }

    fn secret_mark(&self, mark: String) -> Later<'_, String> {
        self.writer.write(move |connection| {
            let insert = "INSERT OR IGNORE INTO meta (key, value) VALUES ('secret_mark', ?)";
            connection.execute(insert, [mark])?;
            let select = "SELECT value FROM meta WHERE key = 'secret_mark'";
            connection.query_row(select, [], |row| row.get(0))
        })
    }

    fn health(&self) -> Later<'_, (Option<u64>, u64)> {
        // By the writer: it is healthy if it can begin a transaction.
        self.writer.write(|connection| {
            let unsent = "SELECT min(due), ifnull(max(tries), 0) FROM outbox WHERE sent_at IS NULL AND dropped IS NULL";
            let mut unsent = connection.prepare_cached(unsent)?;
            unsent.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }
}

/// The game that a request has made, and its form.
fn made(connection: &Connection, request: &str) -> rusqlite::Result<Option<(GameId, String)>> {
    let select = "SELECT id, form FROM game WHERE request = ?";
    let mut select = connection.prepare_cached(select)?;
    let known = select.query_row([request], |row| Ok((game_id(row, 0)?, row.get(1)?)));
    known.optional()
}

fn insert_entries(connection: &Connection, game: &str, entries: &[Entry]) -> rusqlite::Result<()> {
    let insert = "INSERT INTO event (game, seq, at, by_, request, follows, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    let mut insert = connection.prepare_cached(insert)?;
    for entry in entries {
        let body = serde_json::to_string(entry).map_err(not_text)?;
        let (event, request) = (
            &entry.event,
            entry.request.as_ref().map(ToString::to_string),
        );
        let follows = event.is_consequence();
        insert.execute(params![
            game,
            entry.seq,
            entry.at,
            entry.by.map(role),
            request,
            follows,
            event.name(),
            body
        ])?;
    }
    Ok(())
}

fn insert_mails(connection: &Connection, game: &str, mails: &[NewMail]) -> rusqlite::Result<()> {
    // The same mail twice is one mail.
    let insert = "INSERT OR IGNORE INTO outbox (game, role, kind, seq, unless_seen, only_after_kind, only_after_seq, due) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    let mut insert = connection.prepare_cached(insert)?;
    for NewMail {
        key,
        due,
        unless_seen,
        only_after,
    } in mails
    {
        let (after_kind, after_seq) = only_after.map(|key| (key.kind, key.seq)).unzip();
        insert.execute(params![
            game,
            role(key.to),
            key.kind,
            key.seq,
            unless_seen,
            after_kind,
            after_seq,
            due
        ])?;
    }
    Ok(())
}

fn saw(
    connection: &Connection,
    game: &str,
    color: Color,
    seq: u64,
    at: u64,
) -> rusqlite::Result<()> {
    let update = "UPDATE seat SET seen = max(seen, ?), seen_at = max(seen_at, ?) WHERE game = ? AND role = ?";
    connection
        .prepare_cached(update)?
        .execute(params![seq, at, game, role(color)])?;
    Ok(())
}

fn seat(connection: &Connection, game: &str, color: Color) -> rusqlite::Result<Seat> {
    let select = "SELECT name, email, wants_mail, generation, seen, seen_at FROM seat WHERE game = ? AND role = ?";
    connection
        .prepare_cached(select)?
        .query_row(params![game, role(color)], |row| {
            Ok(Seat {
                name: row.get(0)?,
                email: row.get(1)?,
                wants_mail: row.get(2)?,
                generation: row.get(3)?,
                seen: row.get(4)?,
                seen_at: row.get(5)?,
            })
        })
}

fn entries_after(connection: &Connection, game: &str, seq: u64) -> rusqlite::Result<Vec<Entry>> {
    let select = "SELECT body FROM event WHERE game = ? AND seq > ? ORDER BY seq";
    let mut select = connection.prepare_cached(select)?;
    let mut rows = select.query(params![game, seq])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let body = row.get_ref(0)?.as_str()?;
        entries.push(serde_json::from_str(body).map_err(not_text)?);
    }
    Ok(entries)
}

/// A value that the library and the database write differently.
fn not_text(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}

fn color(row: &Row<'_>, column: usize) -> rusqlite::Result<Color> {
    Ok(common::color(row.get_ref(column)?.as_str()?))
}

fn game_id(row: &Row<'_>, column: usize) -> rusqlite::Result<GameId> {
    let text = row.get_ref(column)?.as_str()?;
    GameId::parse(text).ok_or(rusqlite::Error::InvalidQuery)
}
