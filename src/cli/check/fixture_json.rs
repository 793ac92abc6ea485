//! The report of `gokata check --format ndjson` on fixtures: one JSON object per file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use serde::Serialize;
use serde_json::{Value, json};

use super::fixture::FixtureResult;
use crate::terminal::output::Status;
use crate::terminal::text::one_line;

pub(super) fn json(file: &Path, result: &FixtureResult) -> String {
    let mut line = JsonFixture {
        file: file.display().to_string(),
        verdict: verdict(result),
        ..JsonFixture::default()
    };
    match result {
        FixtureResult::Refused => {}
        FixtureResult::Checked {
            cases,
            report,
            disagreements,
            more_disagreements,
        } => {
            line.cases = *cases;
            line.questions = report.asked;
            let not_asked = report.not_asked.iter();
            line.not_asked = not_asked
                .map(|line| json!({ "line": line.line, "why": line.why }))
                .collect();
            line.failures = report.failures.iter().map(JsonFailure).collect();
            line.more_failures = report.more_failures;
            line.disagreements = disagreements.iter().map(JsonDisagreement::from).collect();
            line.more_disagreements = *more_disagreements;
        }
        FixtureResult::NotRefused { expected, got } => {
            line.error = Some(JsonError {
                line: None,
                column: None,
                message: format!("expected the refusal\n{expected}\ngot\n{got}").into(),
            });
        }
        FixtureResult::Unreadable { message, place } => {
            let (at_line, column) = place.unzip();
            line.error = Some(JsonError {
                line: at_line,
                column,
                message: message.into(),
            });
        }
    }
    one_line(&line)
}

fn verdict(result: &FixtureResult) -> &'static str {
    match result {
        FixtureResult::Refused => "refused-as-expected",
        FixtureResult::NotRefused { .. } => "not-refused-as-expected",
        FixtureResult::Unreadable { .. } => "unreadable",
        FixtureResult::Checked { .. } => match result.status() {
            Status::Fine => "passed",
            Status::Internal => "disagreement",
            Status::NotAsExpected | Status::Trouble => "failed",
        },
    }
}

#[derive(Default, Serialize)]
#[serde(tag = "schema", rename = "gokata-check-1")]
struct JsonFixture<'a> {
    file: String,
    verdict: &'static str,
    cases: usize,
    questions: usize,
    not_asked: Vec<Value>,
    failures: Vec<JsonFailure<'a>>,
    more_failures: usize,
    disagreements: Vec<JsonDisagreement<'a>>,
    more_disagreements: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonError<'a>>,
}

#[derive(Serialize)]
struct JsonError<'a> {
    line: Option<usize>,
    column: Option<usize>,
    message: Cow<'a, str>,
}

#[derive(Serialize)]
struct JsonFailure<'a>(#[serde(with = "FailureFields")] &'a Failure);

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

#[derive(Serialize)]
struct JsonDisagreement<'a> {
    asked: &'a str,
    says: BTreeMap<&'static str, &'a String>,
    reproduction: &'a str,
}

impl<'a> From<&'a Disagreement> for JsonDisagreement<'a> {
    fn from(disagreement: &'a Disagreement) -> JsonDisagreement<'a> {
        let says = disagreement.names.into_iter().zip(&disagreement.says);
        JsonDisagreement {
            asked: &disagreement.asked,
            says: says.collect(),
            reproduction: &disagreement.reproduction,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gokata::fixture::Report;

    /// No fixture makes the two referees disagree, so the report is invented.
    #[test]
    fn a_disagreement_is_reported_as_a_bug() {
        let disagreement = Disagreement {
            asked: "x:A1".to_owned(),
            names: ["pure", "fast"],
            says: ["legal", "illegal ko"].map(str::to_owned),
            reproduction: "x\n-\n\nlegal x:A1\n".to_owned(),
        };
        let result = FixtureResult::Checked {
            cases: 1,
            report: Report::default(),
            disagreements: vec![disagreement],
            more_disagreements: 2,
        };
        assert_eq!(result.status(), Status::Internal);
        let line = json(Path::new("a.txt"), &result);
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(line["verdict"], "disagreement");
        let disagreement = &line["disagreements"][0];
        assert_eq!(disagreement["asked"], "x:A1");
        assert_eq!(disagreement["says"]["fast"], "illegal ko");
        assert_eq!(disagreement["reproduction"], "x\n-\n\nlegal x:A1\n");
        assert_eq!(line["more_disagreements"], 2);
    }
}
