//! A player's own place: name, address, mails, a new link; and how far they have seen the game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Failure, Wants};
use super::limits::Peer;
use super::opened::OpenedGame;
use super::posted::Posted;
use super::server::Server;
use crate::errors::FieldError;
use crate::link::Link;
use crate::name::{Email, Name};
use crate::pages::{Feedback, Look, words};
use crate::store::SeatChange;
use gokata::Color;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SeatFields {
    name: Option<String>,
    /// Empty for none.
    email: Option<String>,
    /// Whether mails are welcome: `1` or `0`.
    wants: Option<String>,
}

pub(super) async fn change(
    State(server): State<Arc<Server>>,
    Extension(peer): Extension<Peer>,
    Path(token): Path<String>,
    wants: Wants,
    Posted(fields): Posted<SeatFields>,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants).await?;
    let color = opened.player()?;
    let change = match checked(&fields) {
        Ok(change) => change,
        Err(error) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(opened.refused(status, "wrong_field", error.to_string(), None));
        }
    };
    // An address may be a stranger's, as in a new game.
    let known = opened.live.seat(color).email.as_deref();
    let is_new = |email: &str| !email.is_empty() && Some(email) != known;
    if change.email.as_deref().is_some_and(is_new) {
        server.limits.may_give_address(peer)?;
    }
    after_change(&server, opened, color, change, words::SAVED, wants).await
}

fn checked(fields: &SeatFields) -> Result<SeatChange, FieldError> {
    let name = fields.name.as_deref().map(Name::new).transpose()?;
    let email = match fields.email.as_deref().map(str::trim) {
        None | Some("") => fields.email.as_ref().map(|_| String::new()),
        Some(text) => Some(Email::new(text)?.to_string()),
    };
    let given = email.as_ref().map(|email| !email.is_empty());
    Ok(SeatChange {
        name: name.map(|name| name.to_string()),
        email,
        wants_mail: fields.wants.as_deref().map(|wants| wants == "1").or(given),
        ..SeatChange::default()
    })
}

/// Replaces the player's link; the old one is void from then on.
pub(super) async fn new_link(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    wants: Wants,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants).await?;
    let color = opened.player()?;
    if opened.link.generation == Link::LAST_GENERATION {
        let text = "This link has been replaced as often as is possible.";
        let status = StatusCode::CONFLICT;
        return Err(Failure::new(status, "last_link", "No further link", text));
    }
    let change = SeatChange::new_link_after(opened.link.generation);
    after_change(&server, opened, color, change, words::NEW_LINK_MADE, wants).await
}

async fn after_change(
    server: &Server,
    mut opened: OpenedGame,
    color: Color,
    change: SeatChange,
    said: &str,
    wants: Wants,
) -> Result<Response, Failure> {
    let game = opened.link.game;
    let change = SeatChange {
        only_by_link: Some(opened.link.generation),
        ..change
    };
    opened.live = server.games.change_seat(game, color, change).await?;
    let link = opened.live.link(game, color);
    if link != opened.link {
        server.streams.end(opened.link);
    }
    opened.token = server.secret.token(link);
    opened.link = link;
    if wants == Wants::Page {
        return Ok(opened.to_page());
    }
    let feedback = Some(Feedback::note(said.to_owned()));
    let mut response = opened.answer(StatusCode::OK, &opened.view(), Look::Now, feedback);
    if let Ok(location) = format!("/g/{}", opened.token).parse() {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SeenFields {
    seq: u64,
}

/// The page has been on a screen.
pub(super) async fn seen(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    wants: Wants,
    Posted(fields): Posted<SeenFields>,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants).await?;
    let color = opened.player()?;
    let saw = server.games.note_seen(opened.link.game, color, fields.seq);
    saw.await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
