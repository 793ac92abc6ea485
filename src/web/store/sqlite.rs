//! The store of one server: an `SQLite` database in a folder.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use tokio::sync::Semaphore;

use super::sqlite_file::{Files, VERSION, open_file, prepare};
use super::statements::{
    self, ALLOW_MAILS, CHANGE_SEAT, DUE_MAILS, FORGET_SPENT, INVITE, KEEP_MARK, MADE, MARK, REMIND,
    REMINDERS, SPEND, STOP_MAILS, TRY, WEEK, events_json, finished_at, mails_json, note_fate, role,
    seats_json, waits,
};
use super::writer::{Writer, failed};
use super::{
    Appended, Change, Inserted, Mail, MailFate, NOT_WANTED, NewGame, NewMail, Seat, SeatChange,
    Store, StoreError, StoreFuture, StoredGame,
};
use crate::data::sync_folder;
use crate::errors::{At, OperatorError};
use crate::link::{GameId, Link};
use crate::lock::locked;
use gokata::Color;
use gokata::agreement::{Entry, NoticeKey};

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
    pub(crate) fn open(path: &Path) -> Result<(Sqlite, Closing), OperatorError> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(OperatorError::OldSqlite(rusqlite::version()));
        }
        Sqlite::open_or_make(path).at(path.display())
    }

    fn open_or_make(path: &Path) -> Result<(Sqlite, Closing), OperatorError> {
        let is_new = match fs::metadata(path) {
            Ok(file) if file.len() == 0 => return Err(OperatorError::EmptyDatabase),
            found => found.is_err(),
        };
        let connection = open_file(path, true)?;
        prepare(&connection)?;
        if is_new && let Some(folder) = path.parent() {
            sync_folder(folder)?;
        }
        let readers = (0..READERS).map(|_| open_file(path, false));
        let readers = readers.collect::<rusqlite::Result<Vec<_>>>()?;
        let files = Files::of(path)?;
        let (writer, thread) = Writer::start(connection, move || files.are_there())?;
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
    ) -> StoreFuture<'_, T> {
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
    fn make(&self, new: NewGame) -> StoreFuture<'_, Inserted> {
        self.writer.write(move |connection| {
            if let Some((id, form)) = made(connection, &new.request)? {
                return Ok(Inserted::Before { id, form });
            }
            let game = new.id.text();
            let at = new.entries.first().map_or(0, |entry| entry.at);
            let seq = new.entries.last().map_or(0, |entry| entry.seq);
            let insert = "INSERT INTO game (id, request, made_at, form, seq, waits, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
            let finished = finished_at(&new.entries);
            let values = params![game, new.request, at, new.form, seq, waits(new.waits), finished];
            connection.prepare_cached(insert)?.execute(values)?;
            connection.prepare_cached(SEATS)?.execute(params![game, seats_json(&new.seats)])?;
            insert_rows(connection, &game, &new.entries, &new.mails)?;
            Ok(Inserted::New)
        })
    }

    fn made(&self, request: String) -> StoreFuture<'_, Option<(GameId, String)>> {
        self.read(move |connection| made(connection, &request))
    }

    fn append(&self, change: Change) -> StoreFuture<'_, Appended> {
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
            insert_rows(connection, &game, &change.entries, &change.mails)?;
            note_seen(connection, &game, change.by, last.seq, last.at)?;
            Ok(Appended::Stored)
        })
    }

    fn load(&self, game: GameId, seq: u64) -> StoreFuture<'_, Option<StoredGame>> {
        self.read(move |connection| {
            // One transaction, so that the seats belong to the events.
            let transaction = connection.unchecked_transaction()?;
            let game = game.text();
            let form = "SELECT form FROM game WHERE id = ?";
            let mut form = transaction.prepare_cached(form)?;
            let Some(form) = form.query_row([&game], |row| row.get(0)).optional()? else {
                return Ok(None);
            };
            let select = "SELECT name, email, wants_mail, generation, seen, seen_at FROM seat WHERE game = ? AND role = ?";
            let mut select = transaction.prepare_cached(select)?;
            let mut seat_of = |color| select.query_row([&game, role(color)], seat);
            let seats = [seat_of(Color::Black)?, seat_of(Color::White)?];
            let entries = entries_after(&transaction, &game, seq)?;
            Ok(Some(StoredGame {
                form,
                entries,
                seats,
            }))
        })
    }

    fn change_seat(
        &self,
        game: GameId,
        color: Color,
        change: SeatChange,
    ) -> StoreFuture<'_, Option<Seat>> {
        self.writer.write(move |connection| {
            let values = params![
                change.name,
                change.email,
                change.wants_mail,
                change.new_link_after,
                Link::LAST_GENERATION,
                game.text(),
                role(color),
                change.only_by_link
            ];
            let mut update = connection.prepare_cached(CHANGE_SEAT)?;
            update.query_row(values, seat).optional()
        })
    }

    fn note_seen(&self, game: GameId, color: Color, seq: u64, at: u64) -> StoreFuture<'_, ()> {
        self.writer
            .write(move |connection| note_seen(connection, &game.text(), color, seq, at))
    }

    fn due_mails(&self, now: u64, most: usize) -> StoreFuture<'_, Vec<Mail>> {
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

    fn remind(&self, now: u64) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| {
            connection.execute(FORGET_SPENT, [now])?;
            connection
                .prepare_cached(REMIND)?
                .execute(params![now, WEEK])
                .map(|_| ())
        })
    }

    fn reminders(&self, game: GameId, color: Color) -> StoreFuture<'_, u32> {
        self.read(move |connection| {
            let [no_address, stopped] = NOT_WANTED;
            let values = params![game.text(), role(color), no_address, stopped];
            connection
                .prepare_cached(REMINDERS)?
                .query_row(values, |row| row.get(0))
        })
    }

    fn invite(&self, mail: NoticeKey, game: GameId, now: u64) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| {
            let values = params![game.text(), role(mail.to), mail.kind, mail.seq, now];
            let mut insert = connection.prepare_cached(INVITE)?;
            insert.execute(values).map(|_| ())
        })
    }

    fn mail_done(&self, id: i64, fate: MailFate) -> StoreFuture<'_, ()> {
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

    fn may_send(&self, mail: i64) -> StoreFuture<'_, bool> {
        self.writer
            .write(move |connection| connection.prepare_cached(TRY)?.exists([mail]))
    }

    fn spend(&self, name: String, (every, most): (u64, u32), now: u64) -> StoreFuture<'_, bool> {
        let values = (name, now, every, every * u64::from(most));
        self.writer
            .write(move |connection| connection.prepare_cached(SPEND)?.exists(values))
    }

    fn stop_mails(&self, mailbox: String, since: Option<u64>) -> StoreFuture<'_, ()> {
        self.writer.write(move |connection| {
            let done = match since {
                Some(since) => connection.execute(STOP_MAILS, params![mailbox, since]),
                None => connection.execute(ALLOW_MAILS, [mailbox]),
            };
            done.map(|_| ())
        })
    }

    fn is_stopped(&self, mailbox: String) -> StoreFuture<'_, bool> {
        self.read(move |connection| {
            connection
                .prepare_cached("SELECT 1 FROM stopped WHERE mailbox = ?")?
                .exists([mailbox])
        })
    }

    fn secret_mark(&self, mark: String) -> StoreFuture<'_, String> {
        self.writer.write(move |connection| {
            connection.execute(KEEP_MARK, [mark])?;
            connection.query_row(MARK, [], |row| row.get(0))
        })
    }

    fn health(&self) -> StoreFuture<'_, (Option<u64>, u64)> {
        // It is healthy if the disk takes a change. An update of a row to what it is would write nothing.
        self.writer.write(|connection| {
            connection.pragma_update(None, "user_version", VERSION)?;
            let unsent = "SELECT min(due), ifnull(max(tries), 0) FROM outbox WHERE sent_at IS NULL AND dropped IS NULL";
            let mut unsent = connection.prepare_cached(unsent)?;
            unsent.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }
}

/// The game that a request has made, and its form.
fn made(connection: &Connection, request: &str) -> rusqlite::Result<Option<(GameId, String)>> {
    let mut select = connection.prepare_cached(MADE)?;
    let known = select.query_row([request], |row| Ok((game_id(row, 0)?, row.get(1)?)));
    known.optional()
}

const SEATS: &str = "
    INSERT INTO seat (game, role, generation, name, email, wants_mail, seen, seen_at)
    SELECT ?, value->>'role', value->>'generation', value->>'name', value->>'email', value->>'wants_mail', value->>'seen',
        value->>'seen_at'
    FROM json_each(?)";

const EVENTS: &str = "
    INSERT INTO event (game, seq, at, by_, request, follows, kind, body)
    SELECT ?, value->>'seq', value->>'at', value->>'by_', value->>'request', value->>'follows', value->>'kind', value->>'body'
    FROM json_each(?)";

/// The same mail twice is one mail.
const MAILS: &str = "
    INSERT OR IGNORE INTO outbox (game, role, kind, seq, unless_seen, only_after_kind, only_after_seq, due)
    SELECT ?, value->>'role', value->>'kind', value->>'seq', value->>'unless_seen', value->>'only_after_kind',
        value->>'only_after_seq', value->>'due'
    FROM json_each(?)";

fn insert_rows(
    connection: &Connection,
    game: &str,
    entries: &[Entry],
    mails: &[NewMail],
) -> rusqlite::Result<()> {
    let events = events_json(entries).map_err(not_text)?;
    connection
        .prepare_cached(EVENTS)?
        .execute([game, &events])?;
    connection
        .prepare_cached(MAILS)?
        .execute([game, &mails_json(mails)])?;
    Ok(())
}

fn note_seen(
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

/// The columns `name, email, wants_mail, generation, seen, seen_at`.
fn seat(row: &Row<'_>) -> rusqlite::Result<Seat> {
    Ok(Seat {
        name: row.get(0)?,
        email: row.get(1)?,
        wants_mail: row.get(2)?,
        generation: row.get(3)?,
        seen: row.get(4)?,
        seen_at: row.get(5)?,
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
    Ok(statements::color(row.get_ref(column)?.as_str()?))
}

fn game_id(row: &Row<'_>, column: usize) -> rusqlite::Result<GameId> {
    let text = row.get_ref(column)?.as_str()?;
    GameId::parse(text).ok_or(rusqlite::Error::InvalidQuery)
}
