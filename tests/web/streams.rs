//! Streams that tell pages of changes: how many, for how long.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;

use crate::client::{PATIENCE, ask, connect, get, post};
use crate::served::{GameLinks, Served, name};

/// A stream of the game's events, which has said its first.
pub(crate) fn stream(game: &GameLinks, link: &str) -> TcpStream {
    let mut stream = connect(game.address).unwrap();
    let head = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    write!(stream, "GET {link}/events {head}").unwrap();
    assert!(read_until(&mut stream, "data: 1\n\n"));
    stream
}

/// Reads until this text has come; false if the stream ends without it.
pub(crate) fn read_until(stream: &mut TcpStream, text: &str) -> bool {
    let begun = Instant::now();
    let mut all = Vec::new();
    let mut byte = [0];
    while begun.elapsed() < PATIENCE && stream.read_exact(&mut byte).is_ok() {
        all.push(byte[0]);
        if all.ends_with(text.as_bytes()) {
            return true;
        }
    }
    false
}

/// True if the stream ends before its second comment.
fn ends(stream: &mut TcpStream) -> bool {
    let mut bytes = [0; 100];
    let patience = Duration::from_secs(20);
    stream.set_read_timeout(Some(patience)).unwrap();
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => (),
            Err(_) => return false,
        }
    }
    false
}

#[test]
fn the_head_of_a_stream_takes_no_place() {
    let served = Served::new();
    let game = served.game(&[]);
    let mut streams: Vec<TcpStream> = (0..4).map(|_| stream(&game, &game.white)).collect();
    let path = format!("{}/events", game.white);
    for _ in 0..8 {
        let head = ask(served.address, "HEAD", &path, "", "");
        assert_eq!((head.status, head.body.as_str()), (200, ""));
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
    }
    game.play(&game.black, "C3");
    for stream in &mut streams {
        assert!(read_until(stream, "data: 2\n\n"));
    }
}

#[test]
fn the_streams_of_a_link_end_with_it() {
    let served = Served::new();
    let game = served.game(&[]);
    let mut streams: Vec<TcpStream> = (0..2).map(|_| stream(&game, &game.black)).collect();
    let mut other = stream(&game, &game.white);
    game.post(&game.black, "newlink", "");
    for stream in &mut streams {
        assert!(ends(stream));
    }
    let over = game.say(&game.white, "resign", &[]).view();
    let last = format!("data: {}\n\n", over["seq"]);
    assert!(read_until(&mut other, &last));
}

/// A stream that is asked for while its link is replaced is refused, or ends.
#[test]
fn no_stream_of_an_old_link_is_left() {
    let served = Served::new();
    for _ in 0..20 {
        let game = served.game(&[]);
        let start = std::sync::Barrier::new(5);
        let mut streams: Vec<TcpStream> = thread::scope(|scope| {
            let open = || {
                let mut stream = connect(game.address).unwrap();
                start.wait();
                let head = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
                write!(stream, "GET {}/events {head}", game.black).unwrap();
                stream
            };
            let opened: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            start.wait();
            game.post(&game.black, "newlink", "");
            let opened = opened.into_iter();
            opened.map(|opened| opened.join().unwrap()).collect()
        });
        for stream in &mut streams {
            assert!(ends(stream));
        }
    }
}

/// All spectators of a game have the same link; a player may have four streams.
#[test]
fn spectators_do_not_end_each_others_streams() {
    let served = Served::new();
    let game = served.game(&[]);
    let mut streams: Vec<TcpStream> = (0..20).map(|_| stream(&game, &game.spectators)).collect();
    game.play(&game.black, "C3");
    for stream in &mut streams {
        assert!(read_until(stream, "data: 2\n\n"));
    }
}

/// Memory holds 500 games. One that is watched reports its changes, whatever is read again from the database.
#[test]
fn a_game_that_is_watched_is_not_forgotten() {
    let served = Served::new();
    let game = served.game(&[]);
    let mut watcher = stream(&game, &game.white);
    let address = served.address;
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..90 {
                    let form = format!("req={}", name());
                    let other = GameLinks::of(address, &post(address, "/games", &form).json());
                    assert_eq!(get(address, &other.black).status, 200);
                }
            });
        }
    });
    game.play(&game.black, "C3");
    assert!(read_until(&mut watcher, "data: 2\n\n"));
}
