//! What is at which address.

mod answer;
mod command;
mod files;
mod game;
mod guard;
mod limits;
mod make;
mod posted;
mod seat;
mod server;
mod show;
mod stop;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use self::answer::{Wants, not_found, trouble};
pub(super) use self::limits::{Limits, Peer, number};
pub(super) use self::server::Server;
use super::pages;

/// All routes.
pub(super) fn router(server: Arc<Server>) -> Router {
    let routes = Router::new()
        .route("/", get(make::start))
        .route("/games", post(make::make))
        .route("/g/{token}", get(game::page))
        .route("/g/{token}/state", get(game::state))
        .route("/g/{token}/events", get(game::events))
        .route("/g/{token}/why", get(game::why))
        .route("/g/{token}/game.sgf", get(files::sgf))
        .route("/g/{token}/log.jsonl", get(files::log))
        .route("/g/{token}/board.svg", get(files::svg))
        .route("/g/{token}/board.txt", get(files::text))
        .route("/g/{token}/seat", post(seat::change))
        .route("/g/{token}/newlink", post(seat::new_link))
        .route("/g/{token}/seen", post(seat::seen))
        .route("/g/{token}/{verb}", post(command::command))
        .route("/m/{token}/stop", get(stop::ask).post(stop::stop))
        .route("/s/{file}", get(asset))
        .route("/healthz", get(health))
        .route("/robots.txt", get(robots))
        .fallback(|wants: Wants| async move { not_found(wants) });
    guard::around(routes, &server).with_state(server)
}

async fn asset(Path(file): Path<String>) -> Response {
    let Some(asset) = pages::asset(&format!("/s/{file}")) else {
        return not_found(Wants::Page);
    };
    let forever = "public, max-age=31536000, immutable";
    let headers = [
        (header::CONTENT_TYPE, asset.content_type),
        (header::CACHE_CONTROL, forever),
    ];
    (headers, asset.text).into_response()
}

async fn robots() -> Response {
    (
        [(header::CONTENT_TYPE, "text/plain")],
        "User-agent: *\nDisallow: /\n",
    )
        .into_response()
}

/// Says whether the database can write, and how old the oldest mail is that waits.
async fn health(State(server): State<Arc<Server>>) -> Response {
    match server.store.health().await {
        Err(error) => trouble(&error.into(), Wants::Json),
        Ok(health) => {
            let oldest = health
                .oldest_mail
                .map(|due| server.games.now().saturating_sub(due));
            let seconds = oldest.map_or_else(|| "null".to_owned(), |seconds| seconds.to_string());
            let body = format!("{{\"database\":\"ok\",\"oldest_mail_seconds\":{seconds}}}\n");
            ([(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
    }
}
