//! Times both referees and the `goban` crate on the same work, in one process: `cargo bench`.
//!
//! All are timed in turns, so that other load on the machine affects them alike, and all must give the same answers.
//! `goban` does more work: it stores every board of the game for its superko rule, and allocates memory for each.

// Figures are printed.
#![allow(clippy::print_stdout)]

mod goban_worker;
mod stopwatch;
mod workload;

use std::hint::black_box;
use std::num::NonZero;
use std::thread;

use goban::rules::game::Game;
use gokata::{Batch, BoardRecord, FastGame, Move, Random, Rules, Size};
use stopwatch::{Work, elapsed, machine, processor_time, time};
use workload::{FloodFill, Games, Worker, all_points, ask_all, play_all, playout_ends, superko};

const TURNS: usize = 21;
/// A recent processor learns the branches of 100 positions, in any order.
const GAMES: u64 = 200;

fn main() {
    // Not an argument, because test runners pass arguments of their own.
    let turns = std::env::var("GOKATA_TURNS")
        .map_or(TURNS, |turns| turns.parse().expect("a number of turns"));
    println!("{}", machine());
    println!(
        "processor time, medians of {turns} turns (least), one thread; quotients of the least\n"
    );
    println!(
        "{:34}{:22}{:22}{:22}{:>12}{:>12}",
        "", "fast", "pure", "goban 0.20.1", "goban/fast", "goban/pure"
    );
    let [nine, nineteen] =
        [9, 19].map(|side| Size::square(side).unwrap_or_else(|error| panic!("{error}")));
    playouts(turns, nine, 111.0, [2000, 20, 20]);
    playouts(turns, nineteen, 455.0, [400, 2, 1]);
    for side in [9, 13, 19] {
        batches(turns, Size::square(side).expect("a size"));
    }
    let games = [nine, nineteen].map(|size| Games::random(size, GAMES));
    let boards = FloodFill::new(&FastGame::positions(&games[1], 100, Rules::default()));
    let [measure] = time(turns, processor_time, [&mut || boards.count_all()]);
    println!("{:34}{measure:22}", "flood fill 19x19 @100");
    for (games, plies) in [(&games[0], 40), (&games[1], 100), (&games[1], 200)] {
        for rules in [Rules::default(), superko()] {
            legal(turns, games, plies, rules);
        }
    }
    for plies in [100, 200] {
        for rules in [Rules::default(), superko()] {
            masks(turns, nineteen, plies, rules);
        }
    }
    for games in &games {
        for rules in [Rules::default(), superko()] {
            replay(turns, games, rules);
        }
    }
}

fn row(turns: usize, name: &str, works: [Work; 3]) {
    let [fast, pure, goban] = time(turns, processor_time, works);
    let ratios = [fast, pure].map(|ours| goban.least / ours.least);
    println!(
        "{name:34}{fast:22}{pure:22}{goban:22}{:12.1}{:12.2}",
        ratios[0], ratios[1]
    );
}

fn playouts(turns: usize, size: Size, expected: f64, counts: [usize; 3]) {
    let lengths = [
        FastGame::length(size, 2000),
        BoardRecord::length(size, 100),
        Game::length(size, 100),
    ];
    for length in lengths {
        assert!(
            (length / expected - 1.0).abs() < 0.05,
            "{size}: {length} plies"
        );
    }
    let ends = [
        playout_ends::<FastGame>(size, 20),
        playout_ends::<BoardRecord>(size, 20),
        playout_ends::<Game>(size, 20),
    ];
    assert!(
        ends[0] == ends[1] && ends[0] == ends[2],
        "playouts with the same moves do not end alike"
    );
    let mut randoms = [1, 2, 3].map(Random::new);
    let [of_fast, of_pure, of_goban] = &mut randoms;
    row(
        turns,
        &format!("W1 playouts {size}, a ply"),
        [
            &mut || FastGame::playouts(size, counts[0], of_fast),
            &mut || BoardRecord::playouts(size, counts[1], of_pure),
            &mut || Game::playouts(size, counts[2], of_goban),
        ],
    );
    println!("{:34}plies per playout: {lengths:.1?}", "");
}

/// Times light playouts of many games side by side, beside one after the other.
fn batches(turns: usize, size: Size) {
    const GAMES: usize = 1024;
    let all = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let simple = &mut Batch::new(GAMES, size, Rules::default(), 1);
    let in_all = &mut Batch::new(8 * GAMES, size, Rules::default(), 1).with_threads(all);
    let in_one = &mut Batch::new(8 * GAMES, size, Rules::default(), 1);
    let positional = &mut Batch::new(GAMES, size, superko(), 1);
    let mut random = Random::new(1);
    let works: [Work; 3] = [
        &mut || FastGame::playouts(size, GAMES, &mut random),
        &mut || play_all(simple),
        &mut || play_all(positional),
    ];
    let [game, simple, positional] = time(turns, processor_time, works);
    let threads = time(
        turns,
        elapsed,
        [&mut || play_all(in_one), &mut || play_all(in_all)],
    );
    println!(
        "{:34}{simple:22}one game {game}, {:.2}; superko {positional}, {:.2}; {all} threads {:.2}",
        format!("W1 playouts {size}, a batch, a ply"),
        game.least / simple.least,
        positional.least / simple.least,
        threads[0].least / threads[1].least,
    );
}

/// Times the legal points of all games of a batch, beside those of one game after the other.
fn masks(turns: usize, size: Size, plies: usize, rules: Rules) {
    let games = Games::random(size, 1100);
    let mut games = FastGame::positions(&games, plies, rules);
    games.truncate(1024);
    let mut batch = Batch::new(games.len(), size, rules, 1);
    for (nth, game) in games.iter().enumerate() {
        assert!(batch.put(nth, game.clone()));
    }
    let (count, mut points) = (games.len(), Vec::new());
    let works: [Work; 2] = [
        &mut || {
            for game in &games {
                black_box(game.legal_points());
            }
            count
        },
        &mut || {
            batch.legal_points(&mut points);
            count
        },
    ];
    let [one, all] = time(turns, processor_time, works);
    println!(
        "{:35}{all:22}one game {one}, {:.2}",
        format!("W2 a batch of {size} @{plies}, {}", rules.ko()),
        one.least / all.least
    );
}

fn legal(turns: usize, games: &Games, plies: usize, rules: Rules) {
    let fast = FastGame::positions(games, plies, rules);
    let pure = BoardRecord::positions(games, plies, rules);
    let goban = Game::positions(games, plies, rules);
    let found = [all_points(&fast), all_points(&pure), all_points(&goban)];
    assert!(
        found[0] == found[1] && found[0] == found[2],
        "they do not find the same"
    );
    let mut randoms = [1, 2, 3].map(Random::new);
    let [of_fast, of_pure, of_goban] = &mut randoms;
    row(
        turns,
        &format!("W2 legal {} @{plies}, {}", games.size, rules.ko()),
        [
            &mut || ask_all(&fast, of_fast),
            &mut || ask_all(&pure, of_pure),
            &mut || ask_all(&goban, of_goban),
        ],
    );
}

fn replay(turns: usize, games: &Games, rules: Rules) {
    for game in &games.games {
        let fast = FastGame::replay(games.size, rules, game);
        let pure = BoardRecord::replay(games.size, rules, game);
        let goban = Game::replay(games.size, rules, game);
        for point in games.size.points() {
            let stones = [
                fast.stone_at(point),
                pure.board().stone_at(point),
                goban.stone(point),
            ];
            assert_eq!(stones, [stones[0]; 3], "the games do not end alike");
        }
        assert_eq!((fast.turns(), pure.turns()), (game.len(), game.len()));
    }
    let again = |replay: fn(Size, Rules, &[Move])| {
        games
            .games
            .iter()
            .for_each(|game| replay(games.size, rules, game));
        games.moves()
    };
    row(
        turns,
        &format!("W3 replay {}, {}", games.size, rules.ko()),
        [
            &mut || again(|size, rules, game| drop(FastGame::replay(size, rules, game))),
            &mut || again(|size, rules, game| drop(BoardRecord::replay(size, rules, game))),
            &mut || again(|size, rules, game| drop(Game::replay(size, rules, game))),
        ],
    );
}
