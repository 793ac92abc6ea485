//! Disk, database, clock and folder fail: each is a sentence, nothing that was acknowledged is missing afterwards, and the
//! server works again when the cause is gone.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gokata_web::{Config, serve};
use pretty_assertions::assert_eq;

use crate::client::{get, post};
use crate::served::{Folder, GameLinks, Served, config, make};

/// Why no server starts so.
fn why_not(config: Config) -> String {
    let served = serve(config).map(|_| ());
    served.unwrap_err().to_string()
}

/// Checks that no server starts on this folder, for a reason that contains these words.
#[track_caller]
fn refused(folder: &Folder, words: &str) {
    let why = why_not(config(folder.path()));
    assert!(why.contains(words), "{why}");
}

#[test]
fn a_locked_database_is_a_refusal_and_then_works_again() {
    let served = Served::new();
    let game = served.game(&[]);
    let other = served.folder.base();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let play = game.command(&game.black, "play", &[("point", "C3")]);
    let path = format!("{}/play", game.black);
    // SQLite waits for five seconds before it gives up.
    let answer = post(game.address, &path, &play);
    answer.is_refused(503, "not_stored");
    assert_eq!(answer.header("retry-after"), Some("2"));
    // Reading goes on meanwhile, and shows what is stored.
    assert_eq!(game.view(&game.white)["seq"], 1);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(post(game.address, &path, &play).status, 200);
    assert_eq!(game.view(&game.white)["seq"], 2);
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let served = Served::new();
    let why = why_not(config(served.folder.path()));
    assert!(why.ends_with(": another server uses this folder"), "{why}");
    served.game(&[]);
}

#[test]
fn a_port_in_use_is_named() {
    let served = Served::new();
    let folder = Folder::new();
    let mut other = config(folder.path());
    other.listen = served.address;
    let why = why_not(other);
    let start = format!("cannot listen on {}: ", served.address);
    assert!(why.starts_with(&start), "{why}");
    // The folder is free again.
    serve(config(folder.path())).unwrap().stop().unwrap();
}

#[test]
fn without_its_secret_a_server_does_not_start() {
    let mut served = Served::new();
    let game = served.game(&[]);
    served.stop();
    let secret = served.folder.path().join("secret");
    let bytes = fs::read(&secret).unwrap();
    fs::remove_file(&secret).unwrap();
    refused(&served.folder, "secret: missing. Without it, every link");
    fs::write(&secret, "short").unwrap();
    let why = why_not(config(served.folder.path()));
    let is_last = why.ends_with("secret: a secret has 32 bytes, not 5");
    assert!(is_last, "{why}");
    fs::write(&secret, bytes).unwrap();
    served.restart();
    assert_eq!(get(served.address, &game.black).status, 200);
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_secret_and_the_games() {
    use std::os::unix::fs::PermissionsExt;
    let served = Served::new();
    for file in ["secret", "games.sqlite", "games.sqlite-wal", "lock"] {
        let about = fs::metadata(served.folder.path().join(file)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{file}");
    }
}

#[test]
fn with_another_secret_a_server_does_not_start() {
    let [mut served, other] = [Served::new(), Served::new()];
    let game = served.game(&[]);
    served.stop();
    let secret = |folder: &Folder| folder.path().join("secret");
    let right = fs::read(secret(&served.folder)).unwrap();
    fs::copy(secret(&other.folder), secret(&served.folder)).unwrap();
    let other = "games.sqlite: the links to these games were made with another secret";
    refused(&served.folder, other);
    fs::write(secret(&served.folder), right).unwrap();
    served.restart();
    assert_eq!(get(served.address, &game.black).status, 200);
}

/// What is left of a copy that failed, or of a full disk.
#[test]
fn an_empty_file_is_no_database() {
    let mut served = Served::new();
    served.game(&[]);
    served.stop();
    let file = served.folder.path().join("games.sqlite");
    fs::write(&file, "").unwrap();
    let empty = "games.sqlite: an empty file, not a database.";
    refused(&served.folder, empty);
    assert_eq!(fs::metadata(&file).unwrap().len(), 0);
    fs::remove_file(&file).unwrap();
    served.restart();
}

#[cfg(unix)]
#[test]
fn nothing_is_stored_in_a_database_that_was_taken_away() {
    let served = Served::new();
    let game = served.game(&[]);
    let file = |name: &str| served.folder.path().join(name);
    let refused = |what: &str| {
        let played = game.say(&game.black, "play", &[("point", "C3")]);
        let health = get(served.address, "/healthz");
        assert_eq!(
            [played, health].map(|answer| answer.status),
            [503; 2],
            "{what}"
        );
        assert_eq!(game.view(&game.black)["seq"], 1);
    };
    assert_eq!(get(served.address, "/healthz").status, 200);
    for name in ["games.sqlite", "games.sqlite-wal"] {
        fs::rename(file(name), file("away")).unwrap();
        refused("removed");
        fs::copy(file("away"), file(name)).unwrap();
        refused("replaced");
        fs::rename(file("away"), file(name)).unwrap();
        assert_eq!(get(served.address, "/healthz").status, 200);
    }
    game.play(&game.black, "C3");
}

#[test]
fn a_database_of_a_later_version_is_left_alone() {
    let mut served = Served::new();
    served.game(&[]);
    served.stop();
    let base = served.folder.base();
    base.execute_batch("PRAGMA user_version = 7").unwrap();
    drop(base);
    let file = served.folder.path().join("games.sqlite");
    let before = fs::read(&file).unwrap();
    let later = "this database is of version 7, made by a later gokata";
    refused(&served.folder, later);
    assert!(fs::read(&file).unwrap() == before);
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = Folder::new();
    serve(config(folder.path())).unwrap().stop().unwrap();
    let file = folder.path().join("games.sqlite");
    let text = "not a database at all, but a text that is long enough to be one";
    fs::write(&file, text).unwrap();
    refused(&folder, "games.sqlite: ");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let below_file = config(&folder.path().join("secret").join("data"));
    assert!(serve(below_file).is_err());
}

#[test]
fn a_clock_that_goes_back_a_year_changes_no_order() {
    let folder = Folder::new();
    let time = Arc::new(AtomicU64::new(2_000_000_000));
    let clock = Arc::clone(&time);
    let config = config(folder.path()).with_clock(move || clock.load(Ordering::Relaxed));
    let running = serve(config).unwrap();
    let made = make(running.address(), &[("size", "5")]).json();
    let game = GameLinks::of(running.address(), &made);
    game.play(&game.black, "C3");
    time.store(2_000_000_000 - 365 * 24 * 3600, Ordering::Relaxed);
    game.play(&game.white, "C4");
    let log = game.get(&game.black, "/log.jsonl").body;
    let times = log.matches("\"at\":2000000000,").count();
    assert_eq!(times, 3, "{log}");
}

/// A row that was changed by hand, or judged otherwise by a later version: that game is not shown, the others are.
#[test]
fn a_log_that_contradicts_itself_is_not_played_on() {
    let mut served = Served::new();
    let games = [served.game(&[]), served.game(&[])];
    for game in &games {
        game.play(&game.black, "C3");
        game.play(&game.white, "C4");
    }
    served.stop();
    let id = &games[0].black[3..14];
    let base = served.folder.base();
    let change = "UPDATE event SET body = replace(body, '(1,2)', '(2,2)') WHERE game = ?";
    let refused = base.execute(change, [id]).unwrap_err().to_string();
    assert!(refused.contains("events are never changed"), "{refused}");
    let unguarded = "DROP TRIGGER event_is_not_changed";
    base.execute_batch(unguarded).unwrap();
    base.execute(change, [id]).unwrap();
    served.restart();
    let status = games.map(|game| get(served.address, &game.black).status);
    assert_eq!(status, [503, 200]);
}

/// Runs the program with files of at most 2,000 blocks, until a change cannot be stored.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let folder = Folder::new();
    let limits = "trap '' XFSZ; ulimit -f 2000; exec \"$@\"";
    let mut process = crate::kills::Process::start(&["sh", "-c", limits, "sh"], folder.path());
    let made = make(process.address, &[("size", "25")]).json();
    let game = GameLinks::of(process.address, &made);
    let mut acknowledged = 1;
    let columns = "ABCDEFGH".chars();
    let moves =
        (1..=25).flat_map(|row| columns.clone().map(move |column| format!("{column}{row}")));
    let links = [&game.black, &game.white].into_iter().cycle();
    let play = |(point, link): (String, &String)| game.say(link, "play", &[("point", &point)]);
    let mut answers = moves.zip(links).map(play);
    let full = answers.find(|answer| {
        if answer.status == 200 {
            acknowledged = answer.view()["seq"].as_u64().unwrap();
        }
        answer.status != 200
    });
    full.unwrap().is_refused(503, "not_stored");
    assert!(acknowledged > 5, "{acknowledged}");
    assert_eq!(game.view(&game.black)["seq"].as_u64(), Some(acknowledged));
    process.kill();
    let process = crate::kills::Process::start(&[], folder.path());
    let game = game.at(process.address);
    assert_eq!(game.view(&game.black)["seq"].as_u64(), Some(acknowledged));
    assert_eq!(game.say(&game.black, "resign", &[]).status, 200);
}

#[test]
fn links_begin_with_an_address() {
    for bad in [
        "",
        "http://",
        "go.example.org",
        "javascript:alert(1)",
        "https://go.example.org/games",
        "http://a\"b",
        "http://a b",
        "ftp://a.org",
    ] {
        let folder = Folder::new();
        let mut config = config(folder.path());
        config.base_url = Some(bad.to_owned());
        let why = why_not(config);
        let is_named = why.contains("is no address that links can begin with");
        assert!(is_named, "{bad}: {why}");
    }
    let folder = Folder::new();
    let mut everywhere = config(folder.path());
    everywhere.listen.set_ip([0, 0, 0, 0].into());
    let why = why_not(everywhere.clone());
    assert!(why.contains("--base-url"), "{why}");
    everywhere.base_url = Some("HTTPS://Go.Example.org:8443/".to_owned());
    let running = serve(everywhere).unwrap();
    assert_eq!(running.base_url(), "https://go.example.org:8443");
}
