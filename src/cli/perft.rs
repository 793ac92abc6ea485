//! `gokata perft`: counts every way a game can go on.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use gokata::perft::{Countable, Counts, Passes, children, perft};
use gokata::{BoardRecord, FastGame, Rules};

use crate::read::position::opening;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;

/// Counts the sequences of legal moves, a line for each depth: the depth, then the count.
///
/// Two referees with the same rules find the same numbers.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata perft 5x5 --depth 4
  gokata perft 3x3 --depth 6 --ko positional --suicide multi-stone --columns
  gokata perft board.txt --depth 3 --no-passes --jobs 1")]
pub(crate) struct PerftArgs {
    /// A board or fixture, or an empty board of this size, as in 9x9 (rows x columns).
    #[arg(value_name = "FILE|ROWSxCOLS")]
    start: PathBuf,
    /// The longest sequences to count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    /// The rules: a name, then perhaps key=value.
    #[arg(long, value_name = "RULES", default_value = "kata")]
    rules: Rules,
    /// The ko rule, whatever the rules say.
    #[arg(long, value_parser = PossibleValuesParser::new(["simple", "positional", "situational", "natural-situational"]))]
    ko: Option<String>,
    /// The suicide rule, whatever the rules say.
    #[arg(long, value_parser = PossibleValuesParser::new(["forbidden", "multi-stone", "allowed"]))]
    suicide: Option<String>,
    /// Count plays only, as if there were no passes.
    #[arg(long)]
    no_passes: bool,
    /// Print every count, under a line with their names.
    #[arg(long)]
    columns: bool,
    /// Who plays the games.
    #[arg(long, value_name = "REFEREE", default_value = "fast")]
    referee: Which,
    /// Number of threads; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    jobs: Option<u16>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Which {
    /// The pure referee.
    Pure,
    /// The fast referee.
    Fast,
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<Status, String> {
    let mut rules = args.rules;
    for (key, value) in [("ko", &args.ko), ("suicide", &args.suicide)] {
        if let Some(value) = value {
            rules.set(key, value).map_err(|error| error.to_string())?;
        }
    }
    let opening = opening(&args.start)?;
    let start = BoardRecord::try_from(&opening.setup).map_err(|error| error.to_string())?;
    let record = start.with_rules(rules);
    let passes = if args.no_passes {
        Passes::LeftOut
    } else {
        Passes::Counted
    };
    let here = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = args.jobs.map_or_else(here, usize::from);
    if args.columns {
        output.line(format!("depth\t{}", Counts::COLUMNS.join("\t")));
    }
    let depth = usize::from(args.depth);
    let levels = match args.referee {
        Which::Pure => count(&record, depth, passes, jobs),
        Which::Fast => count(&FastGame::from(&record), depth, passes, jobs),
    };
    let mut nothing_left = false;
    for (depth, counts) in (1..).zip(levels) {
        if depth > 1 && counts.nodes == 0 && nothing_left {
            break;
        }
        nothing_left = counts.nodes == 0;
        if args.columns {
            let columns = counts.columns().map(|count| count.to_string());
            output.line(format!("{depth}\t{}", columns.join("\t")));
        } else {
            output.line(format!("{depth} {}", counts.nodes));
        }
    }
    Ok(Status::Fine)
}

/// Games that are kept at once to be divided among threads: some tens of megabytes.
const MOST_ROOTS: usize = 10_000;

/// Every depth, the work divided among threads by the first moves.
fn count<G: Countable + Send + Sync>(
    record: &G,
    depth: usize,
    passes: Passes,
    jobs: usize,
) -> Vec<Counts> {
    // The first plies are counted here, and what comes after each of them by the threads.
    let mut above = 0;
    let mut roots = vec![record.clone()];
    while above + 2 < depth && roots.len() < 32 * jobs && !roots.is_empty() {
        let wider = roots.iter().map(|root| root.legal_moves().count());
        if wider.sum::<usize>() > MOST_ROOTS {
            break;
        }
        roots = roots
            .iter()
            .flat_map(|root| children(root, passes))
            .collect();
        above += 1;
    }
    let mut levels = perft(record, above, passes);
    let bar = progress::bar(roots.len(), "{msg} {wide_bar} {percent}% {eta}")
        .with_message(format!("depth {depth}"));
    let next = AtomicUsize::new(0);
    let below = Mutex::new(vec![Counts::default(); depth - above]);
    let work = || {
        while let Some(root) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
            let counts = perft(root, depth - above, passes);
            let mut below = below.lock().unwrap_or_else(PoisonError::into_inner);
            below
                .iter_mut()
                .zip(counts)
                .for_each(|(sum, counts)| *sum += counts);
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.min(roots.len()) {
            // Where no more threads can be had, those that run do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    bar.finish_and_clear();
    levels.extend(below.into_inner().unwrap_or_else(PoisonError::into_inner));
    levels
}
