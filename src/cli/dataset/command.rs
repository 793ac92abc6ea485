//! `gokata dataset`: game records -> arrays for Python. Which games are taken; their arrays are made in `arrays`.

use std::fmt::Write;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use gokata::{Rules, Size};
use indicatif::ProgressBar;

use super::arrays;
use super::files::Parts;
use super::games::{self, Kept, Left, Read};
use crate::read::arguments;
use crate::read::paths::{Files, Found, named};
use crate::terminal::output::{BAD, Output, Status, styled};
use crate::terminal::progress;
use crate::terminal::text::{name, number};
use crate::terminal::workers::{SMALL, in_order, jobs};

/// Makes training data of game records: a position a move, as arrays for Python (`.npz`).
///
/// The main line of every record in which all moves are legal is taken, under the rules given, else those that
/// it names, else the kata's. Every other record is left out and counted; why is told on standard error, but for
/// boards of another size.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata dataset games/ --out data.npz
  gokata dataset games/ --out data.npz --size 9 --rules chinese
  gokata dataset games/ --out data.npz --games-per-file 1000   data-00000.npz, data-00001.npz…
  find games -name '*.sgf' | gokata dataset --files-from - --out data.npz
  python3 -c 'import numpy; data = numpy.load(\"data.npz\"); print(data[\"planes\"].shape)'

Arrays, for N positions of M games on a board of R rows and C columns:

  planes   N x 9 x R x C  uint8    1 where it is so, else 0, seen from the side to play:
                                   0, 1, 2  own stones with one liberty, with two, with three or more
                                   3, 4, 5  the opponent's, likewise
                                   6        a stone is forbidden by ko or superko
                                   7        a stone is legal
                                   8        ones
  move     N  uint16   what was played: row x C + column, from the top left; R x C is a pass
  color    N  uint8    who played it: 0 Black, 1 White
  winner   N  uint8    as the record says (RE): 0 Black, 1 White, 2 nobody, 3 not told or void
  game     N  uint32   which game, from 0 in the order of the input, through all files
  ply      N  uint32   which move of its game, from 0
  source   M  bytes    FILE:NUMBER, the games of this file in their order

The same input gives the same bytes. A file that exists is never written over; if anything goes wrong,
there is none.

Ends with status 0 if all records were taken (with --size: all on boards of that size), 1 if a move is
illegal, no record was taken, or the boards have several sizes and none was asked for, 2 if a file cannot
be read or understood or the data cannot be written.")]
pub(crate) struct DatasetArgs {
    /// Game records, or folders of them; `-` is standard input.
    #[arg(value_name = "GAMES", required_unless_present = "files_from")]
    paths: Vec<PathBuf>,
    /// A list of files and folders, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    files_from: Option<PathBuf>,
    /// In that list, names end in a NUL byte.
    #[arg(short = '0', long = "null", requires = "files_from")]
    null: bool,
    /// The file to make.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only games on boards of this size, as in 9 or 9x13 (rows x columns); unless given, the size of the first
    /// record that is taken.
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    size: Option<Size>,
    /// These rules, whatever the records name: a name, then perhaps key=value.
    #[arg(long, value_name = "RULES", value_parser = arguments::rules)]
    rules: Option<Rules>,
    /// Several files with so many games each, the last with what is left: for data.npz data-00000.npz and so on.
    /// Only the moves of one file's games are held in memory.
    #[arg(long, value_name = "N")]
    games_per_file: Option<NonZero<usize>>,
    /// Files or games that are worked on at once; as many as there are processors unless given. The data are the
    /// same.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
}

pub(crate) fn run(args: &DatasetArgs, output: &mut Output) -> Result<Status, String> {
    let names = named(args.paths.clone(), args.files_from.as_deref(), args.null)?;
    let Some(names) = names else {
        Output::log("gokata: the list names no file");
        return Ok(Status::Trouble);
    };
    let jobs = jobs(args.jobs);
    let bar = shown_progress();
    let mut taking = Taking {
        parts: Parts::new(&args.out, args.games_per_file.is_some())?,
        most: args.games_per_file.map_or(usize::MAX, NonZero::get),
        jobs,
        size: args.size,
        games: Vec::new(),
        sum: Sum::default(),
        trouble: None,
        bar: bar.clone(),
    };
    let work = |found: Found, say: &mut dyn FnMut((PathBuf, Option<Vec<Read>>))| {
        let path = match &found {
            Ok(path) | Err((path, _)) => path.clone(),
        };
        let read = || games::read(found, args.rules);
        say((path, catch_unwind(AssertUnwindSafe(read)).ok()));
    };
    let each = |(path, reads): (PathBuf, Option<Vec<Read>>)| match reads {
        Some(reads) => reads.into_iter().for_each(|read| taking.take(read)),
        None => taking.leave(Left::Bug, &format!("{}: not read", name(&path))),
    };
    in_order(Files::new(names).records(), jobs, SMALL, work, each);
    taking.flush();
    bar.finish_and_clear();
    let Taking {
        parts,
        size,
        sum,
        trouble,
        ..
    } = taking;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    let files = parts.publish()?;
    output.line(sum.sentence(size, files));
    // Nobody has said that games on other boards may be missing.
    let is_chance = args.size.is_none() && !sum.other_sizes.is_empty();
    if is_chance {
        output.flush();
        Output::log("the first game taken has decided on the size: choose it by --size");
    }
    if sum.games == 0 || is_chance {
        return Ok(sum.status.max(Status::NotAsExpected));
    }
    Ok(sum.status)
}

/// Games on their way into files.
struct Taking {
    parts: Parts,
    most: usize,
    jobs: usize,
    size: Option<Size>,
    games: Vec<Kept>,
    sum: Sum,
    /// Why no data can be written: then the rest is for nothing.
    trouble: Option<String>,
    bar: ProgressBar,
}

impl Taking {
    fn take(&mut self, read: Read) {
        let kept = match read {
            Ok(kept) => kept,
            Err((left, message)) => return self.leave(left, &message),
        };
        let size = *self.size.get_or_insert(kept.size);
        if kept.size != size {
            return self.sum.leave_size(kept.size);
        }
        self.sum.games += 1;
        self.sum.positions += kept.moves();
        self.bar.inc(1);
        self.games.push(kept);
        if self.games.len() >= self.most {
            self.flush();
        }
    }

    fn leave(&mut self, left: Left, message: &str) {
        self.sum.leave(left);
        let word = match left {
            Left::Bug => "bug",
            _ => "left out",
        };
        self.bar
            .suspend(|| Output::log(&format!("{} {message}", styled(BAD, word))));
    }

    /// Writes the games so far to a file.
    fn flush(&mut self) {
        let games = std::mem::take(&mut self.games);
        if let (Some(size), None, false) = (self.size, &self.trouble, games.is_empty()) {
            let first = self.sum.games - games.len();
            self.bar.set_message(", writing");
            let written = self
                .parts
                .add(|file| arrays::write(file, size, &games, first, self.jobs));
            self.trouble = written.err();
            self.bar.set_message("");
        }
    }
}

/// Shown on a terminal only. How many games there will be is not known.
fn shown_progress() -> ProgressBar {
    let bar = progress::counter("{pos} games, {elapsed}{msg}");
    if !bar.is_hidden() {
        // A large file takes its time.
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

#[derive(Default)]
struct Sum {
    status: Status,
    games: usize,
    positions: usize,
    illegal: usize,
    not_understood: usize,
    /// Boards of other sizes, as they came, and how many of each.
    other_sizes: Vec<(Size, usize)>,
}

impl Sum {
    fn leave(&mut self, left: Left) {
        let (count, status) = match left {
            Left::Illegal => (&mut self.illegal, Status::NotAsExpected),
            Left::NotUnderstood => (&mut self.not_understood, Status::Trouble),
            Left::Bug => (&mut self.not_understood, Status::Internal),
        };
        *count += 1;
        self.status = self.status.max(status);
    }

    fn leave_size(&mut self, size: Size) {
        match self
            .other_sizes
            .iter_mut()
            .find(|(other, _)| *other == size)
        {
            Some((_, count)) => *count += 1,
            None => self.other_sizes.push((size, 1)),
        }
    }

    fn sentence(&self, size: Option<Size>, files: usize) -> String {
        let games = number(self.games, "game");
        let mut said = match size.filter(|_| self.games > 0) {
            Some(size) => {
                let positions = number(self.positions, "position");
                format!("{games}, {positions} on {size}, {}", number(files, "file"))
            }
            None => "no game, no file".to_owned(),
        };
        let left = [
            (self.illegal, "with an illegal move".to_owned()),
            (self.not_understood, "not understood".to_owned()),
        ];
        let sizes = self.other_sizes.iter();
        let sizes = sizes.map(|(size, count)| (*count, format!("on {size}")));
        let mut sign = "; left out: ";
        for (count, why) in left
            .into_iter()
            .chain(sizes)
            .filter(|(count, _)| *count > 0)
        {
            let _ = write!(said, "{sign}{count} {why}");
            sign = ", ";
        }
        said
    }
}
