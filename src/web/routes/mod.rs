//! The routes.

mod answer;
mod command;
mod files;
mod game;
mod guard;
mod limits;
mod make;
mod opened;
mod posted;
mod rematch;
mod seat;
mod server;
mod stop;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;

use self::answer::{Failure, Wants, json};
pub(super) use self::limits::{Limits, Peer};
pub(super) use self::server::{HOUR, Server};
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
        .route("/g/{token}/link", get(game::own_link))
        .route("/g/{token}/game.sgf", get(files::sgf))
        .route("/g/{token}/log.jsonl", get(files::log))
        .route("/g/{token}/board.svg", get(files::svg))
        .route("/g/{token}/board.txt", get(files::text))
        .route("/g/{token}/seat", post(seat::change))
        .route("/g/{token}/newlink", post(seat::new_link))
        .route("/g/{token}/rematch", post(rematch::make))
        .route("/g/{token}/invite", post(seat::invite))
        .route("/g/{token}/seen", post(seat::seen))
        .route("/g/{token}/{verb}", post(command::command))
        .route("/m/{token}/stop", get(stop::ask).post(stop::stop))
        .route("/s/{file}", get(asset))
        .route("/healthz", get(health))
        .route("/robots.txt", get(robots))
        .fallback(async || Failure::not_found());
    guard::around(routes, &server).with_state(server)
}

async fn asset(Path(file): Path<String>) -> Result<Response, Failure> {
    let asset = pages::asset(&format!("/s/{file}"));
    let asset = asset.ok_or_else(|| Failure::not_found().always(Wants::Page))?;
    let forever = "public, max-age=31536000, immutable";
    let headers = [
        (header::CONTENT_TYPE, asset.content_type),
        (header::CACHE_CONTROL, forever),
    ];
    Ok((headers, asset.text.as_str()).into_response())
}

async fn robots() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain")];
    (headers, "User-agent: *\nDisallow: /\n").into_response()
}

#[derive(Serialize)]
struct HealthJson {
    database: &'static str,
    oldest_mail_seconds: Option<u64>,
    mail_tries: u64,
}

/// Reports whether the database can write, how late the oldest mail is, and the most failed attempts of a waiting mail.
async fn health(State(server): State<Arc<Server>>) -> Result<Response, Failure> {
    let found = server.store.health().await;
    let (oldest, mail_tries) = found.map_err(|error| Failure::from(error).always(Wants::Json))?;
    let age = |due| server.games.now().saturating_sub(due);
    let health = HealthJson {
        database: "ok",
        oldest_mail_seconds: oldest.map(age),
        mail_tries,
    };
    Ok(json(StatusCode::OK, &health))
}
