//! The page of a game, and what keeps it up to date.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{self, Path, Query};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::answer::{Failure, Wants, json};
use super::entered::Entered;
use super::server::Server;
use crate::live;
use crate::pages::{self, Look, Question, Said, words};
use crate::wire::{mark_named, point};
use gokata::agreement::{Stage, State, View};
use gokata::scoring::Marked;
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
    let entered = Entered::by(&server, token, wants).await?;
    if looks.made.is_some()
        && wants == Wants::Page
        && let Some(page) = entered.made()
    {
        return Ok(page);
    }
    let view = entered.view();
    Ok(match look(&looks, &view) {
        Ok(look) => entered.answer(StatusCode::OK, &view, look, None),
        Err(text) => {
            let look = earlier(&looks, &view).map_or(Look::Now, |turns| Look::Earlier(turns, None));
            let said = Some(Said::refused(text, None));
            entered.answer(StatusCode::BAD_REQUEST, &view, look, said)
        }
    })
}

/// The earlier position that is asked for, if there is one.
fn earlier(looks: &Looks, view: &View) -> Option<usize> {
    let turns = looks.r#move.as_deref()?.parse().ok();
    turns.filter(|turns| *turns <= view.move_no)
}

fn look(looks: &Looks, view: &View) -> Result<Look, String> {
    let chosen = looks
        .point
        .as_deref()
        .map(|text| point(text, view.size).map_err(|_| words::no_point(text, view.size)));
    let chosen = chosen.transpose()?;
    if looks.r#move.is_some() {
        let earlier = earlier(looks, view).map(|turns| Look::Earlier(turns, chosen));
        return earlier.ok_or_else(|| format!("The game has {} moves.", view.move_no));
    }
    if let Some(point) = chosen {
        return Ok(Look::Chosen(point));
    }
    let Some(word) = &looks.ask else {
        return Ok(Look::Now);
    };
    let question =
        Question::from_name(word).ok_or_else(|| "There is no such question.".to_owned())?;
    Ok(if question.is_allowed(view) {
        Look::Question(question)
    } else {
        Look::Now
    })
}

/// What a page polls for.
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
    let entered = Entered::by(&server, token, wants.or_fragment()).await?;
    let seq = entered.live.game.state().seq();
    let tag = format!("\"{seq}\"");
    let known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if since.since == Some(seq) {
        StatusCode::NO_CONTENT.into_response()
    } else if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        entered.answer(StatusCode::OK, &entered.view(), Look::Now, None)
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
    let entered = Entered::by(server, token, Wants::Json).await?;
    if method == Method::HEAD {
        // A stream would take the place of another.
        return Ok(Body::empty());
    }
    let watch = server.games.watch(entered.link.game).await?;
    let body = live::events(&server.streams, entered.link, watch, server.closing.clone());
    // A link that was replaced meanwhile did not have this stream yet when its streams were ended.
    Entered::by(server, entered.token, Wants::Json).await?;
    Ok(body)
}

#[derive(Debug, Deserialize)]
pub(super) struct Why {
    point: Option<String>,
    mark: Option<String>,
}

/// Why a move is illegal, or what a mark would change.
#[derive(Debug, Serialize)]
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
    let entered = Entered::by(&server, token, wants).await?;
    let view = entered.view();
    let at = point(asked.point.as_deref().unwrap_or_default(), view.size).map_err(|text| {
        Failure::new(StatusCode::BAD_REQUEST, "bad_request", "Which point?", text)
    })?;
    let state = entered.live.game.state();
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
        changes: None,
        points: Vec::new(),
        text: explanation.to_string(),
    }
}

fn of_mark(view: &View, state: &State, at: Point, mark: Option<&str>) -> WhyJson {
    let would = mark
        .and_then(mark_named)
        .map(|mark| state.marks().would(at, mark));
    let (points, text) = match would {
        None => (Vec::new(), "Which mark?".to_owned()),
        Some(Err(error)) => (Vec::new(), error.describe(view.size)),
        Some(Ok(marked)) => {
            let Marked {
                killed,
                revived,
                neutral,
                counted,
                ..
            } = marked;
            let points = [killed, revived, neutral, counted].concat().into_iter();
            let points: Vec<String> = points.map(|point| point.vertex(view.size)).collect();
            let text = format!("This changes {} points.", points.len());
            (points, text)
        }
    };
    WhyJson {
        point: at.vertex(view.size),
        legal: None,
        reasons: Vec::new(),
        changes: Some(points.len()),
        points,
        text,
    }
}
