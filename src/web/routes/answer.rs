//! The forms of an answer (page, part of a page, JSON), and answers that are one sentence.

use std::convert::Infallible;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;

use crate::errors::GameError;
use crate::operator;
use crate::pages;
use crate::pages::words::answers;
use crate::store::StoreError;
use crate::wire::RefusedJson;

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    Page,
    /// What the script puts into the page.
    Fragment,
    Json,
}

impl Wants {
    /// For what the script alone asks for: never a whole page.
    pub(super) fn or_fragment(self) -> Wants {
        match self {
            Wants::Page => Wants::Fragment,
            other => other,
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Wants {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Wants, Infallible> {
        let accept = text(&parts.headers, header::ACCEPT);
        // Programs that send JSON want JSON, unless they say otherwise.
        let sends_json = text(&parts.headers, header::CONTENT_TYPE).starts_with("application/json");
        Ok(match accept {
            _ if accept.contains("text/x-fragment") => Wants::Fragment,
            _ if accept.contains("application/json") => Wants::Json,
            "" | "*/*" if sends_json => Wants::Json,
            _ => Wants::Page,
        })
    }
}

/// A header as text; empty if it is missing or no text.
pub(super) fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    let header = headers.get(name).and_then(|header| header.to_str().ok());
    header.unwrap_or_default()
}

/// An object as JSON.
pub(super) fn json(status: StatusCode, object: &impl Serialize) -> Response {
    let body = serde_json::to_string(object).unwrap_or_default() + "\n";
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// An error that is answered by one sentence. The [guard](super::guard) sends it in the form that the client wants.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    status: StatusCode,
    /// In one word, for programs.
    error: &'static str,
    title: &'static str,
    text: String,
    /// After how many seconds to try again.
    retry_after: Option<u64>,
    /// The form of the answer at an address that has only this one.
    always: Option<Wants>,
}

impl Failure {
    pub(super) fn new(
        status: StatusCode,
        error: &'static str,
        title: &'static str,
        text: impl Into<String>,
    ) -> Failure {
        Failure {
            status,
            error,
            title,
            text: text.into(),
            retry_after: None,
            always: None,
        }
    }

    /// One whose title and sentence are always the same.
    pub(super) fn of(status: StatusCode, error: &'static str) -> Failure {
        let [title, text] = answers::said(error);
        Failure::new(status, error, title, text)
    }

    /// The one answer to unknown addresses, unknown games, and links that are wrong.
    pub(super) fn not_found() -> Failure {
        Failure::of(StatusCode::NOT_FOUND, "not_found")
    }

    pub(super) fn after(mut self, seconds: u64) -> Failure {
        self.retry_after = Some(seconds);
        self
    }

    /// The same in one form, whatever the client wants.
    pub(super) fn always(mut self, form: Wants) -> Failure {
        self.always = Some(form);
        self
    }

    /// The answer: a page, or its equivalent in JSON.
    pub(super) fn answer(self, wants: Wants) -> Response {
        let mut response = if self.always.unwrap_or(wants) == Wants::Json {
            let refused = RefusedJson {
                error: self.error,
                text: &self.text,
                point: None,
                view: None,
            };
            json(self.status, &refused)
        } else {
            let page = pages::message(self.title, &self.text);
            (self.status, Html(page.into_string())).into_response()
        };
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// The game could not be read or changed; then nothing has happened.
impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        let word = match error {
            GameError::NoGame => return Failure::not_found(),
            GameError::Busy => "busy",
            error => {
                operator::log(&error.to_string());
                "not_stored"
            }
        };
        Failure::of(StatusCode::SERVICE_UNAVAILABLE, word).after(2)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        GameError::from(error).into()
    }
}

impl IntoResponse for Failure {
    /// Leaves the failure to the guard.
    fn into_response(self) -> Response {
        Extension(self).into_response()
    }
}
