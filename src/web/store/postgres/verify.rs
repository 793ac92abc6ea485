//! The check of every game.

use tokio::sync::mpsc;
use tokio_postgres::IsolationLevel;

use super::address::Address;
use super::pool::failed;
use super::rows::{get, number};
use crate::web::store::StoreError;
use crate::web::upkeep::Verified;

/// Replays every game.
pub(crate) async fn verify(address: &Address) -> Result<Verified, StoreError> {
    let (nobody, _) = mpsc::channel(1);
    let mut client = address.connect(nobody).await?;
    // One view of the database, so that games and events belong together.
    let view = client.build_transaction();
    let view = view.isolation_level(IsolationLevel::RepeatableRead);
    let view = view.read_only(true).start().await.map_err(failed)?;
    let games = "SELECT id, seq FROM game ORDER BY made_at, id";
    let games = view.query(games, &[]).await.map_err(failed)?;
    let bodies = "SELECT body FROM event WHERE game = $1 ORDER BY seq";
    let bodies = view.prepare(bodies).await.map_err(failed)?;
    let mut found = Verified::default();
    for game in games {
        let (id, seq): (String, u64) = (get(&game, 0)?, number(&game, 1)?);
        let rows = view.query(&bodies, &[&id]).await.map_err(failed)?;
        let bodies: Result<Vec<String>, StoreError> = rows.iter().map(|row| get(row, 0)).collect();
        found.add(&id, seq, &bodies?);
    }
    Ok(found)
}
