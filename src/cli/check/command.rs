//! The arguments of `gokata check`, and the loop that checks the files.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::ValueEnum;
use gokata::sgf::{AfterIllegal, Judging, Lines, Order, Referees};

use super::pieces::{Piece, pieces};
use super::record::How;
use super::summary::{Count, FileReport, Summary};
use crate::findings::renderer::{Detail, Totals};
use crate::findings::reporter::Reporter;
use crate::findings::{Format, KnownList, ReportFile};
use crate::judge;
use crate::read::arguments::is_short;
use crate::read::corpus_version::{FIXTURES, built_in_files};
use crate::read::paths::{Files, ListArgs};
use crate::read::rules::{self, GivenRules};
use crate::report;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;
use crate::terminal::text::name;
use crate::terminal::workers::{SMALL, in_order, jobs};

const RULES: &str = "Judge all game records by these rules: `aga,komi=5.5`. Ask a program only about these ko and \
    suicide rules.";

/// Checks the statements of fixtures, and that every move of game records is legal.
#[derive(clap::Args)]
#[command(after_help = after_help())]
// Each bool is an independent flag on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct CheckArgs {
    /// Files and folders; `-` is standard input. For --exec and --engine, `fixtures` is gokata's own where there is none.
    #[arg(value_name = "PATH", default_value = FIXTURES)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    detail: Detail,
    /// List the lines of fixtures that were not asked.
    #[arg(long, conflicts_with = "quiet")]
    verbose: bool,
    /// Report as text, ndjson, junit (XML), github (annotations), or markdown (of a program).
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    #[arg(hide_possible_values = true)]
    format: Format,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = if is_short() { RULES.to_owned() } else { rules::help(RULES) })]
    rules: Option<GivenRules>,
    #[command(flatten)]
    program: judge::JudgeArgs,
    /// Judge all variations, not only the main line.
    #[arg(long, help_heading = "Game records")]
    variations: bool,
    /// Go on after an illegal move: play or skip it.
    #[arg(long, help_heading = "Game records")]
    keep_going: bool,
    /// Allow a color to move twice in a row.
    #[arg(long, help_heading = "Game records")]
    any_order: bool,
    /// Count captures and kos; list results (RE) counted otherwise.
    #[arg(long, conflicts_with = "quiet", help_heading = "Game records")]
    stats: bool,
    #[command(flatten, next_help_heading = "Files and work")]
    list: ListArgs,
    /// Check with pure, fast, or both.
    #[arg(long, value_name = "REFEREE", default_value = "both", hide = is_short())]
    #[arg(hide_possible_values = true)]
    referee: CheckedReferee,
    /// The number of threads, else one per processor.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckedReferee {
    /// The pure referee.
    Pure,
    /// The fast referee.
    Fast,
    /// Both referees; they must agree.
    Both,
}

/// Returns what is below the options.
fn after_help() -> &'static str {
    if is_short() {
        return "`--help` has the names of rules, examples, and the exit status.";
    }
    "\
Examples:
  gokata check                              everything below ./fixtures
  gokata check fixtures/kata board.txt - < other.txt
  gokata check game.sgf --variations --keep-going --any-order
  gokata check --exec 'python3 referee.py'  another program's answers
  gokata check --exec ./referee --known known.txt --at-least 9000 --write b.svg
  gokata check --exec 'python3 referee.py' --games 200 --size 9 --seed 1
  gokata check --engine 'gnugo --mode gtp' --engine-rules kata

With --stats, a game that two passes end is also counted, with the dead stones that its record lists, else with those \
that are found: the results (RE) that this count contradicts are listed, where nothing stays open.

The main line of a game record is judged up to its first illegal move, under the rules of --rules, else under those \
that the record names, else under the kata's; with --keep-going also after it, where its point is empty. A record that cannot be understood, that is incomplete or that has no \
moves never counts as legal.

In a folder, every file that ends in .txt is a fixture: a board in plain text and statements about it; one that \
ends in .sgf, .gib, .ngf, .ugf or .ugi is a game record. If there is a file NAME.error beside NAME.txt, the fixture must be rejected with the \
message in that file.

--only and --known take the ids of questions as reports name them, kata/6-ko/retake-at-once#C3-xugq7, or the part of \
one that names a case or a fixture. The list of --known has one per line, after `#` a comment; they do not make the status 1.

The fields of --format ndjson: src/cli/record.schema.json, src/cli/judge/judge.schema.json, fixtures/README.md.

Exit status: 0 everything is as expected; 1 something is not; 2 a file cannot be read or understood, or a record is \
incomplete; 3 the referees disagree, which is a bug of gokata. Of another program: 1 an answer was wrong; 2 it \
cannot be started, crashed, timed out, wrote nonsense, or answered too little about a rule."
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Status, CommandError> {
    let Some(files) = args.files()? else {
        return Ok(Status::Trouble);
    };
    args.expect_fit()?;
    let of_program = args.program.is_given();
    let mut detail = args.detail;
    detail.list_all |= args.program.shows_all();
    let renderer = args.format.renderer(detail, of_program);
    if of_program {
        let is_list = args.list.is_given();
        let asked = judge::Asked {
            files,
            paths: if is_list { &[] } else { &args.paths },
            rules: args.rules,
        };
        let reports = (renderer, args.report_files(detail)?);
        return judge::run(&args.program, asked, args.detail, reports, output);
    }
    let how = How {
        judging: args.judging(),
        rules: args.rules,
        as_json: args.format == Format::Ndjson,
    };
    let work = |(path, piece): (PathBuf, Piece), emit: &mut dyn FnMut(FileReport)| {
        if catch_unwind(AssertUnwindSafe(|| piece.check(&path, &how, emit))).is_err() {
            emit(FileReport::of_bug(&path));
        }
    };
    let mut summary = Summary::default();
    let bar = progress::counter("{pos} files, {per_sec}, {elapsed}");
    let quiet = args.detail.quiet;
    let mut reporter = Reporter::new(renderer, output, (bar, quiet), false);
    let add = |report: FileReport| {
        reporter.findings(summary.add(report));
        let files = summary.count(Count::Fixtures) + summary.count(Count::Records);
        reporter.bar.set_position(files as u64);
    };
    let others = files.others();
    let pieces = files.flat_map(|found| pieces(found, &how));
    in_order(pieces, jobs(args.jobs), SMALL, work, add);
    summary.others = others.load(Ordering::Relaxed);
    let text = if quiet {
        Vec::new()
    } else {
        summary.text(args.verbose)
    };
    reporter.end(Some(&Totals {
        text,
        ..Totals::default()
    }))?;
    let has_records = summary.count(Count::Records) > 0 || summary.status == Status::Internal;
    if args.has_record_option() && !has_records {
        return Err(CommandError::usage(
            "an option about game records has no effect: none was read",
        ));
    }
    Ok(summary.status)
}

impl CheckArgs {
    /// Returns the files to read: gokata's own fixtures where no others are here.
    fn files(&self) -> Result<Option<Files>, CommandError> {
        let no_list = !self.list.is_given();
        match no_list.then(|| built_in_files(&self.paths)).flatten() {
            Some(files) => Ok(Some(Files::new(Box::new(files.into_iter().map(Ok))))),
            None => self.list.or(&self.paths),
        }
    }

    /// Prepares the files of `--write` and `--write-known`.
    fn report_files(&self, detail: Detail) -> Result<Vec<ReportFile>, CommandError> {
        let file = |path: &PathBuf| {
            let ending = path.extension().and_then(OsStr::to_str);
            let renderer = match ending.unwrap_or_default() {
                "txt" => Format::Text.for_file(detail),
                "ndjson" => Format::Ndjson.for_file(detail),
                "xml" => Format::Junit.for_file(detail),
                "md" => Format::Markdown.for_file(detail),
                "svg" => Box::new(report::BadgeFile::default()),
                _ => {
                    let file = name(path);
                    let why = "the ending says what is written: .txt, .ndjson, .xml (JUnit), .md or .svg (a badge)";
                    return Err(CommandError::usage(format!("--write {file}: {why}")));
                }
            };
            ReportFile::new(path, renderer)
        };
        let written: HashSet<_> = self
            .program
            .write
            .iter()
            .chain(&self.program.write_known)
            .collect();
        if written.len()
            < self.program.write.len() + usize::from(self.program.write_known.is_some())
        {
            return Err(CommandError::usage(
                "--write and --write-known: a file is named twice",
            ));
        }
        let known = self.program.write_known.iter();
        let known = known.map(|path| ReportFile::new(path, Box::new(KnownList::default())));
        self.program.write.iter().map(file).chain(known).collect()
    }

    /// Fails if an option has no effect in this format.
    fn expect_fit(&self) -> Result<(), CommandError> {
        let (detail, of_program) = (self.detail, self.program.is_given());
        let is_text = matches!(self.format, Format::Text | Format::Github);
        let why = match self.format {
            format if detail.quiet && format != Format::Text => {
                "--quiet goes with --format text: the other formats are complete"
            }
            _ if of_program && !is_text && detail.list_all => {
                "--list-all has no effect: this format lists every answer"
            }
            _ if self.verbose && !is_text => {
                "--verbose has no effect: this format lists every line"
            }
            Format::Markdown if !of_program => "--format markdown goes with --engine or --exec",
            Format::Junit if !of_program && detail.no_warnings => {
                "--no-warnings has no effect: in this format, each game has its warnings"
            }
            _ => return Ok(()),
        };
        Err(CommandError::usage(why))
    }

    fn has_record_option(&self) -> bool {
        let is_listing = self.detail.list_all || self.detail.no_warnings;
        let is_judging = self.variations || self.keep_going || self.any_order || self.stats;
        self.rules.is_some() || is_judging || is_listing
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
            judging.after_illegal = AfterIllegal::GoOn;
        }
        judging
    }
}
