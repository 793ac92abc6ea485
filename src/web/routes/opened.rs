//! A game that a link has opened, as its players and spectators see it.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::answer::{Failure, Wants, json};
use super::server::Server;
use crate::errors::GameError;
use crate::games::Live;
use crate::link::{GameId, Link};
use crate::make_game::rematch_request;
use crate::pages::{self, Feedback, Invitation, Look, Shown};
use crate::wire::{RefusedJson, ViewJson};
use gokata::agreement::{Stage, View, Viewer};
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
    /// Opens a game by its link. A wrong proof and an unknown game are answered alike. Whoever has a link that was replaced
    /// has had the game, so they learn what has become of it.
    pub(super) async fn by_link(
        server: &Arc<Server>,
        token: String,
        wants: Wants,
    ) -> Result<OpenedGame, Failure> {
        let link = server.secret.open(&token).ok_or_else(Failure::not_found)?;
        let live = server.games.current(link.game).await?;
        if !live.is_current(link) {
            return Err(Failure::of(StatusCode::GONE, "replaced"));
        }
        Ok(OpenedGame {
            server: Arc::clone(server),
            wants,
            link,
            token,
            rematch: rematch_path(server, link, &live).await?,
            live,
        })
    }

    /// The player who has come by their own link.
    pub(super) fn player(&self) -> Result<Color, Failure> {
        let spectator = || Failure::of(StatusCode::FORBIDDEN, "spectator");
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

    /// The color of the opponent, if the viewer has made the game and is to invite them.
    pub(super) fn inviting(&self) -> Option<Color> {
        let color = self
            .color()
            .filter(|color| self.live.maker == Some(*color))?;
        Some(!color).filter(|opponent| !self.live.has_come(*opponent))
    }

    fn invitation(&self) -> Option<Invitation> {
        let opponent = self.inviting()?;
        Some(Invitation {
            link: self.server.url(self.live.link(self.link.game, opponent)),
            email: self.live.seat(opponent).email.clone(),
        })
    }

    /// The page that shows a player's own link, to be kept.
    pub(super) fn own_link(&self) -> Result<Response, Failure> {
        self.player()?;
        let page = pages::own_link(&self.server.url(self.link), self.link.generation > 0);
        Ok(Html(page.into_string()).into_response())
    }

    /// A redirection to the page of the game, with this at the end of its address.
    pub(super) fn to_page(&self, query: &str) -> Response {
        let page = format!("/g/{}{query}", self.token);
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
        let [link, spectators] =
            [self.link, Link::of_spectator(self.link.game)].map(|link| self.server.url(link));
        let shown = Shown {
            live: &self.live,
            view,
            token: &self.token,
            link: &link,
            spectators: &spectators,
            invitation: self.invitation(),
            rematch: self.rematch.as_deref(),
            mails: self.server.sends_mail,
            presence: self.server.games.presence(self.link.game),
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

/// The path of the viewer's page in the game after a finished one, if there is one.
async fn rematch_path(
    server: &Server,
    link: Link,
    live: &Live,
) -> Result<Option<String>, GameError> {
    if live.game.state().stage() != Stage::Finished {
        return Ok(None);
    }
    let Some((game, _)) = server.store.made(rematch_request(link.game)).await? else {
        return Ok(None);
    };
    let next = handed_out(&server.games.current(game).await?, game, link.viewer);
    Ok(next.map(|next| format!("/g/{}", server.secret.token(next))))
}

/// The link in the next game of who has this place in the one before. A link that its player has made anew is not handed
/// out: others may have the old page.
pub(super) fn handed_out(next: &Live, game: GameId, viewer: Viewer) -> Option<Link> {
    match viewer {
        Viewer::Player(color) => Some(next.link(game, !color)).filter(|link| link.generation == 0),
        Viewer::Spectator => Some(Link::of_spectator(game)),
    }
}
