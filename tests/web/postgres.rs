//! Two servers and one `PostgreSQL` database. `tests/web/postgres.sh` runs these tests beside a database server of their
//! own, which one of them restarts.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use gokata_web::{Running, serve};
use pretty_assertions::assert_eq;

use crate::client::{Answer, at_once, get, page, post, until};
use crate::database::{Database, game, given};
use crate::kills::{Process, Progress, free_address, kills, play_game};
use crate::served::{Folder, GameLinks, command, name};
use crate::streams::Stream;

#[test]
fn a_move_at_one_server_is_seen_at_the_other() {
    let (_database, _servers, game) = Database::with_game();
    let mut stream = Stream::open(&game[1], &game[1].white);
    for turn in 0..10 {
        let (link, at) = [(&game[0].black, 0), (&game[0].white, 1)][turn % 2];
        let point = format!("{}{}", char::from(b"ABCDE"[turn / 2]), 2 * (turn % 2) + 2);
        let played = game[at].say(link, "play", &[("point", &point)]);
        assert_eq!(played.status, 200, "{played:?}");
        // At once, for anyone who asks.
        let since = format!("{}/state?since={}", game[0].white, turn + 1);
        for server in &game {
            let state = get(server.address, &since);
            let seq = state.json()["seq"].as_u64();
            assert_eq!((state.status, seq), (200, Some(turn as u64 + 2)));
        }
        stream.wait_for(turn as u64 + 2);
    }
}

/// A page at another server hears that a player has come, or has another link. Whether they are there, it does not know.
#[test]
fn pages_hear_of_people_at_another_server() {
    let (_database, _servers, game) = Database::with_game();
    let mut black = Stream::open(&game[1], &game[1].black);
    let mut number = black.people()[0].clone();
    for (verb, fields) in [("seen", "seq=1"), ("newlink", "")] {
        game[0].post(&game[0].white, verb, fields);
        // The page asks, as soon as it hears of another number; then that is the true one.
        let [other, ..] = black.people();
        assert_ne!(other, number);
        let shown = page(game[1].address, &game[1].black).body;
        let [now, here, there] = black.people();
        assert!(shown.contains(&format!("data-people=\"{now}\"")));
        assert_eq!([here, there], ["is here", ""]);
        number = now;
    }
}

/// Neither of the two ways in which news may be lost stops it: the connection for it is cut, or nothing is ever sent.
#[test]
fn pages_hear_of_moves_without_notifications() {
    let database = Database::new();
    // A function of this name that does nothing hides the database's own.
    database.ask("CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''");
    let (_, name) = database.address.rsplit_once('/').unwrap();
    let hide = format!("ALTER DATABASE {name} SET search_path = public, pg_catalog");
    database.ask(&hide);
    let servers = database.two();
    let game = game(&database, &servers);
    let mut stream = Stream::open(&game[1], &game[1].white);
    game[0].play(&game[0].black, "C3");
    stream.wait_for(2);
    for seq in 3..6 {
        database.cut();
        let link = game[0].player(usize::from(seq % 2 == 1));
        let point = format!("E{seq}");
        // What runs while the connections are cut may fail; a client repeats it.
        let form = game_form(&game[0], link, &point);
        while post(game[0].address, &format!("{link}/play"), &form).status == 503 {}
        stream.wait_for(seq);
    }
}

/// A move at this point, under a new name; asks until the server answers.
fn game_form(game: &GameLinks, link: &str, point: &str) -> String {
    loop {
        let view = get(game.address, link);
        if view.status == 200 {
            return command(&view.json(), "play", &name(), &[("point", point)]);
        }
        assert_eq!(view.status, 503, "{view:?}");
    }
}

#[test]
fn a_new_link_kills_the_old_one_at_both_servers() {
    let database = Database::new();
    let servers = database.two();
    for round in 0..10 {
        let game = game(&database, &servers);
        let old = &game[0].black;
        // The other server has the game in memory, with the old link.
        game[1].play(old, "C3");
        let late = game[1].command(&game[1].white, "play", &[("point", "D4")]);
        let white = &game[0].white;
        let new = game[round % 2].new_link(white);
        for server in &game {
            let answers = [
                server.get(white, ""),
                server.get(white, "/state?since=2"),
                server.get(white, "/events"),
                server.post(white, "play", &late),
                server.post(white, "seat", "name=Eve"),
                server.post(white, "newlink", ""),
                server.post(white, "seen", "seq=2"),
            ];
            let statuses = answers.map(|answer| answer.status);
            assert_eq!(statuses, [410; 7]);
        }
        let other = &game[1 - round % 2];
        assert_eq!(other.view(&new)["names"]["white"], "Bob");
        other.play(&new, "D4");
        assert_eq!(game[0].post(&new, "seat", "name=Rob").status, 200);
        assert_eq!(game[1].view(old)["names"]["white"], "Rob");
    }
}

/// Each player is at a server of their own.
#[test]
fn a_turn_is_taken_back_and_a_rematch_begun_across_servers() {
    let database = Database::new();
    let servers = database.two();
    for _ in 0..10 {
        let game = game(&database, &servers);
        let [black, white] = [(&game[0], &game[0].black), (&game[1], &game[1].white)];
        black.0.play(black.1, "C3");
        for ((at, link), verb) in [(black, "takeback"), (white, "grant"), (black, "resign")] {
            let answer = at.say(link, verb, &[]);
            assert_eq!(answer.status, 200, "{answer:?}");
        }
        assert_eq!(black.0.view(black.1)["move_no"], 0);
        let press = |(at, link): (&GameLinks, &String)| {
            (at.address, format!("{link}/rematch"), "req=x".to_owned())
        };
        let answers = at_once([black, white, black, white].map(press).to_vec());
        let games: Vec<_> = answers.iter().map(|it| it.json()["game"].clone()).collect();
        assert!(
            games[0].is_string() && games.iter().all(|it| *it == games[0]),
            "{answers:?}"
        );
    }
}

#[test]
fn one_request_to_both_servers_at_once_is_one_event() {
    let (_database, _servers, game) = Database::with_game();
    for turn in 0..30 {
        let link = [&game[0].black, &game[0].white][turn % 2];
        let column = char::from(b"ABCDEFGHJ"[turn / 4]);
        let point = format!("{column}{}", turn % 4 + 2 * (turn % 2) + 1);
        let form = game[0].command(link, "play", &[("point", &point)]);
        let answers = to_both(&game, &format!("{link}/play"), &form);
        let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        if statuses == [422; 4] {
            // The stone of another turn stands there.
            let pass = game[0].command(link, "pass", &[]);
            to_both(&game, &format!("{link}/pass"), &pass);
        } else {
            assert_eq!(statuses, [200; 4], "{answers:?}");
            let is_first = |answer: &&Answer| answer.json()["repeated"] == false;
            assert_eq!(answers.iter().filter(is_first).count(), 1);
        }
    }
    // A game that is made by both at once is one game.
    for _ in 0..10 {
        let form = format!("req={}", name());
        let made = to_both(&game, "/games", &form).into_iter();
        let links = made.map(|made| GameLinks::of(game[0].address, &made.json()).black);
        let links: Vec<String> = links.collect();
        assert_eq!(links, vec![links[0].clone(); 4]);
    }
}

/// Sends this to each server twice at the same time.
fn to_both(game: &[GameLinks; 2], path: &str, form: &str) -> Vec<Answer> {
    let request = |number: usize| (game[number % 2].address, path.to_owned(), form.to_owned());
    at_once((0..4).map(request).collect())
}

#[test]
fn two_servers_send_a_mail_once_and_one_goes_on_without_the_other() {
    let database = Database::new();
    let time = Arc::new(AtomicU64::new(1_800_000_000));
    let start = |mails: &str| {
        let (clock, config) = (Arc::clone(&time), database.config(mails));
        serve(config.with_clock(move || clock.load(Ordering::Relaxed))).unwrap()
    };
    let servers = [start("mail-0"), start("mail-1")];
    let games: Vec<_> = (0..20).map(|_| game(&database, &servers)).collect();
    for (number, game) in games.iter().enumerate() {
        game[number % 2].play(&game[0].black, "C3");
    }
    let settled = || {
        let now = time.load(Ordering::Relaxed);
        let open = format!(
            "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND dropped IS NULL AND due <= {now}"
        );
        until("all mails are seen to", || database.ask(&open) == ["0"]);
        let mut all = [
            database.folder.mails("mail-0"),
            database.folder.mails("mail-1"),
        ]
        .concat();
        all.sort();
        all
    };
    time.fetch_add(121, Ordering::Relaxed);
    let mut expected = settled();
    // Not more than ten a day go to one address.
    assert_eq!(expected.len(), 10, "{expected:?}");
    expected.dedup();
    assert_eq!(expected.len(), 10, "{expected:?}");
    // The server that sends them goes; the other takes over.
    let sender = usize::from(database.folder.mails("mail-0").is_empty());
    let by_other = || database.folder.mails(&format!("mail-{}", 1 - sender));
    assert!(by_other().is_empty());
    let mut servers = servers.map(Some);
    servers[sender].take().unwrap().stop().unwrap();
    // It knows how many mails were sent before.
    time.fetch_add(60 * 60, Ordering::Relaxed);
    assert_eq!(settled().len(), 10);
    time.fetch_add(26 * 60 * 60, Ordering::Relaxed);
    let all = settled();
    assert!(all.len() > 10 && !by_other().is_empty(), "{all:?}");
    let mut once = all.clone();
    once.dedup();
    assert_eq!(once, all);
}

/// Games whose players are at different servers, while the servers are killed, their connections cut, and the database
/// restarted.
#[test]
fn two_servers_lose_and_double_nothing() {
    let is_long = std::env::var_os("GOKATA_DEEP").is_some();
    let games = if is_long { 50 } else { 8 };
    let database = Database::alone();
    let addresses = [free_address(), free_address()];
    let mut processes = addresses.map(|address| database.process(address));
    let made: Vec<[GameLinks; 2]> = (0..games)
        .map(|number| {
            let form = format!("req=game-{number}&size=25");
            let made = post(addresses[number % 2], "/games", &form);
            addresses.map(|address| GameLinks::of(address, &made.json()))
        })
        .collect();
    let progress = &Progress::default();
    let played: Vec<Vec<String>> = thread::scope(|scope| {
        let play = |game: &[GameLinks; 2]| {
            let [black, white] = game.clone();
            scope.spawn(move || play_game([&black, &white], progress))
        };
        let clients: Vec<_> = made.iter().map(play).collect();
        for kill in 0..kills() {
            thread::sleep(Duration::from_millis(300 + kill * 37 % 230));
            match kill % 3 {
                0 => {
                    let which = usize::from(kill % 2 == 0);
                    processes[which].kill();
                    thread::sleep(Duration::from_millis(kill * 53 % 190));
                    processes[which] = database.process(addresses[which]);
                }
                1 => database.cut(),
                _ => {
                    let restarted = Command::new(given("GOKATA_TEST_RESTART")).status().unwrap();
                    assert!(restarted.success());
                }
            }
        }
        progress.end_after(10 * games);
        let clients = clients.into_iter();
        clients.map(|client| client.join().unwrap()).collect()
    });
    for (game, acknowledged) in made.iter().zip(&played) {
        assert_eq!(game[0].entries(), game[1].entries());
        game[0].has_stored(acknowledged);
    }
    let verified = gokata_web::verify_database(&database.address).unwrap();
    assert_eq!((verified.games, &verified.faults[..]), (games, &[][..]));
}

/// By an authority that only `SSL_CERT_FILE` names. Whom it does not vouch for, the servers do not talk to.
#[test]
fn two_servers_reach_the_database_by_tls() {
    let database = Database::new();
    let folder = given("GOKATA_TEST_AUTHORITIES");
    let command = |address: &str, authority: &str| {
        let mut command = database.command(SocketAddr::from(([127, 0, 0, 1], 0)));
        let address = format!("{address}?sslmode=require");
        command.env("GOKATA_DATABASE", address);
        command.env("SSL_CERT_FILE", format!("{folder}/{authority}.pem"));
        command
    };
    let address = database.address.as_str();
    let other_name = address.replace("127.0.0.1", "localhost");
    for (address, authority) in [(address, "stranger"), (&other_name, "authority")] {
        let output = command(address, authority).output().unwrap();
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{why}");
        assert!(why.contains("certificate"), "{why}");
    }
    let servers = [(); 2].map(|()| Process::spawn(&mut command(address, "authority")));
    let game = GameLinks::of_two(&database.folder, servers[0].address, &[("size", "9")]);
    let game = servers.each_ref().map(|server| game.at(server.address));
    let mut stream = Stream::open(&game[1], &game[1].white);
    for cuts in 0..2 {
        let link = game[0].player(cuts);
        let form = game_form(&game[0], link, &format!("C{}", cuts + 3));
        while post(game[0].address, &format!("{link}/play"), &form).status == 503 {}
        stream.wait_for(cuts as u64 + 2);
        let plain = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE NOT ssl AND datname = current_database() AND pid <> pg_backend_pid()";
        assert_eq!(database.ask(plain), ["0"]);
        database.cut();
    }
}

/// What an address may do in an hour, and the mails to one address in a day.
#[test]
fn limits_hold_for_all_servers_of_a_database() {
    const NOW: u64 = 1_800_000_000;
    let database = Database::new();
    let time = Arc::new(AtomicU64::new(NOW));
    let start = || {
        let (clock, mut config) = (Arc::clone(&time), database.config("mail"));
        config.limits = true;
        serve(config.with_clock(move || clock.load(Ordering::Relaxed))).unwrap()
    };
    let servers = [(); 2].map(|()| start());
    let make = |server: &Running, fields: &[(&str, &str)]| {
        crate::served::make(server.address(), fields).status
    };
    let address = [("email", "ann@example.org")];
    let made = [0, 1, 0, 1].map(|which: usize| make(&servers[which], &address));
    assert_eq!(made, [201, 201, 201, 429]);
    let all = (3..30).all(|number| make(&servers[number % 2], &[]) == 201);
    assert!(all);
    let third = start();
    let refused = || {
        servers
            .iter()
            .chain([&third])
            .all(|server| make(server, &[]) == 429)
    };
    assert!(refused());
    time.store(NOW + 119, Ordering::Relaxed);
    assert!(refused());
    time.store(NOW + 120, Ordering::Relaxed);
    assert_eq!(make(&servers[0], &[]), 201);
    assert!(refused());
    // A clock that was ahead locks nobody out.
    time.store(NOW - 365 * 24 * 60 * 60, Ordering::Relaxed);
    assert_eq!(make(&third, &[]), 201);
}

#[test]
fn a_database_that_was_tampered_with_is_reported() {
    let (database, _servers, game) = Database::with_game();
    game[0].play(&game[0].black, "C3");
    let verify = || gokata_web::verify_database(&database.address).unwrap();
    let found = verify();
    assert_eq!((found.games, found.events, found.faults), (1, 2, vec![]));
    database.ask("ALTER TABLE event DISABLE TRIGGER ALL; DELETE FROM event WHERE seq = 2");
    let fault = verify().faults.remove(0);
    let end = "it has 1 events, and should have 2";
    assert!(fault.ends_with(end), "{fault}");
}

/// Each in one sentence, and with exit code 2.
#[test]
fn a_start_that_could_not_serve_is_refused() {
    let database = Database::new();
    let secret = database.folder.path().join("secret");
    let start = |address: &str, secret: Option<&Path>, words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gokata"));
        command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(words);
        command.current_dir(database.folder.path());
        command.env("GOKATA_DATABASE", address);
        command.env_remove("GOKATA_SECRET_FILE");
        if let Some(secret) = secret {
            command.env("GOKATA_SECRET_FILE", secret);
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let (none, secret) = (["--mail", "none"], Some(secret.as_path()));
    assert!(start(&database.address, None, &none).contains("GOKATA_SECRET_FILE names the file"));
    assert!(start(&database.address, secret, &[]).contains("say where mails go"));
    assert!(start(&database.address, secret, &["--backup", "copy"]).contains("pg_dump"));
    assert!(start("sqlite:games", secret, &none).contains("postgres://USER@HOST/NAME"));
    let nobody = "postgres://ann:hidden@127.0.0.1:1/games";
    for words in [&none[..], &["--verify"]] {
        let why = start(nobody, secret, words);
        assert!(why.contains("games at 127.0.0.1: "), "{why}");
        assert!(!why.contains("hidden"), "{why}");
    }
    // Links that were made with one secret are void with another.
    drop(serve(database.config("mail")).unwrap());
    let other = Folder::new();
    let other = other.path().join("secret");
    std::fs::write(&other, [8; 32]).unwrap();
    assert!(start(&database.address, Some(&other), &none).contains("another secret"));
    // Nothing else is kept in folders.
    let entries = std::fs::read_dir(database.folder.path()).unwrap();
    assert_eq!(entries.count(), 2);
}
