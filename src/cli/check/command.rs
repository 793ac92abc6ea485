//! `gokata check`: holds fixtures and game records against the referees.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use gokata::Rules;
use gokata::sgf::{Judging, Lines, Order, Referees, Refused};

use super::fixture::{self, Outcome, Which};
use super::records::{self, Told};
use super::summary::{Done, Sum};
use crate::judge;
use crate::read::arguments::rules;
use crate::read::files::{is_record, read_any};
use crate::read::paths::{FIXTURES, Files, Found, named};
use crate::terminal::format::Format;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;
use crate::terminal::workers::{SMALL, in_order, jobs};

/// Checks fixtures and game records: is everything in them as they say, and every move legal?
///
/// In a folder, every file that ends in .txt is a fixture: a board in plain text, with what must be true of
/// it. Every file that ends in .sgf is a game record. A file NAME.txt with NAME.error beside it must be
/// refused, with exactly the message that stands there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata check                              everything below ./fixtures
  gokata check fixtures/kata board.txt
  gokata check - < board.txt
  git ls-files -z '*.txt' | gokata check -0 --files-from -
  gokata check --format ndjson | jq 'select(.verdict != \"passed\")'
  gokata check games/ --rules aga           game records, under these rules
  gokata check game.sgf --variations --keep-going --any-order
  gokata check games/ --stats --format ndjson | jq -r '[.file, .verdict, .ko_captures] | @tsv'
  gokata check --exec 'python3 referee.py' fixtures/kata    another program's answers
  gokata check --engine 'gnugo --mode gtp' --engine-rules kata --format markdown

Of a game record the main line is judged, to the first illegal move, under the rules given, else those that it names, else
the kata's. Text that cannot be understood, and a record without moves, are never called legal.

With ndjson, each object of a fixture has the fields schema, file, verdict (passed, failed, disagreement, unreadable,
refused-as-expected, not-refused-as-expected), cases, questions, not_asked, failures, more_failures, and
where there are any, disagreements (asked, says, reproduction), more_disagreements, error. Each object of a game has
those of src/cli/record.schema.json: schema, file, game, sha256, size, rules, moves, verdict (legal, illegal,
partial, no-moves, unreadable, disagreement), illegal and others. Each object about another program has those of
src/cli/judge/judge.schema.json.

Ends with status 0 if everything is as expected, 1 if something is not, 2 if a file cannot be
read or understood, 3 if the referees disagree: a bug of ours. When another program is judged: 1 if an answer
was wrong, 2 if it cannot be started, crashed, was silent or talked nonsense, or could be asked nothing.")]
// Each is a word of its own on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct CheckArgs {
    /// Files and folders; `-` is standard input.
    #[arg(value_name = "PATH", default_value = FIXTURES)]
    paths: Vec<PathBuf>,
    /// A list of files and folders, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    files_from: Option<PathBuf>,
    /// In that list, names end in a NUL byte.
    #[arg(short = '0', long = "null", requires = "files_from")]
    null: bool,
    /// How to report: for people, or one JSON object a fixture or game.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Who is asked.
    #[arg(long, value_name = "REFEREE", default_value = "both")]
    referee: Which,
    /// Files that are worked on at once; as many as there are processors unless given. The report is the same.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    /// Game records are judged under these rules, whatever they name: a name, then perhaps key=value.
    #[arg(long, value_name = "RULES", value_parser = rules, help_heading = "Game records")]
    rules: Option<Rules>,
    /// Judge all variations, not the main line alone.
    #[arg(long, help_heading = "Game records")]
    variations: bool,
    /// Go on after an illegal move: it is made all the same if its point is empty, else left out.
    #[arg(long, help_heading = "Game records")]
    keep_going: bool,
    /// Two moves in a row by one color are not out of turn.
    #[arg(long, help_heading = "Game records")]
    any_order: bool,
    /// Tell also what happened in the game: captures, kos, repetitions, the final board.
    #[arg(long, help_heading = "Game records")]
    stats: bool,
    #[command(flatten)]
    other: judge::JudgeArgs,
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Status, String> {
    let names = named(args.paths.clone(), args.files_from.as_deref(), args.null)?;
    let Some(names) = names else {
        Output::log("gokata: the list names no file");
        return Ok(Status::Trouble);
    };
    if args.other.is_some() {
        return judge::run(&args.other, Files::new(names), args.format, output);
    }
    if args.format == Format::Markdown {
        return Err("--format markdown goes with --engine or --exec".to_owned());
    }
    let judging = Judging {
        rules: args.rules,
        referees: match args.referee {
            Which::Pure => Referees::Pure,
            Which::Fast => Referees::Fast,
            Which::Both => Referees::Both,
        },
        lines: if args.variations {
            Lines::All
        } else {
            Lines::Main
        },
        order: if args.any_order {
            Order::Any
        } else {
            Order::Alternating
        },
        refused: if args.keep_going {
            Refused::GoOn
        } else {
            Refused::Stop
        },
        stats: args.stats,
    };
    let work = |found: Found, say: &mut dyn FnMut((PathBuf, Option<Done>))| {
        let path = match &found {
            Ok(path) | Err((path, _)) => path.clone(),
        };
        let mut part = |told: Told| say((path.clone(), Some(Done::Record(told))));
        let work = || work(found, args, &judging, &mut part);
        let done = catch_unwind(AssertUnwindSafe(work)).ok();
        say((path, done));
    };
    let mut sum = Sum::default();
    let bar = progress::counter("{pos} files, {per_sec}, {elapsed}");
    // Not to be asked while the bar stands aside.
    let shown = !bar.is_hidden();
    in_order(
        Files::new(names),
        jobs(args.jobs),
        SMALL,
        work,
        |(path, done)| {
            let is_part = matches!(&done, Some(Done::Record(told)) if told.is_part);
            bar.inc(u64::from(!is_part));
            bar.suspend(|| {
                sum.add(&path, done, args.format, output);
                if shown {
                    output.flush();
                }
            });
        },
    );
    bar.finish_and_clear();
    if args.format == Format::Text {
        sum.print(output);
    }
    Ok(sum.status)
}

/// What comes of a file; parts of it, where there is much, are said before.
fn work(found: Found, args: &CheckArgs, judging: &Judging, say: &mut dyn FnMut(Told)) -> Done {
    let path = match found {
        Ok(path) => path,
        Err((_, trouble)) => return Done::Fixture(Outcome::unread(trouble)),
    };
    match read_any(&path) {
        Ok((bytes, true)) => {
            let format = args.format;
            Done::Record(records::judge(&path, &bytes, judging, format, say))
        }
        Ok((bytes, false)) => Done::Fixture(fixture::judge(&path, &bytes, args.referee)),
        Err(trouble) if is_record(&path) => {
            Done::Record(records::unread(&path, &trouble, args.format))
        }
        Err(trouble) => Done::Fixture(Outcome::unread(trouble)),
    }
}
