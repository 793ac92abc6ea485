//! Connections to the database. One that has failed is never used again; the next job makes a new one.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::address::Address;
use super::errors::{failed, late};
use crate::lock::locked;
use crate::store::StoreError;

/// Connections at once, beside one for news and one for mails.
const CONNECTIONS: usize = 8;
/// A job waits no longer for a connection.
const WAITING: Duration = Duration::from_secs(10);
/// A job takes no longer than this. The database gives it up a little earlier.
const WORKING: Duration = Duration::from_secs(10);

pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Connections that wait to be used.
pub(super) struct Pool {
    address: Address,
    idle: Mutex<Vec<Connection>>,
    free: Semaphore,
}

impl Pool {
    pub(super) fn new(address: Address) -> Pool {
        Pool {
            address,
            idle: Mutex::default(),
            free: Semaphore::new(CONNECTIONS),
        }
    }

    /// Runs one statement, which is one transaction: it has been stored when this returns. After an error it may have
    /// been stored as well.
    pub(super) async fn query(
        &self,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let permit = timeout(WAITING, self.free.acquire()).await;
        let _permit = permit.map_err(|_| StoreError::Busy)?.map_err(failed)?;
        let idle = std::iter::from_fn(|| locked(&self.idle).pop()).find(Connection::is_open);
        let mut connection = match idle {
            Some(connection) => connection,
            None => Connection::new(&self.address).await?,
        };
        // If its work is not done, the connection does not come back.
        let rows = connection.query(statement, parameters).await?;
        locked(&self.idle).push(connection);
        Ok(rows)
    }

    /// The same, for a statement that returns one row.
    pub(super) async fn query_one(
        &self,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Row, StoreError> {
        one(self.query(statement, parameters).await?)
    }
}

/// A connection, and the statements that the database has prepared for it.
pub(super) struct Connection {
    client: Client,
    prepared: HashMap<&'static str, Statement>,
}

impl Connection {
    pub(super) async fn new(address: &Address) -> Result<Connection, StoreError> {
        let (nobody, _) = mpsc::channel(1);
        Ok(Connection {
            client: address.connect(nobody).await?,
            prepared: HashMap::new(),
        })
    }

    pub(super) fn is_open(&self) -> bool {
        !self.client.is_closed()
    }

    pub(super) async fn query(
        &mut self,
        statement: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let work = async {
            let prepared = if let Some(prepared) = self.prepared.get(statement) {
                prepared.clone()
            } else {
                let prepared = self.client.prepare(statement).await?;
                self.prepared.insert(statement, prepared.clone());
                prepared
            };
            self.client.query(&prepared, parameters).await
        };
        let done = timeout(WORKING, work).await;
        done.map_err(|_| late())?.map_err(failed)
    }
}

pub(super) fn one(rows: Vec<Row>) -> Result<Row, StoreError> {
    let none = || StoreError::Failed("the database returned nothing".to_owned());
    rows.into_iter().next().ok_or_else(none)
}
