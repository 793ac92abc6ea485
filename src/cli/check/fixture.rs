//! Checks a fixture file with the referees.

use std::path::Path;

use clap::ValueEnum;
use gokata::fixture::{Both, Disagreement, Failure, Fixture, NotAsked, check};
use gokata::{FastGame, PureGame, TextError};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::findings::finding::Object;
use crate::read::corpus::lasting_name;
use crate::read::corpus_version::{CORPUS, in_corpus};
use crate::read::files::{read, refusal_beside};
use crate::terminal::error::CommandError;
use crate::terminal::text::{name, one_line};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckedReferee {
    /// The pure referee.
    Pure,
    /// The fast referee.
    Fast,
    /// Both referees; they must agree.
    Both,
}

/// What was found. It is serialized as the object of `--format ndjson`.
#[derive(Default, Serialize)]
#[serde(tag = "schema", rename = "gokata-check-1")]
pub(super) struct FixtureResult {
    file: String,
    pub(super) verdict: FixtureVerdict,
    #[serde(serialize_with = "count_json")]
    pub(super) cases: Vec<CaseOutline>,
    pub(super) questions: usize,
    #[serde(serialize_with = "not_asked_json")]
    pub(super) not_asked: Vec<NotAsked>,
    #[serde(serialize_with = "failures_json")]
    pub(super) failures: Vec<Failure>,
    pub(super) more_failures: usize,
    #[serde(serialize_with = "disagreements_json")]
    pub(super) disagreements: Vec<Disagreement>,
    pub(super) more_disagreements: usize,
    /// The name in gokata's own corpus, if it has this fixture.
    #[serde(skip)]
    pub(super) own: Option<&'static str>,
    /// The version of that corpus.
    corpus: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<FixtureError>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FixtureVerdict {
    #[default]
    Passed,
    Failed,
    /// The referees disagree.
    Disagreement,
    /// The file cannot be read or parsed.
    Unreadable,
    /// Rejected with the message of the file NAME.error.
    RefusedAsExpected,
    /// Accepted, or rejected with a message that differs from the file NAME.error.
    NotRefusedAsExpected,
}

/// A case of a fixture.
pub(super) struct CaseOutline {
    pub(super) name: Option<String>,
    /// The line of its first action or question.
    pub(super) line: usize,
}

/// Why a fixture was not checked. The message about an unreadable one begins with the file's name.
#[derive(Serialize)]
pub(super) struct FixtureError {
    line: Option<usize>,
    column: Option<usize>,
    pub(super) message: String,
}

impl FixtureError {
    /// Line and column.
    pub(super) fn place(&self) -> Option<(usize, usize)> {
        self.line.zip(self.column)
    }
}

impl Object for FixtureResult {
    fn json(&self) -> String {
        one_line(self)
    }
}

impl FixtureResult {
    fn failed(verdict: FixtureVerdict, message: String, place: Option<&TextError>) -> Self {
        FixtureResult {
            verdict,
            error: Some(FixtureError {
                line: place.map(TextError::line),
                column: place.map(TextError::column),
                message,
            }),
            ..FixtureResult::default()
        }
    }
}

/// Checks the statements of a fixture. If a file NAME.error is beside it, checks instead that parsing fails with the
/// message of that file. `bytes`: the content, or why it cannot be read.
pub(super) fn check_file(
    file: &Path,
    bytes: Result<Vec<u8>, CommandError>,
    referee: CheckedReferee,
) -> FixtureResult {
    let unreadable =
        |message, place| FixtureResult::failed(FixtureVerdict::Unreadable, message, place);
    let refusal = refusal_beside(file);
    let own = bytes.as_ref().ok();
    let own = own.and_then(|bytes| in_corpus(&lasting_name(file), bytes, refusal.is_some()));
    let parsed = bytes.map(|bytes| Fixture::parse(&bytes));
    let result = match (parsed, refusal) {
        (Err(error), _) => unreadable(error.to_string(), None),
        (Ok(parsed), Some(expected)) => match read(&expected) {
            Ok(message) => check_refusal(parsed, &String::from_utf8_lossy(&message)),
            Err(error) => unreadable(error.to_string(), None),
        },
        (Ok(Ok(fixture)), None) => check_fixture(&fixture, referee),
        (Ok(Err(error)), None) => unreadable(format!("{}:{error}", name(file)), Some(&error)),
    };
    FixtureResult {
        file: file.display().to_string(),
        own,
        corpus: CORPUS.version().filter(|_| own.is_some()),
        ..result
    }
}

fn check_fixture(fixture: &Fixture, referee: CheckedReferee) -> FixtureResult {
    let size = fixture.opening.setup.size;
    let (mut pure, mut fast) = (PureGame::new(size), FastGame::new(size));
    let (report, disagreements, more_disagreements) = match referee {
        CheckedReferee::Pure => (check(fixture, &mut pure), Vec::new(), 0),
        CheckedReferee::Fast => (check(fixture, &mut fast), Vec::new(), 0),
        CheckedReferee::Both => {
            let mut both = Both::new(pure, fast, ["pure", "fast"]);
            let report = check(fixture, &mut both);
            (report, both.disagreements(), both.more_disagreements())
        }
    };
    let mut end = 1;
    let cases = fixture.cases.iter().map(|case| {
        let line = case.steps.first().map_or(end, |step| step.line);
        end = case.steps.last().map_or(end, |step| step.line);
        let name = case.name.clone();
        CaseOutline { name, line }
    });
    FixtureResult {
        verdict: match (disagreements.is_empty(), report.failures.is_empty()) {
            (false, _) => FixtureVerdict::Disagreement,
            (true, false) => FixtureVerdict::Failed,
            (true, true) => FixtureVerdict::Passed,
        },
        cases: cases.collect(),
        questions: report.asked,
        not_asked: report.not_asked,
        failures: report.failures,
        more_failures: report.more_failures,
        disagreements,
        more_disagreements,
        ..FixtureResult::default()
    }
}

fn check_refusal(parsed: Result<Fixture, TextError>, expected: &str) -> FixtureResult {
    let expected = expected.replace("\r\n", "\n").trim_end().to_owned();
    let got = match parsed {
        Ok(_) => "the file is accepted".to_owned(),
        Err(error) => error.to_string(),
    };
    if got == expected {
        return FixtureResult {
            verdict: FixtureVerdict::RefusedAsExpected,
            ..FixtureResult::default()
        };
    }
    let message = format!("expected the refusal\n{expected}\ngot\n{got}");
    FixtureResult::failed(FixtureVerdict::NotRefusedAsExpected, message, None)
}

fn count_json<S: Serializer>(cases: &[CaseOutline], to: S) -> Result<S::Ok, S::Error> {
    cases.len().serialize(to)
}

fn not_asked_json<S: Serializer>(lines: &[NotAsked], to: S) -> Result<S::Ok, S::Error> {
    let lines = lines.iter();
    to.collect_seq(lines.map(|line| json!({ "line": line.line, "why": line.why })))
}

fn disagreements_json<S: Serializer>(all: &[Disagreement], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(all.iter().map(|found| {
        let ([one, other], says) = (found.names, &found.says);
        json!({
            "asked": found.asked,
            "says": { one: says[0], other: says[1] },
            "reproduction": found.reproduction,
        })
    }))
}

fn failures_json<S: Serializer>(all: &[Failure], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct JsonFailure<'a>(#[serde(with = "FailureFields")] &'a Failure);
    to.collect_seq(all.iter().map(JsonFailure))
}

/// The fields of a [`Failure`], in the order in which they are written.
#[derive(Serialize)]
#[serde(remote = "Failure")]
struct FailureFields {
    line: usize,
    column: usize,
    case: Option<String>,
    asked: String,
    expected: String,
    got: String,
    reproduction: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No fixture makes the two referees disagree, so the report is invented.
    #[test]
    fn a_disagreement_is_reported_as_a_bug() {
        let result = FixtureResult {
            verdict: FixtureVerdict::Disagreement,
            disagreements: vec![Disagreement {
                asked: "x:A1".to_owned(),
                names: ["pure", "fast"],
                says: ["legal", "illegal ko"].map(str::to_owned),
                reproduction: "x\n-\n".to_owned(),
            }],
            more_disagreements: 2,
            ..FixtureResult::default()
        };
        let json = result.json();
        assert!(json.contains(r#""verdict":"disagreement","#), "{json}");
        let says = r#""says":{"fast":"illegal ko","pure":"legal"}}],"more_disagreements":2,"#;
        assert!(json.contains(says), "{json}");
    }
}
