//! The page of a game, and what keeps it up to date.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{self, Path, Query};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::answer::{Failure, Wants, json};
use super::opened::OpenedGame;
use super::server::Server;
use crate::pages::words::{self, answers};
use crate::pages::{self, Feedback, Look, Question};
use crate::streams;
use crate::wire::{mark_named, point};
use gokata::agreement::{Stage, State, View};
use gokata::{BoardRecord, Color, Move, Point, explain_move};

/// What of the game to show. Nothing here changes it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Looks {
    r#move: Option<String>,
    point: Option<String>,
    ask: Option<String>,
    made: Option<String>,
}

pub(super) async fn page(
    extract::State(server): extract::State<Arc<Server>>,
    Path(token): Path<String>,
    Query(looks): Query<Looks>,
    wants: Wants,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants).await?;
    let view = opened.view();
    Ok(match look(&looks, &view) {
        Ok(look) => opened.answer(StatusCode::OK, &view, look, None),
        Err(error) => {
            let text = match error {
                BadLook::Point(typed) => words::no_point(typed, view.size),
                BadLook::Move => words::no_move(view.move_no),
                BadLook::Question => words::NO_QUESTION.to_owned(),
            };
            let look = earlier(&looks, &view).map_or(Look::Now, |turns| Look::Earlier(turns, None));
            let feedback = Some(Feedback::refused(text, None));
            opened.answer(StatusCode::BAD_REQUEST, &view, look, feedback)
        }
    })
}

/// A player's own link, to be kept.
pub(super) async fn own_link(
    extract::State(server): extract::State<Arc<Server>>,
    Path(token): Path<String>,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, Wants::Page).await?;
    opened.own_link()
}

/// The earlier position that is asked for, if there is one.
fn earlier(looks: &Looks, view: &View) -> Option<usize> {
    let turns = looks.r#move.as_deref()?.parse().ok();
    turns.filter(|turns| *turns <= view.move_no)
}

/// Which part of an address is wrong.
enum BadLook<'a> {
    Point(&'a str),
    Move,
    Question,
}

fn look<'a>(looks: &'a Looks, view: &View) -> Result<Look, BadLook<'a>> {
    let chosen = looks.point.as_deref();
    let chosen = chosen.map(|text| point(text, view.size).map_err(|_| BadLook::Point(text)));
    let chosen = chosen.transpose()?;
    if looks.r#move.is_some() {
        let earlier = earlier(looks, view).map(|turns| Look::Earlier(turns, chosen));
        return earlier.ok_or(BadLook::Move);
    }
    if let Some(point) = chosen {
        return Ok(Look::Chosen(point));
    }
    let Some(word) = &looks.ask else {
        return Ok(looks.made.as_ref().map_or(Look::Now, |_| Look::Made));
    };
    let question = Question::from_name(word).ok_or(BadLook::Question)?;
    Ok(if question.is_allowed(view) {
        Look::Question(question)
    } else {
        Look::Now
    })
}

/// The query of a poll.
#[derive(Debug, Deserialize)]
pub(super) struct Since {
    since: Option<u64>,
}

/// The game, unless the page shows its latest event already. A page that has seen more than there is, because an older
/// database was restored, gets the game, too.
pub(super) async fn state(
    extract::State(server): extract::State<Arc<Server>>,
    Path(token): Path<String>,
    Query(since): Query<Since>,
    wants: Wants,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants.or_fragment()).await?;
    let seq = opened.live.game.state().seq();
    let tag = format!("\"{seq}\"");
    let known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if since.since == Some(seq) {
        StatusCode::NO_CONTENT.into_response()
    } else if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        opened.answer(StatusCode::OK, &opened.view(), Look::Now, None)
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

pub(super) async fn events(
    extract::State(server): extract::State<Arc<Server>>,
    Path(token): Path<String>,
    method: Method,
) -> Result<Response, Failure> {
    let stream = stream(&server, token, method).await;
    let body = stream.map_err(|failure| failure.always(Wants::Json))?;
    // A proxy would otherwise collect events until there are enough of them.
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, body).into_response())
}

async fn stream(server: &Arc<Server>, token: String, method: Method) -> Result<Body, Failure> {
    let opened = OpenedGame::by_link(server, token, Wants::Json).await?;
    if method == Method::HEAD {
        // A stream would take the place of another.
        return Ok(Body::empty());
    }
    let watch = server.games.watch(opened.link.game, opened.link.viewer);
    let watch = watch.await?;
    let body = streams::events(&server.streams, opened.link, watch, server.closing.clone());
    // If the link was replaced since, its streams were ended before this one was added.
    OpenedGame::by_link(server, opened.token, Wants::Json).await?;
    Ok(body)
}

#[derive(Debug, Deserialize)]
pub(super) struct Why {
    point: Option<String>,
    mark: Option<String>,
}

/// Why a move is illegal, or what a mark would change.
#[derive(Debug, Default, Serialize)]
struct WhyJson {
    point: String,
    /// Whether the move is legal; only during play.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<bool>,
    /// Every reason against the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<&'static str>,
    /// What a mark would change: points, and connected groups of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
    text: String,
}

pub(super) async fn why(
    extract::State(server): extract::State<Arc<Server>>,
    Path(token): Path<String>,
    Query(asked): Query<Why>,
    wants: Wants,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(&server, token, wants).await?;
    let view = opened.view();
    let at = point(asked.point.as_deref().unwrap_or_default(), view.size).map_err(|error| {
        let (status, text) = (StatusCode::BAD_REQUEST, error.to_string());
        Failure::new(status, "bad_request", answers::WHICH_POINT, text)
    })?;
    let state = opened.live.game.state();
    let why = match view.stage {
        Stage::Play => of_move(&view, state.record(), at),
        _ => of_mark(&view, state, at, asked.mark.as_deref()),
    };
    Ok(match wants {
        Wants::Json | Wants::Fragment => json(StatusCode::OK, &why),
        Wants::Page => {
            let page = pages::message(&why.point, &why.text);
            Html(page.into_string()).into_response()
        }
    })
}

fn of_move(view: &View, record: &BoardRecord, at: Point) -> WhyJson {
    let color = view.to_move.unwrap_or(Color::Black);
    let explanation = explain_move(Move::play(color, at), record);
    let reasons = explanation.reasons().iter();
    WhyJson {
        point: at.vertex(view.size),
        legal: Some(explanation.is_legal()),
        reasons: reasons.map(|reason| reason.name()).collect(),
        text: explanation.to_string(),
        ..WhyJson::default()
    }
}

fn of_mark(view: &View, state: &State, at: Point, mark: Option<&str>) -> WhyJson {
    let mark = mark.and_then(mark_named);
    let (points, text) = match mark.map(|mark| state.marks().would(at, mark)) {
        None => (Vec::new(), answers::WHICH_MARK.to_owned()),
        Some(Err(error)) => (Vec::new(), error.describe(view.size)),
        Some(Ok(it)) => {
            let points = [it.killed, it.revived, it.neutral, it.counted].concat();
            let text = answers::changes(points.len());
            (points, text)
        }
    };
    WhyJson {
        point: at.vertex(view.size),
        changes: Some(points.len()),
        points: points.iter().map(|point| point.vertex(view.size)).collect(),
        text,
        ..WhyJson::default()
    }
}
