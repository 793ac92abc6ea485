//! A game that a link has opened, as its players and spectators see it.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::answer::{Failure, Wants, json};
use super::rematch;
use super::server::Server;
use crate::games::Live;
use crate::link::Link;
use crate::pages::{self, Feedback, Look, MadePage, Shown};
use crate::wire::{RefusedJson, ViewJson};
use gokata::agreement::{View, Viewer};
use gokata::{Color, Point};

/// A game that a link has opened.
pub(super) struct OpenedGame {
    server: Arc<Server>,
    wants: Wants,
    pub link: Link,
    pub token: String,
    pub live: Live,
    /// The path of the viewer's page in the rematch, if there is one.
    rematch: Option<String>,
}

impl OpenedGame {
    /// Opens a game by its link. A wrong proof, an unknown game and a link that was replaced are answered alike.
    pub(super) async fn by_link(
        server: &Arc<Server>,
        token: String,
        wants: Wants,
    ) -> Result<OpenedGame, Failure> {
        let link = server.secret.open(&token).ok_or_else(Failure::not_found)?;
        let live = server.games.current(link.game).await?;
        if !live.is_current(link) {
            return Err(Failure::not_found());
        }
        Ok(OpenedGame {
            server: Arc::clone(server),
            wants,
            link,
            token,
            rematch: rematch::path(server, link, &live).await?,
            live,
        })
    }

    /// The player who has come by their own link.
    pub(super) fn player(&self) -> Result<Color, Failure> {
        let text = "Spectators see everything and change nothing.";
        let status = StatusCode::FORBIDDEN;
        let spectator = || Failure::new(status, "spectator", "Only for players", text);
        self.color().ok_or_else(spectator)
    }

    fn color(&self) -> Option<Color> {
        match self.link.viewer {
            Viewer::Player(color) => Some(color),
            Viewer::Spectator => None,
        }
    }

    pub(super) fn view(&self) -> View {
        self.live.game.view(self.link.viewer)
    }

    pub(super) fn view_json<'a>(&self, view: &'a View) -> ViewJson<'a> {
        let names = self.live.seats.each_ref().map(|seat| seat.name.clone());
        ViewJson::of(view, names, self.live.game.state())
    }

    /// The opponent's link, if the viewer may pass it on: they made the game, and the opponent has not opened it, has not
    /// replaced the link, and does not get it by mail. The maker has seen the game from the start, so the opponent never
    /// gets the maker's link.
    fn invited(&self) -> Option<String> {
        let color = self.color()?;
        let [own, opponent] = [color, !color].map(|color| self.live.seat(color));
        let is_mailed = opponent.email.is_some() && self.server.sends_mail;
        let is_new = opponent.generation == 0 && !is_mailed;
        let is_expected = own.seen > 0 && opponent.seen == 0 && is_new;
        let link = is_expected.then(|| self.live.link(self.link.game, !color))?;
        Some(self.server.url(link))
    }

    /// The page after the game was made, until the opponent has opened the game.
    pub(super) fn made(&self) -> Option<Response> {
        let color = self.color()?;
        let [own, opponent] = [color, !color].map(|color| self.live.seat(color));
        if own.seen == 0 || opponent.seen > 0 {
            return None;
        }
        let opening = self.live.game.state().record().at(0);
        let page = pages::made(&MadePage {
            link: &self.server.url(self.link),
            opponent: &self.live.name(!color),
            opponent_link: self.invited().as_deref(),
            color,
            first: opening.map_or(Color::Black, |opening| opening.to_play()),
        });
        Some(Html(page.into_string()).into_response())
    }

    /// A redirection to the page of the game.
    pub(super) fn to_page(&self) -> Response {
        let page = format!("/g/{}", self.token);
        (StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response()
    }

    /// The page or fragment of the game with this view of it, or the view as JSON.
    pub(super) fn answer(
        &self,
        status: StatusCode,
        view: &View,
        look: Look,
        feedback: Option<Feedback>,
    ) -> Response {
        if self.wants == Wants::Json {
            return json(status, &self.view_json(view));
        }
        let spectators = self.server.url(Link::of_spectator(self.link.game));
        let shown = Shown {
            live: &self.live,
            view,
            token: &self.token,
            spectators: &spectators,
            invitation: self.invited(),
            rematch: self.rematch.as_deref(),
            look,
            feedback,
        };
        let html = match self.wants {
            Wants::Fragment => pages::fragment(&shown),
            _ => pages::game(&shown),
        };
        (status, Html(html.into_string())).into_response()
    }

    /// Why a player's request was not carried out, in one word for programs and in a sentence; and the game as it is now,
    /// with the sentence at the point that it is about.
    pub(super) fn refused(
        &self,
        status: StatusCode,
        error: &'static str,
        text: String,
        point: Option<Point>,
    ) -> Response {
        let view = self.view();
        if self.wants == Wants::Json {
            let refused = RefusedJson {
                error,
                text: &text,
                point: point.map(|point| point.vertex(view.size)),
                view: Some(self.view_json(&view)),
            };
            return json(status, &refused);
        }
        let board = self.live.game.state().record().board();
        let is_turn = view.to_move.is_some() && view.to_move == self.color();
        let free = point.filter(|point| is_turn && board.stone_at(*point).is_none());
        let look = free.map_or(Look::Now, Look::Chosen);
        self.answer(status, &view, look, Some(Feedback::refused(text, point)))
    }
}
