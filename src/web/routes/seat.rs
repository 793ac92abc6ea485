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
use crate::pages::words::answers;
use crate::pages::{Feedback, Look};
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
    let change = match checked(&fields, server.sends_mail) {
        Ok(change) => change,
        Err(error) => return Ok(wrong_field(&opened, &error)),
    };
    // An address may be a stranger's, as in a new game.
    let known = opened.live.seat(color).email.as_deref();
    let is_new = |email: &str| !email.is_empty() && Some(email) != known;
    if change.email.as_deref().is_some_and(is_new) {
        server.may_give_address(peer).await?;
    }
    after_change(&server, opened, color, change, answers::SAVED, wants).await
}

fn wrong_field(opened: &OpenedGame, error: &FieldError) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    opened.refused(status, "wrong_field", error.to_string(), None)
}

fn checked(fields: &SeatFields, mails: bool) -> Result<SeatChange, FieldError> {
    let name = fields.name.as_deref();
    let name = name.map(|name| Name::new(name, mails)).transpose()?;
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
        return Err(Failure::of(StatusCode::CONFLICT, "last_link"));
    }
    let change = SeatChange::new_link_after(opened.link.generation);
    let said = answers::NEW_LINK_MADE;
    after_change(&server, opened, color, change, said, wants).await
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct InviteFields {
    email: String,
}

/// Mails the opponent their link, for the first time or to another address: a first one may have been wrong.
pub(super) async fn invite(
    State(server): State<Arc<Server>>,
    Extension(peer): Extension<Peer>,
    Path(token): Path<String>,
    wants: Wants,
    Posted(fields): Posted<InviteFields>,
) -> Result<Response, Failure> {
    let mut opened = OpenedGame::by_link(&server, token, wants).await?;
    opened.player()?;
    let nobody = || Failure::of(StatusCode::CONFLICT, "not_inviting");
    let opponent = opened.inviting().ok_or_else(nobody)?;
    let email = match Email::new(&fields.email) {
        Ok(email) => email,
        Err(error) => return Ok(wrong_field(&opened, &error)),
    };
    server.may_give_address(peer).await?;
    if !server.reaches(&email).await? {
        return Ok(wrong_field(&opened, &FieldError::Unreached));
    }
    let change = SeatChange {
        email: Some(email.to_string()),
        wants_mail: Some(true),
        only_by_link: Some(0),
        ..SeatChange::default()
    };
    let game = opened.link.game;
    opened.live = server.games.change_seat(game, opponent, change).await?;
    server.games.invite(game, opponent).await?;
    Ok(opened.to_page("?made"))
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
        let is_new = said == answers::NEW_LINK_MADE;
        return Ok(opened.to_page(if is_new { "/link" } else { "" }));
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
