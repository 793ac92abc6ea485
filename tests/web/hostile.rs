//! What no browser sends: each is answered or closed in time, and another player is served meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{FORM, JSON, PATIENCE, ask, connect, get, send};
use crate::served::Served;

/// True if the server closes the connection, with or without an answer.
fn is_closed(mut stream: TcpStream) -> bool {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn slow_and_silent_clients_are_closed_and_others_served() {
    let (served, game) = Served::with_game(&[]);
    let path = format!("{}/play", game.black);
    let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\n{FORM}Content-Length: 100\r\n\r\n");
    thread::scope(|scope| {
        // Silent; half a head; a head without its body; a head and a body, a byte a second.
        for start in ["", "GET / HT", &head] {
            let mut stream = connect(served.address).unwrap();
            stream.write_all(start.as_bytes()).unwrap();
            scope.spawn(move || assert!(is_closed(stream)));
        }
        for start in ["GET / HTTP/1.1\r\nX: ", &head] {
            let mut stream = connect(served.address).unwrap();
            stream.write_all(start.as_bytes()).unwrap();
            scope.spawn(move || {
                let begun = Instant::now();
                // The server closes; a write then fails sooner or later.
                while stream.write_all(b"x").is_ok() {
                    assert!(begun.elapsed() < PATIENCE, "never closed");
                    thread::sleep(Duration::from_millis(500));
                }
            });
        }
        for _ in 0..20 {
            assert_eq!(get(served.address, &game.white).status, 200);
        }
    });
    assert_eq!(game.view(&game.black)["seq"], 1);
}

#[test]
fn requests_that_are_none_are_refused_or_closed() {
    let (served, game) = Served::with_game(&[]);
    let body = game.command(&game.black, "play", &[("point", "C3")]);
    let (path, length) = (format!("{}/play", game.black), body.len());
    let post = |headers: &str, body: &str| {
        format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{FORM}{headers}\r\n{body}")
    };
    let chunked = format!("{length:x}\r\n{body}\r\n0\r\n\r\n");
    let one = format!("Content-Length: {length}\r\n");
    let long = "x".repeat(100_000);
    let many_chunks = format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    let cases = [
        format!("GET /{long} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
        format!(
            "GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n",
            long.repeat(10)
        ),
        format!("GET / HTTP/1.1\r\n{}\r\n", "X: x\r\n".repeat(10_000)),
        post(&format!("{one}Content-Length: {}\r\n", length + 1), &body),
        post("Content-Length: -1\r\n", &body),
        post("Content-Length: 1000000000000\r\n", &long),
        post("Transfer-Encoding: gzip\r\n", &body),
        post("Transfer-Encoding: chunked\r\n", "ffffffffffffffffff\r\n"),
        post("Transfer-Encoding: chunked\r\n", &many_chunks),
        "\0\0\0\0".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}".repeat(100),
    ];
    for case in cases {
        let answer = send(served.address, case.as_bytes());
        let status = answer.map_or(400, |answer| answer.status);
        assert!((400..500).contains(&status), "{status}: {case:.80}");
    }
    assert_eq!(game.view(&game.black)["seq"], 1);
    // Both lengths: the chunks count, and the connection is closed, so that nothing is smuggled behind them.
    let both = post(&format!("Transfer-Encoding: chunked\r\n{one}"), &chunked);
    let answer = send(served.address, both.as_bytes());
    let status = answer.map_or(400, |answer| answer.status);
    assert!(status == 303 || (400..500).contains(&status), "{status}");
    let absolute = format!(
        "GET http://elsewhere.example{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{JSON}\r\n",
        game.black
    );
    assert!(send(served.address, absolute.as_bytes()).is_some_and(|answer| answer.status < 500));
    let old = format!("GET {} HTTP/1.0\r\n{JSON}\r\n", game.black);
    assert!(send(served.address, old.as_bytes()).is_some_and(|answer| answer.status < 500));
}

/// Wherever it is sent, and before any of it is: the server does not ask for it, either.
#[test]
fn a_body_of_a_gigabyte_is_refused_at_its_head() {
    let (served, game) = Served::with_game(&[]);
    for path in [
        "/games",
        &format!("{}/play", game.black),
        &format!("{}/newlink", game.black),
        &game.spectators,
        "/nothing/here",
    ] {
        for expects in ["", "Expect: 100-continue\r\n"] {
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: x\r\n{JSON}{FORM}Content-Length: 1000000000\r\n{expects}\r\n"
            );
            send(served.address, head.as_bytes())
                .unwrap()
                .is_refused(413, "too_large");
        }
    }
    assert_eq!(game.view(&game.black)["seq"], 1);
}

#[test]
fn limits_hold_and_say_how_long_to_wait() {
    let served = Served::with(|config| config.limits = true);
    let game = served.game(&[]);
    // 20 at once of one link, and five each second.
    let mut answers = (0..1000).map(|_| get(served.address, &game.black));
    let first = answers.position(|answer| answer.status == 429);
    assert!(first.is_some_and(|first| first >= 20), "{first:?}");
    let refused = answers.find(|answer| answer.status == 429).unwrap();
    refused.is_error("too_many");
    assert_eq!(refused.header("retry-after"), Some("1"));
}

#[test]
fn behind_a_proxy_the_limits_are_those_of_its_clients() {
    let served = Served::with(|config| {
        config.limits = true;
        config.proxies = 1;
    });
    let ask = |address: &str| {
        let header = format!("X-Forwarded-For: {address}\r\n");
        ask(served.address, "GET", "/robots.txt", &header, "").status
    };
    // What a client writes itself stands before what the proxy adds, and does not count.
    let is_refused = |address: String| ask(&address) == 429;
    assert!((0..200).any(|n| is_refused(format!("10.0.0.{n}, 192.0.2.1"))));
    assert!(!(0..200).any(|n| is_refused(format!("192.0.2.1, 10.0.0.{n}"))));
}
