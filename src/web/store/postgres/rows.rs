//! Values as `PostgreSQL` writes them. It has no unsigned numbers.

use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::errors::failed;
use crate::link::GameId;
use crate::store::statements::color;
use crate::store::{Mail, Seat, StoreError};
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
