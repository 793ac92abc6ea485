//! Values as `PostgreSQL` writes them. It has no unsigned numbers.

use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::pool::failed;
use crate::agreement::Entry;
use crate::web::link::GameId;
use crate::web::store::{Seat, StoreError};

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
