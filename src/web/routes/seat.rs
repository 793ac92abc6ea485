//! A player's own place: name, address, mails, a new link; and how far they have seen the game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Wants, not_found, plain, trouble};
use super::limits::Peer;
use super::posted::Posted;
use super::server::{Entered, Server};
use super::show::Refused;
use crate::link::Link;
use crate::name::{Email, Name};
use crate::pages::{Look, Said, words};
use crate::store::SeatChange;
use crate::trouble::Trouble;
use gokata::Color;
use gokata::agreement::Viewer;

/// A player who has come by their own link.
async fn player(
    server: &Server,
    token: String,
    wants: Wants,
) -> Result<(Entered, Color), Response> {
    let entered = server.enter(token, wants).await?;
    match entered.link.viewer {
        Viewer::Player(color) => Ok((entered, color)),
        Viewer::Spectator => {
            let text = "Spectators see everything and change nothing.";
            Err(plain(
                StatusCode::FORBIDDEN,
                "spectator",
                "Only for players",
                text,
                wants,
            ))
        }
    }
}

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
) -> Response {
    let (entered, color) = match player(&server, token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    let change = match checked(&fields) {
        Ok(change) => change,
        Err(text) => {
            let refused = Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong_field", text);
            return entered.refused(&server, wants, refused);
        }
    };
    // An address may be a stranger's, as in a new game.
    let known = entered.live.seats[color as usize].email.as_deref();
    let is_new = |email: &str| !email.is_empty() && Some(email) != known;
    if change.email.as_deref().is_some_and(is_new)
        && let Err(refused) = server.limits.may_give_address(peer)
    {
        return refused.response(wants);
    }
    after_change(&server, entered, color, change, words::SAVED, wants).await
}

fn checked(fields: &SeatFields) -> Result<SeatChange, String> {
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
) -> Response {
    let (entered, color) = match player(&server, token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    if entered.link.generation == Link::LAST_GENERATION {
        let text = "This link has been replaced as often as is possible.";
        return plain(
            StatusCode::CONFLICT,
            "last_link",
            "No further link",
            text,
            wants,
        );
    }
    let change = SeatChange {
        new_link_after: Some(entered.link.generation),
        ..SeatChange::default()
    };
    after_change(&server, entered, color, change, words::NEW_LINK_MADE, wants).await
}

async fn after_change(
    server: &Server,
    mut entered: Entered,
    color: Color,
    change: SeatChange,
    said: &str,
    wants: Wants,
) -> Response {
    entered.live = match server
        .games
        .change_seat(
            entered.link.game,
            color,
            Some(entered.link.generation),
            change,
        )
        .await
    {
        Ok(live) => live,
        Err(Trouble::NoGame) => return not_found(wants),
        Err(error) => return trouble(&error, wants),
    };
    let generation = entered.live.seats[color as usize].generation;
    let link = Link::of(entered.link.game, color, generation);
    if link != entered.link {
        server.streams.end(entered.link);
    }
    entered.token = server.secret.token(link);
    entered.link = link;
    if wants == Wants::Page {
        return (
            StatusCode::SEE_OTHER,
            [(header::LOCATION, format!("/g/{}", entered.token))],
        )
            .into_response();
    }
    let mut response = entered.answer(
        server,
        wants,
        StatusCode::OK,
        Look::Now,
        Some(Said::note(said.to_owned())),
    );
    if let Ok(location) = format!("/g/{}", entered.token).parse() {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
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
) -> Response {
    let (entered, color) = match player(&server, token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    match server.games.saw(entered.link.game, color, fields.seq).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => trouble(&error, wants),
    }
}
