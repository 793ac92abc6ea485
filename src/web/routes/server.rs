//! What every request is answered from, and the way into a game by its link.

use std::sync::Arc;

use axum::response::Response;
use tokio::sync::watch;

use super::answer::{Wants, not_found, trouble};
use super::limits::Limits;
use crate::games::{Games, Live};
use crate::link::{Link, Secret};
use crate::live::Streams;
use crate::name::Email;
use crate::store::Store;
use crate::trouble::Trouble;
use gokata::agreement::Viewer;

/// What every request is answered from.
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
    /// False if no mail goes anywhere.
    pub sends_mail: bool,
}

/// A game that a link has opened.
pub(super) struct Entered {
    pub link: Link,
    pub token: String,
    pub live: Arc<Live>,
}

impl Server {
    /// Opens a game by its link. A wrong proof, an unknown game and a link that was replaced are answered alike.
    pub(super) async fn enter(&self, token: String, wants: Wants) -> Result<Entered, Response> {
        let link = self.secret.open(&token).ok_or_else(|| not_found(wants))?;
        let live = self
            .games
            .see(link.game)
            .await
            .map_err(|error| match error {
                Trouble::NoGame => not_found(wants),
                other => trouble(&other, wants),
            })?;
        let is_current = match link.viewer {
            Viewer::Player(color) => live.seats[color as usize].generation == link.generation,
            Viewer::Spectator => true,
        };
        if !is_current {
            return Err(not_found(wants));
        }
        Ok(Entered { link, token, live })
    }

    /// Whether mails to this address are sent.
    pub(super) async fn reaches(&self, email: &Email) -> Result<bool, Trouble> {
        let mailbox = self.secret.mailbox(&email.mailbox());
        Ok(self.sends_mail && !self.store.is_stopped(mailbox).await?)
    }

    /// The address of a game's page for this link.
    pub(super) fn url(&self, link: Link) -> String {
        format!("{}/g/{}", self.base_url, self.secret.token(link))
    }
}
