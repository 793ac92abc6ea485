//! The store of several servers: `PostgreSQL`. Every method is one statement, which is a transaction by itself, so a
//! server that stops amid its work holds no lock.

mod address;
mod errors;
mod news;
mod pool;
mod rows;
mod schema;
mod sql;
#[cfg(test)]
pub(super) mod tests;
mod tls;
mod verify;

use std::convert::Infallible;
use std::sync::Arc;

use tokio::sync::Mutex;
use tokio_postgres::Row;

pub(crate) use self::address::Address;
use self::errors::failed;
use self::news::News;
use self::pool::{Connection, Parameters, Pool, one};
use self::rows::{events_json, get, mail, mails_json, number, seat, seat_json, signed};
use self::sql::{APPEND, CHANGE_SEAT, LOAD, MADE, MAKE};
pub(crate) use self::verify::verify;
use super::common::{DUE_MAILS, REMIND, REMINDERS, WEEK, finished_at, note_fate, role, waits};
use super::{
    Appended, Change, Later, Made, Mail, MailFate, NOT_WANTED, NewGame, Seat, SeatChange, Store,
    StoreError, StoredGame, Watched,
};
use crate::link::{GameId, Link};
use gokata::Color;

/// The name of the lock that the server has that sends mails.
const POST: i64 = 0x676f_6b61_7462;

pub(super) struct Postgres {
    address: Address,
    pool: Pool,
    news: News,
    /// The connection for mails. The database gives up its lock when it ends, so that another server takes over.
    post: Mutex<Option<Post>>,
}

struct Post {
    connection: Connection,
    /// True if this is the server that sends mails.
    is_ours: bool,
}

pub(crate) async fn open(address: Address) -> Result<Arc<dyn Store>, String> {
    Ok(Arc::new(Postgres::open(address).await?))
}

impl Postgres {
    /// Opens a database, and makes its tables if there are none.
    pub(super) async fn open(address: Address) -> Result<Postgres, String> {
        let prepared = schema::prepare(&address).await;
        prepared.map_err(|error| format!("{}: {error}", address.public()))?;
        Ok(Postgres {
            pool: Pool::new(address.clone()),
            address,
            news: News::new(),
            post: Mutex::new(None),
        })
    }

    /// Asks over the connection for mails; `None` if another server sends them.
    async fn ask_post(
        &self,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Option<Vec<Row>>, StoreError> {
        let mut place = self.post.lock().await;
        // Taken until all is well: a connection that has failed is not used again.
        let mut post = match place.take().filter(|post| post.connection.is_open()) {
            Some(post) => post,
            None => Post {
                connection: Connection::new(&self.address).await?,
                is_ours: false,
            },
        };
        if !post.is_ours {
            let lock = "SELECT pg_try_advisory_lock($1)";
            post.is_ours = get(&one(post.connection.query(lock, &[&POST]).await?)?, 0)?;
        }
        let rows = if post.is_ours {
            Some(post.connection.query(statement, parameters).await?)
        } else {
            None
        };
        *place = Some(post);
        Ok(rows)
    }

    async fn execute(
        &self,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<(), StoreError> {
        self.pool.query(statement, parameters).await.map(|_| ())
    }
}

impl Store for Postgres {
    fn make(&self, new: NewGame) -> Later<'_, Made> {
        Box::pin(async move {
            let at = new.entries.first().map_or(0, |entry| entry.at);
            let seq = new.entries.last().map_or(0, |entry| entry.seq);
            let finished = finished_at(&new.entries).map(signed);
            let seats: Vec<_> = Color::BOTH.into_iter().zip(&new.seats).collect();
            let seats = seats.iter().map(|(color, seat)| seat_json(*color, seat));
            let seats = seats.collect::<serde_json::Value>().to_string();
            let (events, mails) = (events_json(&new.entries)?, mails_json(&new.mails));
            let values: Parameters<'_> = &[
                &events,
                &mails,
                &new.id.text(),
                &new.request,
                &signed(at),
                &new.form,
                &signed(seq),
                &waits(new.waits),
                &finished,
                &seats,
            ];
            let made = self.pool.query_one(MAKE, values);
            if number(&made.await?, 0)? > 0 {
                return Ok(Made::New);
            }
            let (id, form) = self.made(new.request).await?.ok_or(StoreError::Busy)?;
            Ok(Made::Before { id, form })
        })
    }

    fn made(&self, request: String) -> Later<'_, Option<(GameId, String)>> {
        Box::pin(async move {
            let rows = self.pool.query(MADE, &[&request]).await?;
            let read = |row: &Row| Ok((rows::game_id(row, 0)?, get(row, 1)?));
            rows.first().map(read).transpose()
        })
    }

    fn append(&self, change: Change) -> Later<'_, Appended> {
        Box::pin(async move {
            let Some(last) = change.entries.last() else {
                return Ok(Appended::Stored);
            };
            let (events, mails) = (events_json(&change.entries)?, mails_json(&change.mails));
            let values: Parameters<'_> = &[
                &events,
                &mails,
                &signed(last.seq),
                &waits(change.waits),
                &finished_at(&change.entries).map(signed),
                &change.game.text(),
                &signed(change.after),
                &role(change.by),
                &i32::from(change.generation),
                &signed(last.at),
            ];
            let moved = self.pool.query_one(APPEND, values);
            if number(&moved.await?, 0)? == 0 {
                return Ok(Appended::Conflict);
            }
            self.news.has_events(change.game, last.seq);
            Ok(Appended::Stored)
        })
    }

    fn load(&self, game: GameId, seq: u64) -> Later<'_, Option<StoredGame>> {
        Box::pin(async move {
            let rows = self.pool.query(LOAD, &[&game.text(), &signed(seq)]).await?;
            let [black, white] = rows.as_slice() else {
                return Ok(None);
            };
            let bodies: Vec<String> = get(black, 6)?;
            Ok(Some(StoredGame {
                entries: rows::entries(&bodies)?,
                seats: [seat(black, 0)?, seat(white, 0)?],
            }))
        })
    }

    fn change_seat(
        &self,
        game: GameId,
        color: Color,
        change: SeatChange,
    ) -> Later<'_, Option<Seat>> {
        Box::pin(async move {
            let values: Parameters<'_> = &[
                &game.text(),
                &role(color),
                &change.name,
                &change.email,
                &change.wants_mail,
                &change.new_link_after.map(i32::from),
                &i32::from(Link::LAST_GENERATION),
                &change.only_by_link.map(i32::from),
            ];
            let changed = self.pool.query(CHANGE_SEAT, values);
            changed.await?.first().map(|row| seat(row, 0)).transpose()
        })
    }

    fn saw(&self, game: GameId, color: Color, seq: u64, at: u64) -> Later<'_, ()> {
        Box::pin(async move {
            let update = "UPDATE seat SET seen = greatest(seen, $3), seen_at = greatest(seen_at, $4) WHERE game = $1 AND role = $2";
            let values: Parameters<'_> = &[&game.text(), &role(color), &signed(seq), &signed(at)];
            self.execute(update, values).await
        })
    }

    fn due_mails(&self, now: u64, most: usize) -> Later<'_, Vec<Mail>> {
        Box::pin(async move {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let due = self.ask_post(DUE_MAILS, &[&signed(now), &most]).await?;
            due.unwrap_or_default().iter().map(mail).collect()
        })
    }

    fn mail_done(&self, id: i64, fate: MailFate) -> Later<'_, ()> {
        Box::pin(async move {
            let update = note_fate(&fate);
            match fate {
                MailFate::Sent { at: time } | MailFate::Again { due: time } => {
                    self.execute(update, &[&signed(time), &id]).await
                }
                MailFate::Dropped { why } => self.execute(update, &[&why, &id]).await,
            }
        })
    }

    fn may_send(&self, mail: i64) -> Later<'_, bool> {
        Box::pin(async move {
            let open = "SELECT 1 FROM outbox WHERE id = $1 AND sent_at IS NULL AND dropped IS NULL";
            let found = self.ask_post(open, &[&mail]).await?;
            Ok(found.is_some_and(|rows| !rows.is_empty()))
        })
    }

    fn remind(&self, now: u64) -> Later<'_, ()> {
        Box::pin(async move { self.execute(REMIND, &[&signed(now), &signed(WEEK)]).await })
    }

    fn reminders(&self, game: GameId, color: Color) -> Later<'_, u32> {
        Box::pin(async move {
            let [no_address, stopped] = NOT_WANTED;
            let values: Parameters<'_> = &[&game.text(), &role(color), &no_address, &stopped];
            let row = self.pool.query_one(REMINDERS, values).await?;
            number(&row, 0)?.try_into().map_err(failed)
        })
    }

    fn stop_mails(&self, mailbox: String, since: Option<u64>) -> Later<'_, ()> {
        Box::pin(async move {
            if let Some(since) = since {
                let insert =
                    "INSERT INTO stopped (mailbox, since) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                self.execute(insert, &[&mailbox, &signed(since)]).await
            } else {
                let delete = "DELETE FROM stopped WHERE mailbox = $1";
                self.execute(delete, &[&mailbox]).await
            }
        })
    }

    fn is_stopped(&self, mailbox: String) -> Later<'_, bool> {
        Box::pin(async move {
            let exists = "SELECT EXISTS (SELECT 1 FROM stopped WHERE mailbox = $1)";
            get(&self.pool.query_one(exists, &[&mailbox]).await?, 0)
        })
    }

    fn secret_mark(&self, mark: String) -> Later<'_, String> {
        Box::pin(async move {
            let insert =
                "INSERT INTO meta (key, value) VALUES ('secret_mark', $1) ON CONFLICT DO NOTHING";
            self.execute(insert, &[&mark]).await?;
            let select = "SELECT value FROM meta WHERE key = 'secret_mark'";
            get(&self.pool.query_one(select, &[]).await?, 0)
        })
    }

    fn health(&self) -> Later<'_, (Option<u64>, u64)> {
        Box::pin(async move {
            let unsent = "SELECT min(due), current_setting('transaction_read_only')::BOOLEAN, coalesce(max(tries), 0) FROM outbox \
                          WHERE sent_at IS NULL AND dropped IS NULL";
            let row = self.pool.query_one(unsent, &[]).await?;
            if get(&row, 1)? {
                return Err(StoreError::Failed("it can only be read".to_owned()));
            }
            let oldest_mail: Option<i64> = get(&row, 0)?;
            let oldest_mail = oldest_mail.map(rows::unsigned).transpose()?;
            Ok((oldest_mail, number(&row, 2)?))
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn follow<'a>(&'a self, watched: &'a dyn Watched) -> Later<'a, Infallible> {
        Box::pin(self.news.follow(&self.address, watched))
    }
}
