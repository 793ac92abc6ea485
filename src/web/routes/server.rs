//! The state that all routes share.

use std::sync::Arc;

use tokio::sync::watch;

use super::limits::Limits;
use crate::games::Games;
use crate::link::{Link, Secret, StopLink};
use crate::name::Email;
use crate::store::{Store, StoreError};
use crate::streams::Streams;
use crate::suggester::Suggester;

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

    /// The address of a game's page for this link.
    pub(crate) fn url(&self, link: Link) -> String {
        format!("{}/g/{}", self.base_url, self.secret.token(link))
    }

    /// The address of the page that stops mails.
    pub(crate) fn stop_url(&self, link: &StopLink) -> String {
        format!("{}/m/{}/stop", self.base_url, self.secret.stop_token(link))
    }
}
