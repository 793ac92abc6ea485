//! How much a client may ask: games, addresses, connections.

use pretty_assertions::assert_eq;

use crate::client::{connect, form, get, post};
use crate::served::{GameLinks, Served, make, name};

fn limited() -> Served {
    Served::with(|config| config.limits = true)
}

#[test]
fn a_repeated_form_counts_as_one_game() {
    let served = limited();
    let fields = form(&[("req", &name()), ("email", "ann@example.org")]);
    let made: Vec<u16> = (0..10)
        .map(|_| post(served.address, "/games", &fields).status)
        .collect();
    assert_eq!((made[0], &made[1..]), (201, &[200; 9][..]));
    // Three games an hour may have addresses.
    let other = || make(served.address, &[("email", "a@b.org")]).status;
    assert_eq!([other(), other(), other()], [201, 201, 429]);
    assert_eq!(post(served.address, "/games", &fields).status, 200);
}

#[test]
fn an_address_that_is_given_later_counts_as_one_of_a_new_game() {
    let served = limited();
    let games: Vec<GameLinks> = (0..4).map(|_| served.game(&[])).collect();
    let give = |game: &GameLinks, address: &str| {
        let fields = form(&[("name", "Ann"), ("email", address)]);
        game.post(&game.black, "seat", &fields).status
    };
    for game in &games[..3] {
        assert_eq!(give(game, "bob@example.org"), 200);
    }
    assert_eq!(give(&games[3], "bob@example.org"), 429);
    // The same address again, or none, is nothing new.
    assert_eq!(
        (give(&games[0], "bob@example.org"), give(&games[0], "")),
        (200, 200)
    );
    let with_mail = make(served.address, &[("email", "a@b.org")]);
    assert_eq!(with_mail.status, 429);
}

#[cfg(unix)]
#[test]
fn one_address_has_a_thousand_connections_and_no_more() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, most, most).unwrap();
    let served = limited();
    let mut open: Vec<_> = (0..1_000)
        .map(|_| connect(served.address).unwrap())
        .collect();
    let ask = || crate::client::request(served.address, "GET", "/robots.txt", "", "");
    assert_eq!(ask(), None);
    open.truncate(900);
    let begun = std::time::Instant::now();
    while ask().is_none() {
        assert!(begun.elapsed() < crate::client::PATIENCE);
    }
    drop(open);
    assert_eq!(get(served.address, "/robots.txt").status, 200);
    // Behind a proxy, all connections come from one address.
    let shared = Served::with(|config| {
        config.limits = true;
        config.proxies = 1;
    });
    let open: Vec<_> = (0..1_001)
        .map(|_| connect(shared.address).unwrap())
        .collect();
    assert_eq!(get(shared.address, "/robots.txt").status, 200);
    drop(open);
}
