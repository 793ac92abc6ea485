//! News among servers: `NOTIFY` sends what one has changed to the others.
//!
//! A notification inside a change's own transaction would take a lock that all transactions of the database share, so
//! that they are stored one after the other. News is therefore sent apart from changes, some games at a time, and may be
//! lost. No page depends on it: every few seconds, each server reads the event numbers of the games whose pages are open.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;

use super::address::Address;
use super::errors::failed;
use super::rows;
use crate::link::{GameId, random_name};
use crate::lock::locked;
use crate::operator;
use crate::store::{StoreError, Watched};

/// The pause between two notifications.
const PAUSE: Duration = Duration::from_millis(50);
/// The interval between polls, and the time-out of a statement.
const POLLING: Duration = Duration::from_secs(5);
/// The pause before a new connection.
const AGAIN: Duration = Duration::from_millis(500);
/// A notification has less than 8000 bytes.
const LONGEST: usize = 7900;
/// Notifications that may wait to be read; polling finds what is lost.
const WAITING: usize = 1000;

/// What this server has changed and not yet sent.
pub(super) struct News {
    /// The first word of each notification, by which a server skips its own.
    name: String,
    changed: Mutex<HashMap<GameId, u64>>,
    is_new: Notify,
}

impl News {
    pub(super) fn new() -> News {
        News {
            name: random_name(),
            changed: Mutex::default(),
            is_new: Notify::new(),
        }
    }

    /// Notes that the game's latest event has this number.
    pub(super) fn has_events(&self, game: GameId, seq: u64) {
        let mut changed = locked(&self.changed);
        let known = changed.entry(game).or_default();
        *known = seq.max(*known);
        drop(changed);
        self.is_new.notify_one();
    }

    /// The next notification: as many games as fit.
    fn next(&self) -> Option<String> {
        let mut changed = locked(&self.changed);
        let mut text = self.name.clone();
        while let Some(game) = changed.keys().next().copied() {
            let one = format!(" {}:{}", game.text(), changed[&game]);
            if text.len() + one.len() > LONGEST {
                self.is_new.notify_one();
                break;
            }
            text += &one;
            changed.remove(&game);
        }
        (text.len() > self.name.len()).then_some(text)
    }

    fn read(&self, text: &str, watched: &dyn Watched) {
        let mut words = text.split(' ');
        if words.next() == Some(&self.name) {
            return;
        }
        for (game, seq) in words.filter_map(|word| word.split_once(':')) {
            if let (Some(game), Ok(seq)) = (GameId::parse(game), seq.parse()) {
                watched.has_events(game, seq);
            }
        }
    }

    /// Sends and receives news over a connection of its own, and connects again when it ends.
    pub(super) async fn follow(
        &self,
        address: &Address,
        watched: &dyn Watched,
    ) -> Result<Infallible, StoreError> {
        let mut is_logged = false;
        loop {
            let (send, news) = mpsc::channel(WAITING);
            let why = match address.connect(send).await {
                Ok(client) => {
                    is_logged = false;
                    let listened = self.listen(&client, news, watched).await;
                    listened.err().map(|error| error.to_string())
                }
                Err(error) => Some(error.to_string()),
            };
            // Once, not for every attempt.
            if !std::mem::replace(&mut is_logged, true) {
                let why = why.unwrap_or_else(|| "the connection has ended".to_owned());
                operator::log(&format!("news of other servers: {why}"));
            }
            sleep(AGAIN).await;
        }
    }

    /// Until the connection ends.
    async fn listen(
        &self,
        client: &Client,
        mut news: mpsc::Receiver<String>,
        watched: &dyn Watched,
    ) -> Result<(), StoreError> {
        in_time(client.batch_execute("LISTEN gokata")).await?;
        let receive = async {
            while let Some(text) = news.recv().await {
                self.read(&text, watched);
            }
            Ok(())
        };
        let send = async {
            loop {
                self.is_new.notified().await;
                if let Some(text) = self.next() {
                    in_time(client.query("SELECT pg_notify('gokata', $1)", &[&text])).await?;
                }
                sleep(PAUSE).await;
            }
        };
        let poll = async {
            loop {
                let games: Vec<String> = watched.games().into_iter().map(GameId::text).collect();
                let select = "SELECT id, seq FROM game WHERE id = ANY($1)";
                for row in in_time(client.query(select, &[&games])).await? {
                    watched.has_events(rows::game_id(&row, 0)?, rows::number(&row, 1)?);
                }
                sleep(POLLING).await;
            }
        };
        tokio::select! {
            ended = receive => ended,
            ended = send => ended,
            ended = poll => ended,
        }
    }
}

async fn in_time<T>(
    work: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, StoreError> {
    timeout(POLLING, work)
        .await
        .map_err(failed)?
        .map_err(failed)
}
