//! The page of a game, and what keeps it up to date.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::answer::{Wants, json, plain, trouble};
use super::server::Server;
use crate::live;
use crate::pages::{Look, Question, Said, words};
use crate::wire::{mark_named, point};
use gokata::agreement::{Allowed, Stage, View};
use gokata::explain_move;
use gokata::{Color, Move, Point};

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
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    Query(looks): Query<Looks>,
    wants: Wants,
) -> Response {
    let entered = match server.enter(token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    if looks.made.is_some()
        && wants == Wants::Page
        && let Some(page) = entered.made(&server)
    {
        return page;
    }
    let view = entered.view();
    let read = look(&looks, &view);
    match read {
        Ok(look) => entered.answer(&server, wants, StatusCode::OK, look, None),
        Err(text) => {
            let look = earlier(&looks, &view).map_or(Look::Now, |turns| Look::Earlier(turns, None));
            let said = Some(Said::refused(text, None));
            entered.answer(&server, wants, StatusCode::BAD_REQUEST, look, said)
        }
    }
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
    Ok(if is_allowed(question, view) {
        Look::Question(question)
    } else {
        Look::Now
    })
}

fn is_allowed(question: Question, view: &View) -> bool {
    let allowed: &[Allowed] = match question {
        Question::Pass => &[Allowed::Pass],
        Question::Done => &[Allowed::Done],
        Question::Resume => &[Allowed::Resume],
        Question::Resign => &[Allowed::Resign],
        Question::Void => &[Allowed::OfferVoid, Allowed::AcceptVoid],
        Question::Claim => &[Allowed::Claim],
    };
    allowed.iter().any(|one| view.allowed.contains(one))
}

/// What a page polls for.
#[derive(Debug, Deserialize)]
pub(super) struct Since {
    since: Option<u64>,
}

/// The game, unless the page shows its latest event already. A page that has seen more than there is, because an older
/// database was restored, gets the game, too.
pub(super) async fn state(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    Query(since): Query<Since>,
    wants: Wants,
    headers: HeaderMap,
) -> Response {
    let entered = match server.enter(token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
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
        let wants = if wants == Wants::Page {
            Wants::Fragment
        } else {
            wants
        };
        entered.answer(&server, wants, StatusCode::OK, Look::Now, None)
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

pub(super) async fn events(
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    method: Method,
) -> Response {
    let entered = match server.enter(token, Wants::Json).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    let body = if method == Method::HEAD {
        // A stream would take the place of another.
        Body::empty()
    } else {
        let watch = match server.games.watch(entered.link.game).await {
            Ok(watch) => watch,
            Err(error) => return trouble(&error, Wants::Json),
        };
        let body = live::events(&server.streams, entered.link, watch, server.closing.clone());
        // A link that was replaced meanwhile did not have this stream yet when its streams were ended.
        if let Err(response) = server.enter(entered.token, Wants::Json).await {
            return response;
        }
        body
    };
    // A proxy would otherwise collect events until there are enough of them.
    (
        [
            (header::CONTENT_TYPE, "text/event-stream"),
            (header::HeaderName::from_static("x-accel-buffering"), "no"),
        ],
        body,
    )
        .into_response()
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
    State(server): State<Arc<Server>>,
    Path(token): Path<String>,
    Query(asked): Query<Why>,
    wants: Wants,
) -> Response {
    let entered = match server.enter(token, wants).await {
        Ok(entered) => entered,
        Err(response) => return response,
    };
    let view = entered.view();
    let at = match point(asked.point.as_deref().unwrap_or_default(), view.size) {
        Ok(at) => at,
        Err(text) => {
            return plain(
                StatusCode::BAD_REQUEST,
                "bad_request",
                "Which point?",
                &text,
                wants,
            );
        }
    };
    let state = entered.live.game.state();
    let why = match view.stage {
        Stage::Play => of_move(&view, state.record(), at),
        _ => of_mark(&view, state, at, asked.mark.as_deref()),
    };
    match wants {
        Wants::Json | Wants::Fragment => json(StatusCode::OK, &why),
        Wants::Page => plain(StatusCode::OK, "why", &why.point, &why.text, wants),
    }
}

fn of_move(view: &View, record: &gokata::BoardRecord, at: Point) -> WhyJson {
    let color = view.to_move.unwrap_or(Color::Black);
    let explanation = explain_move(Move::play(color, at), record);
    WhyJson {
        point: at.vertex(view.size),
        legal: Some(explanation.is_legal()),
        reasons: explanation
            .reasons()
            .iter()
            .map(|reason| reason.name())
            .collect(),
        changes: None,
        points: Vec::new(),
        text: explanation.to_string(),
    }
}

fn of_mark(
    view: &View,
    state: &gokata::agreement::State,
    at: Point,
    mark: Option<&str>,
) -> WhyJson {
    let marks = state.marks();
    let named = mark.and_then(mark_named);
    let would = named.map(|mark| marks.would(at, mark));
    let (points, text) = match would {
        None => (Vec::new(), "Which mark?".to_owned()),
        Some(Err(error)) => (Vec::new(), error.describe(view.size)),
        Some(Ok(marked)) => {
            let points: Vec<String> = [
                marked.killed,
                marked.revived,
                marked.neutral,
                marked.counted,
            ]
            .concat()
            .into_iter()
            .map(|point| point.vertex(view.size))
            .collect();
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
