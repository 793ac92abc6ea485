//! The body of a POST: a form or JSON, small, and sent in time.

use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::answer::{self, Failure};
use crate::pages::words::answers;

/// The largest body, in bytes.
pub(super) const LARGEST: usize = 8 * 1024;
/// A body that takes longer is refused.
const LONGEST: Duration = Duration::from_secs(10);

/// What a POST sent.
pub(super) struct Posted<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Posted<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Posted<T>, Failure> {
        let (parts, body) = request.into_parts();
        let kind = answer::text(&parts.headers, header::CONTENT_TYPE);
        let kind = kind.split(';').next().unwrap_or_default().trim();
        let failure =
            |status, error, text: &str| Failure::new(status, error, answers::UNREADABLE, text);
        let read = tokio::time::timeout(LONGEST, axum::body::to_bytes(body, LARGEST)).await;
        let read =
            read.map_err(|_| failure(StatusCode::REQUEST_TIMEOUT, "too_slow", answers::TOO_SLOW))?;
        let bytes = read.map_err(|_| Failure::of(StatusCode::PAYLOAD_TOO_LARGE, "too_large"))?;
        let read = match kind.to_ascii_lowercase().as_str() {
            "application/x-www-form-urlencoded" => {
                serde_urlencoded::from_bytes(&bytes).map_err(|error| error.to_string())
            }
            "application/json" => serde_json::from_slice(&bytes).map_err(|error| error.to_string()),
            _ => {
                let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
                return Err(failure(status, "not_a_form", answers::NOT_A_FORM));
            }
        };
        read.map(Posted).map_err(|error| {
            let text = answers::unreadable(&error);
            failure(StatusCode::BAD_REQUEST, "unreadable", &text)
        })
    }
}
