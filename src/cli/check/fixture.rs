//! A fixture file, checked with the referees.

use std::path::Path;

use clap::ValueEnum;
use gokata::fixture::{Both, Disagreement, Fixture, Report, check};
use gokata::{BoardRecord, FastGame, TextError};

use crate::read::files::{read, refusal_beside};
use crate::terminal::output::Status;
use crate::terminal::text::name;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// The pure referee.
    Pure,
    /// The fast referee.
    Fast,
    /// Both, which must agree.
    Both,
}

/// What came of one file.
pub(super) enum Outcome {
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
    pub(super) fn unread(message: String) -> Outcome {
        Outcome::Unreadable {
            message,
            place: None,
        }
    }

    pub(super) fn status(&self) -> Status {
        match self {
            Outcome::Refused => Status::Fine,
            Outcome::Checked { disagreements, .. } if !disagreements.is_empty() => Status::Internal,
            Outcome::Checked { report, .. } if report.failures.is_empty() => Status::Fine,
            Outcome::Checked { .. } | Outcome::WronglyRead { .. } => Status::NotAsExpected,
            Outcome::Unreadable { .. } => Status::Trouble,
        }
    }

    pub(super) fn verdict(&self) -> &'static str {
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

pub(super) fn judge(file: &Path, bytes: &[u8], which: Which) -> Outcome {
    let parsed = Fixture::parse(bytes);
    // What must be refused says so in a file beside it.
    if let Some(neighbor) = refusal_beside(file) {
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
