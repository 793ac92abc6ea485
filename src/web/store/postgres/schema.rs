//! Making the tables, and checking their version.

use tokio::sync::mpsc;

use super::address::Address;
use crate::errors::OperatorError;

/// What makes a database of version 1 of an empty one, then of version 2, and so on.
const STEPS: [&str; 2] = [include_str!("schema.sql"), include_str!("../spent.sql")];

/// The name of the lock under which tables are made. Any number, but always this one.
const LOCK: i64 = 0x676f_6b61_7461;

/// Makes the tables that a database lacks, unless it has some that are not known here.
pub(super) async fn prepare(address: &Address) -> Result<(), OperatorError> {
    let (nobody, _) = mpsc::channel(1);
    let mut client = address.connect(nobody).await?;
    // Ends when the connection does, if nobody commits it.
    let transaction = client.transaction().await?;
    let lock = "SELECT pg_advisory_xact_lock($1)";
    transaction.execute(lock, &[&LOCK]).await?;
    let exists = "SELECT to_regclass('meta') IS NOT NULL";
    let exists: bool = transaction.query_one(exists, &[]).await?.try_get(0)?;
    let mut version = 0;
    if exists {
        let select = "SELECT value FROM meta WHERE key = 'version'";
        let row = transaction.query_opt(select, &[]).await?;
        let text: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
        match text.and_then(|text| text.parse::<usize>().ok()) {
            Some(found) => version = found,
            None => return Err(OperatorError::OtherTables),
        }
    }
    let (found, known) = (version, STEPS.len());
    let later = OperatorError::LaterVersion { found, known };
    let missing = STEPS.get(found..).ok_or(later)?;
    if missing.is_empty() {
        return Ok(());
    }
    transaction.batch_execute(&missing.concat()).await?;
    let note = "INSERT INTO meta (key, value) VALUES ('version', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    transaction.execute(note, &[&known.to_string()]).await?;
    transaction.commit().await?;
    Ok(())
}
