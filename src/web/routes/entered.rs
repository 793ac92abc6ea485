//! A game that a link has opened, as its players and spectators see it.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::answer::{Failure, Wants, json};
use super::server::Server;
use crate::games::Live;
use crate::link::Link;
use crate::name::Name;
use crate::pages::{self, Look, Made, OwnSeat, Said, Shown};
use crate::wire::{RefusedJson, ViewJson};
use gokata::agreement::{View, Viewer};
use gokata::{Color, Point};

/// A game that a link has opened.
pub(super) struct Entered {
    server: Arc<Server>,
    wants: Wants,
    pub link: Link,
    pub token: String,
    pub live: Live,
}

impl Entered {
    /// Opens a game by its link. A wrong proof, an unknown game and a link that was replaced are answered alike.
    pub(super) async fn by(
        server: &Arc<Server>,
        token: String,
        wants: Wants,
    ) -> Result<Entered, Failure> {
        let link = server.secret.open(&token).ok_or_else(Failure::not_found)?;
        let live = server.games.see(link.game).await?;
        if !live.is_current(link) {
            return Err(Failure::not_found());
        }
        Ok(Entered {
            server: Arc::clone(server),
            wants,
            link,
            token,
            live,
        })
    }

    /// The player who has come by their own link.
    pub(super) fn player(&self) -> Result<Color, Failure> {
        match self.link.viewer {
            Viewer::Player(color) => Ok(color),
            Viewer::Spectator => Err(Failure::new(
                StatusCode::FORBIDDEN,
                "spectator",
                "Only for players",
                "Spectators see everything and change nothing.",
            )),
        }
    }

    pub(super) fn view(&self) -> View {
        self.live.game.view(self.link.viewer)
    }

    /// Black's and White's.
    pub(super) fn names(&self) -> [Name; 2] {
        let seats = self.live.seats.each_ref();
        seats.map(|seat| Name::stored(&seat.name))
    }

    pub(super) fn view_json<'a>(&self, view: &'a View) -> ViewJson<'a> {
        let names = self.live.seats.each_ref().map(|seat| seat.name.clone());
        ViewJson::of(view, names, self.live.game.state())
    }

    /// The opponent's link, if the viewer may have it: until the opponent has come, the one who made the game hands it
    /// on. The maker of a game has seen it from the start, so the opponent never gets the maker's link. One that was
    /// mailed, or that the opponent has replaced, is for nobody else.
    fn invited(&self) -> Option<String> {
        let Viewer::Player(color) = self.link.viewer else {
            return None;
        };
        let [own, opponent] = [color, !color].map(|color| self.live.seat(color));
        let is_mailed = opponent.email.is_some() && self.server.sends_mail;
        let is_new = opponent.generation == 0 && !is_mailed;
        let is_expected = own.seen > 0 && opponent.seen == 0 && is_new;
        let link = is_expected.then(|| self.live.link(self.link.game, !color))?;
        Some(self.server.url(link))
    }

    /// The page after the game was made, which its maker may come back to until somebody has played.
    pub(super) fn made(&self) -> Option<Response> {
        let Viewer::Player(color) = self.link.viewer else {
            return None;
        };
        let [own, opponent] = [color, !color].map(|color| self.live.seat(color));
        if own.seen == 0 || opponent.seen > 0 {
            return None;
        }
        let opening = self.live.game.state().record().at(0);
        let page = pages::made(&Made {
            link: &self.server.url(self.link),
            opponent: &self.names()[!color as usize],
            opponent_link: self.invited().as_deref(),
            color,
            first: opening.map_or(Color::Black, |opening| opening.to_play()),
        });
        Some(Html(page.into_string()).into_response())
    }

    /// The way to the game's page, after something was done.
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
        said: Option<Said>,
    ) -> Response {
        if self.wants == Wants::Json {
            return json(status, &self.view_json(view));
        }
        let spectators = self.server.url(Link::of_spectator(self.link.game));
        let [black, white] = self.names();
        let seat = match self.link.viewer {
            Viewer::Player(color) => Some(self.live.seat(color)),
            Viewer::Spectator => None,
        };
        let invite = self.invited();
        let shown = Shown {
            game: &self.live.game,
            view,
            names: [&black, &white],
            token: &self.token,
            spectators: &spectators,
            seat: seat.map(|seat| OwnSeat {
                email: seat.email.as_deref(),
                wants_mail: seat.wants_mail,
                can_renew: seat.generation < Link::LAST_GENERATION,
                invite: invite.as_deref(),
            }),
            look,
            said,
        };
        let html = match self.wants {
            Wants::Fragment => pages::fragment(&shown),
            _ => pages::game(&shown),
        };
        (status, Html(html.into_string())).into_response()
    }

    /// The game as it is now, with the sentence at the point.
    pub(super) fn refused(&self, refused: Refused) -> Response {
        let Refused {
            status,
            error,
            text,
            point,
        } = refused;
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
        let is_turn = view
            .to_move
            .is_some_and(|color| self.link.viewer == Viewer::Player(color));
        let free = point.filter(|point| is_turn && board.stone_at(*point).is_none());
        let look = free.map_or(Look::Now, Look::Chosen);
        self.answer(status, &view, look, Some(Said::refused(text, point)))
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
