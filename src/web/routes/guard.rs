//! What every request and every answer goes through: limits, origin, headers.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{
    Quota, RateLimiter, middleware::NoOpMiddleware, state::keyed::DefaultKeyedStateStore,
};

use super::Server;
use super::answer::{Wants, not_found, plain};
use crate::web::link::Link;

/// The content of pages comes from here and nowhere else; no inline styles and scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    ),
    // Not `no-referrer`: with it, browsers send `Origin: null` with our own forms.
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("x-robots-tag"),
        HeaderValue::from_static("noindex, noarchive"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
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
    let mut response = match server.check(peer, &request) {
        // No address of ours needs an escape; one that is no UTF-8 would otherwise be told apart from a wrong link.
        Ok(()) if request.uri().path().contains('%') => not_found(wants),
        Ok(()) => next.run(request).await,
        Err(refused) => refused.response(wants),
    };
    let headers = response.headers_mut();
    for (name, value) in &HEADERS {
        headers.insert(name, value.clone());
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

impl Server {
    fn check(&self, peer: Peer, request: &Request) -> Result<(), Refused> {
        if request.method() != Method::GET
            && request.method() != Method::HEAD
            && !self.is_own_page(request.headers())
        {
            return Err(Refused::Foreign);
        }
        let path = request.uri().path();
        let token = path
            .strip_prefix("/g/")
            .and_then(|rest| rest.split('/').next());
        // Only links that are genuine count by themselves; all else counts for the address.
        let link = token.and_then(|token| self.secret.open(token));
        self.limits.may_ask(peer, link)
    }

    /// False for a form or script of another site. There are no cookies, so such a request could do nothing that its
    /// author cannot do; a link that leaked into another page must not be used by it all the same.
    fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| {
            headers
                .get(name)
                .map(|value| value.to_str().unwrap_or("?").to_owned())
        };
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let own_site = site.is_none_or(|site| site == "same-origin" || site == "none");
        own_site && text(header::ORIGIN).is_none_or(|origin| self.is_own_origin(&origin, headers))
    }

    /// The origin is that of the base address, or of the address that the browser asked: the server may be reached by
    /// several names.
    fn is_own_origin(&self, origin: &str, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .unwrap_or_default();
        let of_host = origin
            .split_once("://")
            .is_some_and(|(_, origin)| !host.is_empty() && origin == host);
        origin == self.base_url || of_host
    }
}

/// Whoever sends requests, as far as limits are concerned: an IPv4 address, or a network of IPv6 addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::web) struct Peer(IpAddr);

impl Peer {
    /// A provider gives each customer a network of 2^64 addresses.
    pub(in crate::web) fn of(address: IpAddr) -> Peer {
        Peer(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

type Limiter<K> = RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, NoOpMiddleware>;

/// How much one link or one address may ask.
pub(in crate::web) struct Limits {
    /// The number of proxies in front of the server, each of which adds an address to `X-Forwarded-For`.
    proxies: usize,
    quotas: Option<Quotas>,
}

struct Quotas {
    link: Limiter<Link>,
    address: Limiter<Peer>,
    games: Limiter<Peer>,
    games_with_mail: Limiter<Peer>,
}

pub(in crate::web) const fn number(n: u32) -> NonZeroU32 {
    match NonZeroU32::new(n) {
        Some(n) => n,
        None => NonZeroU32::MIN,
    }
}

impl Limits {
    /// Limits for a server behind this number of proxies; without `on`, nothing is limited.
    pub(in crate::web) fn new(proxies: usize, on: bool) -> Limits {
        let quotas = Quotas {
            link: RateLimiter::keyed(Quota::per_second(number(5)).allow_burst(number(20))),
            address: RateLimiter::keyed(Quota::per_second(number(20)).allow_burst(number(60))),
            games: RateLimiter::keyed(Quota::per_hour(number(30))),
            games_with_mail: RateLimiter::keyed(Quota::per_hour(number(3))),
        };
        Limits {
            proxies,
            quotas: on.then_some(quotas),
        }
    }

    /// Forgets who has not asked for a while.
    pub(in crate::web) fn prune(&self) {
        let Some(quotas) = &self.quotas else { return };
        quotas.link.retain_recent();
        quotas.address.retain_recent();
        quotas.games.retain_recent();
        quotas.games_with_mail.retain_recent();
    }

    /// The peer behind the proxies. A client can write anything into `X-Forwarded-For`, so that only as many addresses
    /// are believed, from the end, as there are proxies.
    fn peer(&self, direct: Option<Peer>, headers: &HeaderMap) -> Peer {
        let direct = direct.unwrap_or(Peer(IpAddr::V6(Ipv6Addr::UNSPECIFIED)));
        if self.proxies == 0 {
            return direct;
        }
        let lists = headers
            .get_all("x-forwarded-for")
            .into_iter()
            .filter_map(|list| list.to_str().ok());
        let addresses: Vec<&str> = lists
            .flat_map(|list| list.split(','))
            .map(str::trim)
            .collect();
        let at = addresses.len().saturating_sub(self.proxies);
        let address = addresses.get(at).and_then(|address| address.parse().ok());
        address.map_or(direct, Peer::of)
    }

    fn may_ask(&self, peer: Peer, link: Option<Link>) -> Result<(), Refused> {
        let Some(quotas) = &self.quotas else {
            return Ok(());
        };
        if let Some(link) = link {
            within(&quotas.link, &link)?;
        }
        within(&quotas.address, &peer)
    }

    /// Whether this peer may make another game.
    pub(super) fn may_make(&self, peer: Peer, with_mail: bool) -> Result<(), Refused> {
        let Some(quotas) = &self.quotas else {
            return Ok(());
        };
        if with_mail {
            within(&quotas.games_with_mail, &peer)?;
        }
        within(&quotas.games, &peer)
    }
}

fn within<K: std::hash::Hash + Eq + Clone>(limiter: &Limiter<K>, key: &K) -> Result<(), Refused> {
    limiter.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Refused::TooMany {
            seconds: wait.as_secs() + 1,
        }
    })
}

/// Why a request is not looked at.
pub(super) enum Refused {
    /// It comes from a page of another site.
    Foreign,
    TooMany {
        seconds: u64,
    },
}

impl Refused {
    pub(super) fn response(&self, wants: Wants) -> Response {
        match self {
            Refused::Foreign => {
                let text = "This request comes from a page of another site.";
                plain(
                    StatusCode::FORBIDDEN,
                    "foreign",
                    "Not from here",
                    text,
                    wants,
                )
            }
            Refused::TooMany { seconds } => {
                let text = format!("Too many requests: please wait {seconds} seconds.");
                let response = plain(
                    StatusCode::TOO_MANY_REQUESTS,
                    "too_many",
                    "Please wait",
                    &text,
                    wants,
                );
                ([(header::RETRY_AFTER, seconds.to_string())], response).into_response()
            }
        }
    }
}
