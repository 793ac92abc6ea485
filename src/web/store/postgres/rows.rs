//! Values as `PostgreSQL` writes them. It has no unsigned numbers.

use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::errors::failed;
use crate::link::GameId;
use crate::store::common::{color, role};
use crate::store::{Mail, NewMail, Seat, StoreError};
use gokata::Color;
use gokata::agreement::Entry;

pub(super) fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(failed)
}

pub(super) fn number(row: &Row, column: usize) -> Result<u64, StoreError> {
    unsigned(get(row, column)?)
}

pub(super) fn unsigned(number: i64) -> Result<u64, StoreError> {
    number.try_into().map_err(failed)
}

/// A number as it is stored; none is anywhere near the limit.
pub(super) fn signed(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

pub(super) fn game_id(row: &Row, column: usize) -> Result<GameId, StoreError> {
    let text: String = get(row, column)?;
    GameId::parse(&text).ok_or_else(|| StoreError::Failed(format!("{text:?} names no game")))
}

/// The columns `name, email, wants_mail, generation, seen, seen_at`, from this one on.
pub(super) fn seat(row: &Row, from: usize) -> Result<Seat, StoreError> {
    Ok(Seat {
        name: get(row, from)?,
        email: get(row, from + 1)?,
        wants_mail: get(row, from + 2)?,
        generation: get::<i32>(row, from + 3)?.try_into().map_err(failed)?,
        seen: number(row, from + 4)?,
        seen_at: number(row, from + 5)?,
    })
}

pub(super) fn entries(bodies: &[String]) -> Result<Vec<Entry>, StoreError> {
    let read = |body: &String| serde_json::from_str(body).map_err(failed);
    bodies.iter().map(read).collect()
}

pub(super) fn mail(row: &Row) -> Result<Mail, StoreError> {
    Ok(Mail {
        id: get(row, 0)?,
        game: game_id(row, 1)?,
        to: color(&get::<String>(row, 2)?),
        kind: get(row, 3)?,
        seq: number(row, 4)?,
        tries: number(row, 5)?.try_into().map_err(failed)?,
        is_seen: get(row, 6)?,
        is_notified: get(row, 7)?,
        is_pointless: get(row, 8)?,
    })
}

/// A seat of a new game.
pub(super) fn seat_json(color: Color, seat: &Seat) -> serde_json::Value {
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

pub(super) fn events_json(entries: &[Entry]) -> Result<String, StoreError> {
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

pub(super) fn mails_json(mails: &[NewMail]) -> String {
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
