//! Times whole games of two random bots, with every move checked: `cargo bench --manifest-path tests/bench/Cargo.toml --bench bots`.

// Figures are printed.
#![allow(clippy::print_stdout)]

mod stopwatch;

use gokata::bots::{RandomBot, Termination, play_out};
use gokata::{BoardRecord, FastGame, Playable, Preset, PureGame, Size};
use stopwatch::{Timing, Work, machine, processor_time, time};

const TURNS: usize = 11;

fn main() {
    // Not an argument, because test runners pass arguments of their own.
    let turns = std::env::var("GOKATA_TURNS")
        .map_or(TURNS, |turns| turns.parse().expect("a number of turns"));
    println!("{}", machine());
    println!("games per second of processor time, medians of {turns} turns (most), one thread\n");
    println!("{:34}{:32}{:28}{:>8}", "", "fast", "pure", "turns");
    for (side, counts) in [(9, [1000, 20]), (19, [100, 2])] {
        let size = Size::square(side).unwrap_or_else(|error| panic!("{error}"));
        for preset in [Preset::Kata, Preset::TrompTaylor] {
            games(turns, size, preset, counts);
        }
    }
}

fn games(turns: usize, size: Size, preset: Preset, [of_fast, of_pure]: [usize; 2]) {
    let rules = preset.rules();
    let fast = FastGame::new(size).with_rules(rules);
    let pure = PureGame::from(BoardRecord::new(size).with_rules(rules));
    assert_eq!(play(&fast, of_pure), play(&pure, of_pure), "{size} {rules}");
    let played = play(&fast, of_fast);
    let (length, capped) = (played.turns, played.capped);
    assert!(
        capped * 100 < of_fast,
        "{capped} games of {of_fast} were cut short"
    );
    let works: [Work; 2] = [&mut || play(&fast, of_fast).games, &mut || {
        play(&pure, of_pure).games
    }];
    let [fast, pure] = time(turns, processor_time, works).map(a_second);
    println!(
        "{:34}{fast:32}{pure:28}{:8}",
        format!("{size}, {preset}"),
        length / of_fast
    );
}

/// Totals of several games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Played {
    games: usize,
    turns: usize,
    capped: usize,
}

/// Plays games from this position, each with its own seeds.
fn play<G: Playable + Clone>(start: &G, games: usize) -> Played {
    let most = Termination::default().turns_a_point * start.size().point_count();
    let mut played = Played::default();
    for seed in 0..games as u64 {
        let mut game = start.clone();
        let [mut black, mut white] = [2 * seed, 2 * seed + 1].map(RandomBot::new);
        play_out(&mut game, &mut black, &mut white).unwrap_or_else(|error| panic!("{error}"));
        played.games += 1;
        played.turns += game.turns();
        played.capped += usize::from(game.turns() > most);
    }
    played
}

/// Converts nanoseconds per game to games per second.
fn a_second(timing: Timing) -> String {
    let [median, most] = [timing.median, timing.least].map(|time| 1e9 / time);
    format!("{median:.0} ({most:.0})")
}
