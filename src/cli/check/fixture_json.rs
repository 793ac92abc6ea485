//! The report of `gokata check --format ndjson` on fixtures: one JSON object per file.

use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use serde::Serialize;
use serde_json::{Value, json};

use super::fixture::FixtureResult;
use crate::terminal::output::Status;
use crate::terminal::text::one_line;
use gokata::corpus::version;

/// `is_of_corpus`: whether gokata's own corpus has this fixture.
pub(super) fn json(file: &Path, result: &FixtureResult, is_of_corpus: bool) -> String {
    let mut object = JsonFixture {
        file: file.display().to_string(),
        corpus: version().filter(|_| is_of_corpus),
        ..JsonFixture::default()
    };
    match result {
        FixtureResult::Refused => object.verdict = "refused-as-expected",
        FixtureResult::Checked {
            cases,
            report,
            disagreements,
            more_disagreements,
        } => {
            object.verdict = match result.status() {
                Status::Fine => "passed",
                Status::Internal => "disagreement",
                Status::NotAsExpected | Status::Trouble => "failed",
            };
            object.cases = cases.len();
            object.questions = report.asked;
            let not_asked = report.not_asked.iter();
            object.not_asked = not_asked
                .map(|line| json!({ "line": line.line, "why": line.why }))
                .collect();
            object.failures = report.failures.iter().map(JsonFailure).collect();
            object.more_failures = report.more_failures;
            object.disagreements = disagreements.iter().map(disagreement_json).collect();
            object.more_disagreements = *more_disagreements;
        }
        FixtureResult::NotRefused { expected, got } => {
            object.verdict = "not-refused-as-expected";
            let message = format!("expected the refusal\n{expected}\ngot\n{got}");
            object.error = Some(JsonError {
                message,
                ..JsonError::default()
            });
        }
        FixtureResult::Unreadable { message, place } => {
            object.verdict = "unreadable";
            let (line, column) = place.unzip();
            let message = message.clone();
            object.error = Some(JsonError {
                line,
                column,
                message,
            });
        }
    }
    one_line(&object)
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
    corpus: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonError>,
}

#[derive(Default, Serialize)]
struct JsonError {
    line: Option<usize>,
    column: Option<usize>,
    message: String,
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
    /// The answer of each referee, under its name.
    says: Value,
    reproduction: &'a str,
}

fn disagreement_json(disagreement: &Disagreement) -> JsonDisagreement<'_> {
    let [one, other] = disagreement.names;
    let [one_says, other_says] = &disagreement.says;
    JsonDisagreement {
        asked: &disagreement.asked,
        says: json!({ one: one_says, other: other_says }),
        reproduction: &disagreement.reproduction,
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
            cases: Vec::new(),
            report: Report::default(),
            disagreements: vec![disagreement],
            more_disagreements: 2,
        };
        assert_eq!(result.status(), Status::Internal);
        let line = json(Path::new("a.txt"), &result, false);
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(line["verdict"], "disagreement");
        let disagreement = &line["disagreements"][0];
        assert_eq!(disagreement["asked"], "x:A1");
        assert_eq!(disagreement["says"]["fast"], "illegal ko");
        assert_eq!(disagreement["reproduction"], "x\n-\n\nlegal x:A1\n");
        assert_eq!(line["more_disagreements"], 2);
    }
}
