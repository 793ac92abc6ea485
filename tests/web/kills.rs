//! `gokata serve` as a process that is killed while clients play. A client repeats a request until it is answered; what
//! was acknowledged is stored once, whatever was killed when.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;

use crate::client::{try_post, until};
use crate::served::{Folder, GameLinks, command};

/// A server as a process of its own.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    /// Open, and not read any further.
    _output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the program by this command on a free port, and waits until it listens.
    pub(crate) fn start(by: &[&str], data: &Path) -> Process {
        Process::start_at(by, data, SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    pub(crate) fn start_at(by: &[&str], data: &Path, address: SocketAddr) -> Process {
        Process::spawn(&mut Process::command(by, data, address))
    }

    pub(crate) fn command(by: &[&str], data: &Path, address: SocketAddr) -> Command {
        let program = env!("CARGO_BIN_EXE_gokata");
        let mut words = by.iter().copied().chain([program]);
        let mut command = Command::new(words.next().unwrap());
        let options = [
            "serve",
            "--no-limits",
            "--listen",
            &address.to_string(),
            "--data",
        ];
        command.args(words).args(options).arg(data);
        command
    }

    pub(crate) fn spawn(command: &mut Command) -> Process {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Make a game at http://");
        let address = address
            .unwrap_or_else(|| panic!("{line}"))
            .trim_end_matches('/');
        let address = address.parse().unwrap();
        Process {
            child,
            address,
            _output: output,
        }
    }

    /// Asks the process to end, and returns its exit status and the time it took.
    #[cfg(unix)]
    pub(crate) fn terminate(&mut self) -> (Option<i32>, Duration) {
        use nix::sys::signal::{Signal, kill};
        let pid = nix::unistd::Pid::from_raw(self.child.id().try_into().unwrap());
        let begun = Instant::now();
        kill(pid, Signal::SIGTERM).unwrap();
        (self.child.wait().unwrap().code(), begun.elapsed())
    }

    /// Ends the process at once: SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address of a port that is free now, and the same after each kill.
pub(crate) fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// How often to kill: a few times, or as `GOKATA_KILLS` says.
pub(crate) fn kills() -> u64 {
    let given = std::env::var("GOKATA_KILLS").ok();
    given.map_or(6, |given| given.parse().expect("GOKATA_KILLS is a number"))
}

/// What clients and the test tell each other.
#[derive(Default)]
pub(crate) struct Progress {
    is_over: AtomicBool,
    moves: AtomicUsize,
}

impl Progress {
    /// Waits until this many moves were acknowledged, and ends the clients.
    pub(crate) fn end_after(&self, moves: usize) {
        until("moves", || self.moves.load(Ordering::Relaxed) >= moves);
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Repeats this until it succeeds; `None` if all is over before.
    fn patiently<T>(&self, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
        loop {
            if let Some(answer) = ask() {
                return Some(answer);
            }
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// One game of one client, and the names of its requests that were acknowledged.
struct Played {
    game: GameLinks,
    acknowledged: Vec<String>,
}

/// Makes games and plays them until all is over.
fn play(address: SocketAddr, client: usize, progress: &Progress) -> Vec<Played> {
    let mut all = Vec::new();
    while !progress.is_over.load(Ordering::Relaxed) {
        let request = format!("req=client-{client}-game-{}&size=25", all.len());
        let make = || try_post(address, "/games", &request).filter(|made| made.status < 300);
        let Some(made) = progress.patiently(make) else {
            break;
        };
        let game = GameLinks::of(address, &made.json());
        let acknowledged = play_game([&game, &game], progress);
        all.push(Played { game, acknowledged });
    }
    all
}

/// Black and White each fill every other row, so that nothing is ever captured. Each has the game at a server.
pub(crate) fn play_game(games: [&GameLinks; 2], progress: &Progress) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for number in 0..250 {
        let game = games[number % 2];
        let (link, row) = match number % 2 {
            0 => (&game.black, 2 * (number / 48) + 1),
            _ => (&game.white, 2 * (number / 48) + 2),
        };
        let column = char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[number / 2 % 24]);
        let name = format!("move-{number}");
        let Some(view) = progress.patiently(|| try_view(game, link)) else {
            break;
        };
        let point = format!("{column}{row}");
        let form = command(&view, "play", &name, &[("point", &point)]);
        let path = format!("{link}/play");
        let ask = || try_post(game.address, &path, &form).filter(|answer| answer.status != 503);
        let Some(answer) = progress.patiently(ask) else {
            break;
        };
        assert_eq!(answer.status, 200, "{answer:.300?}");
        acknowledged.push(name);
        progress.moves.fetch_add(1, Ordering::Relaxed);
    }
    acknowledged
}

fn try_view(game: &GameLinks, link: &str) -> Option<serde_json::Value> {
    let answer = crate::client::request(game.address, "GET", link, crate::client::JSON, "")?;
    (answer.status == 200).then(|| answer.json())
}

#[test]
fn killed_servers_lose_and_double_nothing() {
    let folder = Folder::new();
    let address = free_address();
    let mut process = Process::start_at(&[], folder.path(), address);
    let progress = &Progress::default();
    let played: Vec<Played> = thread::scope(|scope| {
        let clients: Vec<_> = (0..16)
            .map(|client| scope.spawn(move || play(address, client, progress)))
            .collect();
        for kill in 0..kills() {
            // Moments that do not repeat: right after the start, amid a group, when nothing happens.
            thread::sleep(Duration::from_millis(20 + kill * 37 % 230));
            process.kill();
            process = Process::start_at(&[], folder.path(), address);
        }
        progress.end_after(100);
        let clients = clients.into_iter();
        clients.flat_map(|client| client.join().unwrap()).collect()
    });
    process.kill();
    let base = folder.base();
    let sound = base.query_row("PRAGMA integrity_check", [], |row| row.get(0));
    assert_eq!(sound, Ok("ok".to_owned()));
    // Whole games: no event without the mails, seats and numbers that belong to it.
    let verified = gokata_web::verify(folder.path()).unwrap();
    assert_eq!(verified.faults, Vec::<String>::new());
    let _process = Process::start_at(&[], folder.path(), address);
    for Played { game, acknowledged } in &played {
        game.has_stored(acknowledged);
    }
}

#[cfg(unix)]
#[test]
fn asked_to_stop_a_server_ends_its_streams_and_exits_with_0() {
    use crate::streams::Stream;
    let folder = Folder::new();
    let mut process = Process::start(&[], folder.path());
    let game = GameLinks::make(&folder, process.address, &[("size", "25")]);
    let streams = [(); 50].map(|()| Stream::open(&game, &game.spectators));
    let progress = Progress::default();
    let acknowledged = thread::scope(|scope| {
        let client = scope.spawn(|| play_game([&game, &game], &progress));
        progress.end_after(3);
        let (status, _) = process.terminate();
        assert_eq!(status, Some(0));
        client.join().unwrap()
    });
    drop(streams);
    let process = Process::start(&[], folder.path());
    let game = game.at(process.address);
    let seq = game.view(&game.black)["seq"].as_u64().unwrap();
    let acknowledged = acknowledged.len() as u64;
    assert!([1, 2].contains(&(seq - acknowledged)), "{seq}");
}
