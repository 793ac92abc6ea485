//! `gokata serve` under load: durable changes a second, open streams, a cold game, stopping.
//!
//!     cargo build --release --features web
//!     cargo bench --manifest-path tests/bench/Cargo.toml --bench web -- target/release/gokata
//!
//! Only the databases, one beside the other (build with `--features postgres`):
//!
//!     tests/web/postgres.sh cargo bench --manifest-path tests/bench/Cargo.toml --bench web -- target/release/gokata
//!
//! The server is a process of its own, so that its processor time and memory are its own. Streams need as many open files
//! on both sides (`ulimit -n 25000`). Clients run on the same machine and take their share of it.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a bench reports and may panic

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const GAMES: usize = 100;
const MOVES: usize = 100;
const STREAMS: usize = 10_000;

fn main() {
    let arguments = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"));
    let arguments: Vec<String> = arguments.collect();
    let program = arguments
        .first()
        .map_or("target/release/gokata", String::as_str);
    let program = Path::new(program);
    let streams = arguments
        .get(1)
        .map_or(STREAMS, |number| number.parse().unwrap());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load before: {}", load.trim());
    if let Ok(database) = std::env::var("GOKATA_TEST_DATABASE") {
        databases(program, &database);
        return;
    }
    changes(program);
    cold_games(program);
    open_streams(program, streams);
    stopping(program);
}

/// A server in a folder of its own, which is removed with it.
struct Server {
    child: Child,
    folder: PathBuf,
    address: SocketAddr,
}

impl Server {
    /// Starts a server with its games in this database, or in the folder.
    fn start(program: &Path, name: &str, database: Option<&str>) -> Server {
        let name = format!("gokata-bench-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let (child, address) = listening(program, &folder, database);
        Server {
            child,
            folder,
            address,
        }
    }

    /// Stops the server, and starts it again on the same folder.
    fn restart(&mut self, program: &Path) {
        self.stop();
        (self.child, self.address) = listening(program, &self.folder, None);
    }

    /// Makes games. Returns the paths of Black's and White's link of each.
    fn games(&self, count: usize) -> Vec<[String; 2]> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let mut client = Client::new(self.address);
        let games = (0..count).map(|_| client.game(NEXT.fetch_add(1, Ordering::Relaxed)));
        games.collect()
    }

    /// Opens streams, four a link.
    fn streams(&self, games: &[[String; 2]], count: usize) -> Vec<TcpStream> {
        let open = |at: usize| {
            let link = &games[at / 8][at / 4 % 2];
            let mut stream = TcpStream::connect(self.address).unwrap();
            write!(stream, "GET {link}/events HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
            stream
        };
        let mut streams: Vec<_> = (0..count).map(open).collect();
        for stream in &mut streams {
            read_event(stream, 1);
        }
        streams
    }

    /// Processor time so far, in seconds.
    fn processor(&self) -> f64 {
        let stat = self.proc("stat");
        let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        // Fields 14 and 15 of the line, in hundredths.
        let used = fields.skip(11).take(2);
        used.map(|field| field.parse().unwrap_or(f64::NAN))
            .sum::<f64>()
            / 100.0
    }

    /// Resident memory in bytes.
    fn memory(&self) -> f64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok())
            .map_or(f64::NAN, |kb| kb * 1024.0)
    }

    fn proc(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default()
    }

    fn stop(&mut self) -> (Option<i32>, Duration) {
        let begun = Instant::now();
        Command::new("kill")
            .arg(self.child.id().to_string())
            .status()
            .unwrap();
        let status = self.child.wait().unwrap();
        (status.code(), begun.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Starts a server, and waits until it listens.
fn listening(program: &Path, folder: &Path, database: Option<&str>) -> (Child, SocketAddr) {
    let mut command = Command::new(program);
    if let Some(database) = database {
        let secret = folder.join("secret");
        std::fs::write(&secret, [7; 32]).unwrap();
        command.env("GOKATA_DATABASE", database);
        command.env("GOKATA_SECRET_FILE", secret);
    }
    command.args(["serve", "--no-limits", "--mail", "none"]);
    command.args(["--listen", "127.0.0.1:0", "--data"]);
    let mut child = command.arg(folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("Make a game at http://");
    (child, address.trim_end_matches('/').parse().unwrap())
}

/// A connection that stays open.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Client(BufReader::new(stream))
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> (u16, String) {
        self.ask_as("application/json", method, path, body)
    }

    fn ask_as(&mut self, accept: &str, method: &str, path: &str, body: &str) -> (u16, String) {
        let kind =
            format!("Content-Type: application/x-www-form-urlencoded\r\nAccept: {accept}\r\n");
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\n{kind}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            assert!(
                self.0.read_line(&mut line).unwrap() > 0,
                "the connection ended"
            );
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.trim().parse().unwrap();
            } else if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        (status, String::from_utf8(body).unwrap())
    }

    /// The paths of Black's and White's link.
    fn game(&mut self, number: usize) -> [String; 2] {
        let form = format!("req=game-{number}&size=19");
        let (status, made) = self.ask("POST", "/games", &form);
        assert_eq!(status, 201, "{made}");
        ["black", "white"].map(|color| {
            let (_, url) = made.split_once(&format!("\"{color}\":\"http")).unwrap();
            let (url, _) = url.split_once('"').unwrap();
            url[url.find("/g/").unwrap()..].to_owned()
        })
    }

    fn play(&mut self, links: &[String; 2], number: usize) {
        // Black and White each fill every other row, so that nothing is captured; rows of 18, so that all have liberties.
        let (row, column) = (
            2 * (number / 36) + 1 + number % 2,
            b"ABCDEFGHJKLMNOPQRS"[number / 2 % 18],
        );
        let body = format!(
            "req=move-{number}&move_no={number}&point={}{row}",
            char::from(column)
        );
        let (status, answer) = self.ask("POST", &format!("{}/play", links[number % 2]), &body);
        assert_eq!(status, 200, "{answer}");
    }
}

fn quantile(times: &mut [Duration], of: f64) -> f64 {
    times.sort_unstable();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )]
    let at = ((times.len() - 1) as f64 * of) as usize;
    times[at].as_secs_f64() * 1e3
}

/// Plays games, 100 moves each, by connections that have the same number of games each. Returns what the table shows of
/// it: changes per second, the times of half and of 99 % of them in milliseconds, and microseconds of processor time.
fn played(server: &Server, connections: usize, games: &[[String; 2]]) -> [f64; 4] {
    let (start, before) = (Barrier::new(connections + 1), server.processor());
    let (mut times, all) = thread::scope(|scope| {
        let play = |games| {
            let start = &start;
            scope.spawn(move || {
                let mut client = Client::new(server.address);
                start.wait();
                let mut times = Vec::new();
                for number in 0..MOVES {
                    for links in games {
                        let begun = Instant::now();
                        client.play(links, number);
                        times.push(begun.elapsed());
                    }
                }
                times
            })
        };
        let clients: Vec<_> = games.chunks(games.len() / connections).map(play).collect();
        start.wait();
        let begun = Instant::now();
        let times = clients.into_iter().map(|client| client.join().unwrap());
        (times.collect::<Vec<_>>().concat(), begun.elapsed())
    });
    let changes = f64::from(u32::try_from(times.len()).unwrap());
    [
        changes / all.as_secs_f64(),
        quantile(&mut times, 0.5),
        quantile(&mut times, 0.99),
        (server.processor() - before) / changes * 1e6,
    ]
}

/// Moves in 100 games at once, and in one game, where each has a commit of its own. In turns, three times.
fn changes(program: &Path) {
    println!(
        "\ndurable changes: {GAMES} games at once, {MOVES} moves each; one game: one commit each"
    );
    println!(
        "{:>12} {:>10} {:>10} {:>12} {:>12} {:>8}",
        "changes/s", "p50 ms", "p99 ms", "processor us", "one alone/s", "ratio"
    );
    for _ in 0..3 {
        let server = Server::start(program, "changes", None);
        let links = server.games(GAMES + 1);
        let [a_second, p50, p99, processor] = played(&server, GAMES, &links[1..]);
        let [alone, ..] = played(&server, 1, &links[..1]);
        println!(
            "{a_second:12.0} {p50:10.1} {p99:10.1} {processor:12.0} {alone:12.0} {:8.1}",
            a_second / alone
        );
    }
}

/// Moves in 64 games by 16 connections, each of which plays four games: with `SQLite` and with `PostgreSQL`, in turns.
fn databases(program: &Path, database: &str) {
    println!(
        "\ndurable changes: 64 games by 16 connections, {MOVES} moves each\n{:>12} {:>10} {:>10} {:>10} {:>12}",
        "", "changes/s", "p50 ms", "p99 ms", "processor us"
    );
    for _ in 0..3 {
        for (name, database) in [("SQLite", None), ("PostgreSQL", Some(database))] {
            let server = Server::start(program, "databases", database);
            let games = server.games(64);
            let [a_second, p50, p99, processor] = played(&server, 16, &games);
            // Without a gap: the number of the last event is the number of events.
            let mut client = Client::new(server.address);
            for [black, _] in &games {
                let (_, log) = client.ask("GET", &format!("{black}/log.jsonl"), "");
                let last = log.lines().last().unwrap();
                assert!(last.contains(&format!("\"seq\":{}", MOVES + 1)), "{last}");
                assert_eq!(log.lines().count(), MOVES + 1);
            }
            println!("{name:>12} {a_second:10.0} {p50:10.1} {p99:10.1} {processor:12.0}");
        }
    }
}

/// Games of 300 moves: what a move costs, and a look at one for the first time after a restart, again, and as a page.
fn cold_games(program: &Path) {
    let mut server = Server::start(program, "cold", None);
    let mut client = Client::new(server.address);
    let games = server.games(20);
    let before = server.processor();
    for links in &games {
        (0..300).for_each(|number| client.play(links, number));
    }
    let a_move = (server.processor() - before) / 6000.0 * 1e6;
    server.restart(program);
    let mut client = Client::new(server.address);
    let memory = server.memory();
    let mut look = |accept: &str| {
        let look = |links: &[String; 2]| {
            let begun = Instant::now();
            assert_eq!(client.ask_as(accept, "GET", &links[0], "").0, 200);
            begun.elapsed()
        };
        quantile(&mut games.iter().map(look).collect::<Vec<_>>(), 0.5)
    };
    let (cold, warm) = (look("application/json"), look("application/json"));
    let page = look("text/html");
    let each = (server.memory() - memory) / 20.0 / 1024.0;
    println!(
        "\na game of 300 moves: {a_move:.0} us of processor a move; {cold:.2} ms to show when cold, {warm:.2} ms when in memory, \
         {page:.2} ms as a page; {each:.0} KiB each"
    );
}

/// Many open streams, and a change meanwhile.
fn open_streams(program: &Path, streams: usize) {
    let server = Server::start(program, "streams", None);
    let games = server.games(streams.div_ceil(8));
    let before = server.memory();
    let mut open = server.streams(&games, streams);
    let each = (server.memory() - before) / f64::from(u32::try_from(streams).unwrap()) / 1024.0;
    let all = server.memory() / 1e6;
    // Not before: the server closes a connection that was quiet for ten seconds.
    let mut client = Client::new(server.address);
    let mut answered = Vec::new();
    let mut seen = Vec::new();
    for (game, links) in games.iter().enumerate().take(50) {
        let begun = Instant::now();
        client.play(links, 0);
        answered.push(begun.elapsed());
        for stream in &mut open[8 * game..8 * game + 8] {
            read_event(stream, 2);
        }
        seen.push(begun.elapsed());
    }
    let (p50, p99) = (quantile(&mut answered, 0.5), quantile(&mut answered, 0.99));
    let seen = quantile(&mut seen, 0.99);
    println!(
        "\n{streams} streams: {each:.1} KiB each, {all:.0} MB in all; a change meanwhile: {p50:.1} ms, p99 {p99:.1} ms, seen by 8 streams p99 {seen:.1} ms"
    );
}

fn read_event(stream: &mut TcpStream, seq: u64) {
    let wanted = format!("data: {seq}\n\n");
    let mut read = Vec::new();
    let mut bytes = [0; 1024];
    while !String::from_utf8_lossy(&read).contains(&wanted) {
        let length = stream.read(&mut bytes).unwrap();
        assert!(length > 0, "the stream ended");
        read.extend_from_slice(&bytes[..length]);
    }
}

/// SIGTERM with 1,000 streams.
fn stopping(program: &Path) {
    let mut server = Server::start(program, "stopping", None);
    let _open = server.streams(&server.games(125), 1000);
    let (status, took) = server.stop();
    println!(
        "\nSIGTERM with 1000 streams: status {status:?} after {:.0} ms",
        took.as_secs_f64() * 1e3
    );
}
