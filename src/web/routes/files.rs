//! A game as files to keep. None of them contains a link.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::answer::Wants;
use super::server::{Entered, Server};
use crate::agreement::Game;
use crate::basics::{Action, Color, Labels};
use crate::picture;
use crate::scoring::PointState;
use crate::sgf::{self, GameInfo};
use crate::web::name::Name;

/// Answers with a file made from the game.
async fn file(
    server: &Server,
    token: String,
    kind: &'static str,
    name: &str,
    make: impl FnOnce(&Entered) -> String,
) -> Response {
    let entered = match server.enter(token, Wants::Page).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    let text = make(&entered);
    let file = format!("inline; filename=\"{name}\"");
    (
        StatusCode::OK,
        [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_DISPOSITION, &file),
        ],
        text,
    )
        .into_response()
}

pub(super) async fn sgf(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Response {
    file(
        &server,
        token,
        "application/x-go-sgf; charset=utf-8",
        "game.sgf",
        |entered| {
            sgf::write(
                entered.live.game.state().record(),
                &about(&entered.live.game, entered.names()),
            )
        },
    )
    .await
}

/// The entries of the game, one JSON object a line, which `Game::replay` reads back.
pub(super) async fn log(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Response {
    file(
        &server,
        token,
        "application/jsonl; charset=utf-8",
        "log.jsonl",
        |entered| {
            let lines = entered
                .live
                .game
                .log()
                .iter()
                .filter_map(|entry| serde_json::to_string(entry).ok());
            lines.fold(String::new(), |all, line| all + &line + "\n")
        },
    )
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
    file(
        &server,
        token,
        "text/plain; charset=utf-8",
        "board.txt",
        |entered| {
            let record = entered.live.game.state().record();
            let side = match record.to_play() {
                Color::Black => 'x',
                Color::White => 'o',
            };
            format!("{side}\n{}\n", record.board())
        },
    )
    .await
}

/// Players, result and territory of a game.
fn about(game: &Game, [black, white]: [Name; 2]) -> GameInfo {
    let state = game.state();
    let size = state.record().size();
    let owned = |color: Color| {
        let letters = state.board();
        let points = size.points().zip(letters.chars());
        let is_owned = |letter: char| {
            let state = PointState::from_letter(letter);
            // Living stones are no territory.
            state.is_some_and(|state| state.owner() == Some(color) && state.stone() != Some(color))
        };
        points
            .filter(|(_, letter)| is_owned(*letter))
            .map(|(point, _)| point)
            .collect()
    };
    let finish = state.finish();
    let is_counted = finish.is_some_and(|finish| finish.counted.is_some());
    let territory = |color| if is_counted { owned(color) } else { Vec::new() };
    GameInfo {
        black: Some(black.to_string()),
        white: Some(white.to_string()),
        result: finish.map(|finish| finish.outcome),
        black_territory: territory(Color::Black),
        white_territory: territory(Color::White),
        ..GameInfo::default()
    }
}
