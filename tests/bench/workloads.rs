//! Times the workloads of `gokata bench` and the `goban` crate in one process: `cargo bench`.
//!
//! All are timed in turns, so that other load on the machine affects them alike, and all must give the same answers.
//! `goban` does more work: it stores every board of the game for its superko rule, and allocates memory for each.

// Figures are printed.
#![allow(clippy::print_stdout)]

#[path = "../../src/cli/bench/stopwatch.rs"]
mod stopwatch;
#[path = "../../src/cli/bench/workload.rs"]
mod workload;

use std::hint::black_box;

use goban::pieces::stones;
use goban::rules::game::Game;
use goban::rules::{IllegalRules, JAPANESE, Rule};
use gokata::{Action, BoardRecord, Color, FastGame, KoRule, Move, Point, Random, Rules, Size};
use stopwatch::{Timing, machine, processor_time, time};
use workload::{FloodFill, Games, Worker, all_points, ask_all, playout_ends, superko};

const TURNS: usize = 21;
/// As many as `gokata bench` plays. A recent processor learns the branches of 100 positions, in any order.
const GAMES: u64 = 200;

fn main() {
    // Not an argument, because test runners pass arguments of their own.
    let turns = std::env::var("GOKATA_TURNS")
        .ok()
        .and_then(|turns| turns.parse().ok())
        .filter(|turns| *turns > 0)
        .unwrap_or(TURNS);
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
    let games = [nine, nineteen].map(|size| Games::random(size, GAMES));
    let boards = FloodFill::new(&FastGame::positions(&games[1], 100, Rules::default()));
    let [measure] = time(turns, processor_time, [&mut || boards.count_all()]);
    println!("{:34}{measure:22}", "flood fill 19x19 @100");
    for (games, plies) in [(&games[0], 40), (&games[1], 100), (&games[1], 200)] {
        for rules in [Rules::default(), superko()] {
            legal(turns, games, plies, rules);
        }
    }
    for games in &games {
        for rules in [Rules::default(), superko()] {
            replay(turns, games, rules);
        }
    }
}

fn row(name: &str, [fast, pure, goban]: [Timing; 3]) {
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
    let timings = time(
        turns,
        processor_time,
        [
            &mut || FastGame::playouts(size, counts[0], of_fast),
            &mut || BoardRecord::playouts(size, counts[1], of_pure),
            &mut || Game::playouts(size, counts[2], of_goban),
        ],
    );
    row(&format!("W1 playouts {size}, a ply"), timings);
    println!("{:34}plies per playout: {lengths:.1?}", "");
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
    let timings = time(
        turns,
        processor_time,
        [
            &mut || ask_all(&fast, of_fast),
            &mut || ask_all(&pure, of_pure),
            &mut || ask_all(&goban, of_goban),
        ],
    );
    row(
        &format!("W2 legal {} @{plies}, {}", games.size, rules.ko),
        timings,
    );
}

fn replay(turns: usize, games: &Games, rules: Rules) {
    let moves = games.moves();
    let again = |replay: &mut dyn FnMut(&[Move])| {
        games.games.iter().for_each(|game| replay(game));
        moves
    };
    let timings = time(
        turns,
        processor_time,
        [
            &mut || again(&mut |game| drop(FastGame::replay(games.size, rules, game))),
            &mut || again(&mut |game| drop(BoardRecord::replay(games.size, rules, game))),
            &mut || again(&mut |game| drop(Game::replay(games.size, rules, game))),
        ],
    );
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
    row(&format!("W3 replay {}, {}", games.size, rules.ko), timings);
}

impl Worker for Game {
    fn empty(size: Size, rules: Rules) -> Game {
        let flag_illegal = match rules.ko {
            KoRule::Simple => IllegalRules::KO | IllegalRules::SUICIDE,
            _ => IllegalRules::KO | IllegalRules::SUICIDE | IllegalRules::SUPERKO,
        };
        let side = |side| u8::try_from(side).unwrap_or(u8::MAX);
        let mut builder = Game::builder();
        builder.rule(Rule {
            flag_illegal,
            ..JAPANESE
        });
        builder.size((side(size.rows()), side(size.cols())));
        builder.build().unwrap_or_else(|error| panic!("{error}"))
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.goban().get_color(coordinates(point)).map(color)
    }

    fn side(&self) -> Color {
        color(self.turn())
    }

    fn taken(&self) -> usize {
        let (one, other) = self.prisoners();
        usize::try_from(one + other).unwrap_or(usize::MAX)
    }

    fn allows(&self, mv: Move) -> bool {
        match mv.action {
            Action::Play(point) => self.check_point(coordinates(point)).is_none(),
            Action::Pass | Action::Resign => true,
        }
    }

    fn make(&mut self, mv: Move) {
        let _ = self.try_play(translated(mv));
    }

    fn put(&mut self, mv: Move) {
        self.play(translated(mv));
    }

    /// Collects what goban's iterator returns.
    fn ask(&self) {
        black_box(self.legals().collect::<Vec<(u8, u8)>>());
    }

    fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = self.legals().map(from_goban).collect();
        points.sort_unstable();
        points
    }

    fn empty_points(&self, _: Size) -> Vec<Point> {
        self.pseudo_legals().map(from_goban).collect()
    }
}

fn color(color: stones::Color) -> Color {
    match color {
        stones::Color::Black => Color::Black,
        stones::Color::White => Color::White,
    }
}

fn translated(mv: Move) -> goban::rules::Move {
    match mv.action {
        Action::Play(point) => {
            let (row, col) = coordinates(point);
            goban::rules::Move::Play(row, col)
        }
        Action::Pass | Action::Resign => goban::rules::Move::Pass,
    }
}

fn from_goban((row, col): (u8, u8)) -> Point {
    Point::from((i32::from(row), i32::from(col)))
}

fn coordinates(point: Point) -> (u8, u8) {
    (
        u8::try_from(point.row).unwrap_or(u8::MAX),
        u8::try_from(point.col).unwrap_or(u8::MAX),
    )
}
