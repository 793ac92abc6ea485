//! POST `/g/{token}/rematch`: the game after a finished one. Both players find it on the page of the finished one.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::answer::{Failure, Wants, json};
use super::limits::Peer;
use super::opened::{OpenedGame, handed_out};
use super::server::Server;
use crate::make_game::{rematch, rematch_request};
use crate::wire;
use gokata::agreement::Stage;

#[derive(Serialize)]
struct RematchJson {
    game: String,
    color: &'static str,
    link: String,
}

pub(super) async fn make(
    State(server): State<Arc<Server>>,
    Extension(peer): Extension<Peer>,
    Path(token): Path<String>,
    wants: Wants,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants).await?;
    let (of, color) = (opened.link.game, opened.player()?);
    let refused = |error| Failure::of(StatusCode::CONFLICT, error);
    if opened.view().stage != Stage::Finished {
        return Err(refused("not_over"));
    }
    let made = server.store.made(rematch_request(of)).await?;
    if made.is_none() {
        server.may_make(peer, false).await?;
    }
    let game = rematch(&server.games, of, &opened.live, color).await?;
    if made.is_none() {
        server.games.has_news(of);
    }
    let live = server.games.current(game).await?;
    let link = handed_out(&live, game, opened.link.viewer);
    let link = link.ok_or_else(|| refused("rematch_replaced"))?;
    if wants == Wants::Json {
        let made = RematchJson {
            game: game.text(),
            color: wire::name(!color),
            link: server.url(link),
        };
        return Ok(json(StatusCode::OK, &made));
    }
    let page = format!("/g/{}", server.secret.token(link));
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response())
}
