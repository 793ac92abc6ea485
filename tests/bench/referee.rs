//! Compares the pure referee with the `goban` crate.
//!
//! Both are timed in turns, so that other load on the machine affects both alike, and the medians are compared. Before
//! that, both must give the same answers, so that they do the same work. `goban` keeps a mutable board.

// Figures are printed, and medians of nanoseconds lose nothing as floating point numbers.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::Instant;

use goban::rules::game::Game;
use goban::rules::{IllegalRules, JAPANESE, ScoreRules};
use gokata::scoring::{Item, Standing};
use gokata::{
    BoardRecord, Color, FastGame, Move, Point, Preset, Rules, Scoring, Setup, Size, Tax,
    is_legal_move, legal_moves, play_move,
};

const GAMES: usize = 60;
const TURNS: usize = 25;

fn main() {
    let simple = Preset::Kata.rules();
    let superko = Rules {
        ko: gokata::KoRule::Positional,
        ..simple
    };
    let size = Size::square(19).unwrap_or_else(|error| panic!("{error}"));
    println!("{GAMES} random games on 19x19, medians of {TURNS} turns (min..max)");
    println!("\nns per point: is_legal_move beside check_point");
    for (plies, rules) in [(100, simple), (200, simple), (100, superko), (200, superko)] {
        let pairs = positions(size, plies, rules);
        let points = (pairs.len() * size.area()) as f64;
        let ours = || {
            pairs
                .iter()
                .map(|(record, _)| count_by_point(record))
                .sum::<usize>()
        };
        let flags = flags(rules);
        let theirs = || {
            pairs
                .iter()
                .map(|(_, game)| count_by_goban(game, flags))
                .sum::<usize>()
        };
        row(
            &format!("after {plies}, {}", rules.ko),
            points,
            ours,
            theirs,
        );
    }
    println!("\nns per position: legal_moves beside legals");
    for (plies, rules) in [(100, simple), (200, simple), (100, superko), (200, superko)] {
        let pairs = positions(size, plies, rules);
        let ours = || {
            pairs
                .iter()
                .map(|(record, _)| legal_moves(record).len() - 2)
                .sum::<usize>()
        };
        let flags = flags(rules);
        let theirs = || {
            pairs
                .iter()
                .map(|(_, game)| game.legals_by(flags).collect::<Vec<_>>().len())
                .sum::<usize>()
        };
        row(
            &format!("after {plies}, {}", rules.ko),
            pairs.len() as f64,
            ours,
            theirs,
        );
    }
    println!("\nns per move: play_move beside try_play, whole games, every move checked");
    for (side, rules) in [(9, simple), (9, superko), (19, simple), (19, superko)] {
        replay(side, rules);
    }
    counting(size);
    println!(
        "\nns per point: is_legal_move at the end of a record of 1,000 turns beside one of 10, same board"
    );
    for rules in [
        simple,
        superko,
        Rules {
            ko: gokata::KoRule::Situational,
            ..simple
        },
    ] {
        let (long, short) = same_board(rules);
        let repeat = 40;
        let time = |record: &BoardRecord| {
            (0..repeat)
                .map(|_| count_by_point(black_box(record)))
                .sum::<usize>()
        };
        row(
            &format!("{}", rules.ko),
            (repeat * long.size().area()) as f64,
            || time(&long),
            || time(&short),
        );
    }
}

/// Times the whole count of a position, with the standing from a referee, and goban's count of stones and territory.
fn counting(size: Size) {
    println!(
        "\nns per position: the whole count beside goban's calculate_score_by, stones and territory"
    );
    let area = Preset::Kata.rules();
    let halves = |standing: Standing| {
        let black = standing.count().total(Color::Black).0;
        usize::try_from(black).unwrap_or(0)
    };
    for plies in [200, 1000] {
        let pairs = positions(size, plies, area);
        let fast: Vec<FastGame> = pairs.iter().map(|(record, _)| record.into()).collect();
        let theirs = || {
            let score = |game: &Game| game.calculate_score_by(ScoreRules::STONES).0;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole points
            let points: usize = pairs.iter().map(|(_, game)| score(game) as usize).sum();
            2 * points
        };
        let name = if plies == 200 {
            "after 200"
        } else {
            "at the end"
        };
        let units = pairs.len() as f64;
        let pure = || pairs.iter().map(|(record, _)| halves(record.into())).sum();
        row(&format!("{name}, pure"), units, pure, theirs);
        let by_fast = || fast.iter().map(|game| halves(game.into())).sum();
        row(&format!("{name}, fast"), units, by_fast, theirs);
    }
    println!("\nns per position: only the count, beside the same without tax");
    for (scoring, tax) in [(Scoring::Territory, Tax::Seki), (Scoring::Area, Tax::All)] {
        for plies in [200, 1000] {
            let standings: Vec<Standing> = positions(size, plies, area)
                .iter()
                .map(|(record, _)| Standing::from(record))
                .collect();
            // Both count the same, because living stones are not taxed.
            let by = |tax| {
                let stones = |standing: &Standing| {
                    let rules = Rules {
                        scoring,
                        tax,
                        ..area
                    };
                    let standing = Standing {
                        rules,
                        ..standing.clone()
                    };
                    let [black, _] = standing.count().line(Item::Territory);
                    usize::try_from(black.0).unwrap_or(0)
                };
                standings.iter().map(stones).sum()
            };
            let name = format!("{scoring}, tax {tax}, {plies}");
            row(&name, standings.len() as f64, || by(tax), || by(Tax::None));
        }
    }
}

/// Times two closures in turns and prints the medians and their ratio. Both must return the same number.
fn row(name: &str, units: f64, ours: impl Fn() -> usize, theirs: impl Fn() -> usize) {
    assert_eq!(ours(), theirs(), "{name}: the two do not find the same");
    let time = |work: &dyn Fn() -> usize| {
        let start = Instant::now();
        black_box(work());
        start.elapsed().as_nanos() as f64 / units
    };
    let mut times = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    for _ in 0..TURNS {
        let pair = [time(&ours), time(&theirs)];
        times[0].push(pair[0]);
        times[1].push(pair[1]);
        ratios.push(pair[0] / pair[1]);
    }
    let show = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        format!(
            "{:8.1} ({:.1}..{:.1})",
            times[TURNS / 2],
            times[0],
            times[TURNS - 1]
        )
    };
    let [mut ours, mut theirs] = times;
    ratios.sort_by(f64::total_cmp);
    println!(
        "{name:26} {:28} {:28} ratio {:.2}",
        show(&mut ours),
        show(&mut theirs),
        ratios[TURNS / 2]
    );
}

fn count_by_point(record: &BoardRecord) -> usize {
    let color = record.to_play();
    record
        .size()
        .points()
        .filter(|point| is_legal_move(Move::play(color, *point), record))
        .count()
}

fn count_by_goban(game: &Game, flags: IllegalRules) -> usize {
    let side = u8::try_from(19).unwrap_or(0);
    (0..side)
        .flat_map(|row| (0..side).map(move |col| (row, col)))
        .filter(|point| game.check_point_by(*point, flags).is_none())
        .count()
}

fn flags(rules: Rules) -> IllegalRules {
    let ko = if rules.ko == gokata::KoRule::Simple {
        IllegalRules::KO
    } else {
        IllegalRules::KO | IllegalRules::SUPERKO
    };
    ko | IllegalRules::SUICIDE
}

/// Returns the same positions in both programs, each from the middle of a random game.
fn positions(size: Size, plies: usize, rules: Rules) -> Vec<(BoardRecord, Game)> {
    let games = (0..GAMES as u64).map(|seed| random_game(size, seed, plies, rules, Eyes::Kept));
    games
        .map(|record| {
            let game = in_goban(&record);
            (record, game)
        })
        .collect()
}

fn in_goban(record: &BoardRecord) -> Game {
    let mut builder = Game::builder();
    let side = u8::try_from(record.size().rows()).unwrap_or(0);
    let mut game = builder
        .rule(JAPANESE)
        .size((side, side))
        .build()
        .unwrap_or_else(|error| panic!("{error}"));
    for mv in record.moves() {
        game.play(goban_move(mv));
    }
    game
}

fn goban_move(mv: Move) -> goban::rules::Move {
    match mv.action {
        gokata::Action::Play(Point { row, col }) => goban::rules::Move::Play(
            u8::try_from(row).unwrap_or(0),
            u8::try_from(col).unwrap_or(0),
        ),
        _ => goban::rules::Move::Pass,
    }
}

fn replay(side: usize, rules: Rules) {
    let size = Size::square(side).unwrap_or_else(|error| panic!("{error}"));
    let plies = size.area() * 5 / 4;
    let games: Vec<Vec<Move>> = (0..GAMES as u64)
        .map(|seed| random_game(size, seed, plies, rules, Eyes::Kept).moves())
        .collect();
    let empty = BoardRecord::new(size).with_rules(rules);
    let moves: usize = games.iter().map(Vec::len).sum();
    let ours = || {
        games
            .iter()
            .map(|game| {
                let play = |record: BoardRecord, mv: &Move| {
                    play_move(*mv, &record).unwrap_or_else(|error| panic!("{error}"))
                };
                game.iter()
                    .fold(empty.clone(), play)
                    .board()
                    .stones()
                    .count()
            })
            .sum::<usize>()
    };
    let flags = flags(rules);
    let theirs = || {
        games
            .iter()
            .map(|moves| {
                let rule = goban::rules::Rule {
                    flag_illegal: flags,
                    ..JAPANESE
                };
                let mut builder = Game::builder();
                let side = u8::try_from(side).unwrap_or(0);
                let mut game = builder
                    .rule(rule)
                    .size((side, side))
                    .build()
                    .unwrap_or_else(|error| panic!("{error}"));
                for mv in moves {
                    game.try_play(goban_move(*mv))
                        .unwrap_or_else(|error| panic!("{error:?}"));
                }
                game.goban()
                    .to_vec()
                    .iter()
                    .filter(|stone| stone.is_some())
                    .count()
            })
            .sum::<usize>()
    };
    row(
        &format!("{side}x{side}, {}", rules.ko),
        moves as f64,
        ours,
        theirs,
    );
}

/// Whether a random player spares its own eyes.
#[derive(Clone, Copy, PartialEq)]
enum Eyes {
    Kept,
    Filled,
}

fn random_game(size: Size, seed: u64, plies: usize, rules: Rules, eyes: Eyes) -> BoardRecord {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678;
    let mut below = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut record = BoardRecord::new(size).with_rules(rules);
    while record.turns() < plies && !record.is_over() {
        let color = record.to_play();
        let mut plays = legal_moves(&record);
        plays.retain(|mv| match mv.action {
            gokata::Action::Play(point) => {
                eyes == Eyes::Filled || !record.board().is_eye(point, color)
            }
            _ => false,
        });
        let mv = if plays.is_empty() {
            Move::pass(color)
        } else {
            plays[below(plays.len())]
        };
        record = play_move(mv, &record).unwrap_or_else(|error| panic!("{error}"));
    }
    record
}

/// Returns a record of 1,000 turns, and a record with only its last ten turns.
fn same_board(rules: Rules) -> (BoardRecord, BoardRecord) {
    let size = Size::square(9).unwrap_or_else(|error| panic!("{error}"));
    let long = (0..1000)
        .map(|seed| random_game(size, seed, 1000, rules, Eyes::Filled))
        .find(|record| record.turns() == 1000);
    let long = long.unwrap_or_else(|| panic!("no long game"));
    let late = long
        .at(990)
        .unwrap_or_else(|| panic!("there are 1000 turns"));
    let setup = Setup {
        size,
        stones: late.board().stones().collect(),
        to_play: late.to_play(),
    };
    let start = BoardRecord::try_from(&setup)
        .unwrap_or_else(|error| panic!("{error}"))
        .with_rules(rules);
    let play = |record: BoardRecord, mv: &Move| {
        play_move(*mv, &record).unwrap_or_else(|error| panic!("{error}"))
    };
    let short = long.moves()[990..].iter().fold(start, play);
    assert_eq!(long.board(), short.board());
    assert_eq!(
        long.to_play(),
        if long.turns() % 2 == 0 {
            Color::Black
        } else {
            Color::White
        }
    );
    (long, short)
}
