//! Times whole games of two random bots, with every move checked: `cargo bench --manifest-path tests/bench/Cargo.toml --bench bots`.

// Figures are printed.
#![allow(clippy::print_stdout)]

#[path = "../../src/cli/bench/stopwatch.rs"]
mod stopwatch;

use gokata::bots::{RandomBot, Shown, Termination, play_out};
use gokata::fixture::Referee;
use gokata::{BoardRecord, FastGame, Preset, Size};
use stopwatch::{Timing, machine, processor_time, time};

const TURNS: usize = 11;

fn main() {
    // Not an argument, because test runners pass arguments of their own.
    let turns = std::env::var("GOKATA_TURNS")
        .ok()
        .and_then(|turns| turns.parse().ok())
        .unwrap_or(TURNS);
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

fn games(turns: usize, size: Size, preset: Preset, [of_fast, of_pure]: [u64; 2]) {
    let rules = preset.rules();
    let fast = FastGame::new(size).with_rules(rules);
    let pure = BoardRecord::new(size).with_rules(rules);
    assert_eq!(play(&fast, of_pure), play(&pure, of_pure), "{size} {rules}");
    let Played {
        turns: length,
        capped,
        ..
    } = play(&fast, of_fast);
    assert!(
        capped * 100 < of_fast,
        "{capped} games of {of_fast} were cut short"
    );
    let timings = time(
        turns,
        processor_time,
        [&mut || count(play(&fast, of_fast)), &mut || {
            count(play(&pure, of_pure))
        }],
    );
    let [fast, pure] = timings.map(a_second);
    println!(
        "{:34}{fast:32}{pure:28}{:8}",
        format!("{size}, {preset}"),
        length / of_fast
    );
}

/// Totals of several games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Played {
    games: u64,
    turns: u64,
    capped: u64,
}

/// Plays games from this position, each with its own seeds.
fn play<G: Shown + Referee + Clone>(start: &G, games: u64) -> Played {
    let most = Termination::default().turns_a_point * start.size().area();
    let mut played = Played::default();
    for seed in 0..games {
        let mut game = start.clone();
        let bots = [2 * seed, 2 * seed + 1].map(RandomBot::new);
        let [mut black, mut white] = bots;
        play_out(&mut game, &mut black, &mut white).unwrap_or_else(|error| panic!("{error}"));
        played.games += 1;
        played.turns += game.turns() as u64;
        played.capped += u64::from(game.turns() > most);
    }
    played
}

fn count(played: Played) -> usize {
    usize::try_from(played.games).unwrap_or(0)
}

/// Converts nanoseconds per game to games per second.
fn a_second(timing: Timing) -> String {
    let [median, most] = [timing.median, timing.least].map(|time| 1e9 / time);
    format!("{median:.0} ({most:.0})")
}
