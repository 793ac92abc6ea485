//! How time and memory of a batch grow with the number of games, the size of the board and the length of the games.
//! `GOKATA_PICTURE=FILE.svg` before the command also draws the figures.

// Figures are printed.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

mod stopwatch;
#[allow(dead_code)] // the other workloads
mod workload;

use std::fmt::Write;
use std::num::NonZero;

use allocation_counter::measure;
use gokata::{Batch, FastGame, Move, Random, Rules, Size};
use stopwatch::{Timing, Work, elapsed, machine, processor_time, time};
use workload::{play_all, superko};

/// The figures of one picture: the value below it and its time in nanoseconds, for each line.
struct Chart {
    title: &'static str,
    lines: Vec<(&'static str, Vec<(usize, f64)>)>,
    is_logarithmic: bool,
}

fn main() {
    let turns = std::env::var("GOKATA_TURNS").map_or(9, |turns| turns.parse().expect("a number"));
    println!("{}\n", machine());
    let charts = [by_games(turns), by_size(turns), by_history(turns)];
    if let Some(file) = std::env::var_os("GOKATA_PICTURE") {
        std::fs::write(&file, drawn(&charts)).expect("the picture is written");
    }
}

/// The bytes that a value takes when it has been made.
fn bytes<T>(make: impl FnOnce() -> T) -> usize {
    let mut made = None;
    let cost = measure(|| made = Some(make()));
    drop(made);
    usize::try_from(cost.bytes_current).unwrap_or(0)
}

fn by_games(turns: usize) -> Chart {
    println!(
        "| games, 9x9 | a move, 1 thread | 2 threads | bytes a game: new | played | looked at |"
    );
    println!("|---:|---:|---:|---:|---:|---:|");
    let size = Size::square(9).expect("a size");
    let two = NonZero::new(2).expect("a number");
    let (mut in_one, mut in_two) = (Vec::new(), Vec::new());
    for games in (0..=16).step_by(2).map(|power| 1 << power) {
        let one = &mut Batch::new(games, size, Rules::default(), 1);
        let both = &mut one.clone().with_threads(two);
        let works: [Work; 2] = [&mut || play_all(one), &mut || play_all(both)];
        let [one, both] = time(turns, elapsed, works);
        let new = bytes(|| Batch::new(games, size, Rules::default(), 1));
        let played = bytes(|| played(games, size, Rules::default()));
        let looked_at = bytes(|| {
            let mut batch = self::played(games, size, Rules::default());
            batch.legal_points(&mut Vec::new());
            batch
        });
        let [new, played, looked_at] = [new, played, looked_at].map(|bytes| bytes / games);
        println!("| {games} | {one} | {both} | {new} | {played} | {looked_at} |");
        in_one.push((games, one.least));
        in_two.push((games, both.least));
    }
    println!();
    Chart {
        title: "games, 9x9",
        lines: vec![("1 thread", in_one), ("2 threads", in_two)],
        is_logarithmic: true,
    }
}

fn played(games: usize, size: Size, rules: Rules) -> Batch {
    let mut batch = Batch::new(games, size, rules, 1);
    batch.play_out();
    batch
}

fn by_size(turns: usize) -> Chart {
    println!(
        "| board | a move, simple ko | superko | one game | bytes a game: played | looked at |"
    );
    println!("|---:|---:|---:|---:|---:|---:|");
    let mut lines = [const { Vec::new() }; 3];
    for side in (5..=25).step_by(2) {
        let size = Size::square(side).expect("a size");
        let simple = &mut Batch::new(512, size, Rules::default(), 1);
        let positional = &mut Batch::new(512, size, superko(), 1);
        let (game, random) = (FastGame::new(size), &mut Random::new(1));
        let works: [Work; 3] = [
            &mut || play_all(simple),
            &mut || play_all(positional),
            &mut || (0..512).map(|_| game.playout(random).plies).sum(),
        ];
        let times = time(turns, processor_time, works);
        let bytes = [false, true].map(|looks| {
            let all = bytes(|| {
                let mut batch = played(512, size, superko());
                if looks {
                    batch.legal_points(&mut Vec::new());
                }
                batch
            });
            all / 512
        });
        let [simple, positional, game] = times;
        println!(
            "| {size} | {simple} | {positional} | {game} | {} | {} |",
            bytes[0], bytes[1]
        );
        for (line, time) in lines.iter_mut().zip(times) {
            line.push((side, time.least));
        }
    }
    println!();
    let [simple, positional, game] = lines;
    Chart {
        title: "rows of the board",
        lines: vec![
            ("simple ko", simple),
            ("superko", positional),
            ("one game", game),
        ],
        is_logarithmic: false,
    }
}

/// Superko, after a game of random moves: of the next ones, and of ten drawn one by one in copies of the game.
fn by_history(turns: usize) -> Chart {
    println!(
        "| turns before | 9x9: a checked move | a drawn move | bytes | 19x19: a checked move | a drawn move | bytes |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    let mut lines = [const { Vec::new() }; 4];
    for before in [0, 250, 500, 1000, 1500, 2000] {
        let mut row = format!("| {before} |");
        for (nth, side) in [9, 19].into_iter().enumerate() {
            let size = Size::square(side).expect("a size");
            let game = long_game(size, before);
            let next = long_game(size, before + 100).moves().split_off(before);
            let checked = &mut || {
                for _ in 0..20 {
                    let mut game = game.clone();
                    assert!(next.iter().all(|mv| game.play(*mv).is_ok()));
                }
                20 * next.len()
            };
            let cloned = &mut || {
                for _ in 0..20 {
                    std::hint::black_box(game.clone());
                }
                20 * next.len()
            };
            let mut batch = Batch::of(&game, 256, 1);
            let drawn = &mut || {
                batch.reset_all();
                for _ in 0..10 {
                    batch.draw();
                }
                let turns = (0..256).filter_map(|nth| batch.turns(nth));
                turns.sum::<usize>() - 256 * before
            };
            let [checked, cloned, drawn] = time(turns, processor_time, [checked, cloned, drawn]);
            let checked = Timing {
                median: checked.median - cloned.median,
                least: checked.least - cloned.least,
            };
            let bytes = bytes(|| long_game(size, before));
            write!(row, " {checked} | {drawn} | {bytes} |").expect("a string");
            lines[2 * nth].push((before, checked.least));
            lines[2 * nth + 1].push((before, drawn.least));
        }
        println!("{row}");
    }
    let names = ["9x9 checked", "9x9 drawn", "19x19 checked", "19x19 drawn"];
    Chart {
        title: "turns before, superko",
        lines: names.into_iter().zip(lines).collect(),
        is_logarithmic: false,
    }
}

/// A game of random legal moves, which fill no light eye as long as there are others. It does not end.
fn long_game(size: Size, turns: usize) -> FastGame {
    let mut game = FastGame::new(size).with_rules(superko());
    let mut random = Random::new(1);
    while game.turns() < turns {
        let side = game.to_play();
        let legal = game.legal_points();
        let plays = legal - game.light_eyes(side);
        let plays = if plays.is_empty() { legal } else { plays };
        let drawn = plays.nth(random.below(plays.len()));
        let mv = drawn.map_or(Move::pass(side), |point| Move::play(side, point));
        game.play(mv).expect("a legal move");
        if game.is_over() {
            game.resume(None).expect("passes ended the game");
        }
    }
    game
}

/// The charts side by side.
fn drawn(charts: &[Chart]) -> String {
    const WIDTH: f64 = 300.0;
    const HEIGHT: f64 = 220.0;
    const COLORS: [&str; 4] = ["#1f6feb", "#d1462f", "#2f8f4e", "#8a5fbf"];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"300\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        charts.len() as f64 * (WIDTH + 70.0)
    );
    for (nth, chart) in charts.iter().enumerate() {
        let scaled = |value: usize| {
            if chart.is_logarithmic {
                (value as f64).log2()
            } else {
                value as f64
            }
        };
        let points = || chart.lines.iter().flat_map(|(_, line)| line);
        let least = points().map(|(at, _)| scaled(*at)).fold(f64::MAX, f64::min);
        let most = points().map(|(at, _)| scaled(*at)).fold(f64::MIN, f64::max);
        let highest = points().map(|(_, time)| *time).fold(0.0, f64::max) * 1.2;
        let lowest = points().map(|(_, time)| *time).fold(f64::MAX, f64::min) / 1.2;
        let left = 45.0 + nth as f64 * (WIDTH + 70.0);
        let x = |value: usize| left + (scaled(value) - least) / (most - least) * WIDTH;
        let y = |time: f64| 20.0 + HEIGHT - (time / lowest).ln() / (highest / lowest).ln() * HEIGHT;
        let mut add = |text: String| writeln!(svg, "{text}").expect("a string");
        add(format!(
            "<path d=\"M{left} 20v{HEIGHT}h{WIDTH}\" fill=\"none\" stroke=\"#888\"/>"
        ));
        let ticks = [1.0, 10.0, 100.0, 1000.0].into_iter();
        let ticks = ticks.flat_map(|power| [1.0, 2.0, 5.0].map(|step| power * step));
        for time in ticks.filter(|time| (lowest..highest).contains(time)) {
            add(format!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{time} ns</text>",
                left - 5.0,
                y(time) + 4.0
            ));
            add(format!(
                "<path d=\"M{left} {:.1}h{WIDTH}\" stroke=\"#ddd\"/>",
                y(time)
            ));
        }
        for (at, _) in &chart.lines[0].1 {
            add(format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{at}</text>",
                x(*at),
                34.0 + HEIGHT
            ));
        }
        add(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            left + WIDTH / 2.0,
            52.0 + HEIGHT,
            chart.title
        ));
        for ((name, line), (row, color)) in chart.lines.iter().zip(COLORS.iter().enumerate()) {
            let path: Vec<String> = line
                .iter()
                .map(|(at, time)| format!("{:.1},{:.1}", x(*at), y(*time)))
                .collect();
            add(format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
                path.join(" ")
            ));
            add(format!(
                "<text x=\"{}\" y=\"{}\" fill=\"{color}\">{name}</text>",
                left + (WIDTH + 60.0) * row as f64 / chart.lines.len() as f64,
                70.0 + HEIGHT
            ));
        }
    }
    svg + "</svg>\n"
}
