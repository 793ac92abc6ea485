//! Every route with every kind of link, method and body.

use std::io::{BufRead, BufReader, Write};

use gokata::agreement::Game;
use pretty_assertions::assert_eq;

use crate::client::{FORM, JSON, ask, connect, get, page, post};
use crate::served::{Served, is_over};

#[test]
fn a_game_from_its_first_stone_to_its_end() {
    let (mut served, game) = Served::with_game(&[("rules", "tromp-taylor"), ("komi", "1.5")]);
    let (black, white) = (game.black.as_str(), game.white.as_str());
    game.play(black, "C3");
    game.say(white, "play", &[("point", "C3")])
        .is_error("occupied");
    game.say(black, "play", &[("point", "C4")])
        .is_error("not_your_turn");
    assert_eq!(game.say(white, "pass", &[]).status, 200);
    let over = game.say(black, "pass", &[]).view();
    is_over(&over, "B+23.5", "passes");
    served.restart();
    let game = game.at(served.address);
    assert_eq!(game.view(white)["result"], "B+23.5");
    game.say(white, "resign", &[]).is_error("finished");
}

#[test]
fn both_mark_and_agree() {
    let (served, game) = Served::with_game(&[]);
    let (black, white) = (game.black.as_str(), game.white.as_str());
    for (link, point) in [(black, "C3"), (white, "A1")] {
        game.play(link, point);
    }
    game.pass_out();
    let marked = game.mark(black, "A1", "dead");
    let score = ["black2", "white2"].map(|color| marked["score"][color].clone());
    assert_eq!(score, [50, 0]);
    let approved = game.say(black, "done", &[]).view();
    assert_eq!(approved["viewer_state"], "you_are_done");
    assert_eq!(game.view(white)["viewer_state"], "opponent_is_done");
    // A mark voids the approval.
    game.mark(white, "A1", "alive");
    assert_eq!(game.view(black)["viewer_state"], "scoring");
    game.mark(white, "A1", "dead");
    assert_eq!(game.say(black, "done", &[]).status, 200);
    assert_eq!(game.say(black, "undone", &[]).view()["retracted"], 1);
    assert_eq!(game.say(black, "done", &[]).status, 200);
    let end = game.say(white, "done", &[]).view();
    is_over(&end, "B+25", "agreement");
    let sgf = get(served.address, &format!("{black}/game.sgf"));
    for part in ["RE[B+25]", "PB[Ann]PW[Bob]", "TB["] {
        assert!(sgf.body.contains(part), "{sgf:?}");
    }
    assert!(!sgf.body.contains(&black[3..]), "{sgf:?}");
}

#[test]
fn the_log_is_the_game() {
    let (_served, game) = Served::with_game(&[("handicap", "0"), ("size", "9")]);
    game.play(&game.black, "E5");
    game.say(&game.white, "resign", &[]);
    let replayed = Game::replay(&game.entries()).unwrap();
    let finish = replayed.state().finish().unwrap();
    assert_eq!(finish.outcome.to_string(), "B+R");
    let board = game.get(&game.black, "/board.txt").body;
    let line = "---------\n";
    assert!(board.starts_with(&format!("o\n{line}")), "{board}");
    assert!(board.ends_with(&format!("\n{line}")), "{board}");
    let svg = game.get(&game.black, "/board.svg");
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.body.starts_with("<svg "), "{svg:?}");
}

/// What can be asked at a link.
pub(crate) fn gets() -> impl Iterator<Item = &'static str> {
    "|?made|?point=C3|?ask=pass|?ask=resign|?move=0|/state|/state?since=1|/why?point=C3|/game.sgf|/log.jsonl|/board.svg|\
     /board.txt|/events"
        .split('|')
}

pub(crate) const POSTS: [&str; 16] = [
    "play", "pass", "mark", "suggest", "done", "undone", "resume", "resign", "void", "claim",
    "takeback", "grant", "rematch", "seat", "newlink", "invite",
];

/// The status of an answer, whose body may be a stream without an end.
fn status(served: &Served, path: &str, headers: &str) -> u16 {
    let mut stream = connect(served.address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n"
    )
    .unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn no_link_a_wrong_one_and_one_of_an_unknown_game_are_not_found() {
    let served = Served::new();
    let other = Served::new();
    let game = served.game(&[]);
    let foreign = other.game(&[]).black;
    let mut changed = game.black.clone();
    let last = if changed.pop() == Some('A') { 'B' } else { 'A' };
    changed.push(last);
    // Black's proof for White's role.
    let role = "/g/".len() + 11;
    let mut white = game.black.clone();
    white.replace_range(role..=role, "w");
    let missing = get(served.address, "/g/x");
    assert_eq!(missing.status, 404);
    for link in ["/g/", "/g/x", &changed, &white, &foreign] {
        for path in gets() {
            let found = status(&served, &format!("{link}{path}"), JSON);
            assert_eq!(found, 404, "{link}{path}");
        }
        for verb in POSTS {
            let found = post(served.address, &format!("{link}/{verb}"), "req=x");
            let answer = (found.status, &found.body);
            assert_eq!(answer, (404, &missing.body), "{link}/{verb}");
        }
    }
    assert_eq!(get(served.address, "/nothing").body, missing.body);
    assert_eq!(game.view(&game.black)["seq"], 1);
}

#[test]
fn a_spectator_sees_everything_and_changes_nothing() {
    let (served, game) = Served::with_game(&[]);
    for path in gets() {
        let found = status(&served, &format!("{}{path}", game.spectators), JSON);
        assert!(matches!(found, 200 | 204), "{path}");
    }
    for verb in POSTS {
        let found = game.post(&game.spectators, verb, "req=x");
        found.is_refused(403, "spectator");
    }
    assert_eq!(game.post(&game.black, "nonsense", "req=x").status, 404);
    let allowed = game.view(&game.spectators)["allowed"].clone();
    assert_eq!(allowed, serde_json::json!([]));
}

#[test]
fn reading_changes_nothing() {
    let (served, game) = Served::with_game(&[]);
    game.play(&game.black, "C3");
    // Another number for each change by another connection.
    let base = served.folder.base();
    let version = || base.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0));
    let before = version();
    for link in [&game.black, &game.white, &game.spectators] {
        for path in gets() {
            for headers in [JSON, "", "Accept: text/x-fragment\r\n"] {
                let found = status(&served, &format!("{link}{path}"), headers);
                assert!(found < 300, "{path}");
            }
        }
        status(&served, &format!("/m/{}/stop", &link[3..]), "");
    }
    status(&served, "/", "");
    assert_eq!(version(), before);
    game.play(&game.white, "C4");
    assert_ne!(version(), before);
}

#[test]
fn wrong_methods_types_and_bodies_have_their_own_answers() {
    let (served, game) = Served::with_game(&[]);
    let play = format!("{}/play", game.black);
    let answer = |method: &str, headers: &str, body: &str| {
        ask(served.address, method, &play, headers, body).status
    };
    let good = game.command(&game.black, "play", &[("point", "C3")]);
    assert_eq!(answer("GET", "", ""), 405);
    assert_eq!(answer("PUT", FORM, &good), 405);
    assert_eq!(answer("POST", "", &good), 415);
    assert_eq!(answer("POST", "Content-Type: text/plain\r\n", &good), 415);
    assert_eq!(answer("POST", FORM, &"x".repeat(8 * 1024 + 1)), 413);
    let more = "x".repeat(8 * 1024 - good.len() - 6);
    assert_eq!(answer("POST", FORM, &format!("{good}&more={more}")), 303);
    let json = "Content-Type: application/json\r\n";
    let bodies = r#" { [] "x" null {"req":1} {"req":"x","move_no":"1"}"#.split(' ');
    for body in bodies.chain([&*"[".repeat(8000)]) {
        assert_eq!(answer("POST", json, body), 400, "{body:.20}");
    }
    let forms = "point=C3&move_no=1 req=&point=C3&move_no=1 req=a+b&point=C3&move_no=1 req=x&point=C3 \
                 req=x&point=C3&move_no=-1 req=x&point=Z9&move_no=1 req=x&point=I1&move_no=1 req=x&move_no=1 \
                 req=x&point=C3&move_no=99999999999999999999999 req=x&req=y&point=C3&move_no=1 %ff=x";
    for form in forms.split(' ') {
        let found = post(served.address, &play, form);
        assert_eq!(found.status, 400, "{form}: {found:?}");
        assert!(!found.json()["text"].as_str().unwrap().is_empty());
    }
    assert_eq!(game.view(&game.black)["seq"], 2);
}

#[test]
fn requests_from_pages_of_other_sites_are_refused() {
    let (served, game) = Served::with_game(&[]);
    let own = format!("Origin: http://{}\r\n", served.address);
    for (header, expected) in [
        ("Origin: http://evil.example\r\n", 403),
        ("Origin: null\r\n", 403),
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        ("Sec-Fetch-Site: same-site\r\n", 403),
        (own.as_str(), 204),
        ("Sec-Fetch-Site: same-origin\r\n", 204),
        ("Sec-Fetch-Site: none\r\n", 204),
    ] {
        let link = &game.black;
        let asked = |method: &str, path: &str, form: &str| {
            let headers = format!("{header}{FORM}{JSON}");
            ask(served.address, method, path, &headers, form).status
        };
        let seen = asked("POST", &format!("{link}/seen"), "seq=1");
        assert_eq!(seen, expected, "{header}");
        // Reading is free: a link in a mail or another page opens.
        assert_eq!(asked("GET", link, ""), 200, "{header}");
    }
}

#[test]
fn a_page_polls_for_what_is_new() {
    let (served, game) = Served::with_game(&[]);
    let since = |seq: &str| game.get(&game.black, &format!("/state?since={seq}"));
    assert_eq!(since("1").status, 204);
    // More than there is: the page was made before an older database was restored.
    for other in ["0", "7"] {
        assert_eq!(since(other).json()["seq"], 1);
    }
    game.play(&game.black, "C3");
    let new = since("1");
    assert_eq!(new.json()["seq"], 2);
    assert_eq!(new.header("etag"), Some("\"2\""));
    let (path, known) = (format!("{}/state", game.black), "If-None-Match: \"2\"\r\n");
    let known = ask(served.address, "GET", &path, known, "");
    assert_eq!(known.status, 304);
}

#[test]
fn headers_protect_every_answer() {
    let (served, game) = Served::with_game(&[]);
    for path in [
        "/",
        "/nothing",
        &game.black,
        "/healthz",
        "/robots.txt",
        &format!("{}/game.sgf", game.black),
    ] {
        let found = page(served.address, path);
        let policy = found.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("referrer-policy", "same-origin"),
            ("x-content-type-options", "nosniff"),
            ("x-robots-tag", "noindex, noarchive"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(found.header(name), Some(value), "{path}");
        }
        assert_eq!(found.header("set-cookie"), None);
    }
}
