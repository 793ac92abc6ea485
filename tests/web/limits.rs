//! How much a client may ask: games, addresses, connections.

use pretty_assertions::assert_eq;

use crate::client::{connect, form, get, post, until};
use crate::served::{GameLinks, Served, make, name};

fn limited() -> Served {
    Served::with(|config| config.limits = true)
}

#[test]
fn a_repeated_form_counts_as_one_game() {
    let served = limited();
    let fields = form(&[("req", &name()), ("email", "ann@example.org")]);
    let made = [(); 10].map(|()| post(served.address, "/games", &fields).status);
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
    let given = ["bob@example.org", ""].map(|address| give(&games[0], address));
    assert_eq!(given, [200; 2]);
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
    let open =
        |address, count| -> Vec<_> { (0..count).map(|_| connect(address).unwrap()).collect() };
    let mut all = open(served.address, 1_000);
    let ask = || crate::client::request(served.address, "GET", "/robots.txt", "", "");
    assert_eq!(ask(), None);
    all.truncate(900);
    until("a place is free", || ask().is_some());
    drop(all);
    assert_eq!(get(served.address, "/robots.txt").status, 200);
    // Behind a proxy, all connections come from one address.
    let shared = Served::with(|config| {
        config.limits = true;
        config.proxies = 1;
    });
    let _all = open(shared.address, 1_001);
    assert_eq!(get(shared.address, "/robots.txt").status, 200);
}
