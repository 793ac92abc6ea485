//! Routes without connections.

#![allow(clippy::unwrap_used)] // a test may panic

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use tokio::sync::watch;

use super::answer::Wants;
use super::command::command;
use super::limits::Limits;
use super::posted::Posted;
use super::seat::{SeenFields, new_link, seen};
use super::server::Server;
use crate::games_tests::in_new_folder;
use crate::link::{Secret, random_bytes};
use crate::live::Streams;
use crate::wire::Fields;
use gokata::Color;

/// A game of 300 moves takes some 400 KB.
#[test]
fn no_request_copies_the_game() {
    in_new_folder(async |store, games, made| {
        let server = Arc::new(Server {
            games,
            store,
            secret: Arc::new(Secret::new(random_bytes())),
            base_url: String::new(),
            streams: Arc::new(Streams::default()),
            closing: watch::channel(false).1,
            limits: Limits::new(0, false),
            sends_mail: false,
        });
        let state = || State(Arc::clone(&server));
        let token = |color| server.secret.token(made.live.link(made.id, color));
        let place = async || Arc::as_ptr(&server.games.see(made.id).await.unwrap().game);
        let first = place().await;
        for (turn, color) in [Color::Black, Color::White].into_iter().enumerate() {
            let fields = Fields {
                req: format!("move-{turn}"),
                point: Some(format!("C{}", turn + 3)),
                move_no: Some(turn),
                ..Fields::default()
            };
            let path = Path((token(color), "play".to_owned()));
            let answer = command(state(), path, Wants::Fragment, Posted(fields)).await;
            assert_eq!(answer.unwrap().status(), StatusCode::OK);
            assert_eq!(place().await, first, "a move copies its game");
        }
        let path = || Path(token(Color::Black));
        let fields = Posted(SeenFields::default());
        seen(state(), path(), Wants::Json, fields).await.unwrap();
        new_link(state(), path(), Wants::Json).await.unwrap();
        assert_eq!(place().await, first, "a change of a seat copies the game");
    });
}
