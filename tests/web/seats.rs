//! Making a game, and a player's own place at it: name, address, link.

use pretty_assertions::assert_eq;

use crate::client::{FORM, ask, form, get, page, post};
use crate::served::{GameLinks, Served, make, name};

#[test]
fn a_new_link_replaces_the_old_one() {
    let (mut served, game) = Served::with_game(&[]);
    let new = game.new_link(&game.black);
    get(served.address, &game.black).is_refused(410, "replaced");
    assert_eq!(game.post(&game.black, "resign", "req=x").status, 410);
    let old = page(served.address, &game.black);
    assert!(old.body.contains("has made a new link") && !old.body.contains(&new));
    served.restart();
    assert_eq!(get(served.address, &game.black).status, 410);
    assert_eq!(get(served.address, &new).json()["viewer"], "black");
    assert_eq!(get(served.address, &game.white).status, 200);
    let game = game.at(served.address);
    let mut link = new;
    for _ in 1..25 {
        link = game.new_link(&link);
    }
    let last = game.post(&link, "newlink", "req=x");
    assert_eq!((last.status, get(served.address, &link).status), (409, 200));
}

#[test]
fn a_seat_has_a_name_an_address_and_wishes() {
    let (served, game) = Served::with_game(&[]);
    let seat = |fields: &[(&str, &str)]| game.post(&game.black, "seat", &form(fields));
    let named = seat(&[("name", "吴清源")]).json();
    assert_eq!(named["names"]["black"], "吴清源");
    assert_eq!(game.view(&game.white)["names"]["black"], "吴清源");
    for wrong in [
        ("name", "a\nb"),
        ("name", ""),
        ("email", "a@b.org,c@d.org"),
        ("email", "a@b.org\r\nBcc: c@d.org"),
    ] {
        assert_eq!(seat(&[wrong]).status, 422, "{wrong:?}");
    }
    assert_eq!(seat(&[("email", "ann@example.org")]).status, 200);
    let stored = || -> Option<String> {
        let email = "SELECT email FROM seat WHERE role = 'b'";
        let base = served.folder.base();
        base.query_row(email, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(stored().as_deref(), Some("ann@example.org"));
    assert_eq!(seat(&[("email", "")]).status, 200);
    assert_eq!(stored(), None);
    assert_eq!(game.view(&game.black)["names"]["black"], "吴清源");
}

#[test]
fn a_form_makes_one_game_however_often_it_is_sent() {
    let served = Served::new();
    let name = name();
    let fields = form(&[("req", &name), ("color", "random"), ("name", "Ann")]);
    let first = post(served.address, "/games", &fields);
    let second = post(served.address, "/games", &fields);
    assert_eq!((first.status, second.status), (201, 200));
    let [first, second] = [first, second].map(|made| made.json());
    for key in ["game", "black", "white", "color"] {
        assert_eq!(first[key], second[key]);
    }
    let other = make(served.address, &[("req", &name), ("color", "white")]);
    other.is_refused(409, "request_used");
    let wrong = make(served.address, &[("size", "4"), ("email", "x")]);
    assert_eq!(wrong.status, 422);
    let wrong = wrong.json();
    let fields = wrong["fields"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["email", "size"]);
    let page = ask(served.address, "POST", "/games", FORM, "req=y&size=4");
    assert_eq!(page.status, 422);
    assert_eq!(post(served.address, "/games", "").status, 400);
    let json = "{\"req\":\"of-json\",\"size\":13,\"komi\":6.5}";
    let kind = "Content-Type: application/json\r\n";
    let made = ask(served.address, "POST", "/games", kind, json);
    assert_eq!(made.status, 201, "{made:?}");
}

/// The answer would contain the other player's new link.
#[test]
fn a_repeated_form_does_not_show_links_that_were_replaced() {
    let served = Served::new();
    let fields = form(&[("req", &name())]);
    let made = post(served.address, "/games", &fields).json();
    let game = GameLinks::of(served.address, &made);
    assert_eq!(post(served.address, "/games", &fields).status, 200);
    game.post(&game.white, "newlink", "req=x");
    let again = post(served.address, "/games", &fields);
    again.is_refused(409, "links_replaced");
    assert!(!again.body.contains("/g/"));
}

/// Requests whose client has gone before the answer came.
#[test]
fn what_a_client_does_not_wait_for_is_done_all_the_same() {
    use std::io::Write;
    let mut served = Served::new();
    for _ in 0..40 {
        let game = served.game(&[]);
        let mut stream = crate::client::connect(served.address).unwrap();
        let head = format!("HTTP/1.1\r\nHost: x\r\n{FORM}Content-Length: 0\r\n\r\n");
        write!(stream, "POST {}/newlink {head}", game.black).unwrap();
        drop(stream);
        get(served.address, &game.white);
        // Whether it came in time or not: memory and database say the same.
        std::thread::sleep(std::time::Duration::from_millis(5));
        let base = served.folder.base();
        let generation = "SELECT generation FROM seat WHERE game = ? AND role = 'b'";
        let id = &game.black[3..14];
        let before = get(served.address, &game.black).status;
        let stored: i64 = base.query_row(generation, [id], |row| row.get(0)).unwrap();
        let after = get(served.address, &game.black).status;
        if before == after {
            assert_eq!(after, if stored == 0 { 200 } else { 410 });
        }
    }
    served.stop();
}

/// The opponent's link is for the one who made the game, until the opponent has come; then for nobody else.
#[test]
fn the_maker_hands_on_the_opponents_link() {
    let served = Served::new();
    let page = |path: &str| page(served.address, path);
    let make = |fields: &[(&str, &str)]| {
        let fields = form(&[&[("req", name().as_str()), ("size", "5")], fields].concat());
        let made = ask(served.address, "POST", "/games", FORM, &fields);
        assert_eq!(made.status, 303, "{made:?}");
        let address = made.header("location").unwrap().to_owned();
        // The same form again leads to the same page.
        let again = ask(served.address, "POST", "/games", FORM, &fields);
        assert_eq!(again.header("location"), Some(address.as_str()));
        let links = post(served.address, "/games", &fields).json();
        let links = GameLinks::of_folder(&served.folder, served.address, links);
        (address, links)
    };
    let shows = |path: &str, link: &str| page(path).body.contains(link);

    let (address, game) = make(&[]);
    assert_eq!(address, format!("{}?made", game.black));
    for path in [&address, &game.black] {
        assert!(shows(path, &game.white), "{path}");
    }
    let of_white = format!("{}?made", game.white);
    for path in [&game.white, &of_white, &game.spectators] {
        assert!(!shows(path, &game.black), "{path}");
    }
    let seen = |link: &str| post(served.address, &format!("{link}/seen"), "seq=1").status;
    assert_eq!(seen(&game.black), 204);
    assert!(shows(&game.black, &game.white));
    assert_eq!(seen(&game.white), 204);
    for path in [&address, &game.black] {
        assert!(!shows(path, &game.white), "{path}");
    }
    assert!(!shows(&of_white, &game.black));

    // The link that a player has made is nobody else's.
    let (address, game) = make(&[("color", "white")]);
    assert_eq!(address, format!("{}?made", game.white));
    let new = game.post(&game.black, "newlink", "req=x");
    let new = new.header("location").unwrap().to_owned();
    for path in [&address, &game.white] {
        assert!(!shows(path, &new) && !shows(path, &game.black), "{path}");
    }
    // A form of a browser leads to the page that shows the link.
    let newer = ask(served.address, "POST", &format!("{new}/newlink"), FORM, "");
    let location = newer.header("location").unwrap();
    let newer = location.strip_suffix("/link").unwrap();
    assert!(shows(location, newer) && page(location).body.contains("opens nothing any more"));
    let spectator = page(&format!("{}/link", game.spectators));
    assert!(spectator.status == 403 && !spectator.body.contains(newer));
}

/// Whoever made the game has had the opponent's first link: the opponent is told, until they have acted or have another.
#[test]
fn the_opponent_learns_that_the_maker_has_their_link() {
    let (served, game) = Served::with_game(&[]);
    let is_told = |link: &str| {
        page(served.address, link)
            .body
            .contains("id=\"shared-link\"")
    };
    let told = || [&game.black, &game.white, &game.spectators].map(|link| is_told(link));
    assert_eq!(told(), [false, true, false]);
    game.play(&game.black, "C3");
    assert_eq!(told(), [false, true, false]);
    assert!(!is_told(&game.new_link(&game.white)));
    let game = served.game(&[("color", "white")]);
    assert!(is_told(&game.black));
    game.play(&game.black, "C3");
    assert!(!is_told(&game.black) && !is_told(&game.white));
}
