//! Answers as a page, as a part of a page, or as JSON, as the client wants.

use std::convert::Infallible;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;

use crate::operator;
use crate::pages;
use crate::store::StoreError;
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

/// Why there is nothing to show but a sentence. The [guard](super::guard) answers with it in the form that the client
/// wants.
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

    /// The one answer to unknown addresses, unknown games, and links that are wrong or replaced.
    pub(super) fn not_found() -> Failure {
        let text = "There is no such page, or its link is not complete.";
        Failure::new(StatusCode::NOT_FOUND, "not_found", "Not found", text)
    }

    pub(super) fn after(self, seconds: u64) -> Failure {
        let retry_after = Some(seconds);
        Failure {
            retry_after,
            ..self
        }
    }

    /// The same in one form, whatever the client wants.
    pub(super) fn always(self, form: Wants) -> Failure {
        let always = Some(form);
        Failure { always, ..self }
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
impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        if matches!(trouble, Trouble::NoGame) {
            return Failure::not_found();
        }
        if matches!(trouble, Trouble::Busy) {
            let text = "Too many boards are looked at just now, and nothing has changed. Please try again in a moment.";
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return Failure::new(status, "busy", "Try again in a moment", text).after(2);
        }
        operator::log(&trouble.to_string());
        let text = "The game could not be saved or read just now, and nothing has changed. Please try again in a moment.";
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Failure::new(status, "not_stored", "Try again in a moment", text).after(2)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Trouble::from(error).into()
    }
}

impl IntoResponse for Failure {
    /// Leaves the failure to the guard.
    fn into_response(self) -> Response {
        Extension(self).into_response()
    }
}
