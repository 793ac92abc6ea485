//! Routes without connections.

#![allow(clippy::unwrap_used)] // a test may panic

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use tokio::sync::watch;

use super::answer::Wants;
use super::command::command;
use super::limits::{Limits, Peer};
use super::posted::Posted;
use super::seat::{SeenFields, new_link, seen};
use super::server::Server;
use crate::games::Games;
use crate::games_tests::in_new_folder;
use crate::link::{Link, Secret, random_bytes, random_name};
use crate::store::Store;
use crate::streams::Streams;
use crate::suggester::Suggester;
use crate::wire::Fields;
use gokata::Color;
use gokata::scoring::Standing;

fn server(games: Arc<Games>, store: Arc<dyn Store>, limits: Limits) -> Arc<Server> {
    Arc::new(Server {
        games,
        store,
        secret: Arc::new(Secret::new(random_bytes())),
        base_url: String::new(),
        streams: Arc::new(Streams::default()),
        closing: watch::channel(false).1,
        limits,
        sends_mail: false,
        suggester: Suggester::default(),
    })
}

fn peer() -> Peer {
    Peer::of([127, 0, 0, 1].into())
}

/// Sends a command under a new name by a player's link.
async fn send(server: &Arc<Server>, link: Link, verb: &str, fields: Fields) -> Response {
    let path = Path((server.secret.token(link), verb.to_owned()));
    let fields = Posted(Fields {
        req: random_name(),
        ..fields
    });
    let server = State(Arc::clone(server));
    let answer = command(server, Extension(peer()), path, Wants::Json, fields).await;
    answer.unwrap_or_else(|failure| failure.answer(Wants::Json))
}

/// A game of 300 moves takes some 400 KB.
#[test]
fn no_request_copies_the_game() {
    in_new_folder(async |store, games, made| {
        let server = server(games, store, Limits::new(0, false));
        let state = || State(Arc::clone(&server));
        let link = |color| made.live.link(made.id, color);
        let place = async || Arc::as_ptr(&server.games.current(made.id).await.unwrap().game);
        let first = place().await;
        for (turn, color) in [Color::Black, Color::White].into_iter().enumerate() {
            let fields = Fields {
                point: Some(format!("C{}", turn + 3)),
                move_no: Some(turn),
                ..Fields::default()
            };
            let answer = send(&server, link(color), "play", fields).await;
            assert_eq!(answer.status(), StatusCode::OK);
            assert_eq!(place().await, first, "a move copies its game");
        }
        let path = || Path(server.secret.token(link(Color::Black)));
        let fields = Posted(SeenFields::default());
        seen(state(), path(), Wants::Json, fields).await.unwrap();
        new_link(state(), path(), Wants::Json).await.unwrap();
        assert_eq!(place().await, first, "a change of a seat copies the game");
    });
}

/// After many searches, an address has to wait for the next one, but not for a board that is known. A refusal changes
/// nothing.
#[test]
fn one_address_has_few_boards_looked_at() {
    in_new_folder(async |store, games, made| {
        let server = server(games, store, Limits::new(0, true));
        let number = async || {
            let live = server.games.current(made.id).await.unwrap();
            (live.game.state().scoring_number(), live.game.log().len())
        };
        let ask = async |color, verb: &str, fields: Fields| {
            send(&server, made.live.link(made.id, color), verb, fields).await
        };
        for (turn, color) in [Color::Black, Color::White].into_iter().enumerate() {
            let fields = Fields {
                move_no: Some(turn),
                ..Fields::default()
            };
            assert_eq!(ask(color, "pass", fields).await.status(), StatusCode::OK);
        }
        let suggest = async |color, number| {
            let fields = Fields {
                number: Some(number),
                ..Fields::default()
            };
            ask(color, "suggest", fields).await
        };
        for _ in 0..20 {
            server.limits.may_search(peer()).unwrap();
        }
        let before = number().await;
        let refused = suggest(Color::Black, 1).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        let wait = refused.headers()[header::RETRY_AFTER].to_str().unwrap();
        assert!((1..=4).contains(&wait.parse::<u64>().unwrap()), "{wait}");
        // Requests that need no search are answered as ever.
        for stale in [0, 2] {
            let refused = suggest(Color::Black, stale).await.status();
            assert!([409, 422].contains(&refused.as_u16()), "{refused}");
        }
        assert_eq!(number().await, before);
        let live = server.games.current(made.id).await.unwrap();
        let standing = Standing::from(live.game.state().record());
        drop(live);
        server.suggester.find(standing).await.unwrap();
        assert_eq!(suggest(Color::Black, 1).await.status(), StatusCode::OK);
        assert_eq!(number().await, (2, before.1 + 1));
    });
}
