//! `gokata check`: holds fixtures and game records against the referees.

use std::fs;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gokata::fixture::{Both, Disagreement, Fixture, Report, check};
use gokata::sgf::{Judging, Lines, Order, Referees, Refused};
use gokata::{BoardRecord, FastGame, Rules, TextError};
use indicatif::{ProgressBar, ProgressStyle};

use crate::crew::{SMALL, in_order, jobs};
use crate::input::{is_record, read, read_any, rules};
use crate::judge;
use crate::output::{Output, Status, name};
use crate::paths::{FIXTURES, Files, Found, named};
use crate::records::{self, Told};
use crate::sum::{Done, Sum};

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
pub(crate) struct Arguments {
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
    other: judge::Options,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The pure referee.
    Pure,
    /// The fast referee.
    Fast,
    /// Both, which must agree.
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// An object of JSON on each line.
    #[value(alias = "json")]
    Ndjson,
    /// A page about the program given by --engine or --exec, and only about one.
    Markdown,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Status, String> {
    let names = named(
        arguments.paths.clone(),
        arguments.files_from.as_deref(),
        arguments.null,
    )?;
    let Some(names) = names else {
        Output::log("gokata: the list names no file");
        return Ok(Status::Trouble);
    };
    if arguments.other.is_some() {
        return judge::run(
            &arguments.other,
            Files::new(names),
            arguments.format,
            output,
        );
    }
    if arguments.format == Format::Markdown {
        return Err("--format markdown goes with --engine or --exec".to_owned());
    }
    let judging = Judging {
        rules: arguments.rules,
        referees: match arguments.referee {
            Which::Pure => Referees::Pure,
            Which::Fast => Referees::Fast,
            Which::Both => Referees::Both,
        },
        lines: if arguments.variations {
            Lines::All
        } else {
            Lines::Main
        },
        order: if arguments.any_order {
            Order::Any
        } else {
            Order::Alternating
        },
        refused: if arguments.keep_going {
            Refused::GoOn
        } else {
            Refused::Stop
        },
        stats: arguments.stats,
    };
    let work = |found: Found, say: &mut dyn FnMut((PathBuf, Option<Done>))| {
        let path = match &found {
            Ok(path) | Err((path, _)) => path.clone(),
        };
        let mut part = |told: Told| say((path.clone(), Some(Done::Record(told))));
        let work = || work(found, arguments, &judging, &mut part);
        let done = catch_unwind(AssertUnwindSafe(work)).ok();
        say((path, done));
    };
    let mut sum = Sum::default();
    let bar = progress();
    // Not to be asked while the bar stands aside.
    let shown = !bar.is_hidden();
    in_order(
        Files::new(names),
        jobs(arguments.jobs),
        SMALL,
        work,
        |(path, done)| {
            let is_part = matches!(&done, Some(Done::Record(told)) if told.is_part);
            bar.inc(u64::from(!is_part));
            bar.suspend(|| {
                sum.add(&path, done, arguments.format, output);
                if shown {
                    output.flush();
                }
            });
        },
    );
    bar.finish_and_clear();
    if arguments.format == Format::Text {
        sum.print(output);
    }
    Ok(sum.status)
}

/// Shown on a terminal only. How many files there will be is not known.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{pos} files, {per_sec}, {elapsed}");
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}

/// What comes of a file; parts of it, where there is much, are said before.
fn work(found: Found, arguments: &Arguments, judging: &Judging, say: &mut dyn FnMut(Told)) -> Done {
    let path = match found {
        Ok(path) => path,
        Err((_, trouble)) => return Done::Fixture(Outcome::unread(trouble)),
    };
    match read_any(&path) {
        Ok((bytes, true)) => {
            let format = arguments.format;
            Done::Record(records::judge(&path, &bytes, judging, format, say))
        }
        Ok((bytes, false)) => Done::Fixture(judge(&path, &bytes, arguments.referee)),
        Err(trouble) if is_record(&path) => {
            Done::Record(records::unread(&path, &trouble, arguments.format))
        }
        Err(trouble) => Done::Fixture(Outcome::unread(trouble)),
    }
}

/// What came of one file.
pub(crate) enum Outcome {
    /// It could be read; the report says whether all held.
    Checked {
        cases: usize,
        report: Report,
        disagreements: Vec<Disagreement>,
        more_disagreements: usize,
    },
    /// It had to be refused, and was, with the message it had to be.
    Refused,
    /// It had to be refused, and was not, or with another message.
    WronglyRead { expected: String, got: String },
    /// It cannot be read or understood. The message begins with the file's name.
    Unreadable {
        message: String,
        place: Option<(usize, usize)>,
    },
}

impl Outcome {
    fn unread(message: String) -> Outcome {
        Outcome::Unreadable {
            message,
            place: None,
        }
    }

    pub(crate) fn status(&self) -> Status {
        match self {
            Outcome::Refused => Status::Fine,
            Outcome::Checked { disagreements, .. } if !disagreements.is_empty() => Status::Internal,
            Outcome::Checked { report, .. } if report.failures.is_empty() => Status::Fine,
            Outcome::Checked { .. } | Outcome::WronglyRead { .. } => Status::NotAsExpected,
            Outcome::Unreadable { .. } => Status::Trouble,
        }
    }

    pub(crate) fn verdict(&self) -> &'static str {
        match self {
            Outcome::Refused => "refused-as-expected",
            Outcome::WronglyRead { .. } => "not-refused-as-expected",
            Outcome::Unreadable { .. } => "unreadable",
            Outcome::Checked { .. } => match self.status() {
                Status::Fine => "passed",
                Status::Internal => "disagreement",
                Status::NotAsExpected | Status::Trouble => "failed",
            },
        }
    }
}

fn judge(file: &Path, bytes: &[u8], which: Which) -> Outcome {
    let parsed = Fixture::parse(bytes);
    // What must be refused says so in a file beside it.
    let neighbor = file.with_extension("error");
    if file.as_os_str() != "-" && neighbor != file && fs::symlink_metadata(&neighbor).is_ok() {
        return match read(&neighbor) {
            Ok(message) => refusal(parsed, &String::from_utf8_lossy(&message)),
            Err(trouble) => Outcome::unread(trouble),
        };
    }
    match parsed {
        Ok(fixture) => held(&fixture, which),
        Err(error) => Outcome::Unreadable {
            message: format!("{}:{error}", name(file)),
            place: Some((error.line(), error.column())),
        },
    }
}

/// The fixture, held against the referee that was asked for.
fn held(fixture: &Fixture, which: Which) -> Outcome {
    let size = fixture.opening.setup.size;
    let mut pure = BoardRecord::new(size);
    let (report, disagreements, more_disagreements) = match which {
        Which::Pure => (check(fixture, &mut pure), Vec::new(), 0),
        Which::Fast => (check(fixture, &mut FastGame::new(size)), Vec::new(), 0),
        Which::Both => {
            let mut both = Both::new(pure, FastGame::new(size), ["pure", "fast"]);
            let report = check(fixture, &mut both);
            (report, both.disagreements(), both.more_disagreements())
        }
    };
    Outcome::Checked {
        cases: fixture.cases.len(),
        report,
        disagreements,
        more_disagreements,
    }
}

fn refusal(parsed: Result<Fixture, TextError>, expected: &str) -> Outcome {
    let expected = expected.replace("\r\n", "\n").trim_end().to_owned();
    let got = match parsed {
        Ok(_) => "the file is accepted".to_owned(),
        Err(error) => error.to_string(),
    };
    if got == expected {
        Outcome::Refused
    } else {
        Outcome::WronglyRead { expected, got }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndjson::json;

    /// No two referees here disagree, so that the report must be made up.
    #[test]
    fn a_disagreement_is_a_bug_and_told_as_one() {
        let disagreement = Disagreement {
            asked: "x:A1".to_owned(),
            names: ["pure", "fast"],
            says: ["legal", "illegal ko"].map(str::to_owned),
            reproduction: "x\n-\n\nlegal x:A1\n".to_owned(),
        };
        let outcome = Outcome::Checked {
            cases: 1,
            report: Report::default(),
            disagreements: vec![disagreement],
            more_disagreements: 2,
        };
        assert_eq!(outcome.status(), Status::Internal);
        let told: serde_json::Value =
            serde_json::from_str(&json(Path::new("a.txt"), &outcome)).expect("JSON");
        assert_eq!(told["verdict"], "disagreement");
        assert_eq!(told["disagreements"][0]["asked"], "x:A1");
        assert_eq!(told["disagreements"][0]["says"]["fast"], "illegal ko");
        assert_eq!(
            told["disagreements"][0]["reproduction"],
            "x\n-\n\nlegal x:A1\n"
        );
        assert_eq!(told["more_disagreements"], 2);
    }
}
