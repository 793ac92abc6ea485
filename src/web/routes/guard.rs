//! Checks of every request (limits, origin), and headers of every answer.

use std::sync::Arc;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::answer::{Failure, Wants, text};
use super::limits::Peer;
use super::posted::LARGEST;
use super::server::Server;

/// The content of pages comes from here and nowhere else; no inline styles and scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    // Not `no-referrer`: with it, browsers send `Origin: null` with our own forms.
    ("referrer-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("x-robots-tag", "noindex, noarchive"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Puts the checks around all routes.
pub(super) fn around(routes: Router<Arc<Server>>, server: &Arc<Server>) -> Router<Arc<Server>> {
    routes.layer(middleware::from_fn_with_state(Arc::clone(server), guard))
}

async fn guard(
    State(server): State<Arc<Server>>,
    wants: Wants,
    mut request: Request,
    next: Next,
) -> Response {
    let direct = request.extensions().get::<Peer>().copied();
    let peer = server.limits.peer(direct, request.headers());
    request.extensions_mut().insert(peer);
    let mut response = match check(&server, peer, &request) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    if let Some(failure) = response.extensions_mut().remove::<Failure>() {
        response = failure.answer(wants);
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Some(kind) = headers.get(header::CONTENT_TYPE)
        && kind.as_bytes().starts_with(b"text/")
    {
        headers.append(header::VARY, HeaderValue::from_static("Accept"));
    }
    response
}

fn check(server: &Server, peer: Peer, request: &Request) -> Result<(), Failure> {
    if request.method() != Method::GET
        && request.method() != Method::HEAD
        && !is_own_page(server, request.headers())
    {
        return Err(Failure::of(StatusCode::FORBIDDEN, "foreign"));
    }
    // Before any of it is read, or asked for (`Expect: 100-continue`).
    if request.body().size_hint().lower() > LARGEST as u64 {
        return Err(Failure::of(StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    }
    let path = request.uri().path();
    let token = path
        .strip_prefix("/g/")
        .and_then(|rest| rest.split('/').next());
    // Only links that are genuine count by themselves; all else counts for the address.
    let link = token.and_then(|token| server.secret.open(token));
    server.limits.may_ask(peer, link)?;
    // No address of ours needs an escape; one that is not UTF-8 would otherwise get another answer than a wrong link.
    if path.contains('%') {
        return Err(Failure::not_found());
    }
    Ok(())
}

/// False for a form or script of another site. There are no cookies, so such a request could do nothing that its
/// author cannot do; a link that leaked into another page must not be used by it all the same.
fn is_own_page(server: &Server, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_own_site = |site| site == "same-origin" || site == "none";
    let is_own_origin = |origin| is_own_origin(server, origin, headers);
    text("sec-fetch-site").is_none_or(is_own_site) && text("origin").is_none_or(is_own_origin)
}

/// The origin is that of the base address, or of the address that the browser asked: the server may be reached by
/// several names.
fn is_own_origin(server: &Server, origin: &str, headers: &HeaderMap) -> bool {
    let host = text(headers, header::HOST);
    let of_host = origin
        .split_once("://")
        .is_some_and(|(_, origin)| !host.is_empty() && origin == host);
    origin == server.base_url || of_host
}
