//! Answers as a page, as a part of a page, or as JSON, as the client wants.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;

use crate::operator;
use crate::pages;
use crate::trouble::Trouble;
use crate::wire::RefusedJson;

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    Page,
    /// What the script puts into the page.
    Fragment,
    Json,
}

impl<S: Sync> FromRequestParts<S> for Wants {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Wants, Infallible> {
        let accept = parts
            .headers
            .get(header::ACCEPT)
            .and_then(|accept| accept.to_str().ok())
            .unwrap_or_default();
        // Programs that send JSON want JSON, unless they say otherwise.
        let sends = parts
            .headers
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        let says_nothing = accept.is_empty() || accept == "*/*";
        Ok(if accept.contains("text/x-fragment") {
            Wants::Fragment
        } else if accept.contains("application/json")
            || (says_nothing && sends.starts_with("application/json"))
        {
            Wants::Json
        } else {
            Wants::Page
        })
    }
}

/// An object as JSON.
pub(super) fn json(status: StatusCode, object: &impl Serialize) -> Response {
    let body = serde_json::to_string(object).unwrap_or_default() + "\n";
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// A page, or its equivalent in JSON, that says why there is nothing else to show.
pub(super) fn plain(
    status: StatusCode,
    error: &str,
    title: &str,
    text: &str,
    wants: Wants,
) -> Response {
    if wants == Wants::Json {
        return json(
            status,
            &RefusedJson {
                error,
                text,
                point: None,
                view: None,
            },
        );
    }
    (status, Html(pages::message(title, text).into_string())).into_response()
}

/// The one answer to unknown addresses, unknown games, and links that are wrong or replaced.
pub(super) fn not_found(wants: Wants) -> Response {
    let text = "There is no such page, or its link is not complete.";
    plain(StatusCode::NOT_FOUND, "not_found", "Not found", text, wants)
}

/// The answer when the game could not be read or changed; then nothing has happened.
pub(super) fn trouble(trouble: &Trouble, wants: Wants) -> Response {
    operator::log(&trouble.to_string());
    let text = "The game could not be saved or read just now, and nothing has changed. Please try again in a moment.";
    let mut response = plain(
        StatusCode::SERVICE_UNAVAILABLE,
        "not_stored",
        "Try again in a moment",
        text,
        wants,
    );
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}
