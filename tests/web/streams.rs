//! Streams that tell pages of changes: how many, for how long.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use pretty_assertions::assert_eq;

use crate::client::{PATIENCE, ask, connect, get, page};
use crate::served::{GameLinks, Served, make};

/// A stream of the numbers of a game's events.
pub(crate) struct Stream {
    lines: BufReader<TcpStream>,
    people: [String; 3],
}

impl Stream {
    /// Asks for a stream.
    fn ask(game: &GameLinks, link: &str) -> Stream {
        let mut stream = connect(game.address).unwrap();
        let head = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        write!(stream, "GET {link}/events {head}").unwrap();
        Stream {
            lines: BufReader::new(stream),
            people: Default::default(),
        }
    }

    /// Opens a stream of a new game, and waits for its first number.
    pub(crate) fn open(game: &GameLinks, link: &str) -> Stream {
        let mut stream = Stream::ask(game, link);
        stream.wait_for(1);
        stream
    }

    /// The next line, without its end; `None` if the stream has ended.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.lines.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end().to_owned())
    }

    /// Waits for this number.
    pub(crate) fn wait_for(&mut self, seq: u64) {
        let (begun, data) = (Instant::now(), format!("data: {seq}"));
        while self.line().expect("the stream ended") != data {
            assert!(begun.elapsed() < PATIENCE, "no news of event {seq}");
        }
    }

    /// What is new of the players: a number, and whether Black and White are there.
    pub(crate) fn people(&mut self) -> [String; 3] {
        let begun = Instant::now();
        loop {
            while self.line().expect("the stream ended") != "event: people" {
                assert!(begun.elapsed() < PATIENCE, "no news of people");
            }
            let lines = [(); 3].map(|()| self.line().unwrap());
            let people = lines.map(|line| line.strip_prefix("data:").unwrap().trim().to_owned());
            if people != self.people {
                self.people.clone_from(&people);
                return people;
            }
        }
    }

    /// Waits until the stream ends.
    pub(crate) fn wait_for_end(mut self) {
        let begun = Instant::now();
        while self.line().is_some() {
            assert!(begun.elapsed() < PATIENCE, "the stream does not end");
        }
    }
}

/// A player has the latest four streams of their link; all spectators have the same link. The head of a stream takes no
/// place.
#[test]
fn a_player_has_four_streams_and_spectators_many() {
    let (served, game) = Served::with_game(&[]);
    let [first, mut players @ ..] = [(); 5].map(|()| Stream::open(&game, &game.white));
    first.wait_for_end();
    let mut spectators = [(); 20].map(|()| Stream::open(&game, &game.spectators));
    let path = format!("{}/events", game.white);
    for _ in 0..8 {
        let head = ask(served.address, "HEAD", &path, "", "");
        assert_eq!((head.status, head.body.as_str()), (200, ""));
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
    }
    game.play(&game.black, "C3");
    for stream in players.iter_mut().chain(&mut spectators) {
        stream.wait_for(2);
    }
}

#[test]
fn the_streams_of_a_link_end_with_it() {
    let (_served, game) = Served::with_game(&[]);
    let streams = [(); 2].map(|()| Stream::open(&game, &game.black));
    let mut other = Stream::open(&game, &game.white);
    game.post(&game.black, "newlink", "");
    for stream in streams {
        stream.wait_for_end();
    }
    let over = game.say(&game.white, "resign", &[]).view();
    other.wait_for(over["seq"].as_u64().unwrap());
}

/// A stream that is asked for while its link is replaced is refused, or ends.
#[test]
fn no_stream_of_an_old_link_is_left() {
    let served = Served::new();
    for _ in 0..20 {
        let game = served.game(&[]);
        let start = std::sync::Barrier::new(5);
        let ask = || {
            start.wait();
            Stream::ask(&game, &game.black).wait_for_end();
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(ask);
            }
            start.wait();
            game.post(&game.black, "newlink", "");
        });
    }
}

/// Memory holds 500 games. One that is watched reports its changes, whatever is read again from the database.
#[test]
fn a_game_that_is_watched_is_not_forgotten() {
    let (served, game) = Served::with_game(&[]);
    let mut watcher = Stream::open(&game, &game.white);
    let address = served.address;
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..90 {
                    let other = GameLinks::of(address, &make(address, &[]).json());
                    assert_eq!(get(address, &other.black).status, 200);
                }
            });
        }
    });
    game.play(&game.black, "C3");
    watcher.wait_for(2);
}

/// Pages hear who has come, who looks at the game, and that a player has another name or link.
#[test]
fn pages_hear_of_people() {
    let (_served, game) = Served::with_game(&[]);
    let mut black = Stream::ask(&game, &game.black);
    let [first, ..] = black.people();
    // Spectators are nobody.
    let mut spectator = Stream::ask(&game, &game.spectators);
    let [here, left] = ["is here", "left just now"].map(str::to_owned);
    let not_yet = "not here yet".to_owned();
    assert_eq!(spectator.people(), [first.clone(), here.clone(), not_yet]);
    let white = Stream::open(&game, &game.white);
    assert_eq!(black.people(), [first.clone(), here.clone(), here.clone()]);
    // White has come.
    assert_eq!(game.post(&game.white, "seen", "seq=1").status, 204);
    let [come, ..] = black.people();
    assert_ne!(come, first);
    drop(white);
    assert_eq!(black.people(), [come.clone(), here.clone(), left.clone()]);
    let mut numbers = vec![first, come];
    for (verb, fields) in [("seat", "name=Robert"), ("newlink", "")] {
        assert_eq!(game.post(&game.white, verb, fields).status, 200);
        let [number, rest @ ..] = black.people();
        assert_eq!(rest, [here.clone(), left.clone()]);
        assert!(!numbers.contains(&number));
        let shown = page(game.address, &game.black).body;
        assert!(shown.contains(&format!("data-people=\"{number}\"")));
        numbers.push(number);
    }
    // An event of the game is none of the players'.
    game.play(&game.black, "C3");
    black.wait_for(2);
}
