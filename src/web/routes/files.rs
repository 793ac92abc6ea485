//! A game as files to keep. None of them contains a link.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::answer::Wants;
use super::{Entered, Server};
use crate::agreement::Game;
use crate::basics::{Action, Color, Labels};
use crate::picture;
use crate::scoring::PointState;
use crate::sgf::{self, GameInfo};

/// Answers with a file made from the game.
async fn file(server: &Server, token: String, kind: &'static str, name: &str, make: impl FnOnce(&Entered) -> String) -> Response {
    let entered = match server.enter(token, Wants::Page).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    let text = make(&entered);
    let file = format!("inline; filename=\"{name}\"");
    (StatusCode::OK, [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, &file)], text).into_response()
}

pub(super) async fn sgf(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Response {
    file(&server, token, "application/x-go-sgf; charset=utf-8", "game.sgf", |entered| {
        sgf::write(entered.live.game.state().record(), &about(&entered.live.game, entered.names()))
    })
    .await
}

/// The entries of the game, one JSON object a line, which `Game::replay` reads back.
pub(super) async fn log(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Response {
    file(&server, token, "application/jsonl; charset=utf-8", "log.jsonl", |entered| {
        let lines = entered.live.game.log().iter().filter_map(|entry| serde_json::to_string(entry).ok());
        lines.fold(String::new(), |all, line| all + &line + "\n")
    })
    .await
}

pub(super) async fn svg(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Response {
    file(&server, token, "image/svg+xml", "board.svg", |entered| {
        let record = entered.live.game.state().record();
        let last = record.last_turn().and_then(|mv| match mv.action {
            Action::Play(point) => Some(point),
            _ => None,
        });
        picture::svg(record.board(), last, &Labels::default())
    })
    .await
}

/// The board as a fixture: the side to play, then the rows.
pub(super) async fn text(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Response {
    file(&server, token, "text/plain; charset=utf-8", "board.txt", |entered| {
        let record = entered.live.game.state().record();
        let side = match record.to_play() {
            Color::Black => 'x',
            Color::White => 'o',
        };
        format!("{side}\n{}", record.board())
    })
    .await
}

/// Players, result and territory of a game.
fn about(game: &Game, [black, white]: [&str; 2]) -> GameInfo {
    let state = game.state();
    let marks = state.finish().and_then(|finish| finish.counted.as_ref()).map(|counted| &counted.marks);
    let territory = |owner: [PointState; 3]| {
        let Some(marks) = marks else { return Vec::new() };
        let points = marks.size().points();
        points.filter(|point| marks.state(*point).is_some_and(|state| owner.contains(&state))).collect()
    };
    todo!()
}
