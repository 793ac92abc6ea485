//! POST `/g/{token}/{verb}`: what a player does.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::answer::{Wants, json, not_found, plain, trouble};
use super::posted::Posted;
use super::server::{Entered, Server};
use super::show::Refused;
use crate::games::{Accepted, NotDone};
use crate::pages::{Look, Said, words};
use crate::trouble::Trouble;
use crate::wire::{AcceptedJson, Fields, Verb};
use gokata::Color;
use gokata::agreement::{Command, Viewer};

pub(super) async fn command(
    State(server): State<Arc<Server>>,
    Path((token, verb)): Path<(String, String)>,
    wants: Wants,
    Posted(fields): Posted<Fields>,
) -> Response {
    let Some(verb) = Verb::named(&verb) else {
        return not_found(wants);
    };
    let mut entered = match server.enter(token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    let Viewer::Player(color) = entered.link.viewer else {
        return plain(
            StatusCode::FORBIDDEN,
            "spectator",
            "Only for players",
            "Spectators see everything and change nothing.",
            wants,
        );
    };
    let size = entered.live.game.state().record().size();
    let read = fields
        .name()
        .and_then(|name| Ok((name, fields.command(verb, size)?)));
    let (name, mut command) = match read {
        Ok(read) => read,
        Err(text) => {
            let refused = Refused::new(StatusCode::BAD_REQUEST, "bad_request", text);
            return entered.refused(&server, wants, refused);
        }
    };
    if let Command::Claim {
        silent_for,
        reminders,
        ..
    } = &mut command
    {
        match server
            .games
            .silence(entered.link.game, &entered.live, color)
            .await
        {
            Ok(silence) => (*silent_for, *reminders) = silence,
            Err(error) => return trouble(&error, wants),
        }
    }
    let point = fields.point(size).ok();
    match server.games.ask(entered.link, color, name, command).await {
        Ok(accepted) => done(&server, entered, wants, accepted),
        Err(NotDone::Refused(refusal, live)) => {
            entered.live = live;
            let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::CONFLICT);
            let refused = Refused::new(status, refusal.code(), words::refusal(refusal, size));
            entered.refused(&server, wants, Refused { point, ..refused })
        }
        Err(NotDone::Trouble(Trouble::NoGame)) => not_found(wants),
        Err(NotDone::Trouble(error)) => trouble(&error, wants),
    }
}

fn done(server: &Server, mut entered: Entered, wants: Wants, accepted: Accepted) -> Response {
    entered.live = accepted.live;
    let merged = accepted.answer.is_merged();
    match wants {
        Wants::Json => {
            let view = entered.view();
            let view = entered.view_json(&view);
            let changed = accepted.answer.is_change();
            json(
                StatusCode::OK,
                &AcceptedJson {
                    repeated: accepted.repeated,
                    changed,
                    merged,
                    view,
                },
            )
        }
        Wants::Fragment => {
            let [black, white] = entered.names();
            let opponent = match entered.link.viewer {
                Viewer::Player(Color::Black) => white,
                _ => black,
            };
            let said = merged.then(|| Said::note(words::merged(&opponent)));
            entered.answer(server, wants, StatusCode::OK, Look::Now, said)
        }
        Wants::Page => (
            StatusCode::SEE_OTHER,
            [(header::LOCATION, format!("/g/{}", entered.token))],
        )
            .into_response(),
    }
}
