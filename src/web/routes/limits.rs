//! How much a player or an address may ask.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::answer::{Wants, plain};
use crate::agreement::Viewer;
use crate::web::link::Link;

/// The sender of requests that limits apply to: an IPv4 address, or a network of IPv6 addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Peer(IpAddr);

impl Peer {
    /// A provider gives each customer a network of 2^64 addresses.
    pub(crate) fn of(address: IpAddr) -> Peer {
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
pub(crate) struct Limits {
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

pub(crate) const fn number(n: u32) -> NonZeroU32 {
    match NonZeroU32::new(n) {
        Some(n) => n,
        None => NonZeroU32::MIN,
    }
}

impl Limits {
    /// Limits for a server behind this number of proxies; without `on`, nothing is limited.
    pub(crate) fn new(proxies: usize, on: bool) -> Limits {
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
    pub(crate) fn prune(&self) {
        let Some(quotas) = &self.quotas else { return };
        quotas.link.retain_recent();
        quotas.address.retain_recent();
        quotas.games.retain_recent();
        quotas.games_with_mail.retain_recent();
    }

    /// The peer behind the proxies. A client can write anything into `X-Forwarded-For`, so that only as many addresses
    /// are believed, from the end, as there are proxies.
    pub(super) fn peer(&self, direct: Option<Peer>, headers: &HeaderMap) -> Peer {
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

    pub(super) fn may_ask(&self, peer: Peer, link: Option<Link>) -> Result<(), Refused> {
        let Some(quotas) = &self.quotas else {
            return Ok(());
        };
        // Spectators share their link, so only their addresses count.
        if let Some(link) = link.filter(|link| link.viewer != Viewer::Spectator) {
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
