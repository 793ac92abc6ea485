//! The options of `gokata dataset`, and the loop that collects games and writes them to files.

use std::fs::File;
use std::mem;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use gokata::Size;
use gokata::sgf::Order;
use indicatif::ProgressBar;

use super::arrays::{self, Parts};
use super::games::{self, Doubt, GameResult, LeftOut, TrainingGame};
use crate::read::arguments;
use crate::read::paths::{Found, ListArgs};
use crate::read::rules::{self, GivenRules, USUAL};
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, Status, TITLE, styled};
use crate::terminal::progress;
use crate::terminal::text::{name, number};
use crate::terminal::workers::{SMALL, in_order, jobs};

/// Turns game records into training data: arrays for Python (`.npz`) with one position for each move.
///
/// Takes the main line of every game whose moves are all legal under the rules of `--rules`, else those that the
/// record names, else the kata's. Leaves out and counts every other game, also one with an illegal move that the record
/// forces (`KO`), and prints the reason on standard error, except for boards of another size.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata dataset games/ --out data.npz
  gokata dataset games/ --out data.npz --size 9 --rules chinese
  gokata dataset games/ --out data.npz --games-per-file 1000   data-00000.npz ...
  find games -name '*.sgf' | gokata dataset --files-from - --out data.npz
  python3 -c 'import numpy; print(numpy.load(\"data.npz\")[\"planes\"].shape)'

Arrays, for N positions of M games on a board of R rows and C columns:

  planes   N x 9 x R x C  uint8    1 where true, else 0, for the side to play:
                      0, 1, 2  own stones with one liberty, two, three or more
                      3, 4, 5  the opponent's stones, likewise
                      6        points where ko or superko forbids a stone
                      7        points where a stone is legal
                      8        all points
  move     N  uint16  row x C + column, from the top left; R x C is a pass
  color    N  uint8   who played the move: 0 Black, 1 White
  winner   N  uint8   the record's result (RE): 0 Black, 1 White, 2 draw,
                      3 unknown or void
  game     N  uint32  the number of the game, from 0, across all files
  ply      N  uint32  the number of the move in its game, from 0
  source   M  bytes   FILE:NUMBER for each game; NUMBER is its place in FILE,
                      from 1

The same input gives the same bytes. No existing file is overwritten. If anything goes wrong, no file is \
written.

Exit status: 0 if all records were taken (with --size: all on boards of that size); 1 if a move is illegal, \
even if KO forces it, no record was taken, or the boards have several sizes and --size is missing; 2 if a \
file cannot be read or understood, or the data cannot be written.")]
pub(crate) struct DatasetArgs {
    /// Game records, or folders of them; `-` is standard input.
    #[arg(value_name = "GAMES", required_unless_present = "files_from")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
    /// The file to create. Fails if it exists.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Take only games on boards of this size: 9, or 9x13 (rows x columns). By default, the size of the first game
    /// taken.
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    size: Option<Size>,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = rules::help(USUAL), long_help = rules::long_help(USUAL))]
    rules: Option<GivenRules>,
    /// Let a color move twice in a row, as where moves were taken back.
    #[arg(long)]
    any_order: bool,
    /// Write several files with N games each and the rest in the last: for data.npz, data-00000.npz and so on. Only the
    /// games of one file are held in memory.
    #[arg(long, value_name = "N")]
    games_per_file: Option<NonZero<usize>>,
    /// The number of threads; by default, one per processor. The data do not depend on it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
}

pub(crate) fn run(args: &DatasetArgs, output: &mut Output) -> Result<Status, CommandError> {
    let Some(files) = args.list.or(&args.paths)? else {
        return Ok(Status::Trouble);
    };
    let jobs = jobs(args.jobs);
    let order = if args.any_order {
        Order::Any
    } else {
        Order::Alternating
    };
    let usual = [
        LeftOut::Illegal,
        LeftOut::Handicap,
        LeftOut::Forced,
        LeftOut::NoMoves,
        LeftOut::NotUnderstood,
    ];
    let mut collector = Collector {
        parts: Parts::new(&args.out, args.games_per_file.is_some())?,
        games_per_file: args.games_per_file.map_or(usize::MAX, NonZero::get),
        jobs,
        size: args.size,
        has_other_sizes: false,
        games: Vec::new(),
        taken: 0,
        positions: 0,
        doubts: vec![(Doubt::Result, 0), (Doubt::Handicap, 0)],
        left_out: usual.map(|why| (why.meaning().1, 0)).to_vec(),
        status: Status::Fine,
        write_error: None,
        bar: progress::counter("{pos} games, {elapsed}{msg}"),
    };
    if !collector.bar.is_hidden() {
        // No game advances the bar while a large file is written, so redraw it regularly.
        let tick = Duration::from_millis(200);
        collector.bar.enable_steady_tick(tick);
    }
    let work = |found: Found, emit: &mut dyn FnMut(Vec<GameResult>)| {
        let games = found.map_err(|(_, error)| error).and_then(|path| {
            let read = || games::read(&path, args.rules, order);
            let bug = |_| {
                let message = format!("{}: not read", name(&path));
                Ok(vec![Err((LeftOut::Bug, message))])
            };
            catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(bug)
        });
        emit(games.unwrap_or_else(|error| vec![Err((LeftOut::NotUnderstood, error.to_string()))]));
    };
    let collect = |games: Vec<GameResult>| games.into_iter().for_each(|game| collector.add(game));
    in_order(files.records(), jobs, SMALL, work, collect);
    collector.write();
    collector.bar.finish_and_clear();
    if let Some(error) = collector.write_error {
        return Err(error);
    }
    collector.parts.publish()?;
    output.line(collector.sentence());
    let is_size_by_chance = args.size.is_none() && collector.has_other_sizes;
    if is_size_by_chance {
        output.log_in_order("the first game taken determines the size; --size selects another");
    }
    let is_as_expected = !is_size_by_chance && collector.taken > 0;
    Ok(collector.status.max(Status::of(is_as_expected)))
}

struct Collector {
    parts: Parts,
    games_per_file: usize,
    jobs: usize,
    /// The board size of all games: that of `--size`, or of the first game taken.
    size: Option<Size>,
    has_other_sizes: bool,
    games: Vec<TrainingGame>,
    /// The number of games taken, and of their positions.
    taken: usize,
    positions: usize,
    /// The number of games taken with each doubt.
    doubts: Vec<(Doubt, usize)>,
    /// Why games were left out, and how many.
    left_out: Vec<(String, usize)>,
    status: Status,
    /// The first error of writing a file. No further files are written after it.
    write_error: Option<CommandError>,
    bar: ProgressBar,
}

impl Collector {
    fn add(&mut self, game: GameResult) {
        let game = match game {
            Ok(game) => game,
            Err((why, message)) => {
                self.count(why);
                let is_bug = why == LeftOut::Bug;
                let label = styled(BAD, if is_bug { "bug" } else { "left out" });
                let log = || Output::log(&format!("{label} {message}"));
                return self.bar.suspend(log);
            }
        };
        if *self.size.get_or_insert(game.size) != game.size {
            self.has_other_sizes = true;
            return self.count(LeftOut::OfSize(game.size));
        }
        for (doubt, message) in &game.doubts {
            let mut counts = self.doubts.iter_mut().filter(|(other, _)| other == doubt);
            let Some((_, count)) = counts.next() else {
                continue;
            };
            *count += 1;
            if *count == 1 {
                let log = || Output::log(&format!("{} {message}", styled(TITLE, "warning")));
                self.bar.suspend(log);
            }
        }
        self.taken += 1;
        self.positions += game.moves();
        self.bar.inc(1);
        self.games.push(game);
        if self.games.len() >= self.games_per_file {
            self.write();
        }
    }

    fn count(&mut self, why: LeftOut) {
        let (status, words) = why.meaning();
        self.status = self.status.max(status);
        let mut counts = self.left_out.iter_mut();
        match counts.find(|(other, _)| *other == words) {
            Some((_, count)) => *count += 1,
            None => self.left_out.push((words, 1)),
        }
    }

    /// Returns how much was taken and left out.
    fn sentence(&self) -> String {
        let sentence = match self.size.filter(|_| self.taken > 0) {
            Some(size) => format!(
                "{}, {} on {size}, {}",
                number(self.taken, "game"),
                number(self.positions, "position"),
                number(self.parts.count(), "file")
            ),
            None => "no game, no file".to_owned(),
        };
        let left_out = self.left_out.iter().filter(|(_, count)| *count > 0);
        let left_out = left_out.map(|(words, count)| format!("{count} {words}"));
        let left_out: Vec<String> = left_out.collect();
        let doubts = self.doubts.iter().filter(|(_, count)| *count > 0);
        let doubts = doubts.map(|(doubt, count)| match doubt {
            Doubt::Result => {
                let results = number(*count, "result");
                format!("; {results} not understood (winner unknown)")
            }
            Doubt::Handicap => format!("; {count} with handicap stones set up on the usual points"),
        });
        let sentence = sentence + &doubts.collect::<String>();
        if left_out.is_empty() {
            sentence
        } else {
            format!("{sentence}; left out: {}", left_out.join(", "))
        }
    }

    /// Writes the games collected since the last call to a file.
    fn write(&mut self) {
        let games = mem::take(&mut self.games);
        if let (Some(size), None, false) = (self.size, &self.write_error, games.is_empty()) {
            let first = self.taken - games.len();
            self.bar.set_message(", writing");
            let write = |file: &mut File| arrays::write(file, size, &games, first, self.jobs);
            self.write_error = self.parts.add(write).err();
            self.bar.set_message("");
        }
    }
}
