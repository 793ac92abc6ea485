//! Compares with exact numbers of independent programs; `tests/oracles/README.md` says how each was obtained. Tests
//! that take minutes run only with `GOKATA_DEEP`.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::support::numbers::{
    Fnv, all_setups, deep, empty, is_small, number, powers_of_three, size, small,
};
use crate::support::oracles::{Asked, Row, plain_move, refusals, rows, rules, start, table, taken};
use gokata::perft::{Counts, Passes, perft};
use gokata::{Color, FastGame, IllegalMove, Move, Playable, Point, PureGame, Size};
use pretty_assertions::assert_eq;

/// Every board of the small sizes: the number of legal boards, the legal plays and the boards after them, as totals and
/// as checksums that depend on the order.
#[test]
fn every_small_board_of_the_pure_referee() {
    let left_out =
        every_small_board::<PureGame>(|size| size.point_count() <= if deep() { 12 } else { 9 });
    assert_eq!(left_out, if deep() { 4 } else { 10 });
}

/// With `GOKATA_DEEP`, all rows of the table, so also the 24,318,165 boards of 4x4.
#[test]
fn every_small_board_of_the_fast_referee() {
    let left_out = every_small_board::<FastGame>(is_small);
    assert_eq!(left_out, if deep() { 0 } else { 7 });
}

/// Checks the boards of the sizes that are included. Returns the number of rows left out.
fn every_small_board<R: Asked>(is_included: impl Fn(Size) -> bool) -> usize {
    let mut left_out = 0;
    for row in table(include_str!("../oracles/exhaustive_small_boards.tsv")) {
        let size = size(row["board"]);
        if !is_included(size) {
            left_out += 1;
            continue;
        }
        let found = Exhausted::all_boards::<R>(size);
        for (column, number) in found.columns() {
            assert_eq!(number, row[column], "{}: {column}", row["board"]);
        }
    }
    left_out
}

#[derive(Default)]
struct Exhausted {
    legal: u64,
    plays: [u64; 3],
    captures: u64,
    captured: u64,
    no_play: u64,
    chains: u64,
    liberties: u64,
    fnv: [Fnv; 3],
}

impl Exhausted {
    fn all_boards<R: Asked>(size: Size) -> Exhausted {
        let mut found = Exhausted::default();
        let powers: Vec<u64> = powers_of_three(size);
        for (number, setup) in (0..).zip(all_setups(size)) {
            if let Ok(mut game) = R::try_from(&setup) {
                game.judge_by(rules("simple", "A"));
                found.board(number, &powers, &game);
            }
        }
        found
    }

    fn board<R: Asked>(&mut self, number: u64, powers: &[u64], game: &R) {
        self.legal += 1;
        self.fnv[0].feed(number);
        let points: Vec<Point> = game.size().points().collect();
        let before = game.stones();
        let (stones, empty): (Vec<_>, Vec<_>) =
            (points.iter().zip(&before)).partition(|(_, stone)| stone.is_some());
        for (point, _) in stones {
            let Some(chain) = game.chain(*point) else {
                continue;
            };
            if chain.stones.iter().min() == Some(*point) {
                self.chains += 1;
                self.liberties += chain.liberties.len() as u64;
            }
        }
        let mut next = game.clone();
        for color in Color::BOTH {
            let plays = self.plays[0];
            for (point, _) in &empty {
                let mv = Move::play(color, **point);
                next.clone_from(game);
                next.hand_turn(color);
                next.make(mv)
                    .unwrap_or_else(|reason| panic!("{mv:?}: {reason}"));
                let after = next.stones();
                let [own, enemies] = taken(&before, &after, mv);
                let digit = |stone: &Option<Color>| stone.map_or(0, |color| color as u64 + 1);
                let values = after.iter().zip(powers);
                let number = values
                    .map(|(stone, power)| digit(stone) * power)
                    .sum::<u64>();
                self.plays[0] += u64::from(own == 0);
                self.plays[1] += u64::from(own != 1);
                self.plays[2] += 1;
                self.captures += u64::from(enemies > 0);
                self.captured += enemies as u64;
                self.fnv[1].feed(if own == 0 { number + 1 } else { 0 });
                self.fnv[2].feed(number + 1);
            }
            self.no_play += u64::from(self.plays[0] == plays);
        }
    }

    fn columns(&self) -> [(&'static str, String); 12] {
        [
            ("L", self.legal.to_string()),
            ("moves_nosuicide", self.plays[0].to_string()),
            ("moves_multisuicide", self.plays[1].to_string()),
            ("moves_allsuicide", self.plays[2].to_string()),
            ("captures", self.captures.to_string()),
            ("stones_captured", self.captured.to_string()),
            ("no_play_states", self.no_play.to_string()),
            ("strings", self.chains.to_string()),
            ("libs", self.liberties.to_string()),
            ("legal_fnv", self.fnv[0].hex()),
            ("succ_fnv_F", self.fnv[1].hex()),
            ("succ_fnv_A", self.fnv[2].hex()),
        ]
    }
}

/// Sets up every board of a size, and compares the number of legal ones with the published number.
#[test]
fn legal_positions() {
    assert!(positions::<PureGame>(if deep() { 12 } else { 9 }) >= 12);
    assert!(positions::<FastGame>(if deep() { 14 } else { 10 }) >= 15);
}

fn positions<R: Asked>(limit: usize) -> usize {
    let mut sizes = 0;
    for row in table(include_str!("../oracles/legal_positions.tsv")) {
        let size = Size::new(small(row["rows"]), small(row["cols"])).unwrap();
        if size.point_count() <= limit {
            let setups = all_setups(size);
            let legal = setups.filter(|setup| R::try_from(setup).is_ok()).count();
            assert_eq!(legal.to_string(), row["legal_positions"], "{size}");
            sizes += 1;
        }
    }
    sizes
}

/// The number of rows with the ko rule `none`, which gokata does not have.
const NO_KO_RULE: usize = 1460;

/// Each table has its own limit on the number of nodes from one start. The limits of the fast referee are higher.
#[test]
fn perft_of_the_pure_referee() {
    let limits = if deep() {
        [1_000_000, 200_000, 50_000_000]
    } else {
        [20_000, 5_000, 600_000]
    };
    perft_tables::<PureGame>(limits);
}

#[test]
fn perft_of_the_fast_referee() {
    let limits = if deep() {
        [u64::MAX; 3]
    } else {
        [100_000, 20_000, 4_000_000]
    };
    perft_tables::<FastGame>(limits);
}

fn perft_tables<R: Asked>(limits: [u64; 3]) {
    let board = |row: &Row| empty::<R>(size(row["board"]));
    let start = |row: &Row| start::<R>(row["start"]);
    let table = include_str!("../oracles/perft_empty.tsv");
    assert_eq!(perft_table(table, limits[0], board), NO_KO_RULE);
    let table = include_str!("../oracles/perft_positions.tsv");
    assert_eq!(perft_table(table, limits[1], start), 0);
    let table = include_str!("../oracles/perft_published.tsv");
    assert_eq!(perft_table(table, limits[2], board), 0);
}

/// Checks every column of every row, for each start and rule down to the depth that `limit` nodes allow. Returns the
/// number of rows without a ko rule.
fn perft_table<R: Asked>(
    text: &'static str,
    limit: u64,
    start: impl Fn(&Row) -> R + Sync,
) -> usize {
    let (rows, left_out): (Vec<Row>, Vec<Row>) = table(text).partition(|row| row["ko"] != "none");
    let mut groups: BTreeMap<Vec<&str>, Vec<Row>> = BTreeMap::new();
    for row in rows {
        let key = ["id", "board", "ko", "suicide", "passes"]
            .map(|name| row.get(name).copied().unwrap_or_default());
        groups.entry(key.to_vec()).or_default().push(row);
    }
    let mut groups: Vec<Vec<Row>> = groups.into_values().collect();
    for rows in &mut groups {
        rows.sort_by_key(|row| number(row["depth"]));
        let mut nodes = 0;
        rows.retain(|row| {
            nodes += number(row["nodes"]);
            nodes <= limit
        });
    }
    // The largest groups come first, so that all threads end at about the same time.
    let nodes = |rows: &Vec<Row>| rows.iter().map(|row| number(row["nodes"])).sum::<u64>();
    groups.sort_by_key(|rows| std::cmp::Reverse(nodes(rows)));
    let next = AtomicUsize::new(0);
    let found = Mutex::new((0, Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(|| {
                while let Some(rows) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(first) = rows.first() else { continue };
                    let faults = perft_rows(rows, &start(first));
                    let mut found = found.lock().unwrap();
                    found.0 += rows.len();
                    found.1.extend(faults);
                }
            });
        }
    });
    let (rows, faults) = found.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(rows >= groups.len() && rows > 5, "only {rows} rows");
    left_out.len()
}

fn perft_rows<R: Asked>(rows: &[Row], start: &R) -> Vec<String> {
    let first = &rows[0];
    let passes = if first["passes"] == "1" {
        Passes::Counted
    } else {
        Passes::LeftOut
    };
    let mut game = start.clone();
    game.judge_by(rules(first["ko"], first["suicide"]));
    let levels = perft(&game, small(rows[rows.len() - 1]["depth"]), passes);
    let mut faults = Vec::new();
    for row in rows {
        let counts = levels[small(row["depth"]) - 1];
        for (name, count) in Counts::COLUMNS.into_iter().zip(counts.columns()) {
            let expected = row.get(name).map(|expected| number(expected));
            if expected.is_some_and(|expected| expected != count) {
                faults.push(format!("{row:?}: {name} {count}"));
            }
        }
    }
    faults
}

/// Before every ply of 400 games, compares the verdict on every point, with its reason.
#[test]
fn traces_of_the_pure_referee() {
    traces::<PureGame>();
}

#[test]
fn traces_of_the_fast_referee() {
    traces::<FastGame>();
}

fn traces<R: Asked>() {
    let rows: Vec<_> = table(include_str!("../oracles/traces.tsv")).collect();
    assert_eq!(rows.len(), 400);
    let points: u64 = rows.iter().map(trace::<R>).sum();
    assert!(points > 1_500_000, "{points} verdicts");
}

fn trace<R: Asked>(row: &Row) -> u64 {
    let id = row["id"];
    let size = Size::new(small(row["rows"]), small(row["cols"])).unwrap();
    let mut game: R = empty(size);
    game.judge_by(rules(row["ko"], row["suicide"]));
    let [suicide, ko] = ["rejected_suicide", "rejected_ko"].map(|name| refusals(row[name]));
    let mut fnv = Fnv::default();
    let (mut legal, mut asked) = (0, 0);
    let mut prisoners = [0; 2];
    for (ply, word) in row["moves"].split(' ').enumerate() {
        let side = Playable::to_play(&game);
        let before = game.stones();
        let mut plays = Vec::new();
        for (point, stone) in size.points().zip(&before) {
            let expected = if stone.is_some() {
                Err("occupied")
            } else if suicide.contains(&(ply, point)) {
                Err("suicide")
            } else if ko.contains(&(ply, point)) {
                Err("ko")
            } else {
                plays.push(Move::play(side, point));
                Ok(())
            };
            let verdict = game.check(Move::play(side, point));
            let verdict = verdict.map_err(|reason| match reason {
                IllegalMove::Superko => "ko",
                reason => reason.name(),
            });
            assert_eq!(verdict, expected, "{id} ply {ply} {point}\n{}", rows(&game));
            asked += 1;
        }
        legal += plays.len();
        plays.extend([Move::pass(side), Move::resign(side)]);
        let moves = game.legal_moves();
        assert_eq!(moves, plays, "{id} ply {ply}");
        let mv = plain_move(side, word);
        game.make(mv)
            .unwrap_or_else(|reason| panic!("{id} ply {ply}: {reason}"));
        let after = game.stones();
        let [own, enemies] = taken(&before, &after, mv);
        prisoners[side as usize] += enemies;
        prisoners[!side as usize] += own;
        for stone in after {
            fnv.byte(stone.map_or(0, |color| color as u8 + 1));
        }
    }
    assert_eq!(game.is_over(), row["ended_by_two_passes"] == "1", "{id}");
    assert_eq!(legal, small(row["sum_legal_plays"]), "{id}");
    let held = [row["prisoners_black_holds"], row["prisoners_white_holds"]].map(small);
    assert_eq!(prisoners, held, "{id}");
    assert_eq!(rows(&game), row["final_board"], "{id}");
    assert_eq!(fnv.hex(), row["boards_fnv"], "{id}");
    asked
}

/// Rows with more complete games are left out: 1x4 has 719,178,893 of them, or 2,098,407,841 with suicide, and 2x2 has
/// 386,356,909,593. Each takes more than half an hour, even with the fast referee.
const MOST_GAMES: u64 = 100_000;

#[test]
fn complete_games_of_the_pure_referee() {
    assert_eq!(complete_games::<PureGame>(MOST_GAMES), 4);
}

#[test]
fn complete_games_of_the_fast_referee() {
    assert_eq!(complete_games::<FastGame>(MOST_GAMES), 4);
}

/// Counts the games from the empty board to the second pass by length, for rows of at most `limit` games. Returns the
/// number of rows left out.
fn complete_games<R: Asked>(limit: u64) -> usize {
    let mut left_out = 0;
    for row in table(include_str!("../oracles/complete_games.tsv")) {
        if number(row["complete_games"]) > limit {
            left_out += 1;
            continue;
        }
        let mut game: R = empty(size(row["board"]));
        game.judge_by(rules(row["ko"], row["suicide"]));
        let levels = perft(&game, MOST_PLIES, Passes::Counted);
        // No game has length 0.
        let mut lengths = vec![0];
        lengths.extend(levels.iter().map(|counts| counts.ended_leaves));
        while lengths.last() == Some(&0) {
            lengths.pop();
        }
        let id = format!("{} {} {}", row["board"], row["ko"], row["suicide"]);
        let games: u64 = lengths.iter().sum();
        assert_eq!(games, number(row["complete_games"]), "{id}");
        if row["longest_plies"] != "-" {
            assert_eq!(lengths.len() - 1, small(row["longest_plies"]), "{id}");
            assert_eq!(format!("{lengths:?}"), row["games_by_length"], "{id}");
        }
    }
    left_out
}

/// No game on these boards is longer.
const MOST_PLIES: usize = 100;
