//! The options of `gokata dataset`, and the loop that collects games and writes them to files.

use std::mem;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use gokata::Size;
use gokata::sgf::Order;
use indicatif::ProgressBar;

use super::arrays;
use super::ending::Ownership;
use super::fields::{Field, fields};
use super::games::{self, Asked, Doubt, GameResult, LeftOut, TrainingGame};
use super::npy::{Archive, Format};
use super::parts::{Part, Parts};
use super::shuffle::Shuffle;
use crate::read::arguments;
use crate::read::paths::{Found, ListArgs};
use crate::read::rules::{self, GivenRules, USUAL};
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, Status, TITLE, styled};
use crate::terminal::progress;
use crate::terminal::text::{name, number};
use crate::terminal::workers::{SMALL, in_order, jobs};
use crate::write_file::not_made;

/// Turns game records into training data: arrays for Python with one position for each move.
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
  gokata dataset games/ --out data.npz --history 8 --ownership suggest
  gokata dataset games/ --out data --format npy --shuffle 1 --files 20
  find games -name '*.sgf' | gokata dataset --files-from - --out data.npz
  python3 -c 'import numpy; print(numpy.load(\"data.npz\")[\"planes\"].shape)'
  python3 -c 'import numpy; numpy.load(\"data-00000/planes.npy\", mmap_mode=\"r\")'

Arrays, for N positions of M games on a board of R rows and C columns:

  planes     N x 9 x R x C  uint8   1 where true, else 0, for the side to play:
                        0, 1, 2  own stones with one liberty, two, three or more
                        3, 4, 5  the opponent's stones, likewise
                        6        points where ko or superko forbids a stone
                        7        points where a stone is legal
                        8        all points
  history    N x (2H+1) x R x C  uint8   with --history H, likewise: own stones
                        now, the opponent's stones now, those one move before
                        ...; then ones if Black is to play, else zeros. Empty
                        boards precede the first move and stones set up later
  move       N  uint16  row x C + column, from the top left; R x C is a pass
  color      N  uint8   who played the move: 0 Black, 1 White
  winner     N  uint8   the record's result (RE): 0 Black, 1 White, 2 draw,
                        3 unknown or void
  margin     N  float32 the points by which Black won, as the record says;
                        nan if it was not counted or is not known
  komi       N  float32 as the record says (KM), else that of the rules
  handicap   N  uint16  the number of stones, 0 if none
  game       N  uint32  the number of the game, from 0, across all files
  ply        N  uint32  the number of the move in its game, from 0
  ownership  N x R x C  int8   with --ownership: 1 Black's point at the end of
                        the game, -1 White's, 0 nobody's or not known
  score      N  float32 with --ownership: the points by which Black won, as
                        counted with that ownership; nan if not known
  score_by   N  uint8   who says whose the points are: 0 nobody, 1 the record's
                        marks (TB, TW), 2 gokata's suggestion
  source     M  bytes   FILE:NUMBER for each game; NUMBER is its place in FILE,
                        from 1
  black_rank, white_rank, date   M  bytes   as written, at most 64

The same input and seed give the same bytes. No existing file is overwritten. If anything goes wrong, no file is \
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
    /// The file to create, or with `--format npy` the folder. Fails if it exists.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "npz",
        hide_default_value = true
    )]
    #[arg(help = "How the arrays are written")]
    format: Format,
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
    /// Write the positions in a random order, each once. The whole number SEED determines it.
    #[arg(long, value_name = "SEED", conflicts_with = "games_per_file")]
    shuffle: Option<u64>,
    /// With --shuffle, write so many files with equally many positions (or one more), and data-games.npz with the arrays of
    /// M items. Only the positions of one file are held in memory, 0.4 to 1.6 KB each on 19x19.
    #[arg(long, value_name = "N", requires = "shuffle", value_parser = clap::value_parser!(u16).range(1..=200))]
    files: Option<u16>,
    /// Add the array `history` with so many boards, 1 to 8.
    #[arg(long, value_name = "H", value_parser = clap::value_parser!(u8).range(1..=8))]
    history: Option<u8>,
    /// Add the arrays `ownership`, `score` and `score_by`.
    #[arg(long, value_name = "WHO")]
    ownership: Option<Ownership>,
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
    let asked = Asked {
        rules: args.rules,
        order,
        ownership: args.ownership,
        size: args.size,
    };
    let usual = [
        LeftOut::Illegal,
        LeftOut::Handicap,
        LeftOut::Forced,
        LeftOut::NoMoves,
        LeftOut::NotUnderstood,
    ];
    let several = args.games_per_file.is_some() || args.files.is_some();
    let parts = Parts::new(&args.out, args.format, several)?;
    let shuffle = |seed| Shuffle::new(seed, args.files.unwrap_or(1).into(), parts.folder());
    let shuffle = args.shuffle.map(shuffle).transpose();
    let shuffle = shuffle.map_err(|error| not_made(&args.out, &error))?;
    let games_per_file = args.games_per_file.map_or(usize::MAX, NonZero::get);
    let at_once = shuffle.as_ref().map_or(games_per_file, |_| GAMES_AT_ONCE);
    let mut collector = Collector {
        parts,
        only: (!several).then_some(Part::Only),
        at_once,
        shuffle,
        history: args.history.map(usize::from),
        ownership: args.ownership,
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
            let read = || games::read(&path, asked);
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
    collector.write_shuffled();
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

/// The number of games whose positions are shuffled at once: enough work for all threads, and few megabytes.
const GAMES_AT_ONCE: usize = 1000;

struct Collector {
    parts: Parts,
    /// The part that all games go to; `None` if there are several.
    only: Option<Part>,
    /// The number of games that are held in memory and then written.
    at_once: usize,
    shuffle: Option<Shuffle>,
    history: Option<usize>,
    ownership: Option<Ownership>,
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
        if self.games.len() >= self.at_once {
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

    /// Writes the games collected since the last call to a file, or shuffles their positions.
    fn write(&mut self) {
        let games = mem::take(&mut self.games);
        let (Some(fields), false) = (self.fields(), games.is_empty()) else {
            return;
        };
        let first = self.taken - games.len();
        self.bar.set_message(", writing");
        let written = if let Some(shuffle) = &mut self.shuffle {
            let added = shuffle.add(&fields, games, self.jobs);
            added.map_err(|error| self.parts.failed(&error))
        } else {
            let part = self.only.unwrap_or(Part::Number(self.parts.count()));
            let write = |archive: &mut Archive<'_>| {
                arrays::write(archive, &fields, &games, first, self.jobs)
            };
            self.parts.add(part, write)
        };
        self.write_error = written.err();
        self.bar.set_message("");
    }

    /// Writes the files of shuffled positions.
    fn write_shuffled(&mut self) {
        if let (Some(fields), Some(shuffle)) = (self.fields(), self.shuffle.take()) {
            self.bar.set_message(", writing");
            let written = shuffle.write(&fields, &mut self.parts, self.only, self.jobs);
            self.write_error = written.err();
        }
    }

    /// The arrays to write; `None` if there are no games, or after an error.
    fn fields(&self) -> Option<Vec<Field>> {
        let size = self
            .size
            .filter(|_| self.taken > 0 && self.write_error.is_none())?;
        Some(fields(size, self.history, self.ownership.is_some()))
    }
}
