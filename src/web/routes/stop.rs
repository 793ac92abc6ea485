//! A mail's link that stops mails: of its game, or of every game of this server.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::answer::Failure;
use super::posted::Posted;
use super::server::Server;
use crate::name::Email;
use crate::pages::{self, Stopped};
use crate::store::SeatChange;

/// Asks what to stop. Programs that look for viruses open every link, so this changes nothing.
pub(super) async fn ask(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
) -> Result<Response, Failure> {
    let known = server.secret.open_stop(&token);
    known.ok_or_else(Failure::not_found)?;
    Ok(page(&token, Stopped::Nothing))
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
    fields: Result<Posted<StopFields>, Failure>,
) -> Result<Response, Failure> {
    let link = server.secret.open_stop(&token);
    let link = link.ok_or_else(Failure::not_found)?;
    let what = fields.map_or_else(|_| String::new(), |Posted(fields)| fields.what);
    let stopped = match what.as_str() {
        "server" => Stopped::Server,
        "again" => Stopped::Nothing,
        _ => Stopped::Game,
    };
    let live = server.games.current(link.game).await?;
    // The player may have another address by now, which this link says nothing about.
    let email = live.seat(link.color).email.as_deref();
    let email = email.and_then(|email| Email::new(email).ok());
    if email.is_some_and(|email| server.secret.mailbox(&email.mailbox()) == link.mailbox) {
        let change = SeatChange::wants_mail(stopped == Stopped::Nothing);
        let games = &server.games;
        games.change_seat(link.game, link.color, change).await?;
    }
    let since = (stopped == Stopped::Server).then(|| server.games.now());
    if stopped != Stopped::Game {
        server.store.stop_mails(link.mailbox, since).await?;
    }
    Ok(page(&token, stopped))
}

fn page(token: &str, stopped: Stopped) -> Response {
    let path = format!("/m/{token}/stop");
    Html(pages::stop(&path, stopped).into_string()).into_response()
}
