//! The body of a POST: a form or JSON, small, and sent in time.

use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::de::DeserializeOwned;

use super::answer::{Wants, plain};

/// The largest body, in bytes.
const LARGEST: usize = 8 * 1024;
/// A body that takes longer is refused.
const LONGEST: Duration = Duration::from_secs(10);

/// What a POST sent.
pub(super) struct Posted<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Posted<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Posted<T>, Response> {
        let (mut parts, body) = request.into_parts();
        let Ok(wants) = Wants::from_request_parts(&mut parts, state).await;
        let kind = parts
            .headers
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        let kind = kind
            .split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        let refused = |status, error, text: &str| {
            plain(status, error, "This request cannot be read", text, wants)
        };
        let read = axum::body::to_bytes(body, LARGEST);
        let Ok(read) = tokio::time::timeout(LONGEST, read).await else {
            return Err(refused(
                StatusCode::REQUEST_TIMEOUT,
                "too_slow",
                "The request took too long to arrive.",
            ));
        };
        let Ok(bytes) = read else {
            let text = "The request is larger than 8 KiB, or broke off.";
            return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large", text));
        };
        let read = match kind.as_str() {
            "application/x-www-form-urlencoded" => {
                serde_urlencoded::from_bytes(&bytes).map_err(|error| error.to_string())
            }
            "application/json" => serde_json::from_slice(&bytes).map_err(|error| error.to_string()),
            _ => {
                let text = "The request must be a form (application/x-www-form-urlencoded) or JSON (application/json).";
                return Err(refused(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "not_a_form",
                    text,
                ));
            }
        };
        read.map(Posted).map_err(|error| {
            refused(
                StatusCode::BAD_REQUEST,
                "unreadable",
                &format!("The request cannot be read: {error}."),
            )
        })
    }
}
