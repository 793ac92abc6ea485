//! The start page, and making a game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::answer::{Failure, Wants, json};
use super::limits::Peer;
use super::posted::Posted;
use super::server::Server;
use crate::errors::MakeError;
use crate::form::{Form, FormErrors};
use crate::link::Link;
use crate::make_game::{self, NewlyMade};
use crate::pages;
use crate::pages::words::answers;
use crate::wire;
use gokata::Color;
use gokata::agreement::RequestName;

/// The form. What the address says is filled in: a finished game offers another one like it.
pub(super) async fn start(State(server): State<Arc<Server>>, Query(form): Query<Form>) -> Response {
    let page = pages::start(&form, &FormErrors::new(), server.sends_mail);
    Html(page.into_string()).into_response()
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MakeFields {
    req: String,
    #[serde(flatten)]
    form: Form,
}

#[derive(Debug, Serialize)]
struct MadeJson {
    game: String,
    /// True if the request had made the game before.
    repeated: bool,
    /// The color of the player who made it.
    color: &'static str,
    /// `mailed` if the server mails the opponent their link; else `needs_link`.
    opponent: &'static str,
    black: String,
    white: String,
    spectators: String,
}

#[derive(Debug, Serialize)]
struct FormErrorsJson<'a> {
    error: &'static str,
    text: &'static str,
    fields: &'a FormErrors,
}

pub(super) async fn make(
    State(server): State<Arc<Server>>,
    Extension(peer): Extension<Peer>,
    wants: Wants,
    Posted(MakeFields { req, form }): Posted<MakeFields>,
) -> Result<Response, Failure> {
    if let Err(error) = req.parse::<RequestName>() {
        let (status, title) = (StatusCode::BAD_REQUEST, answers::UNREADABLE);
        let text = format!("req: {error}");
        return Err(Failure::new(status, "bad_request", title, text));
    }
    let mut checked = match form.check(server.sends_mail) {
        Ok(checked) => checked,
        Err(errors) => return Ok(wrong_fields(&server, &form, &errors, wants)),
    };
    // By address too: another person's request of the same name must not be answered with this person's links.
    let request = format!("{peer} {req}");
    let has_address = checked.own.email.is_some() || checked.opponent.email.is_some();
    // A repeated request makes nothing more.
    if server.store.made(request.clone()).await?.is_none() {
        server.may_make(peer, has_address).await?;
    }
    let opponent_is_mailed = match &checked.opponent.email {
        None => false,
        Some(email) => server.reaches(email).await?,
    };
    if !opponent_is_mailed && server.sends_mail {
        // No mail will be sent, so the player who makes the game must pass on the link.
        checked.opponent.email = None;
    }
    let conflict = |error| Err(Failure::of(StatusCode::CONFLICT, error));
    match make_game::make(&server.games, request, form, checked).await {
        Ok(made) if made.repeated && made.live.seats.iter().any(|seat| seat.generation > 0) => {
            conflict("links_replaced")
        }
        Ok(made) => Ok(links(&server, &made, opponent_is_mailed, wants)),
        Err(MakeError::RequestUsed) => conflict("request_used"),
        Err(MakeError::Game(error)) => Err(error.into()),
    }
}

fn wrong_fields(server: &Server, form: &Form, errors: &FormErrors, wants: Wants) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    if wants == Wants::Json {
        let text = "some fields are wrong";
        return json(
            status,
            &FormErrorsJson {
                error: "wrong_fields",
                text,
                fields: errors,
            },
        );
    }
    let page = pages::start(form, errors, server.sends_mail);
    (status, Html(page.into_string())).into_response()
}

fn links(server: &Server, made: &NewlyMade, opponent_is_mailed: bool, wants: Wants) -> Response {
    let link = |color: Color| made.live.link(made.id, color);
    let [black, white] = Color::BOTH.map(|color| server.url(link(color)));
    let spectators = server.url(Link::of_spectator(made.id));
    if wants == Wants::Json {
        let status = if made.repeated {
            StatusCode::OK
        } else {
            StatusCode::CREATED
        };
        let made = MadeJson {
            game: made.id.text(),
            repeated: made.repeated,
            color: wire::name(made.own),
            opponent: if opponent_is_mailed {
                "mailed"
            } else {
                "needs_link"
            },
            black,
            white,
            spectators,
        };
        return json(status, &made);
    }
    let address = format!("/g/{}?made", server.secret.token(link(made.own)));
    (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response()
}
