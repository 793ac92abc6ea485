//! Limits on the requests of a player or an address.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Once;

use axum::http::{HeaderMap, StatusCode};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::answer::Failure;
use crate::link::Link;
use crate::operator;
use crate::pages::words::answers;
use gokata::agreement::Viewer;

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

/// Limits on the requests of a link or an address.
pub(crate) struct Limits {
    /// The number of proxies in front of the server, each of which adds an address to `X-Forwarded-For`.
    proxies: usize,
    quotas: Option<Quotas>,
    /// The operator is warned once of a proxy that is not counted.
    warned: Once,
}

struct Quotas {
    link: Limiter<Link>,
    address: Limiter<Peer>,
    searches: Limiter<Peer>,
}

const fn number(n: u32) -> NonZeroU32 {
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
            searches: RateLimiter::keyed(Quota::per_minute(number(20))),
        };
        Limits {
            proxies,
            quotas: on.then_some(quotas),
            warned: Once::new(),
        }
    }

    /// Forgets the peers and links whose limits are full again.
    pub(crate) fn prune(&self) {
        let Some(quotas) = &self.quotas else { return };
        quotas.link.retain_recent();
        quotas.address.retain_recent();
        quotas.searches.retain_recent();
    }

    /// The peer behind the proxies. A client can write anything into `X-Forwarded-For`, so that only as many addresses
    /// are believed, from the end, as there are proxies.
    pub(super) fn peer(&self, direct: Option<Peer>, headers: &HeaderMap) -> Peer {
        let direct = direct.unwrap_or(Peer(IpAddr::V6(Ipv6Addr::UNSPECIFIED)));
        if self.proxies == 0 {
            if headers.contains_key("x-forwarded-for") {
                self.warned.call_once(|| {
                    operator::log("a request has X-Forwarded-For: behind a proxy, give --behind-proxy 1, or all its clients share the limits of one");
                });
            }
            return direct;
        }
        // As bytes: what a client adds must not make the proxy's part of the line unreadable.
        let lists = headers.get_all("x-forwarded-for").into_iter();
        let addresses: Vec<&[u8]> = lists
            .flat_map(|list| list.as_bytes().split(|byte| *byte == b','))
            .collect();
        let at = addresses.len().saturating_sub(self.proxies);
        let address = addresses.get(at).and_then(|address| forwarded(address));
        address.map_or(direct, Peer::of)
    }

    pub(super) fn may_ask(&self, peer: Peer, link: Option<Link>) -> Result<(), Failure> {
        // Spectators share their link, so only their addresses count.
        if let Some(link) = link.filter(|link| link.viewer != Viewer::Spectator) {
            self.within(|quotas| &quotas.link, &link)?;
        }
        self.within(|quotas| &quotas.address, &peer)
    }

    /// Whether this peer may have another board looked at.
    pub(super) fn may_search(&self, peer: Peer) -> Result<(), Failure> {
        self.within(|quotas| &quotas.searches, &peer)
    }

    fn within<K: std::hash::Hash + Eq + Clone>(
        &self,
        quota: impl FnOnce(&Quotas) -> &Limiter<K>,
        key: &K,
    ) -> Result<(), Failure> {
        let checked = self
            .quotas
            .as_ref()
            .map(|quotas| quota(quotas).check_key(key));
        checked.unwrap_or(Ok(())).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            too_many(wait.as_secs() + 1)
        })
    }

    pub(super) fn are_off(&self) -> bool {
        self.quotas.is_none()
    }
}

pub(super) fn too_many(seconds: u64) -> Failure {
    let (title, text) = (answers::PLEASE_WAIT, answers::too_many(seconds));
    let status = StatusCode::TOO_MANY_REQUESTS;
    Failure::new(status, "too_many", title, text).after(seconds)
}

/// Reads an address in `X-Forwarded-For`. Some proxies add the port, brackets, or quotes.
fn forwarded(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text).ok()?.trim().trim_matches('"');
    let inside = text
        .strip_prefix('[')
        .and_then(|text| text.split_once(']'))
        .map(|(inside, _)| inside);
    let without_zone = |text: &str| text.split('%').next()?.parse().ok();
    match inside {
        Some(address) => without_zone(address).filter(IpAddr::is_ipv6),
        None => without_zone(text).or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip())),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use axum::http::HeaderValue;

    use super::*;
    use crate::link::GameId;

    fn peer(address: &str) -> Peer {
        Peer::of(address.parse().unwrap())
    }

    /// The peer that a server behind this number of proxies sees, if these lines come from 10.0.0.1.
    fn seen(proxies: usize, lines: &[&[u8]]) -> Peer {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).unwrap());
        }
        Limits::new(proxies, true).peer(Some(peer("10.0.0.1")), &headers)
    }

    #[test]
    fn addresses_of_clients_are_read_as_any_proxy_writes_them() {
        let v4 = r#"192.0.2.7| 192.0.2.7 |192.0.2.7:1234|"192.0.2.7:1234"|::ffff:192.0.2.7|[::ffff:192.0.2.7]:1234"#;
        let v6 = r#"2001:db8::1|[2001:db8::1]|[2001:db8::1]:1234|"[2001:db8::1]:1234"|2001:db8::1%eth0|[2001:db8::1%eth0]:1234|2001:db8::2"#;
        let garbage = "|unknown|_hidden|192.0.2|[192.0.2.7]|[2001:db8::1|1:2|é|192.0.2.7:x";
        for (addresses, same) in [
            (v4, "192.0.2.7"),
            (v6, "2001:db8::1"),
            (garbage, "10.0.0.1"),
        ] {
            for address in addresses.split('|') {
                assert_eq!(seen(1, &[address.as_bytes()]), peer(same), "{address}");
            }
        }
        // What the client writes itself stands before, and is not looked at.
        for lines in [
            &[&b"\xff\xfe, 203.0.113.9, 192.0.2.7"[..]][..],
            &[b"\xff", b"203.0.113.9", b"192.0.2.7:1"],
            &[b",,,192.0.2.7"],
        ] {
            assert_eq!(seen(1, lines), peer("192.0.2.7"), "{lines:?}");
        }
        assert_eq!(
            seen(2, &[b"203.0.113.9, 192.0.2.7, 10.0.0.2"]),
            peer("192.0.2.7")
        );
        assert_eq!(seen(0, &[b"192.0.2.7"]), peer("10.0.0.1"));
    }

    #[test]
    fn a_proxy_that_is_not_counted_is_noticed() {
        let warned = |proxies, name| {
            let limits = Limits::new(proxies, true);
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static("192.0.2.7"))]);
            limits.peer(Some(peer("10.0.0.1")), &headers);
            limits.warned.is_completed()
        };
        let name = axum::http::HeaderName::from_static;
        assert!(warned(0, name("x-forwarded-for")));
        assert!(!warned(1, name("x-forwarded-for")) && !warned(0, name("forwarded")));
    }

    #[test]
    fn spectators_share_a_link_and_no_limit() {
        let limits = Limits::new(0, true);
        let game = GameId::random();
        let asked = |link: Link| {
            let peers = (0..100).map(|n| peer(&format!("192.0.2.{n}")));
            peers
                .filter(|peer| limits.may_ask(*peer, Some(link)).is_ok())
                .count()
        };
        assert_eq!(asked(Link::of_spectator(game)), 100);
        let of_player = asked(Link::of(game, gokata::Color::Black, 0));
        assert!((20..30).contains(&of_player), "{of_player}");
    }
}
