//! The web game for two: two people play by links, without accounts.
//!
//! [`agreement::Game`](gokata::agreement::Game) decides everything; this crate stores games, shows them, and notifies the
//! players.

mod backup;
mod config;
mod connections;
mod data;
mod errors;
mod form;
mod games;
#[cfg(test)]
mod games_tests;
mod link;
mod lock;
mod mail;
mod mail_texts;
mod make_game;
mod name;
mod notices;
mod operator;
mod pages;
mod presence;
mod routes;
mod storage;
mod store;
mod streams;
mod suggester;
mod verify;
mod wire;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

pub use self::backup::backup;
pub use self::config::Config;
pub use self::connections::MOST_CONNECTIONS;
pub use self::errors::ServeError;
use self::errors::{At, OperatorError};
use self::games::Games;
pub use self::mail::MailTo;
use self::mail::Postman;
use self::routes::{Limits, Server};
use self::storage::Storage;
pub use self::storage::{database_name, verify_database};
use self::store::StoreError;
use self::streams::Streams;
use self::suggester::Suggester;
pub use self::verify::{Verified, verify};

/// The time for the database to close.
const CLOSING: Duration = Duration::from_secs(5);

/// A server that runs. Dropped, it stops as after [`Running::stop`].
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    base_url: String,
    runtime: Option<Runtime>,
    closing: watch::Sender<bool>,
    listening: Option<tokio::task::JoinHandle<()>>,
    storage: Storage,
}

/// Starts a server and returns at once.
///
/// # Errors
/// [`ServeError`] if the address is taken, or the folder cannot be used: another server uses it, its secret is missing,
/// its database was made by a later version.
pub fn serve(config: Config) -> Result<Running, ServeError> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime
        .enable_all()
        .thread_name("web")
        .build()
        .map_err(OperatorError::from)?;
    let (store, secret, storage) = storage::open(&config, &runtime)?;
    let listen = config.listen;
    let bound = runtime.block_on(TcpListener::bind(listen));
    let listener = bound.map_err(|error| OperatorError::Listen(listen, error))?;
    let address = listener.local_addr().map_err(OperatorError::from)?;
    let base_url = base_url(config.base_url.as_deref(), address)?;
    let (closing, is_closing) = watch::channel(false);
    let mail = config
        .mail
        .unwrap_or_else(|| MailTo::Folder(config.data.join("mail")));
    // A folder and the output are for whoever runs the server: nobody gets what lies there.
    let sends_mail = matches!(mail, MailTo::Smtp(_));
    let server = Arc::new(Server {
        games: Arc::new(Games::new(Arc::clone(&store), config.clock)),
        store,
        secret: Arc::new(secret),
        base_url: base_url.clone(),
        streams: Arc::new(Streams::default()),
        closing: is_closing.clone(),
        limits: Limits::new(config.proxies, config.limits),
        sends_mail,
        suggester: Suggester::default(),
    });
    let from = config.mail_from.as_deref();
    let postman = Postman::new(Arc::clone(&server), &mail, from, config.mail_password)?;
    runtime.spawn(postman.run(config.mail_interval, is_closing.clone()));
    runtime.spawn(background(Arc::clone(&server)));
    // The connections of many clients come from one proxy.
    let is_shared = config.proxies > 0 || !config.limits;
    let serving = connections::serve(listener, routes::router(server), is_shared, is_closing);
    let listening = runtime.spawn(serving);
    Ok(Running {
        address,
        base_url,
        runtime: Some(runtime),
        closing,
        listening: Some(listening),
        storage,
    })
}

/// Until the server stops, passes on to pages what other servers change, and removes what the limits no longer need.
async fn background(server: Arc<Server>) {
    let mut closing = server.closing.clone();
    let prune = async {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            server.limits.prune();
        }
    };
    tokio::select! {
        _ = server.store.follow(&*server.games) => (),
        () = prune => (),
        _ = closing.wait_for(|closing| *closing) => (),
    }
}

impl Running {
    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What links begin with.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Waits for SIGTERM or Ctrl-C, then stops the server.
    ///
    /// # Errors
    /// As of [`Running::stop`].
    pub fn run(self) -> Result<(), ServeError> {
        if let Some(runtime) = &self.runtime {
            runtime.block_on(stop_requested());
        }
        self.stop()
    }

    /// Stops: takes no more connections, ends the streams, finishes what was begun, closes the database. Takes at most
    /// fifteen seconds.
    ///
    /// # Errors
    /// [`ServeError`] if the database could not be written to at the end. What was acknowledged is stored all the same.
    pub fn stop(mut self) -> Result<(), ServeError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), ServeError> {
        self.closing.send_replace(true);
        let Some(runtime) = self.runtime.take() else {
            return Ok(());
        };
        if let Some(listening) = self.listening.take() {
            let _ = runtime.block_on(listening);
        }
        // Remaining tasks are dropped; the store closes with the last one that holds it.
        runtime.shutdown_timeout(Duration::from_secs(1));
        // The writer ends when the last task that holds the store has. If one is stuck, the process may end all the same:
        // what was acknowledged is on the disk.
        let Some(writer) = self.storage.writer.take() else {
            return Ok(());
        };
        let begun = Instant::now();
        while !writer.is_finished() && begun.elapsed() < CLOSING {
            std::thread::sleep(Duration::from_millis(5));
        }
        let closed = if writer.is_finished() {
            writer.join().unwrap_or(Err(StoreError::Busy))
        } else {
            Err(StoreError::Busy)
        };
        let closed = closed.map_err(OperatorError::NotClosed);
        Ok(closed.at(&self.storage.name)?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

async fn stop_requested() {
    #[cfg(unix)]
    if let Ok(mut terminate) =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
    {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = tokio::signal::ctrl_c() => return,
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// The beginning of links: `http://` or `https://`, a host, perhaps a port.
fn base_url(given: Option<&str>, address: SocketAddr) -> Result<String, OperatorError> {
    let Some(given) = given else {
        if address.ip().is_unspecified() {
            return Err(OperatorError::NoBaseUrl);
        }
        return Ok(format!("http://{address}"));
    };
    let lower = given.trim_end_matches('/').to_ascii_lowercase();
    let host = lower
        .strip_prefix("https://")
        .or_else(|| lower.strip_prefix("http://"));
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if host.is_some_and(|host| {
        host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
            && host.bytes().all(is_allowed)
    }) {
        return Ok(lower);
    }
    Err(OperatorError::BaseUrl(given.to_owned()))
}
