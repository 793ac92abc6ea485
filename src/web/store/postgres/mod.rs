//! The store of several servers: `PostgreSQL`. Every method is one statement, which is a transaction by itself, so a
//! server that stops amid its work holds no lock.

mod address;
mod news;
mod pool;
mod rows;
mod schema;
#[cfg(test)]
pub(super) mod tests;
mod tls;
mod verify;

use std::convert::Infallible;

use tokio::sync::Mutex;
use tokio_postgres::Row;

pub(crate) use self::address::Address;
use self::news::News;
use self::pool::{Connection, Parameters, Pool, failed, one};
use self::rows::{get, number, seat, signed};
pub(crate) use self::verify::verify;
use super::common::{DUE_MAILS, REMIND, REMINDERS, WEEK, color, finished_at, role, waits};
use super::{
    Appended, Change, Health, Later, Made, Mail, MailFate, NOT_WANTED, NewGame, NewMail, Seat,
    SeatChange, Store, StoreError, StoredGame, Watched,
};
use crate::agreement::Entry;
use crate::basics::Color;
use crate::web::link::{GameId, Link};

/// Adds events and mails to the game that the part `game` of a statement has made or moved on; to none if it has not.
/// `$1` are the events, `$2` the mails, as JSON.
macro_rules! with_rows {
    ($game:literal, $rest:literal) => {
        concat!(
            "WITH kept AS (",
            $game,
            "), events AS (
                INSERT INTO event (game, seq, at, by_, request, follows, kind, body)
                SELECT id, e.* FROM kept, json_to_recordset($1::TEXT::JSON) AS e (
                    seq BIGINT, at BIGINT, by_ TEXT, request TEXT, follows BOOLEAN, kind TEXT, body TEXT)
            ), mails AS (
                INSERT INTO outbox (game, role, kind, seq, unless_seen, only_after_kind, only_after_seq, due)
                SELECT id, m.* FROM kept, json_to_recordset($2::TEXT::JSON) AS m (
                    role TEXT, kind TEXT, seq BIGINT, unless_seen BOOLEAN, only_after_kind TEXT, only_after_seq BIGINT, due BIGINT)
                ON CONFLICT (game, role, kind, seq) DO NOTHING
            ), seats AS (",
            $rest,
            ") SELECT count(*) FROM kept"
        )
    };
}

const MAKE: &str = with_rows!(
    "INSERT INTO game (id, request, made_at, form, seq, waits, finished_at) VALUES ($3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (request) DO NOTHING RETURNING id",
    "INSERT INTO seat (game, role, generation, name, email, wants_mail, seen, seen_at)
     SELECT id, s.* FROM kept, json_to_recordset($10::TEXT::JSON) AS s (
         role TEXT, generation INTEGER, name TEXT, email TEXT, wants_mail BOOLEAN, seen BIGINT, seen_at BIGINT)"
);

const MADE: &str = "SELECT id, form FROM game WHERE request = $1";

const APPEND: &str = with_rows!(
    "UPDATE game SET seq = $3, waits = $4, finished_at = $5 WHERE id = $6 AND seq = $7
     AND EXISTS (SELECT 1 FROM seat WHERE game = $6 AND role = $8 AND generation = $9) RETURNING id",
    "UPDATE seat SET seen = greatest(seen, $3), seen_at = greatest(seen_at, $10) FROM kept WHERE game = kept.id AND role = $8"
);

/// One statement, so that the seats belong to the events.
const LOAD: &str = "
    SELECT name, email, wants_mail, generation, seen, seen_at,
        CASE role WHEN 'b' THEN ARRAY(SELECT body FROM event WHERE game = $1 AND seq > $2 ORDER BY seq) END
    FROM seat WHERE game = $1 ORDER BY role";

const CHANGE_SEAT: &str = "
    UPDATE seat SET
        name = coalesce($3, name),
        email = CASE WHEN $4::TEXT IS NULL THEN email ELSE nullif($4, '') END,
        wants_mail = coalesce($5, wants_mail),
        generation = CASE WHEN generation = $6 AND generation < $7 THEN generation + 1 ELSE generation END
    WHERE game = $1 AND role = $2 AND generation = coalesce($8, generation)
    RETURNING name, email, wants_mail, generation, seen, seen_at";

/// The name of the lock that the server has that sends mails.
const POST: i64 = 0x676f_6b61_7462;

pub(crate) struct Postgres {
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

impl Postgres {
    /// Opens a database, and makes its tables if there are none.
    pub(crate) async fn open(address: Address) -> Result<Postgres, String> {
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
        let rows = match post.is_ours {
            true => Some(post.connection.query(statement, parameters).await?),
            false => None,
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
            match fate {
                MailFate::Sent { at } => {
                    let update = "UPDATE outbox SET sent_at = $1, tries = tries + 1 WHERE id = $2";
                    self.execute(update, &[&signed(at), &id]).await
                }
                MailFate::Again { due } => {
                    let update = "UPDATE outbox SET due = $1, tries = tries + 1 WHERE id = $2";
                    self.execute(update, &[&signed(due), &id]).await
                }
                MailFate::Dropped { why } => {
                    let update = "UPDATE outbox SET dropped = $1 WHERE id = $2";
                    self.execute(update, &[&why, &id]).await
                }
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
            match since {
                Some(since) => {
                    let insert = "INSERT INTO stopped (mailbox, since) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                    self.execute(insert, &[&mailbox, &signed(since)]).await
                }
                None => {
                    let delete = "DELETE FROM stopped WHERE mailbox = $1";
                    self.execute(delete, &[&mailbox]).await
                }
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

    fn health(&self) -> Later<'_, Health> {
        Box::pin(async move {
            let oldest = "SELECT min(due), current_setting('transaction_read_only')::BOOLEAN FROM outbox \
                          WHERE sent_at IS NULL AND dropped IS NULL";
            let row = self.pool.query_one(oldest, &[]).await?;
            if get(&row, 1)? {
                return Err(StoreError::Failed("it can only be read".to_owned()));
            }
            let oldest_mail: Option<i64> = get(&row, 0)?;
            let oldest_mail = oldest_mail.map(rows::unsigned).transpose()?;
            Ok(Health { oldest_mail })
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn follow<'a>(&'a self, watched: &'a dyn Watched) -> Later<'a, Infallible> {
        Box::pin(self.news.follow(&self.address, watched))
    }
}

fn mail(row: &Row) -> Result<Mail, StoreError> {
    Ok(Mail {
        id: get(row, 0)?,
        game: rows::game_id(row, 1)?,
        to: color(&get::<String>(row, 2)?),
        kind: get(row, 3)?,
        seq: number(row, 4)?,
        tries: number(row, 5)?.try_into().map_err(failed)?,
        is_seen: get(row, 6)?,
        is_notified: get(row, 7)?,
        is_pointless: get(row, 8)?,
    })
}

fn seat_json(color: Color, seat: &Seat) -> serde_json::Value {
    let Seat {
        name,
        email,
        wants_mail,
        generation,
        seen,
        seen_at,
    } = seat;
    serde_json::json!({
        "role": role(color), "generation": generation, "name": name, "email": email, "wants_mail": wants_mail,
        "seen": seen, "seen_at": seen_at,
    })
}

fn events_json(entries: &[Entry]) -> Result<String, StoreError> {
    let row = |entry: &Entry| {
        Ok(serde_json::json!({
            "seq": entry.seq, "at": entry.at, "by_": entry.by.map(role),
            "request": entry.request.as_ref().map(ToString::to_string), "follows": entry.event.is_consequence(),
            "kind": entry.event.name(), "body": serde_json::to_string(entry).map_err(failed)?,
        }))
    };
    let rows: Result<serde_json::Value, StoreError> = entries.iter().map(row).collect();
    Ok(rows?.to_string())
}

fn mails_json(mails: &[NewMail]) -> String {
    let row = |mail: &NewMail| {
        let (after_kind, after_seq) = mail.only_after.map(|key| (key.kind, key.seq)).unzip();
        serde_json::json!({
            "role": role(mail.key.to), "kind": mail.key.kind, "seq": mail.key.seq, "unless_seen": mail.unless_seen,
            "only_after_kind": after_kind, "only_after_seq": after_seq, "due": mail.due,
        })
    };
    mails
        .iter()
        .map(row)
        .collect::<serde_json::Value>()
        .to_string()
}
