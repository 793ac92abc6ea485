//! POST `/g/{token}/{verb}`: what a player does.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::answer::{Failure, Wants, json};
use super::limits::Peer;
use super::opened::OpenedGame;
use super::posted::Posted;
use super::server::Server;
use crate::pages::{Feedback, Look, words};
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
    let mut opened = OpenedGame::by_link(&server, token, wants).await?;
    let color = opened.player()?;
    let size = opened.live.game.state().record().size();
    let read = fields
        .name()
        .and_then(|name| Ok((name, fields.command(verb, size)?)));
    let (name, mut command) = match read {
        Ok(read) => read,
        Err(error) => {
            let status = StatusCode::BAD_REQUEST;
            return Ok(opened.refused(status, "bad_request", error.to_string(), None));
        }
    };
    if let Command::Claim {
        silent_for,
        reminders,
        ..
    } = &mut command
    {
        let silence = server.games.silence(opened.link.game, &opened.live, color);
        (*silent_for, *reminders) = silence.await?;
    }
    if let Command::Suggest { suggestion, number } = &mut command {
        let view = opened.view();
        if view.allowed.contains(&Allowed::MarkStones) && view.scoring_number == *number {
            let record = opened.live.game.state().record();
            let standing = Standing::from(record);
            *suggestion = if let Some(known) = server.suggester.known(&standing) {
                known
            } else {
                server.limits.may_search(peer)?;
                server.suggester.find(standing).await?
            };
        } else {
            // Without a suggestion, the request may only be repeated or refused, even if the board changes to this one.
            *number = if view.scoring_number < *number {
                u32::MAX
            } else {
                0
            };
        }
    }
    // The game is copied if it changes while somebody holds it.
    drop(opened.live);
    let asked = server
        .games
        .handle(opened.link, color, name, command)
        .await?;
    opened.live = asked.live;
    let answer = match asked.answer {
        Ok(answer) => answer,
        Err(refusal) => {
            let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::CONFLICT);
            let (text, point) = (words::refusal(refusal, size), fields.point(size).ok());
            return Ok(opened.refused(status, refusal.code(), text, point));
        }
    };
    if wants == Wants::Page {
        return Ok(opened.to_page(""));
    }
    let (view, merged) = (opened.view(), answer.is_merged());
    if wants == Wants::Fragment {
        let opponent = opened.live.name(!color);
        let feedback = merged.then(|| Feedback::note(words::merged(&opponent)));
        return Ok(opened.answer(StatusCode::OK, &view, Look::Now, feedback));
    }
    let accepted = AcceptedJson {
        repeated: asked.repeated,
        changed: answer.is_change(),
        merged,
        view: opened.view_json(&view),
    };
    Ok(json(StatusCode::OK, &accepted))
}
