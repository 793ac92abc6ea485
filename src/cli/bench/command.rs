//! The arguments and the rows of `gokata bench`.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use gokata::{Batch, BoardRecord, FastGame, Random, Rules, Size};

use super::stopwatch::{Timing, Work, elapsed, machine, processor_time, time};
use super::workload::{
    FloodFill, Games, Worker, all_points, ask_all, play_all, playout_ends, superko,
};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::number;

/// Times both referees on the same work.
///
/// The work is random games, the same on every machine. Both referees must find the same legal points, play the same
/// games and, where they draw the same moves, the same playouts. What is timed draws moves as suits the referee, so
/// only its mean length is compared (111.0 plies on 9x9, 455 on 19x19).
///
/// Times are processor time of one thread, but for the last line. The first row is a measure of the machine: a flood
/// fill on a plain array, without a referee. Compare machines by the last column, which says how many times each piece
/// of work of the fast referee fits into it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata bench
  gokata bench --turns 5      a third of the time, a little less exact

tests/bench/ compares with other Go programs.")]
pub(crate) struct BenchArgs {
    /// How often to time each piece of work; the medians are printed.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..=1000))]
    turns: u16,
}

const GAMES: u64 = 200;
/// The games of a batch.
const BATCH: usize = 1024;

pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<Status, CommandError> {
    let side = |side| Size::square(side).map_err(CommandError::other);
    let (nine, nineteen) = (side(9)?, side(19)?);
    let mut bench = Bench {
        turns: usize::from(args.turns),
        output,
        agreed: true,
        measure: 0.0,
    };
    let usual = Rules::default();
    let games = [Games::random(nine, GAMES), Games::random(nineteen, GAMES)];
    let turns = args.turns;
    bench.line(&machine());
    bench.line(&format!(
        "median of {turns} (least); quotients are those of the least"
    ));
    bench.line(&format!(
        "{:34}{:20}{:20}{:>10}{:>14}",
        "", "fast", "pure", "pure/fast", "measure/fast"
    ));
    bench.measure(&games[1], 100);
    bench.line("W1: random games to the end (light playouts), time per move");
    bench.playouts(nine, 111.0, [2000, 20]);
    bench.playouts(nineteen, 455.0, [400, 2]);
    bench.line(&format!("W1 in a batch of {BATCH} games, side by side"));
    for (size, plies) in [(nine, 111.0), (nineteen, 455.0)] {
        bench.batch(size, usual, plies);
        bench.batch(size, superko(), plies);
    }
    bench.line("W2: time to find all legal points of a position");
    for (games, plies, rules) in [
        (&games[0], 40, usual),
        (&games[1], 100, usual),
        (&games[1], 200, usual),
        (&games[1], 100, superko()),
        (&games[1], 200, superko()),
    ] {
        bench.legal(games, plies, rules);
    }
    bench.line("W3: a game played again, time per checked move");
    for games in &games {
        bench.replay(games, usual);
        bench.replay(games, superko());
    }
    bench.threads(nine);
    if bench.agreed {
        Ok(Status::Fine)
    } else {
        bench.line("the referees disagree: this is a bug in gokata, please report it");
        Ok(Status::Internal)
    }
}

struct Bench<'a> {
    turns: usize,
    output: &'a mut Output,
    agreed: bool,
    /// The least time of the flood fill.
    measure: f64,
}

impl Bench<'_> {
    fn line(&mut self, line: &str) {
        self.output.line(line);
        self.output.flush();
    }

    fn row(&mut self, name: &str, [fast, pure]: [Timing; 2], found: &str) {
        let times = pure.least / fast.least;
        let measures = self.measure / fast.least;
        self.line(&format!(
            "    {name:30}{fast:20}{pure:20}{times:10.1}{measures:14.1}"
        ));
        self.line(&format!("      {found}"));
    }

    fn measure(&mut self, games: &Games, plies: usize) {
        let boards = FloodFill::new(&FastGame::positions(games, plies, Rules::default()));
        let [timing] = time(self.turns, processor_time, [&mut || boards.count_all()]);
        self.measure = timing.least;
        self.line("measure of the machine: liberties of all chains by flood fill");
        self.line(&format!(
            "    {:30}{timing:20}",
            format!("{} after {plies}", games.size)
        ));
    }

    /// Times light playouts. Compares their mean lengths, to detect referees that play by different rules, and the ends
    /// of playouts with the same moves.
    fn playouts(&mut self, size: Size, expected: f64, games: [usize; 2]) {
        let [fast, pure] = [FastGame::length(size, 2000), BoardRecord::length(size, 100)];
        let [mut of_fast, mut of_pure] = [Random::new(1), Random::new(2)];
        let play_fast = &mut || FastGame::playouts(size, games[0], &mut of_fast);
        let play_pure = &mut || BoardRecord::playouts(size, games[1], &mut of_pure);
        let timings = time(self.turns, processor_time, [play_fast, play_pure]);
        let rate = 1e6 / (timings[0].median * fast);
        let found = format!(
            "{fast:.1} and {pure:.1} plies per playout; {rate:.0} thousand playouts per second"
        );
        self.row(&size.to_string(), timings, &found);
        self.agreed &= (fast / expected - 1.0).abs() < 0.01 && (pure / expected - 1.0).abs() < 0.05;
        self.agreed &= playout_ends::<FastGame>(size, 20) == playout_ends::<BoardRecord>(size, 20);
    }

    fn legal(&mut self, games: &Games, plies: usize, rules: Rules) {
        let fast = FastGame::positions(games, plies, rules);
        let pure = BoardRecord::positions(games, plies, rules);
        let points = all_points(&fast);
        self.agreed &= points == all_points(&pure);
        let [mut of_fast, mut of_pure] = [Random::new(1), Random::new(2)];
        let ask_fast = &mut || ask_all(&fast, &mut of_fast);
        let ask_pure = &mut || ask_all(&pure, &mut of_pure);
        let timings = time(self.turns, processor_time, [ask_fast, ask_pure]);
        let (positions, points) = (fast.len(), points.concat().len());
        let found = format!("{positions} positions drawn at random, {points} legal points");
        let name = format!("{} after {plies}{}", games.size, suffix(rules));
        self.row(&name, timings, &found);
    }

    fn replay(&mut self, games: &Games, rules: Rules) {
        let (mut of_fast, mut of_pure) = (0, 0);
        let fast = &mut || replayed(&mut of_fast, games, rules, FastGame::turns);
        let pure = &mut || replayed(&mut of_pure, games, rules, BoardRecord::turns);
        let timings = time(self.turns, processor_time, [fast, pure]);
        let (count, moves) = (games.games.len(), games.moves());
        let found = format!("{count} games, {of_fast} and {of_pure} of {moves} moves legal");
        let name = format!("{}{}", games.size, suffix(rules));
        self.row(&name, timings, &found);
        self.agreed &= of_fast == moves && of_pure == moves;
    }

    /// Times light playouts of many games side by side. Their mean length must be as expected, their moves legal, and their
    /// ends as the batch says.
    fn batch(&mut self, size: Size, rules: Rules, expected: f64) {
        let mut batch = Batch::new(BATCH, size, rules, 1);
        #[allow(clippy::cast_precision_loss)] // half a million plies
        let length = play_all(&mut batch) as f64 / BATCH as f64;
        self.agreed &= (length / expected - 1.0).abs() < 0.01;
        self.agreed &= (0..32).all(|nth| is_as_played(&batch, nth, rules));
        let [timing] = time(self.turns, processor_time, [&mut || play_all(&mut batch)]);
        let rate = 1e6 / (timing.median * length);
        let measures = self.measure / timing.least;
        let name = format!("{size}{}", suffix(rules));
        self.line(&format!("    {name:30}{timing:20}{measures:44.1}"));
        self.line(&format!(
            "      {length:.1} plies per playout; {rate:.0} thousand playouts per second"
        ));
    }

    /// Times playouts on all threads. Threads share no data, so N threads should play N times the playouts of one.
    fn threads(&mut self, size: Size) {
        let threads = allowed_threads();
        let one = &mut Batch::new(4 * BATCH, size, Rules::default(), 1);
        let all = &mut one.clone().with_threads(threads);
        let works: [Work; 2] = [&mut || play_all(one), &mut || play_all(all)];
        let [one, all] = time(self.turns, elapsed, works);
        let times = one.median / all.median;
        self.line(&format!(
            "9x9, a batch on {}: {times:.2} times the playouts of one",
            number(threads.get(), "thread")
        ));
    }
}

/// As many threads as there are processors, or as the system allows.
fn allowed_threads() -> NonZero<usize> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let gate = Mutex::new(());
    let others = thread::scope(|scope| {
        let _closed = gate.lock();
        let wait = || thread::Builder::new().spawn_scoped(scope, || drop(gate.lock()));
        (1..processors).filter_map(|_| wait().ok()).count()
    });
    NonZero::<usize>::MIN.saturating_add(others)
}

/// True if the moves of a game are legal, and it ends as the batch says.
fn is_as_played(batch: &Batch, nth: usize, rules: Rules) -> bool {
    let Some(game) = batch.game(nth) else {
        return false;
    };
    let again = FastGame::replay(batch.size(), rules, &game.moves());
    batch.turns(nth) == Some(again.turns())
        && batch.area(nth) == Some(again.area())
        && batch.is_over(nth) == Some(again.is_over())
}

fn suffix(rules: Rules) -> &'static str {
    let is_usual = rules == Rules::default();
    if is_usual { "" } else { ", superko" }
}

/// Replays the games. Sets `found` to the number of turns played, and returns the number of moves in the games.
fn replayed<W: Worker>(
    found: &mut usize,
    games: &Games,
    rules: Rules,
    turns: fn(&W) -> usize,
) -> usize {
    let played = games.games.iter();
    let ends = played.map(|moves| W::replay(games.size, rules, moves));
    *found = ends.map(|end| turns(&end)).sum();
    games.moves()
}
