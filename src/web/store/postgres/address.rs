//! The address of the database, and connecting to it.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{AsyncMessage, Client, Config};

use super::errors::{failed, late};
use super::tls::Tls;
use crate::errors::OperatorError;
use crate::store::StoreError;

/// A connection is made within this time.
const CONNECTING: Duration = Duration::from_secs(5);

/// What each connection begins with. What is acknowledged is on the disk, whatever the database's default is; and the
/// database notices soon that a server has vanished.
const BEGIN: &str = "
    SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
    SET statement_timeout = '8s';
    SET tcp_keepalives_idle = 30;
    SET tcp_keepalives_interval = 10;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

#[derive(Clone)]
pub(crate) struct Address {
    config: Config,
    tls: Tls,
}

impl Address {
    /// Reads `postgres://user@host/database?sslmode=require`. With `require`, the connection is encrypted and the
    /// certificate checked; without it there is no TLS, even if the database offers it, because its certificate would not be
    /// checked.
    pub(crate) fn read(url: &str) -> Result<Address, OperatorError> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(OperatorError::NoDatabaseAddress);
        }
        // The address may hold a password, so it is not repeated.
        let mut config: Config = url
            .parse()
            .map_err(|error| OperatorError::DatabaseAddress(failed(error)))?;
        let tls = if config.get_ssl_mode() == SslMode::Require {
            Tls::new()?
        } else {
            config.ssl_mode(SslMode::Disable);
            Tls::NONE
        };
        if config.get_application_name().is_none() {
            config.application_name("gokata");
        }
        config
            .connect_timeout(CONNECTING)
            .keepalives_idle(Duration::from_secs(30))
            .tcp_user_timeout(Duration::from_secs(20));
        Ok(Address { config, tls })
    }

    /// The host and the database, without user and password.
    pub(crate) fn public(&self) -> String {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(host)) => host.clone(),
            #[cfg(unix)]
            Some(Host::Unix(folder)) => folder.display().to_string(),
            None => "this machine".to_owned(),
        };
        match self.config.get_dbname() {
            Some(name) => format!("PostgreSQL, {name} at {host}"),
            None => format!("PostgreSQL at {host}"),
        }
    }

    /// Connects. What other servers notify goes to `news`; when that ends, the connection has ended.
    pub(super) async fn connect(&self, news: mpsc::Sender<String>) -> Result<Client, StoreError> {
        let connecting = async {
            let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
            tokio::spawn(async move {
                // Ends when the client is dropped or the connection breaks, which the client notices by itself.
                while let Some(Ok(message)) =
                    std::future::poll_fn(|context| connection.poll_message(context)).await
                {
                    if let AsyncMessage::Notification(notification) = message {
                        // Polling finds what a full channel loses.
                        let _ = news.try_send(notification.payload().to_owned());
                    }
                }
            });
            client.batch_execute(BEGIN).await?;
            Ok::<Client, tokio_postgres::Error>(client)
        };
        let connected = timeout(CONNECTING, connecting).await;
        connected.map_err(|_| late())?.map_err(failed)
    }
}
