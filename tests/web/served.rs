//! A server in this process, and games on it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gokata::agreement::{Entry, Game};
use gokata_web::{Config, Running, serve};
use hmac_sha256::HMAC;
use rusqlite::Connection;
use serde_json::Value;

use crate::client::{Answer, form, get, post};

/// A new empty folder, removed with the last of its owners.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("gokata-web-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The names of the mails in the folder of this name.
    pub(crate) fn mails(&self, folder: &str) -> Vec<String> {
        let Ok(files) = std::fs::read_dir(self.0.join(folder)) else {
            return Vec::new();
        };
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| {
                Path::new(name)
                    .extension()
                    .is_some_and(|ending| ending == "eml")
            })
            .collect()
    }

    /// The database of a server on this folder.
    pub(crate) fn base(&self) -> Connection {
        Connection::open(self.0.join("games.sqlite")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server without limits, so that tests may ask a lot.
pub(crate) struct Served {
    running: Option<Running>,
    pub(crate) folder: Folder,
    pub(crate) address: SocketAddr,
}

pub(crate) fn config(folder: &Path) -> Config {
    let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), folder);
    config.limits = false;
    config.with_mail_interval(Duration::from_millis(20))
}

impl Served {
    pub(crate) fn new() -> Served {
        Served::with(|_| ())
    }

    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Served {
        let folder = Folder::new();
        let mut config = config(folder.path());
        change(&mut config);
        let running = serve(config).unwrap();
        let address = running.address();
        Served {
            running: Some(running),
            folder,
            address,
        }
    }

    /// A server and a game on it.
    pub(crate) fn with_game(fields: &[(&str, &str)]) -> (Served, GameLinks) {
        let served = Served::new();
        let game = served.game(fields);
        (served, game)
    }

    /// Stops the server, and starts it again on the same folder.
    pub(crate) fn restart(&mut self) {
        self.stop();
        let running = serve(config(self.folder.path())).unwrap();
        self.address = running.address();
        self.running = Some(running);
    }

    pub(crate) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop().unwrap();
        }
    }

    /// A game of 5x5 without komi, unless other fields are given.
    pub(crate) fn game(&self, fields: &[(&str, &str)]) -> GameLinks {
        let usual = [
            ("size", "5"),
            ("komi", "0"),
            ("name", "Ann"),
            ("opponent_name", "Bob"),
        ];
        let usual = usual
            .iter()
            .filter(|(name, _)| fields.iter().all(|(given, _)| given != name));
        let fields: Vec<(&str, &str)> = usual.chain(fields).copied().collect();
        GameLinks::make(&self.folder, self.address, &fields)
    }
}

/// Asks for a new game, under a new name unless one is given.
pub(crate) fn make(address: SocketAddr, fields: &[(&str, &str)]) -> Answer {
    let name = name();
    let is_named = fields.iter().any(|(field, _)| *field == "req");
    let named = [("req", name.as_str())].into_iter().filter(|_| !is_named);
    let fields: Vec<_> = named.chain(fields.iter().copied()).collect();
    post(address, "/games", &form(&fields))
}

/// A name for a request that no other request of this process has.
pub(crate) fn name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("name-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The paths of a game's links.
#[derive(Debug, Clone)]
pub(crate) struct GameLinks {
    pub(crate) address: SocketAddr,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) spectators: String,
}

impl GameLinks {
    pub(crate) fn of(address: SocketAddr, made: &Value) -> GameLinks {
        let path = |name: &str| {
            let url = made[name].as_str().unwrap();
            url[url.find("/g/").unwrap()..].to_owned()
        };
        GameLinks {
            address,
            black: path("black"),
            white: path("white"),
            spectators: path("spectators"),
        }
    }

    /// Makes a game on the server with this folder.
    pub(crate) fn make(folder: &Folder, address: SocketAddr, fields: &[(&str, &str)]) -> GameLinks {
        let made = make(address, fields);
        assert_eq!(made.status, 201, "{made:?}");
        GameLinks::of_folder(folder, address, made.json())
    }

    /// Makes a game of Ann and Bob, who both have an address.
    pub(crate) fn of_two(
        folder: &Folder,
        address: SocketAddr,
        fields: &[(&str, &str)],
    ) -> GameLinks {
        let usual = [
            ("name", "Ann"),
            ("opponent_name", "Bob"),
            ("email", "ann@example.org"),
            ("opponent_email", "bob@example.org"),
        ];
        GameLinks::make(folder, address, &[&usual, fields].concat())
    }

    /// With the link of an opponent who gets it by mail, made from the secret.
    pub(crate) fn of_folder(folder: &Folder, address: SocketAddr, mut made: Value) -> GameLinks {
        let secret = std::fs::read(folder.path().join("secret")).unwrap();
        for name in ["black", "white"] {
            let public = format!("{}{}a", made["game"].as_str().unwrap(), &name[..1]);
            let proof = URL_SAFE_NO_PAD.encode(&HMAC::mac(&public, &secret)[..16]);
            if made[name].is_null() {
                made[name] = format!("/g/{public}{proof}").into();
            }
        }
        GameLinks::of(address, &made)
    }

    /// The same game at another server, or at the same one after a restart.
    pub(crate) fn at(&self, address: SocketAddr) -> GameLinks {
        GameLinks {
            address,
            ..self.clone()
        }
    }

    /// The link of the player who has this turn, if both play in turns from 0.
    pub(crate) fn player(&self, turn: usize) -> &str {
        [&self.black, &self.white][turn % 2]
    }

    pub(crate) fn view(&self, link: &str) -> Value {
        get(self.address, link).view()
    }

    pub(crate) fn get(&self, link: &str, path: &str) -> Answer {
        get(self.address, &format!("{link}{path}"))
    }

    pub(crate) fn post(&self, link: &str, verb: &str, form: &str) -> Answer {
        post(self.address, &format!("{link}/{verb}"), form)
    }

    /// Makes a new link for a player, and returns its path.
    pub(crate) fn new_link(&self, link: &str) -> String {
        let answer = self.post(link, "newlink", "");
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.header("location").unwrap().to_owned()
    }

    /// The log, which is a game by itself.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let log = self.get(&self.black, "/log.jsonl").body;
        let entries = log.lines().map(|line| serde_json::from_str(line).unwrap());
        let entries: Vec<Entry> = entries.collect();
        Game::replay(&entries).unwrap();
        entries
    }

    /// Checks that each of these requests is in the log once and in this order. The last request may be stored and not
    /// acknowledged, if the test ended first.
    pub(crate) fn has_stored(&self, acknowledged: &[String]) {
        let entries = self.entries();
        let stored = entries.iter().filter_map(|entry| entry.request.as_ref());
        let stored: Vec<String> = stored.map(ToString::to_string).collect();
        assert_eq!(stored[..acknowledged.len()], acknowledged[..]);
        assert!(stored.len() <= acknowledged.len() + 1);
    }

    /// Plays a stone.
    pub(crate) fn play(&self, link: &str, point: &str) {
        let played = self.say(link, "play", &[("point", point)]);
        assert_eq!(played.status, 200, "{played:?}");
    }

    /// Sends a command with the numbers that the player's view shows now, under a new name.
    pub(crate) fn say(&self, link: &str, verb: &str, fields: &[(&str, &str)]) -> Answer {
        self.post(link, verb, &self.command(link, verb, fields))
    }

    /// Marks a point, and returns the view after it.
    pub(crate) fn mark(&self, link: &str, point: &str, mark: &str) -> Value {
        let marked = self.say(link, "mark", &[("point", point), ("mark", mark)]);
        assert_eq!(marked.status, 200, "{marked:?}");
        marked.view()
    }

    /// The form of a command with the numbers that the player's view shows now, under a new name.
    pub(crate) fn command(&self, link: &str, verb: &str, fields: &[(&str, &str)]) -> String {
        command(&self.view(link), verb, &name(), fields)
    }

    /// Both pass, Black first.
    pub(crate) fn pass_out(&self) {
        for link in [&self.black, &self.white] {
            assert_eq!(self.say(link, "pass", &[]).status, 200);
        }
    }
}

/// Checks how a game has ended.
pub(crate) fn is_over(view: &Value, result: &str, how: &str) {
    let end = ["result", "how"].map(|name| view[name].clone());
    assert_eq!(end, [result, how]);
}

/// The form of a command with the numbers of a view.
pub(crate) fn command(view: &Value, verb: &str, name: &str, fields: &[(&str, &str)]) -> String {
    let number = ("number", "scoring_number");
    let shown: &[(&str, &str)] = match verb {
        "play" | "pass" => &[("move_no", "move_no"), ("taken_back", "taken_back")],
        "grant" => &[("ask", "seq")],
        "mark" | "suggest" | "resume" | "claim" => &[number],
        "done" => &[
            number,
            ("retracted", "retracted"),
            ("board", "board_state_string"),
        ],
        "undone" => &[("approval", "approval")],
        "void" | "takeback" => &[("seq", "seq")],
        _ => &[],
    };
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let shown = shown
        .iter()
        .map(|(field, name)| (*field, text(&view[*name])));
    let shown: Vec<_> = shown.collect();
    let shown = shown.iter().map(|(field, value)| (*field, value.as_str()));
    let all = [("req", name)].into_iter().chain(shown);
    form(&all.chain(fields.iter().copied()).collect::<Vec<_>>())
}
