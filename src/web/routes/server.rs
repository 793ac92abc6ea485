//! The state that all routes share.

use std::sync::Arc;

use tokio::sync::watch;

use super::answer::Failure;
use super::limits::{Limits, Peer, too_many};
use crate::games::Games;
use crate::link::{Link, Secret, StopLink};
use crate::name::Email;
use crate::store::{Store, StoreError};
use crate::streams::Streams;
use crate::suggester::Suggester;

pub(crate) const HOUR: u64 = 60 * 60;

/// The state that all routes share.
pub(crate) struct Server {
    pub games: Arc<Games>,
    pub store: Arc<dyn Store>,
    pub secret: Arc<Secret>,
    /// The address that links begin with, without a slash at its end.
    pub base_url: String,
    pub streams: Arc<Streams>,
    /// True when the server stops.
    pub closing: watch::Receiver<bool>,
    pub limits: Limits,
    /// True if mails reach people.
    pub sends_mail: bool,
    pub suggester: Suggester,
}

impl Server {
    /// Whether mails to this address are sent.
    pub(super) async fn reaches(&self, email: &Email) -> Result<bool, StoreError> {
        let mailbox = self.secret.mailbox(&email.mailbox());
        Ok(self.sends_mail && !self.store.is_stopped(mailbox).await?)
    }

    /// Whether this peer may make another game.
    pub(super) async fn may_make(&self, peer: Peer, with_mail: bool) -> Result<(), Failure> {
        if with_mail {
            self.may_give_address(peer).await?;
        }
        self.spend("game", peer, 30).await
    }

    /// Whether this peer may give another address.
    pub(super) async fn may_give_address(&self, peer: Peer) -> Result<(), Failure> {
        self.spend("address", peer, 3).await
    }

    /// At all servers of a database together.
    async fn spend(&self, what: &str, peer: Peer, an_hour: u32) -> Result<(), Failure> {
        let limit = (HOUR / u64::from(an_hour), an_hour);
        let name = format!("{what} {peer}");
        if self.limits.are_off() || self.store.spend(name, limit, self.games.now()).await? {
            return Ok(());
        }
        Err(too_many(limit.0))
    }

    /// The address of a game's page for this link.
    pub(crate) fn url(&self, link: Link) -> String {
        format!("{}/g/{}", self.base_url, self.secret.token(link))
    }

    /// The address of the page that stops mails.
    pub(crate) fn stop_url(&self, link: &StopLink) -> String {
        format!("{}/m/{}/stop", self.base_url, self.secret.stop_token(link))
    }
}
