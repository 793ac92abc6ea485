//! The arguments of `gokata check`, and the loop that checks the files.

use std::iter;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use gokata::sgf::{Judging, Lines, Order, Referees, Refused};

use super::fixture::{CheckedReferee, FixtureResult, check_file, corpus_name};
use super::record_file::{self, Share};
use super::summary::{FileReport, Summary};
use crate::judge;
use crate::read::corpus_version::{FIXTURES, built_in_files};
use crate::read::files::{is_record, read_any};
use crate::read::paths::{Files, Found, ListArgs};
use crate::read::rules::{self, GivenRules};
use crate::terminal::output::{Detail, Format, Output, Status, guard_commands};
use crate::terminal::progress;
use crate::terminal::workers::{SMALL, in_order, jobs};

const RULES: &str = "The rules for all game records, in place of those that they name: a name, key=value changes of \
    each record's rules, or both. With --exec or --engine: ask only the questions whose ko and suicide rules are these.";

/// Checks the statements of fixtures, and that every move of game records is legal.
///
/// In a folder, every file that ends in .txt is a fixture: a board in plain text and statements about it. Every
/// file that ends in .sgf is a game record. If there is a file NAME.error beside NAME.txt, the fixture must be rejected
/// with the message in that file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata check                              everything below ./fixtures
  gokata check fixtures/kata board.txt
  gokata check - < board.txt
  git ls-files -z '*.txt' | gokata check -0 --files-from -
  gokata check --format ndjson | jq 'select(.verdict != \"passed\")'
  gokata check games/ --rules aga           game records, under these rules
  gokata check games/ --quiet               only what is wrong
  gokata check game.sgf --variations --keep-going --any-order
  gokata check games/ --stats --format ndjson | jq -r '[.file, .moves] | @tsv'
  gokata check --exec 'python3 referee.py'  another program's answers
  gokata check --exec 'python3 referee.py' --rules kata --first 1 fixtures/kata
  gokata check --exec 'python3 referee.py' --only 'kata/6-ko/retake-at-once#C3-xugq7'
  gokata check --exec 'python3 referee.py' --known known.txt --format github
  gokata check --engine 'gnugo --mode gtp' --engine-rules kata

The main line of a game record is judged up to its first illegal move, under the rules of --rules, else under \
those that the record names, else under the kata's. A record that cannot be understood, \
that is incomplete (a parenthesis is open at the end of the text), or that has no moves, never counts as legal.

With --format ndjson, the object of a fixture has the fields schema, file, verdict (passed, failed, disagreement, \
unreadable, refused-as-expected, not-refused-as-expected), cases, questions, not_asked, failures, more_failures, \
disagreements (asked, says, reproduction), more_disagreements, corpus (the version of gokata's own fixtures, if \
this is one of them), and error if there is one. The object of a game \
has those of src/cli/record.schema.json: schema, file, game, sha256, size, rules, moves, verdict (legal, illegal, \
partial, incomplete, no-moves, unreadable, disagreement), illegal and others. The objects about another program have \
those of src/cli/judge/judge.schema.json.

With --format junit, a case of a fixture, a game or a question is a test case. With --format github, findings are \
annotations; GitHub shows ten errors and ten warnings of a step.

Exit status: 0 everything is as expected; 1 something is not; 2 a file cannot be read or understood, or a \
record is incomplete; 3 the referees disagree, which is a bug of gokata. When another program is judged: 1 an answer was wrong; 2 the program \
cannot be started, crashed, timed out, wrote nonsense, or there was no question for it.")]
// Each bool is an independent flag on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct CheckArgs {
    /// Files and folders; `-` is standard input. With --exec or --engine, `fixtures` and paths in it are gokata's own
    /// fixtures where there is no such folder here.
    #[arg(value_name = "PATH", default_value = FIXTURES)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
    /// The format of the report.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    #[command(flatten)]
    detail: Detail,
    /// The referee that checks the moves.
    #[arg(long, value_name = "REFEREE", default_value = "both")]
    referee: CheckedReferee,
    /// The number of threads; by default, one per processor. The report does not depend on it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = rules::help(RULES), long_help = rules::long_help(RULES))]
    rules: Option<GivenRules>,
    /// Judge all variations, not only the main line.
    #[arg(long, help_heading = "Game records")]
    variations: bool,
    /// Continue after an illegal move: play it if its point is empty, else skip it.
    #[arg(long, help_heading = "Game records")]
    keep_going: bool,
    /// Allow a color to move twice in a row.
    #[arg(long, help_heading = "Game records")]
    any_order: bool,
    /// Also report statistics of each game: captures, kos, repetitions, the final board.
    #[arg(long, conflicts_with = "quiet", help_heading = "Game records")]
    stats: bool,
    #[command(flatten)]
    program: judge::JudgeArgs,
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Status, String> {
    let Some(files) = args.files()? else {
        return Ok(Status::Trouble);
    };
    if args.detail.quiet && args.format != Format::Text {
        return Err("--quiet goes with --format text: the other formats are complete".to_owned());
    }
    if args.format == Format::Github {
        guard_commands();
    }
    if args.program.is_given() {
        let is_list = args.list.is_given();
        let asked = judge::Asked {
            files,
            paths: if is_list { &[] } else { &args.paths },
            rules: args.rules,
        };
        return judge::run(&args.program, asked, args.format, args.detail, output);
    }
    if args.format == Format::Markdown {
        return Err("--format markdown goes with --engine or --exec".to_owned());
    }
    if args.format == Format::Junit && args.detail.has_no_warnings() {
        return Err(
            "--no-warnings has no effect: in this format, each game has its warnings".to_owned(),
        );
    }
    let judging = args.judging();
    let work = |item: Item, emit: &mut dyn FnMut((PathBuf, Option<FileReport>))| {
        let path = item.path().to_owned();
        let mut emit_report = |report| emit((path.clone(), Some(report)));
        let check = || check(item, args, &judging, &mut emit_report);
        if catch_unwind(AssertUnwindSafe(check)).is_err() {
            emit((path, None));
        }
    };
    let mut summary = Summary::new(args.detail, args.format);
    let bar = progress::counter("{pos} files, {per_sec}, {elapsed}");
    let bar = progress::unless(args.detail.quiet, bar);
    // Checked before the bar is suspended, because a suspended bar counts as hidden.
    let is_shown = !bar.is_hidden();
    let add = |(path, report): (PathBuf, Option<FileReport>)| {
        let is_part = matches!(&report, Some(FileReport::Records(report)) if report.is_part);
        bar.inc(u64::from(!is_part));
        bar.suspend(|| {
            summary.add(&path, report, output);
            if is_shown {
                output.flush();
            }
        });
    };
    let others = files.others();
    let items = files.flat_map(|found| items(found, args.format, &judging));
    in_order(items, jobs(args.jobs), SMALL, work, add);
    bar.finish_and_clear();
    summary.print(others.load(Ordering::Relaxed), output);
    if let Some(option) = args
        .record_option()
        .filter(|_| !summary.has_records() && summary.status != Status::Internal)
    {
        return Err(format!(
            "{option} has no effect: it is about game records, and none was read"
        ));
    }
    Ok(summary.status)
}

impl CheckArgs {
    /// Returns the files to read. Another program is asked gokata's own fixtures where no others are here.
    fn files(&self) -> Result<Option<Files>, String> {
        let is_asked = self.program.is_given() && !self.list.is_given();
        match is_asked.then(|| built_in_files(&self.paths)).flatten() {
            Some(files) => Ok(Some(Files::new(Box::new(files.into_iter().map(Ok))))),
            None => self.list.or(&self.paths),
        }
    }

    /// Returns an option that has an effect on game records only, if one is given.
    fn record_option(&self) -> Option<&'static str> {
        let options = [
            (self.rules.is_some(), "--rules"),
            (self.variations, "--variations"),
            (self.keep_going, "--keep-going"),
            (self.any_order, "--any-order"),
            (self.stats, "--stats"),
            (self.detail.list_all, "--list-all"),
            (self.detail.has_no_warnings(), "--no-warnings"),
        ];
        options
            .into_iter()
            .find_map(|(is_given, option)| is_given.then_some(option))
    }

    fn judging(&self) -> Judging {
        let mut judging = Judging {
            referees: match self.referee {
                CheckedReferee::Pure => Referees::Pure,
                CheckedReferee::Fast => Referees::Fast,
                CheckedReferee::Both => Referees::Both,
            },
            stats: self.stats,
            all_warnings: self.detail.list_all && self.detail.warns(),
            ..Judging::default()
        };
        if self.variations {
            judging.lines = Lines::All;
        }
        if self.any_order {
            judging.order = Order::Any;
        }
        if self.keep_going {
            judging.refused = Refused::GoOn;
        }
        judging
    }
}

/// What a thread checks.
enum Item {
    /// A file that the thread reads.
    File(PathBuf),
    Part(Part),
}

/// What has been read.
enum Part {
    /// Some games of a file.
    Games(Share),
    Fixture(PathBuf, Vec<u8>),
    /// A file that cannot be read.
    Unreadable(PathBuf, FileReport),
}

impl Item {
    fn path(&self) -> &Path {
        match self {
            Item::Part(Part::Games(share)) => share.path(),
            Item::File(path) | Item::Part(Part::Fixture(path, _) | Part::Unreadable(path, _)) => {
                path
            }
        }
    }
}

type Parts = Box<dyn Iterator<Item = Part> + Send>;

/// From this number of bytes on, several threads check a file of game records.
const LARGE_FILE: u64 = 1 << 20;

/// Returns a file; of a large one, or standard input, what is in it.
fn items(found: Found, format: Format, judging: &Judging) -> Box<dyn Iterator<Item = Item> + Send> {
    let is_small = |path: &Path| {
        let bytes = || path.metadata().map_or(0, |found| found.len());
        path.as_os_str() != "-" && bytes() < LARGE_FILE
    };
    match found {
        Ok(path) if is_small(&path) => Box::new(iter::once(Item::File(path))),
        Ok(path) => Box::new(read(path, format, judging).map(Item::Part)),
        Err((path, message)) => {
            let report = FileReport::Fixture(FixtureResult::unreadable(message), None);
            Box::new(iter::once(Item::Part(Part::Unreadable(path, report))))
        }
    }
}

/// Reads a file.
fn read(path: PathBuf, format: Format, judging: &Judging) -> Parts {
    let report = match read_any(&path) {
        Ok((bytes, true)) => match record_file::shares(&path, bytes, judging, format) {
            Ok(shares) => return Box::new(shares.map(Part::Games)),
            Err(report) => FileReport::Records(*report),
        },
        Ok((bytes, false)) => return Box::new(iter::once(Part::Fixture(path, bytes))),
        Err(message) if is_record(&path) => {
            FileReport::Records(record_file::unreadable(&path, &message, judging, format))
        }
        Err(message) => FileReport::Fixture(FixtureResult::unreadable(message), None),
    };
    Box::new(iter::once(Part::Unreadable(path, report)))
}

/// Checks a file or some games of it. Calls `emit` with the parts of the report.
fn check(item: Item, args: &CheckArgs, judging: &Judging, emit: &mut dyn FnMut(FileReport)) {
    let parts = match item {
        Item::File(path) => read(path, args.format, judging),
        Item::Part(part) => Box::new(iter::once(part)),
    };
    for part in parts {
        match part {
            Part::Games(share) => {
                let emit = &mut |report| emit(FileReport::Records(report));
                share.judge(judging, args.rules, args.format, emit);
            }
            Part::Fixture(path, bytes) => emit(FileReport::Fixture(
                check_file(&path, &bytes, args.referee),
                corpus_name(&path, &bytes),
            )),
            Part::Unreadable(_, report) => emit(report),
        }
    }
}
