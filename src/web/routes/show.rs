//! The game as its players and spectators see it.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

use super::answer::{Wants, json};
use super::server::{Entered, Server};
use crate::link::Link;
use crate::name::Name;
use crate::pages::{self, Look, Made, OneMade, OwnSeat, Said, Shown};
use crate::wire::{RefusedJson, ViewJson};
use gokata::agreement::{View, Viewer};
use gokata::{Color, Point};

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

    /// The opponent's link, if the viewer may have it: until the opponent has come, the one who made the game hands it
    /// on. Whoever makes a game has seen it from the start, so the opponent never gets the maker's link. One that was
    /// mailed, or that the opponent has replaced, is for nobody else.
    fn invited(&self, server: &Server) -> Option<Link> {
        let Viewer::Player(color) = self.link.viewer else {
            return None;
        };
        let [own, opponent] = [color, !color].map(|color| &self.live.seats[color as usize]);
        let is_mailed = opponent.email.is_some() && server.sends_mail;
        let is_new = opponent.generation == 0 && !is_mailed;
        let is_expected = own.seen > 0 && opponent.seen == 0 && is_new;
        is_expected.then(|| Link::of(self.link.game, !color, opponent.generation))
    }

    /// The page after the game was made, which its maker may come back to until somebody has played.
    pub(super) fn made(&self, server: &Server) -> Option<Response> {
        let Viewer::Player(color) = self.link.viewer else {
            return None;
        };
        let [own, opponent] = [color, !color].map(|color| &self.live.seats[color as usize]);
        if own.seen == 0 || opponent.seen > 0 {
            return None;
        }
        let [black, white] = self.names();
        let [own_name, opponent_name] = match color {
            Color::Black => [&black, &white],
            Color::White => [&white, &black],
        };
        let [link, invite] =
            [Some(self.link), self.invited(server)].map(|link| link.map(|link| server.url(link)));
        let opening = self.live.game.state().record().at(0);
        let page = pages::made(&Made {
            own: OneMade {
                name: own_name,
                link: link.as_deref(),
            },
            opponent: OneMade {
                name: opponent_name,
                link: invite.as_deref(),
            },
            color,
            first: opening.map_or(Color::Black, |opening| opening.to_play()),
        });
        Some(Html(page.into_string()).into_response())
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
        let invite = self.invited(server).map(|link| server.url(link));
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
                invite: invite.as_deref(),
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
