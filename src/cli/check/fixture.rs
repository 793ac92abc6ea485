//! Checks a fixture file with the referees.

use std::path::Path;

use clap::ValueEnum;
use gokata::fixture::{Both, Disagreement, Fixture, Report, check};
use gokata::{BoardRecord, FastGame, TextError};

use crate::read::corpus::lasting_name;
use crate::read::corpus_version::in_corpus;
use crate::read::files::{read, refusal_beside};
use crate::terminal::output::Status;
use crate::terminal::text::name;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckedReferee {
    /// The pure referee.
    Pure,
    /// The fast referee.
    Fast,
    /// Both referees; they must agree.
    Both,
}

/// A case of a fixture.
pub(super) struct CaseOutline {
    pub(super) name: Option<String>,
    /// The line of its first action or question.
    pub(super) line: usize,
}

pub(super) enum FixtureResult {
    /// The fixture was parsed; the report lists its failures.
    Checked {
        cases: Vec<CaseOutline>,
        report: Report,
        disagreements: Vec<Disagreement>,
        more_disagreements: usize,
    },
    /// Rejected with the message of the file NAME.error.
    Refused,
    /// Accepted, or rejected with a message that differs from the file NAME.error.
    NotRefused { expected: String, got: String },
    /// The file cannot be read or parsed. The message begins with the file's name.
    Unreadable {
        message: String,
        /// Line and column.
        place: Option<(usize, usize)>,
    },
}

impl FixtureResult {
    pub(super) fn unreadable(message: String) -> FixtureResult {
        FixtureResult::Unreadable {
            message,
            place: None,
        }
    }

    pub(super) fn status(&self) -> Status {
        match self {
            FixtureResult::Refused => Status::Fine,
            FixtureResult::Checked { disagreements, .. } if !disagreements.is_empty() => {
                Status::Internal
            }
            FixtureResult::Checked { report, .. } if report.failures.is_empty() => Status::Fine,
            FixtureResult::Checked { .. } | FixtureResult::NotRefused { .. } => {
                Status::NotAsExpected
            }
            FixtureResult::Unreadable { .. } => Status::Trouble,
        }
    }
}

/// Returns the corpus's name of a fixture, if it is of the corpus.
pub(super) fn corpus_name(file: &Path, bytes: &[u8]) -> Option<&'static str> {
    in_corpus(&lasting_name(file), bytes, refusal_beside(file).is_some())
}

/// Checks the statements of a fixture. If a file NAME.error is beside it, checks instead that parsing fails with the
/// message of that file.
pub(super) fn check_file(file: &Path, bytes: &[u8], referee: CheckedReferee) -> FixtureResult {
    let parsed = Fixture::parse(bytes);
    if let Some(expected) = refusal_beside(file) {
        return match read(&expected) {
            Ok(message) => check_refusal(parsed, &String::from_utf8_lossy(&message)),
            Err(message) => FixtureResult::unreadable(message),
        };
    }
    match parsed {
        Ok(fixture) => check_fixture(&fixture, referee),
        Err(error) => FixtureResult::Unreadable {
            message: format!("{}:{error}", name(file)),
            place: Some((error.line(), error.column())),
        },
    }
}

fn check_fixture(fixture: &Fixture, referee: CheckedReferee) -> FixtureResult {
    let size = fixture.opening.setup.size;
    let (mut pure, mut fast) = (BoardRecord::new(size), FastGame::new(size));
    let (report, disagreements, more_disagreements) = match referee {
        CheckedReferee::Pure => (check(fixture, &mut pure), Vec::new(), 0),
        CheckedReferee::Fast => (check(fixture, &mut fast), Vec::new(), 0),
        CheckedReferee::Both => {
            let mut both = Both::new(pure, fast, ["pure", "fast"]);
            let report = check(fixture, &mut both);
            (report, both.disagreements(), both.more_disagreements())
        }
    };
    FixtureResult::Checked {
        cases: outlines(fixture),
        report,
        disagreements,
        more_disagreements,
    }
}

fn outlines(fixture: &Fixture) -> Vec<CaseOutline> {
    let mut end = 1;
    let cases = fixture.cases.iter().map(|case| {
        let line = case.steps.first().map_or(end, |step| step.line);
        end = case.steps.last().map_or(end, |step| step.line);
        let name = case.name.clone();
        CaseOutline { name, line }
    });
    cases.collect()
}

fn check_refusal(parsed: Result<Fixture, TextError>, expected: &str) -> FixtureResult {
    let expected = expected.replace("\r\n", "\n").trim_end().to_owned();
    let got = match parsed {
        Ok(_) => "the file is accepted".to_owned(),
        Err(error) => error.to_string(),
    };
    if got == expected {
        FixtureResult::Refused
    } else {
        FixtureResult::NotRefused { expected, got }
    }
}
