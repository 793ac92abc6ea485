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
use self::rows::{get, mail, number, seat, signed};
use self::sql::{APPEND, LOAD, MAKE};
pub(crate) use self::verify::verify;
use super::statements::{
    ALLOW_MAILS, CHANGE_SEAT, DUE_MAILS, FORGET_SPENT, INVITE, KEEP_MARK, MADE, MARK, REMIND,
    REMINDERS, SPEND, STOP_MAILS, TRY, WEEK, events_json, finished_at, mails_json, note_fate, role,
    seats_json, waits,
};
use super::{
    Appended, Change, Inserted, Mail, MailFate, NOT_WANTED, NewGame, Seat, SeatChange, Store,
    StoreError, StoreFuture, StoredGame, Watched,
};
use crate::errors::{At, OperatorError};
use crate::link::{GameId, Link};
use gokata::Color;
use gokata::agreement::NoticeKey;

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

pub(crate) async fn open(address: Address) -> Result<Arc<dyn Store>, OperatorError> {
    Ok(Arc::new(Postgres::open(address).await?))
}

impl Postgres {
    /// Opens a database, and makes its tables if there are none.
    pub(super) async fn open(address: Address) -> Result<Postgres, OperatorError> {
        schema::prepare(&address).await.at(address.public())?;
        Ok(Postgres {
            pool: Pool::new(address.clone()),
            address,
            news: News::new(),
            post: Mutex::new(None),
        })
    }

    /// Runs a statement over the connection for mails; `None` if another server sends them.
    async fn query_for_mails(
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
    fn make(&self, new: NewGame) -> StoreFuture<'_, Inserted> {
        Box::pin(async move {
            let at = new.entries.first().map_or(0, |entry| entry.at);
            let seq = new.entries.last().map_or(0, |entry| entry.seq);
            let finished = finished_at(&new.entries).map(signed);
            let events = events_json(&new.entries).map_err(failed)?;
            let values: Parameters<'_> = &[
                &events,
                &mails_json(&new.mails),
                &new.id.text(),
                &new.request,
                &signed(at),
                &new.form,
                &signed(seq),
                &waits(new.waits),
                &finished,
                &seats_json(&new.seats),
            ];
            let made = self.pool.query_one(MAKE, values);
            if number(&made.await?, 0)? > 0 {
                return Ok(Inserted::New);
            }
            let (id, form) = self.made(new.request).await?.ok_or(StoreError::Busy)?;
            Ok(Inserted::Before { id, form })
        })
    }

    fn made(&self, request: String) -> StoreFuture<'_, Option<(GameId, String)>> {
        Box::pin(async move {
            let rows = self.pool.query(MADE, &[&request]).await?;
            let read = |row: &Row| Ok((rows::game_id(row, 0)?, get(row, 1)?));
            rows.first().map(read).transpose()
        })
    }

    fn append(&self, change: Change) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            let Some(last) = change.entries.last() else {
                return Ok(Appended::Stored);
            };
            let events = events_json(&change.entries).map_err(failed)?;
            let values: Parameters<'_> = &[
                &events,
                &mails_json(&change.mails),
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

    fn load(&self, game: GameId, seq: u64) -> StoreFuture<'_, Option<StoredGame>> {
        Box::pin(async move {
            let rows = self.pool.query(LOAD, &[&game.text(), &signed(seq)]).await?;
            let [black, white] = rows.as_slice() else {
                return Ok(None);
            };
            let bodies: Vec<String> = get(black, 6)?;
            Ok(Some(StoredGame {
                form: get(black, 7)?,
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
    ) -> StoreFuture<'_, Option<Seat>> {
        Box::pin(async move {
            let values: Parameters<'_> = &[
                &change.name,
                &change.email,
                &change.wants_mail,
                &change.new_link_after.map(i32::from),
                &i32::from(Link::LAST_GENERATION),
                &game.text(),
                &role(color),
                &change.only_by_link.map(i32::from),
            ];
            let changed = self.pool.query(CHANGE_SEAT, values);
            changed.await?.first().map(|row| seat(row, 0)).transpose()
        })
    }

    fn note_seen(&self, game: GameId, color: Color, seq: u64, at: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let update = "UPDATE seat SET seen = greatest(seen, $3), seen_at = greatest(seen_at, $4) WHERE game = $1 AND role = $2";
            let values: Parameters<'_> = &[&game.text(), &role(color), &signed(seq), &signed(at)];
            self.execute(update, values).await
        })
    }

    fn due_mails(&self, now: u64, most: usize) -> StoreFuture<'_, Vec<Mail>> {
        Box::pin(async move {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let due = self
                .query_for_mails(DUE_MAILS, &[&signed(now), &most])
                .await?;
            due.unwrap_or_default().iter().map(mail).collect()
        })
    }

    fn invite(&self, mail: NoticeKey, game: GameId, now: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let (game, kind, seq) = (game.text(), mail.kind, signed(mail.seq));
            let values: Parameters<'_> = &[&game, &role(mail.to), &kind, &seq, &signed(now)];
            self.execute(INVITE, values).await
        })
    }

    fn mail_done(&self, id: i64, fate: MailFate) -> StoreFuture<'_, ()> {
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

    fn may_send(&self, mail: i64) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let found = self.query_for_mails(TRY, &[&mail]).await?;
            Ok(found.is_some_and(|rows| !rows.is_empty()))
        })
    }

    fn remind(&self, now: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.execute(FORGET_SPENT, &[&signed(now)]).await?;
            self.execute(REMIND, &[&signed(now), &signed(WEEK)]).await
        })
    }

    fn reminders(&self, game: GameId, color: Color) -> StoreFuture<'_, u32> {
        Box::pin(async move {
            let [no_address, stopped] = NOT_WANTED;
            let values: Parameters<'_> = &[&game.text(), &role(color), &no_address, &stopped];
            let row = self.pool.query_one(REMINDERS, values).await?;
            number(&row, 0)?.try_into().map_err(failed)
        })
    }

    fn stop_mails(&self, mailbox: String, since: Option<u64>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            match since {
                Some(since) => self.execute(STOP_MAILS, &[&mailbox, &signed(since)]).await,
                None => self.execute(ALLOW_MAILS, &[&mailbox]).await,
            }
        })
    }

    fn is_stopped(&self, mailbox: String) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let exists = "SELECT EXISTS (SELECT 1 FROM stopped WHERE mailbox = $1)";
            get(&self.pool.query_one(exists, &[&mailbox]).await?, 0)
        })
    }

    fn secret_mark(&self, mark: String) -> StoreFuture<'_, String> {
        Box::pin(async move {
            self.execute(KEEP_MARK, &[&mark]).await?;
            get(&self.pool.query_one(MARK, &[]).await?, 0)
        })
    }

    fn health(&self) -> StoreFuture<'_, (Option<u64>, u64)> {
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

    fn spend(&self, name: String, (every, most): (u64, u32), now: u64) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let all = signed(every * u64::from(most));
            let values: Parameters<'_> = &[&name, &signed(now), &signed(every), &all];
            Ok(!self.pool.query(SPEND, values).await?.is_empty())
        })
    }

    fn has_people(&self, game: GameId) {
        self.news.has_events(game, 0);
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn follow<'a>(&'a self, watched: &'a dyn Watched) -> StoreFuture<'a, Infallible> {
        Box::pin(self.news.follow(&self.address, watched))
    }
}
