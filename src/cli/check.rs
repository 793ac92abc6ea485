//! `gokata check`: holds fixtures against the referees.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gokata::fixture::{Both, Disagreement, Fixture, Report, check};
use gokata::{BoardRecord, FastGame, TextError};

use crate::input::{fixtures_below, read};
use crate::judge;
use crate::ndjson::json;
use crate::output::{BAD, GOOD, Output, Status, name, plain, styled};

/// Checks fixtures: boards in plain text, with what must be true of them.
///
/// In a folder, every file that ends in .txt is one. A file NAME.txt with NAME.error beside it must
/// be refused, with exactly the message that stands there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata check                              everything below ./fixtures
  gokata check fixtures/kata board.txt
  gokata check - < board.txt
  git ls-files -z '*.txt' | gokata check -0 --files-from -
  gokata check --format ndjson | jq 'select(.verdict != \"passed\")'
  gokata check --exec 'python3 referee.py' fixtures/kata      another program's answers
  gokata check --engine 'gnugo --mode gtp' --engine-rules kata --format markdown

With ndjson, each object has the fields schema, file, verdict (passed, failed, disagreement, unreadable,
refused-as-expected, not-refused-as-expected), cases, questions, not_asked, failures, more_failures, and
where there are any, disagreements (asked, says, reproduction), more_disagreements, error.

Ends with status 0 if everything is as expected, 1 if something is not, 2 if a file cannot be
read or understood, 3 if the referees disagree: a bug of ours. When another program is judged: 1 if an answer
was wrong, 2 if it cannot be started, crashed, was silent or talked nonsense, or could be asked nothing.")]
pub(crate) struct Arguments {
    /// Files and folders; `-` is standard input.
    #[arg(value_name = "PATH", default_value = "fixtures")]
    paths: Vec<PathBuf>,
    /// A list of files and folders, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    files_from: Option<PathBuf>,
    /// In that list, names end in a NUL byte.
    #[arg(short = '0', long = "null", requires = "files_from")]
    null: bool,
    /// How to report: for people, or one JSON object a file.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Who is asked.
    #[arg(long, value_name = "REFEREE", default_value = "both")]
    referee: Which,
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
    Text,
    Ndjson,
    /// A page about another program.
    Markdown,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Status, String> {
    if arguments.null && arguments.files_from.is_none() {
        return Err("-0 goes with --files-from".to_owned());
    }
    let paths = match &arguments.files_from {
        Some(list) => listed(list, arguments.null)?,
        None => arguments.paths.clone(),
    };
    if paths.is_empty() {
        return Err("the list names no file".to_owned());
    }
    if arguments.other.is_some() {
        let files = paths.into_iter().flat_map(|path| {
            if path.is_dir() {
                fixtures_below(&path)
            } else {
                vec![Ok(path)]
            }
        });
        return judge::run(&arguments.other, files, arguments.format, output);
    }
    if arguments.format == Format::Markdown {
        return Err("--format markdown goes with --engine or --exec".to_owned());
    }
    let mut sum = Sum::default();
    for path in &paths {
        let files = if path.is_dir() {
            fixtures_below(path)
        } else {
            vec![Ok(path.clone())]
        };
        if files.is_empty() {
            let trouble = format!("{}: no file that ends in .txt", name(path));
            sum.add(path, &Outcome::unread(trouble), arguments.format, output);
        }
        for file in files {
            match file {
                Ok(file) => sum.add(
                    &file,
                    &judge(&file, arguments.referee),
                    arguments.format,
                    output,
                ),
                Err((folder, trouble)) => {
                    sum.add(&folder, &Outcome::unread(trouble), arguments.format, output);
                }
            }
        }
    }
    if arguments.format == Format::Text {
        sum.print(output);
    }
    Ok(sum.status)
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

    fn status(&self) -> Status {
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

fn judge(file: &Path, which: Which) -> Outcome {
    let bytes = match read(file) {
        Ok(bytes) => bytes,
        Err(trouble) => return Outcome::unread(trouble),
    };
    let parsed = Fixture::parse(&bytes);
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

fn listed(list: &Path, null: bool) -> Result<Vec<PathBuf>, String> {
    let bytes = if list.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|fault| format!("-: {fault}"))?;
        bytes
    } else {
        read(list)?
    };
    let separator = if null { 0 } else { b'\n' };
    let whole = |name: &[u8]| {
        if null {
            name.len()
        } else {
            name.strip_suffix(b"\r").unwrap_or(name).len()
        }
    };
    let names = bytes
        .split(|byte| *byte == separator)
        .map(|name| &name[..whole(name)])
        .filter(|name| !name.is_empty());
    Ok(names.map(path_of).collect())
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).trim_end_matches('\r').into()
}

/// All files so far.
#[derive(Default)]
struct Sum {
    status: Status,
    files: usize,
    cases: usize,
    questions: usize,
    refused: usize,
    bad_files: usize,
    unreadable: usize,
    disputed: usize,
    not_asked: Vec<(&'static str, usize)>,
}

impl Sum {
    fn add(&mut self, file: &Path, outcome: &Outcome, format: Format, output: &mut Output) {
        self.status = self.status.max(outcome.status());
        self.files += 1;
        self.refused += usize::from(matches!(outcome, Outcome::Refused));
        self.bad_files += usize::from(outcome.status() == Status::NotAsExpected);
        self.unreadable += usize::from(outcome.status() == Status::Trouble);
        self.disputed += usize::from(outcome.status() == Status::Internal);
        if let Outcome::Checked { cases, report, .. } = outcome {
            self.cases += cases;
            self.questions += report.asked;
            for line in &report.not_asked {
                match self.not_asked.iter_mut().find(|(why, _)| *why == line.why) {
                    Some((_, lines)) => *lines += 1,
                    None => self.not_asked.push((line.why, 1)),
                }
            }
        }
        match format {
            Format::Text | Format::Markdown => tell(file, outcome, output),
            Format::Ndjson => output.line(json(file, outcome)),
        }
    }

    fn print(&self, output: &mut Output) {
        let counts = format!(
            "{}, {}, {}",
            number(self.files, "file"),
            number(self.cases, "case"),
            number(self.questions, "question")
        );
        let result = if self.status == Status::Fine {
            styled(GOOD, "all as expected")
        } else {
            let mut words = Vec::new();
            if self.bad_files > 0 {
                words.push(format!(
                    "{} not as expected",
                    number(self.bad_files, "file")
                ));
            }
            if self.unreadable > 0 {
                words.push(format!(
                    "{} could not be read",
                    number(self.unreadable, "file")
                ));
            }
            if self.disputed > 0 {
                let files = number(self.disputed, "file");
                words.push(format!("the referees disagree in {files}"));
            }
            styled(BAD, words.join(", "))
        };
        output.line(format!("{counts}: {result}"));
        if self.refused > 0 {
            output.line(format!(
                "  {} had to be refused, and {}",
                number(self.refused, "file"),
                if self.refused == 1 { "was" } else { "were" }
            ));
        }
        for (why, lines) in &self.not_asked {
            output.line(format!("  {} not asked: {why}", number(*lines, "line")));
        }
    }
}

pub(crate) fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// What is not as it should be, for people.
fn tell(file: &Path, outcome: &Outcome, output: &mut Output) {
    let name = name(file);
    match outcome {
        Outcome::Refused => {}
        Outcome::Checked {
            report,
            disagreements,
            more_disagreements,
            ..
        } => {
            for failure in &report.failures {
                output.line(styled(BAD, "failed") + " " + &plain(&failure.describe(&name)));
            }
            if report.more_failures > 0 {
                output.line(format!(
                    "{name}: {} more did not hold\n",
                    report.more_failures
                ));
            }
            for disagreement in disagreements {
                output.line(format!("{} {name}: {disagreement}", styled(BAD, "bug")));
            }
            if *more_disagreements > 0 {
                output.line(format!(
                    "{name}: {more_disagreements} more answers differ\n"
                ));
            }
        }
        Outcome::WronglyRead { expected, got } => {
            output.line(format!(
                "{} {name}: expected the refusal",
                styled(BAD, "failed")
            ));
            output.line(format!("{}\ngot\n{got}\n", plain(expected)));
        }
        Outcome::Unreadable { message, .. } => {
            // In order with what stands on standard output.
            output.flush();
            Output::log(&format!("{} {message}", styled(BAD, "cannot read")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
