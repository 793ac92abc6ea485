//! Connections to the database. A connection that has failed once is never used again; the next job makes a new one.

use std::collections::HashMap;
use std::error::Error as _;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Row, Statement};

use super::tls::Tls;
use crate::web::store::StoreError;

/// Connections at once, beside one for news and one for mails.
const CONNECTIONS: usize = 8;
/// A connection is made within this time.
const CONNECTING: Duration = Duration::from_secs(5);
/// A job waits no longer for a connection.
const WAITING: Duration = Duration::from_secs(10);
/// A job takes no longer than this. The database gives it up a little earlier.
const WORKING: Duration = Duration::from_secs(10);

/// What each connection begins with. What is acknowledged is on the disk, whatever the database's default is; and the
/// database notices soon when a server has vanished.
const BEGIN: &str = "
    SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
    SET statement_timeout = '8s';
    SET tcp_keepalives_idle = 30;
    SET tcp_keepalives_interval = 10;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Where the database is.
#[derive(Clone)]
pub(crate) struct Address {
    config: Config,
    tls: Tls,
}

impl Address {
    /// Reads `postgres://user@host/database?sslmode=require`. With `require`, the connection uses TLS and the
    /// certificate is checked; without it there is no TLS, even if the database offers it: there would be no check.
    pub(crate) fn read(url: &str) -> Result<Address, String> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err("a database has an address such as postgres://USER@HOST/NAME".to_owned());
        }
        let mut config: Config = url
            .parse()
            .map_err(|error| format!("the address of the database: {}", text(&error)))?;
        let is_secure = config.get_ssl_mode() == SslMode::Require;
        if !is_secure {
            config.ssl_mode(SslMode::Disable);
        }
        if config.get_application_name().is_none() {
            config.application_name("gokata");
        }
        config
            .connect_timeout(CONNECTING)
            .keepalives_idle(Duration::from_secs(30))
            .tcp_user_timeout(2 * WORKING);
        let tls = Tls::new(is_secure)?;
        Ok(Address { config, tls })
    }

    /// Connects. Messages that the database sends without being asked go to `news`; its end means that the connection
    /// has ended.
    pub(super) async fn connect(&self, news: mpsc::Sender<String>) -> Result<Client, StoreError> {
        let connecting = async {
            let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
            tokio::spawn(async move {
                let messages = std::future::poll_fn(move |context| connection.poll_message(context));
                let mut messages = std::pin::pin!(messages);
                let _ = (&mut messages, news);
            });
            client.batch_execute(BEGIN).await?;
            Ok(client)
        };
        let connected = timeout(CONNECTING, connecting).await;
        connected.map_err(|_| late())?.map_err(failed)
    }
}
