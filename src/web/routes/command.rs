//! POST `/g/{token}/{verb}`: what a player does.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::answer::{Failure, Wants, json};
use super::entered::{Entered, Refused};
use super::limits::Peer;
use super::posted::Posted;
use super::server::Server;
use crate::pages::{Look, Said, words};
use crate::wire::{AcceptedJson, Fields, Verb};
use gokata::agreement::{Allowed, Command};
use gokata::scoring::Standing;

pub(super) async fn command(
    State(server): State<Arc<Server>>,
    Extension(peer): Extension<Peer>,
    Path((token, verb)): Path<(String, String)>,
    wants: Wants,
    Posted(fields): Posted<Fields>,
) -> Result<Response, Failure> {
    let verb = Verb::named(&verb).ok_or_else(Failure::not_found)?;
    let mut entered = Entered::by(&server, token, wants).await?;
    let color = entered.player()?;
    let size = entered.live.game.state().record().size();
    let read = fields
        .name()
        .and_then(|name| Ok((name, fields.command(verb, size)?)));
    let (name, mut command) = match read {
        Ok(read) => read,
        Err(text) => {
            return Ok(entered.refused(Refused {
                status: StatusCode::BAD_REQUEST,
                error: "bad_request",
                text,
                point: None,
            }));
        }
    };
    if let Command::Claim {
        silent_for,
        reminders,
        ..
    } = &mut command
    {
        let silence = server
            .games
            .silence(entered.link.game, &entered.live, color);
        (*silent_for, *reminders) = silence.await?;
    }
    if let Command::Suggest { suggestion, number } = &mut command {
        let view = entered.view();
        if view.allowed.contains(&Allowed::MarkStones) && view.scoring_number == *number {
            let record = entered.live.game.state().record();
            let standing = Standing::from(record);
            *suggestion = if let Some(known) = server.suggester.known(&standing) {
                known
            } else {
                server.limits.may_search(peer)?;
                server.suggester.find(standing).await?
            };
        } else {
            // Without a search, the request is only repeated or refused, even if the board becomes this one meanwhile.
            *number = if view.scoring_number < *number {
                u32::MAX
            } else {
                0
            };
        }
    }
    // The game is copied if it changes while somebody holds it.
    drop(entered.live);
    let asked = server.games.ask(entered.link, color, name, command).await?;
    entered.live = asked.live;
    let answer = match asked.answer {
        Ok(answer) => answer,
        Err(refusal) => {
            return Ok(entered.refused(Refused {
                status: StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::CONFLICT),
                error: refusal.code(),
                text: words::refusal(refusal, size),
                point: fields.point(size).ok(),
            }));
        }
    };
    if wants == Wants::Page {
        return Ok(entered.to_page());
    }
    let (view, merged) = (entered.view(), answer.is_merged());
    if wants == Wants::Fragment {
        let opponent = &entered.names()[!color as usize];
        let said = merged.then(|| Said::note(words::merged(opponent)));
        return Ok(entered.answer(StatusCode::OK, &view, Look::Now, said));
    }
    let accepted = AcceptedJson {
        repeated: asked.repeated,
        changed: answer.is_change(),
        merged,
        view: entered.view_json(&view),
    };
    Ok(json(StatusCode::OK, &accepted))
}
