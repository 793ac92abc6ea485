//! The check of every game.

use tokio::sync::mpsc;
use tokio_postgres::{IsolationLevel, Row};

use super::address::Address;
use super::errors::failed;
use super::rows::{get, number, unsigned};
use crate::store::StoreError;
use crate::verify::{StoredRows, Verified};

/// Replays every game.
pub(crate) async fn verify(address: &Address) -> Result<Verified, StoreError> {
    let (nobody, _) = mpsc::channel(1);
    let mut client = address.connect(nobody).await?;
    // One view of the database, so that games and events belong together.
    let view = client.build_transaction();
    let view = view.isolation_level(IsolationLevel::RepeatableRead);
    let view = view.read_only(true).start().await.map_err(failed)?;
    let games = "SELECT id, seq, waits, finished_at FROM game ORDER BY made_at, id";
    let games = view.query(games, &[]).await.map_err(failed)?;
    let events = "SELECT body FROM event WHERE game = $1 ORDER BY seq";
    let events = view.prepare(events).await.map_err(failed)?;
    let seats = "SELECT role, generation::BIGINT, seen FROM seat WHERE game = $1 ORDER BY role";
    let seats = view.prepare(seats).await.map_err(failed)?;
    let mut found = Verified::default();
    for game in games {
        let id: String = get(&game, 0)?;
        let bodies = view.query(&events, &[&id]).await.map_err(failed)?;
        let seats = view.query(&seats, &[&id]).await.map_err(failed)?;
        let seat = |row: &Row| Ok::<_, StoreError>((get(row, 0)?, get(row, 1)?, number(row, 2)?));
        let finished_at: Option<i64> = get(&game, 3)?;
        found.add(&StoredRows {
            seq: number(&game, 1)?,
            waits: get(&game, 2)?,
            finished_at: finished_at.map(unsigned).transpose()?,
            bodies: bodies
                .iter()
                .map(|row| get(row, 0))
                .collect::<Result<_, _>>()?,
            seats: seats.iter().map(seat).collect::<Result<_, _>>()?,
            id,
        });
    }
    Ok(found)
}
