//! Disk, database and folder fail: each is a sentence, nothing that was acknowledged is missing afterwards, and the
//! server works again when the cause is gone.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;

use gokata_web::{Config, serve};
use pretty_assertions::assert_eq;

use crate::client::{get, post, until};
use crate::served::{Folder, GameLinks, Served, config};

/// Why no server starts so.
#[track_caller]
fn why_not(config: Config) -> String {
    let served = serve(config).map(|_| ());
    served.unwrap_err().to_string()
}

#[test]
fn a_locked_database_is_a_refusal_and_then_works_again() {
    let (served, game) = Served::with_game(&[]);
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
fn a_folder_or_a_port_in_use_is_named() {
    let served = Served::new();
    let why = why_not(config(served.folder.path()));
    assert!(why.ends_with(": another server uses this folder"), "{why}");
    let folder = Folder::new();
    let mut other = config(folder.path());
    other.listen = served.address;
    let (why, start) = (
        why_not(other),
        format!("cannot listen on {}: ", served.address),
    );
    assert!(why.starts_with(&start), "{why}");
    // The folder is free again.
    serve(config(folder.path())).unwrap().stop().unwrap();
    served.game(&[]);
}

/// A secret or a database that is missing, foreign or damaged, such as by a failed copy or a full disk, is a sentence and
/// stays as it is. With the right one back, the server starts.
#[test]
fn a_folder_that_cannot_be_served_is_left_alone() {
    let [mut served, mut other] = [Served::new(), Served::new()];
    let game = served.game(&[]);
    served.stop();
    other.stop();
    let file = |name: &str| served.folder.path().join(name);
    let foreign = fs::read(other.folder.path().join("secret")).unwrap();
    let later = "PRAGMA user_version = 7";
    other.folder.base().execute_batch(later).unwrap();
    let later = fs::read(other.folder.path().join("games.sqlite")).unwrap();
    let text = "not a database at all, but a text that is long enough to be one";
    let (secret, base) = ("secret", "games.sqlite");
    for (name, content, words) in [
        (secret, None, "secret: missing. Without it, every link"),
        (secret, Some("short".into()), "has 32 bytes, not 5"),
        (secret, Some(foreign), "made with another secret"),
        (base, Some(vec![]), "an empty file, not a database."),
        (base, Some(text.into()), "file is not a database"),
        (base, Some(later), "of version 7, made by a later gokata"),
    ] {
        let right = fs::read(file(name)).unwrap();
        match &content {
            None => fs::remove_file(file(name)).unwrap(),
            Some(bytes) => fs::write(file(name), bytes).unwrap(),
        }
        let why = why_not(config(served.folder.path()));
        assert!(why.contains(words), "{why}");
        assert_eq!(fs::read(file(name)).ok(), content, "{words}");
        fs::write(file(name), right).unwrap();
    }
    served.restart();
    assert_eq!(get(served.address, &game.black).status, 200);
    let below_file = config(&served.folder.path().join("secret").join("data"));
    assert!(serve(below_file).is_err());
}

#[cfg(unix)]
#[test]
fn nothing_is_stored_in_a_database_that_was_taken_away() {
    let (served, game) = Served::with_game(&[]);
    let file = |name: &str| served.folder.path().join(name);
    let refused = |what: &str| {
        let played = game.say(&game.black, "play", &[("point", "C3")]);
        let health = get(served.address, "/healthz");
        assert_eq!([played.status, health.status], [503; 2], "{what}");
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

/// Runs the program with files of at most 2,000 blocks, until a change cannot be stored; then there is room again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let folder = Folder::new();
    let limits = "trap '' XFSZ; ulimit -S -f 2000; exec \"$@\"";
    let mut process = crate::kills::Process::start(&["sh", "-c", limits, "sh"], folder.path());
    let game = GameLinks::make(&folder, process.address, &[("size", "25")]);
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
    let full = full.unwrap();
    full.is_refused(503, "not_stored");
    assert!(full.body.contains("could not be saved"), "{full:?}");
    assert!(acknowledged > 5, "{acknowledged}");
    let seq = |game: &GameLinks| game.view(&game.black)["seq"].as_u64();
    assert_eq!(seq(&game), Some(acknowledged));
    let health = || get(game.address, "/healthz").status;
    // What it tries is less than a move, so a few may fit.
    until("not healthy", || health() == 503);
    let id = process.child.id().to_string();
    let room = ["--fsize=unlimited", "--pid", &id];
    let ran = Command::new("prlimit").args(room).status().unwrap();
    assert!(ran.success());
    assert_eq!(health(), 200);
    let turn = usize::from(game.view(&game.black)["to_move"] == "white");
    game.play(game.player(turn), "Z25");
    acknowledged += 1;
    process.kill();
    let process = crate::kills::Process::start(&[], folder.path());
    let game = game.at(process.address);
    assert_eq!(seq(&game), Some(acknowledged));
    assert_eq!(game.say(&game.black, "resign", &[]).status, 200);
}

#[test]
fn links_begin_with_an_address() {
    let folder = Folder::new();
    let bad = "|http://|go.example.org|javascript:alert(1)|https://go.example.org/games|http://a\"b|http://a b|ftp://a.org";
    for bad in bad.split('|') {
        let mut config = config(folder.path());
        config.base_url = Some(bad.to_owned());
        let why = why_not(config);
        assert!(
            why.contains("is no address that links can begin"),
            "{bad}: {why}"
        );
    }
    let mut everywhere = config(folder.path());
    everywhere.listen.set_ip([0, 0, 0, 0].into());
    let why = why_not(everywhere.clone());
    assert!(why.contains("--base-url"), "{why}");
    everywhere.base_url = Some("HTTPS://Go.Example.org:8443/".to_owned());
    let running = serve(everywhere).unwrap();
    assert_eq!(running.base_url(), "https://go.example.org:8443");
}
