//! A mail's link that stops mails: of its game, or of every game of this server.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Wants, not_found, trouble};
use super::posted::Posted;
use super::server::Server;
use crate::link::StopLink;
use crate::name::Email;
use crate::pages::{self, Stop, Stopped};
use crate::store::SeatChange;
use crate::trouble::Trouble;

/// Asks what to stop. Programs that look for viruses open every link, so this changes nothing.
pub(super) async fn ask(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    wants: Wants,
) -> Response {
    match server.secret.open_stop(&token) {
        Some(_) => page(&token, Stopped::Nothing),
        None => not_found(wants),
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct StopFields {
    /// `game`, `server`, or `again` to get mails after all.
    what: String,
}

/// Programs that read mails may send any body, or none: that stops the mails of the game.
pub(super) async fn stop(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    wants: Wants,
    fields: Result<Posted<StopFields>, Response>,
) -> Response {
    let Some(link) = server.secret.open_stop(&token) else {
        return not_found(wants);
    };
    let what = fields.map_or_else(|_| String::new(), |Posted(fields)| fields.what);
    let stopped = match what.as_str() {
        "server" => Stopped::Server,
        "again" => Stopped::Nothing,
        _ => Stopped::Game,
    };
    match server.stop_mails(link, stopped).await {
        Ok(()) => page(&token, stopped),
        Err(Trouble::NoGame) => not_found(wants),
        Err(error) => trouble(&error, wants),
    }
}

impl Server {
    async fn stop_mails(&self, link: StopLink, stopped: Stopped) -> Result<(), Trouble> {
        let live = self.games.see(link.game).await?;
        // The player may have another address by now, which this link says nothing about.
        let email = live.seats[link.color as usize].email.as_deref();
        let email = email.and_then(|email| Email::new(email).ok());
        if email.is_some_and(|email| self.secret.mailbox(&email.mailbox()) == link.mailbox) {
            let change = SeatChange {
                wants_mail: Some(stopped == Stopped::Nothing),
                ..SeatChange::default()
            };
            let seat = self.games.change_seat(link.game, link.color, None, change);
            seat.await?;
        }
        let since = (stopped == Stopped::Server).then(|| self.games.now());
        if stopped != Stopped::Game {
            self.store.stop_mails(link.mailbox, since).await?;
        }
        Ok(())
    }
}

fn page(token: &str, stopped: Stopped) -> Response {
    let path = format!("/m/{token}/stop");
    let path = path.as_str();
    Html(pages::stop(&Stop { path, stopped }).into_string()).into_response()
}
