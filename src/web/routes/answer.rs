//! Answers as a page, as a part of a page, or as JSON, as the client wants.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;

use super::{Entered, Server};
use crate::agreement::{View, Viewer};
use crate::basics::Point;
use crate::web::games::Trouble;
use crate::web::link::Link;
use crate::web::name::Name;
use crate::web::pages::{self, Look, OwnSeat, Said, Shown};
use crate::web::wire::{RefusedJson, ViewJson};

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    Page,
    /// What the script puts into the page.
    Fragment,
    Json,
}

impl<S: Sync> FromRequestParts<S> for Wants {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Wants, Infallible> {
        let accept = parts
            .headers
            .get(header::ACCEPT)
            .and_then(|accept| accept.to_str().ok())
            .unwrap_or_default();
        // Programs that send JSON want JSON, unless they say otherwise.
        let sends = parts
            .headers
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        let says_nothing = accept.is_empty() || accept == "*/*";
        Ok(if accept.contains("text/x-fragment") {
            Wants::Fragment
        } else if accept.contains("application/json")
            || (says_nothing && sends.starts_with("application/json"))
        {
            Wants::Json
        } else {
            Wants::Page
        })
    }
}

/// An object as JSON.
pub(super) fn json(status: StatusCode, object: &impl Serialize) -> Response {
    let body = serde_json::to_string(object).unwrap_or_default() + "\n";
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// A page, or its equivalent in JSON, that says why there is nothing else to show.
pub(super) fn plain(
    status: StatusCode,
    error: &str,
    title: &str,
    text: &str,
    wants: Wants,
) -> Response {
    if wants == Wants::Json {
        return json(
            status,
            &RefusedJson {
                error,
                text,
                point: None,
                view: None,
            },
        );
    }
    (status, Html(pages::message(title, text).into_string())).into_response()
}

/// The one answer to unknown addresses, unknown games, and links that are wrong or replaced.
pub(super) fn not_found(wants: Wants) -> Response {
    let text = "There is no such page, or its link is not complete.";
    plain(StatusCode::NOT_FOUND, "not_found", "Not found", text, wants)
}

/// The answer when the game could not be read or changed; then nothing has happened.
pub(super) fn trouble(trouble: &Trouble, wants: Wants) -> Response {
    crate::web::log(&trouble.to_string());
    let text = "The game could not be saved or read just now, and nothing has changed. Please try again in a moment.";
    let mut response = plain(
        StatusCode::SERVICE_UNAVAILABLE,
        "not_stored",
        "Try again in a moment",
        text,
        wants,
    );
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

impl Entered {
    pub(super) fn view(&self) -> View {
        self.live.game.view(self.link.viewer)
    }

    /// Black's and White's.
    pub(super) fn names(&self) -> [Name; 2] {
        self.live
            .seats
            .each_ref()
            .map(|seat| Name::stored(&seat.name))
    }

    pub(super) fn view_json<'a>(&self, view: &'a View) -> ViewJson<'a> {
        let names = self.live.seats.each_ref().map(|seat| seat.name.clone());
        ViewJson::of(view, names, self.live.game.state())
    }

    /// The page or fragment of the game as it stands, or as JSON.
    pub(super) fn answer(
        &self,
        server: &Server,
        wants: Wants,
        status: StatusCode,
        look: Look,
        said: Option<Said>,
    ) -> Response {
        if wants == Wants::Json {
            return json(status, &self.view_json(&self.view()));
        }
        let html = self.shown(server, look, said, |shown| match wants {
            Wants::Fragment => pages::fragment(shown),
            _ => pages::game(shown),
        });
        (status, Html(html.into_string())).into_response()
    }

    /// What pages are drawn from.
    pub(super) fn shown<T>(
        &self,
        server: &Server,
        look: Look,
        said: Option<Said>,
        draw: impl FnOnce(&Shown<'_>) -> T,
    ) -> T {
        let spectators = server.url(Link::of_spectator(self.link.game));
        let [black, white] = self.names();
        let seat = match self.link.viewer {
            Viewer::Player(color) => Some(&self.live.seats[color as usize]),
            Viewer::Spectator => None,
        };
        draw(&Shown {
            game: &self.live.game,
            viewer: self.link.viewer,
            names: [&black, &white],
            token: &self.token,
            spectators: &spectators,
            seat: seat.map(|seat| OwnSeat {
                email: seat.email.as_deref(),
                wants_mail: seat.wants_mail,
                can_renew: seat.generation < Link::LAST_GENERATION,
            }),
            look,
            said,
        })
    }

    /// The game as it is now, with the sentence at the point.
    pub(super) fn refused(&self, server: &Server, wants: Wants, refused: Refused) -> Response {
        let Refused {
            status,
            error,
            text,
            point,
        } = refused;
        let view = self.view();
        let record = self.live.game.state().record();
        if wants == Wants::Json {
            let point = point.map(|point| point.vertex(view.size));
            let view = Some(self.view_json(&view));
            return json(
                status,
                &RefusedJson {
                    error,
                    text: &text,
                    point,
                    view,
                },
            );
        }
        let is_turn = view
            .to_move
            .is_some_and(|color| self.link.viewer == Viewer::Player(color));
        let free = point.filter(|point| is_turn && record.board().stone_at(*point).is_none());
        let look = free.map_or(Look::Now, Look::Chosen);
        self.answer(
            server,
            wants,
            status,
            look,
            Some(Said::refused(text, point)),
        )
    }
}

/// Why a player's request was not carried out.
pub(super) struct Refused {
    pub status: StatusCode,
    /// In one word, for programs.
    pub error: &'static str,
    pub text: String,
    /// The point that the sentence is about.
    pub point: Option<Point>,
}

impl Refused {
    pub(super) fn new(status: StatusCode, error: &'static str, text: String) -> Refused {
        Refused {
            status,
            error,
            text,
            point: None,
        }
    }
}
