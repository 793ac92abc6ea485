//! `gokata perft`: counts the sequences of legal moves from a position.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use gokata::perft::{Counts, Passes, children, perft};
use gokata::{BoardRecord, FastGame, Playable, PureGame};

use crate::read::position::opening;
use crate::read::rules::{self, GivenRules};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;
use crate::terminal::workers::{LARGE, in_order, jobs};

const RULES: &str = "The rules: a name, key=value changes of the kata's rules, or both.";

/// Counts the sequences of legal moves from a position, one line per depth.
///
/// Correct referees find the same counts, so the counts can test any other program.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata perft 5x5 --depth 4
  gokata perft 3x3 --depth 6 --rules ko=positional,suicide=multi-stone --columns
  gokata perft board.txt --depth 3 --no-passes --jobs 1")]
pub(crate) struct PerftArgs {
    /// A board or fixture, or the size of an empty board: 9x9 (rows x columns).
    #[arg(value_name = "FILE|ROWSxCOLS")]
    start: PathBuf,
    /// The number of moves in the longest sequences.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    #[arg(long, value_name = "RULES", default_value = "kata", value_parser = rules::rules)]
    #[arg(help = rules::help(RULES), long_help = rules::long_help(RULES))]
    rules: GivenRules,
    /// Do not count sequences with passes.
    #[arg(long)]
    no_passes: bool,
    /// Print all counts (captures, passes, ...) below a line of column names.
    #[arg(long)]
    columns: bool,
    /// The referee that counts.
    #[arg(long, value_name = "REFEREE", default_value = "fast", value_parser = PossibleValuesParser::new(["pure", "fast"]))]
    referee: String,
    /// The number of threads; by default, one per processor.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<Status, CommandError> {
    if !args.rules.has_any_of(&["ko", "suicide", "button"]) {
        return Err("--rules has no effect: it names neither ko nor suicide nor button".into());
    }
    let opening = opening(&args.start)?;
    let start = BoardRecord::try_from(&opening.setup).map_err(CommandError::other)?;
    let record = start.with_rules(args.rules.over_kata());
    let passes = if args.no_passes {
        Passes::LeftOut
    } else {
        Passes::Counted
    };
    let jobs = jobs(args.jobs);
    if args.columns {
        output.line(format!("depth\t{}", Counts::COLUMNS.join("\t")));
    }
    let depth = usize::from(args.depth);
    let levels = match &*args.referee {
        "pure" => count(&PureGame::from(record), depth, passes, jobs),
        _ => count(&FastGame::from(&record), depth, passes, jobs),
    };
    // Of the depths that no game reaches, only the first is printed.
    let reached = levels.iter().take_while(|counts| counts.nodes > 0);
    let printed = reached.count() + 1;
    for (depth, counts) in (1..).zip(levels).take(printed) {
        if args.columns {
            let columns = counts.columns().map(|count| count.to_string());
            output.line(format!("{depth}\t{}", columns.join("\t")));
        } else {
            output.line(format!("{depth} {}", counts.nodes));
        }
    }
    Ok(Status::Fine)
}

/// The most positions collected to divide among threads. They take some tens of megabytes.
const MOST_ROOTS: usize = 10_000;

/// Returns the counts of every depth. Divides the work among threads by the first moves.
fn count<G: Playable + Clone + Send + Sync>(
    record: &G,
    depth: usize,
    passes: Passes,
    jobs: usize,
) -> Vec<Counts> {
    // This thread counts the first plies; the other threads count the plies below each position reached.
    let mut above = 0;
    let mut roots = vec![record.clone()];
    while above + 2 < depth && roots.len() < 32 * jobs && !roots.is_empty() {
        let wider = roots.iter().map(|root| root.legal_moves().len());
        if wider.sum::<usize>() > MOST_ROOTS {
            break;
        }
        let wider = roots.iter().flat_map(|root| children(root, passes));
        roots = wider.collect();
        above += 1;
    }
    let mut levels = perft(record, above, passes);
    let bar = progress::bar(roots.len(), "{msg} {wide_bar} {percent}% {eta}")
        .with_message(format!("depth {depth}"));
    let mut below = vec![Counts::default(); depth - above];
    let work = |root: G, emit: &mut dyn FnMut(Vec<Counts>)| {
        emit(perft(&root, depth - above, passes));
    };
    in_order(roots.into_iter(), jobs, LARGE, work, |levels| {
        for (sum, counts) in below.iter_mut().zip(levels) {
            *sum += counts;
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    levels.extend(below);
    levels
}
