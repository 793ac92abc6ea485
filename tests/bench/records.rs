//! Times judging game records, reading and parsing included: `cargo bench --manifest-path tests/bench/Cargo.toml --bench records`.
//!
//! Compares the fast referee (one thread, the library behind `gokata check --referee fast`) with the `goban` crate, for
//! which the crate sgf-parse reads the records. Scripts in this folder time sgfmill (Python) and @sabaki/go-board
//! (Node) if they are installed. Neither knows superko, and sgfmill allows suicide.

// Figures are printed.
#![allow(clippy::print_stdout)]

#[allow(dead_code)] // moves of gokata, playouts
mod goban_worker;
mod stopwatch;
#[allow(dead_code)] // the other workloads
mod workload;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use goban::rules::game::Game;
use gokata::sgf::{Collection, GameInfo, Judging, Verdict, decode, write};
use gokata::{BoardRecord, KoRule, Rules, Size};
use sgf_parse::SgfNode;
use sgf_parse::go::Prop;
use stopwatch::{Timing, elapsed, machine, processor_time, time};
use workload::{Games, Worker, superko};

const TURNS: usize = 11;
const GAMES: u64 = 200;

fn main() {
    let turns = std::env::var("GOKATA_TURNS")
        .map_or(TURNS, |turns| turns.parse().expect("a number of turns"));
    println!("{}", machine());
    println!("time per move, reading included: medians of {turns} turns (least), one thread\n");
    for side in [9, 19] {
        let size = Size::square(side).unwrap_or_else(|error| panic!("{error}"));
        let (folder, files, moves) = written(size);
        let texts: Vec<Vec<u8>> = files.iter().map(|file| bytes(file)).collect();
        for ko in [KoRule::Simple, KoRule::Positional] {
            let rules = Rules::default().with_ko(ko);
            let from_files = |judge: fn(&[u8], Rules) -> usize| -> usize {
                files.iter().map(|file| judge(&bytes(file), rules)).sum()
            };
            let from_memory = |judge: fn(&[u8], Rules) -> usize| -> usize {
                texts.iter().map(|text| judge(text, rules)).sum()
            };
            let found = [judged, by_goban].map(from_memory);
            assert_eq!(found, [moves; 2], "they do not find the same");
            let [fast, goban, fast_in_memory, goban_in_memory] = time(
                turns,
                elapsed,
                [
                    &mut || from_files(judged),
                    &mut || from_files(by_goban),
                    &mut || from_memory(judged),
                    &mut || from_memory(by_goban),
                ],
            );
            row(&format!("{size}, {ko} ko"), fast, goban);
            row("  the same from memory", fast_in_memory, goban_in_memory);
            if ko == KoRule::Simple {
                let grammar = |games: fn(&[u8]) -> usize| {
                    let games = texts.iter().map(|text| games(text));
                    assert_eq!(games.sum::<usize>(), texts.len());
                    moves
                };
                let [ours, sgf_parse] = time(
                    turns,
                    processor_time,
                    [&mut || grammar(read), &mut || grammar(read_by_sgf_parse)],
                );
                row("  of it, the grammar", ours, sgf_parse);
                peer("sgfmill", "python3", "records.py", &folder, fast.median);
                peer(
                    "@sabaki/go-board",
                    "node",
                    "records.cjs",
                    &folder,
                    fast.median,
                );
            }
        }
    }
}

fn row(name: &str, fast: Timing, goban: Timing) {
    let ratio = goban.median / fast.median;
    println!("{name:26}{fast:30}{goban:34}{ratio:6.1} times");
}

/// Writes random games to files. Returns the folder, the files and the number of moves.
fn written(size: Size) -> (PathBuf, Vec<PathBuf>, usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{size}"));
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
    let games = Games::random(size, GAMES);
    let files = games.games.iter().enumerate().map(|(nth, game)| {
        let file = folder.join(format!("{nth:03}.sgf"));
        let record = BoardRecord::replay(size, superko(), game);
        let text = write(&record, &GameInfo::default()).unwrap();
        fs::write(&file, text).unwrap_or_else(|error| panic!("{error}"));
        file
    });
    let files = files.collect();
    (folder, files, games.moves())
}

fn bytes(file: &Path) -> Vec<u8> {
    fs::read(file).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the number of moves in games that have no illegal move.
fn judged(bytes: &[u8], rules: Rules) -> usize {
    let text = decode(bytes).text;
    let Ok(collection) = Collection::parse(&text) else {
        return 0;
    };
    let how = Judging {
        rules: Some(rules),
        ..Judging::default()
    };
    let judged = collection.games().flatten().map(|game| game.judge(&how));
    let legal = judged.filter(|judgement| judgement.verdict() == Verdict::Legal);
    legal.map(|judgement| judgement.moves).sum()
}

/// Returns the number of games, without judging them.
fn read(bytes: &[u8]) -> usize {
    let text = decode(bytes).text;
    Collection::parse(&text).map_or(0, |collection| collection.games().count())
}

fn read_by_sgf_parse(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    sgf_parse::go::parse(&text).map_or(0, |games| games.len())
}

fn by_goban(bytes: &[u8], rules: Rules) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let Ok(games) = sgf_parse::go::parse(&text) else {
        return 0;
    };
    games.iter().filter_map(|root| replayed(root, rules)).sum()
}

/// `None` if a move is illegal.
fn replayed(root: &SgfNode<Prop>, rules: Rules) -> Option<usize> {
    let side = match root.get_property("SZ") {
        Some(Prop::SZ((side, _))) => *side,
        _ => 19,
    };
    let size = Size::square(usize::from(side)).unwrap_or_else(|error| panic!("{error}"));
    let mut game = Game::empty(size, rules);
    let mut moves = 0;
    for prop in root.main_variation().filter_map(SgfNode::get_move) {
        let (Prop::B(mv) | Prop::W(mv)) = prop else {
            continue;
        };
        let mv = match mv {
            sgf_parse::go::Move::Move(point) => goban::rules::Move::Play(point.y, point.x),
            sgf_parse::go::Move::Pass => goban::rules::Move::Pass,
        };
        game.try_play(mv).ok()?;
        moves += 1;
    }
    Some(moves)
}

/// Runs a script that judges the records in the folder and prints moves and seconds, without its own start-up.
fn peer(name: &str, program: &str, script: &str, folder: &Path, ours: f64) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    let ran = Command::new(program).arg(script).arg(folder).output();
    let read = || {
        let ran = ran.ok().filter(|ran| ran.status.success())?;
        let text = String::from_utf8(ran.stdout).ok()?;
        let (moves, seconds) = text.trim().split_once(' ')?;
        Some((moves.parse::<f64>().ok()?, seconds.parse::<f64>().ok()?))
    };
    match read() {
        None => println!("{:26}{name} is not here", ""),
        Some((moves, seconds)) => {
            let taken = seconds * 1e9 / moves;
            println!(
                "{:56}{:34}{:6.0} times",
                "",
                format!("{name}: {:.1} µs", taken / 1000.0),
                taken / ours
            );
        }
    }
}
