//! The settings of a server.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::games::Clock;
use super::mail::MailTo;

/// How to serve games.
#[derive(Clone)]
pub struct Config {
    /// Where to listen; port 0 for any free one.
    pub listen: SocketAddr,
    /// The folder of the database and the secret; made if it is missing. Not used with `database`.
    pub data: PathBuf,
    /// The address of a `PostgreSQL` database that has the games instead, and that several servers may share. Needs the
    /// feature `postgres`, `secret_file` and `mail`.
    pub database: Option<String>,
    /// What links begin with: `https://go.example.org`. By default `http://` and the address listened on.
    pub base_url: Option<String>,
    /// A file with the secret, if several servers share it. By default `secret` in the folder.
    pub secret_file: Option<PathBuf>,
    /// The number of proxies in front of the server, each of which adds to `X-Forwarded-For`.
    pub proxies: usize,
    /// Whether to limit how much one player or address may ask.
    pub limits: bool,
    /// Where mails go; by default into the folder `mail` of `data`.
    pub mail: Option<MailTo>,
    /// Where mails come from: `go@example.org`. By default `go@` and the host of `base_url`.
    pub mail_from: Option<String>,
    /// The password of the user at the mail server, if its address has none.
    pub mail_password: Option<String>,
    pub(super) clock: Clock,
    pub(super) mail_interval: Duration,
}

impl Config {
    /// The usual settings: no proxy, limits on.
    pub fn new(listen: SocketAddr, data: impl Into<PathBuf>) -> Config {
        Config {
            listen,
            data: data.into(),
            database: None,
            base_url: None,
            secret_file: None,
            proxies: 0,
            limits: true,
            mail: None,
            mail_from: None,
            mail_password: None,
            clock: Arc::new(now),
            mail_interval: Duration::from_secs(2),
        }
    }

    /// With another clock than the system's: seconds since 1970. Times are kept with games, and decide nothing but when
    /// mails are sent.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Config {
        self.clock = Arc::new(clock);
        self
    }

    /// With another interval than two seconds between looks for mails that are due.
    #[must_use]
    pub fn with_mail_interval(mut self, interval: Duration) -> Config {
        self.mail_interval = interval;
        self
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Config");
        shown
            .field("listen", &self.listen)
            .field("data", &self.data)
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
