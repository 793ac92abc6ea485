//! What `gokata check` tells programs: one JSON object a file.

use std::collections::BTreeMap;
use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use serde::Serialize;

use super::fixture::Outcome;
use crate::terminal::json::one_line;

/// One file as a JSON object on one line.
pub(super) fn json(file: &Path, outcome: &Outcome) -> String {
    let mut record = Record {
        schema: "gokata-check-1",
        file: file.display().to_string(),
        verdict: outcome.verdict(),
        cases: 0,
        questions: 0,
        not_asked: Vec::new(),
        failures: Vec::new(),
        more_failures: 0,
        disagreements: Vec::new(),
        more_disagreements: 0,
        error: None,
    };
    match outcome {
        Outcome::Refused => {}
        Outcome::Checked {
            cases,
            report,
            disagreements,
            more_disagreements,
        } => {
            record.cases = *cases;
            record.questions = report.asked;
            record.not_asked = report
                .not_asked
                .iter()
                .map(|line| JsonNotAsked {
                    line: line.line,
                    why: line.why,
                })
                .collect();
            record.more_failures = report.more_failures;
            record.failures = report.failures.iter().map(JsonFailure::of).collect();
            record.disagreements = disagreements.iter().map(JsonDisagreement::of).collect();
            record.more_disagreements = *more_disagreements;
        }
        Outcome::WronglyRead { expected, got } => {
            let message = format!("expected the refusal\n{expected}\ngot\n{got}");
            record.error = Some(JsonError {
                line: None,
                column: None,
                message,
            });
        }
        Outcome::Unreadable { message, place } => {
            let (line, column) = place.unzip();
            record.error = Some(JsonError {
                line,
                column,
                message: message.clone(),
            });
        }
    }
    one_line(&record)
}

#[derive(Serialize)]
struct Record {
    schema: &'static str,
    file: String,
    verdict: &'static str,
    cases: usize,
    questions: usize,
    not_asked: Vec<JsonNotAsked>,
    failures: Vec<JsonFailure>,
    more_failures: usize,
    disagreements: Vec<JsonDisagreement>,
    more_disagreements: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonError>,
}

#[derive(Serialize)]
struct JsonNotAsked {
    line: usize,
    why: &'static str,
}

#[derive(Serialize)]
struct JsonError {
    line: Option<usize>,
    column: Option<usize>,
    message: String,
}

#[derive(Serialize)]
struct JsonFailure {
    line: usize,
    column: usize,
    case: Option<String>,
    asked: String,
    expected: String,
    got: String,
    reproduction: String,
}

impl JsonFailure {
    fn of(failure: &Failure) -> JsonFailure {
        JsonFailure {
            line: failure.line,
            column: failure.column,
            case: failure.case.clone(),
            asked: failure.asked.clone(),
            expected: failure.expected.clone(),
            got: failure.got.clone(),
            reproduction: failure.reproduction.clone(),
        }
    }
}

#[derive(Serialize)]
struct JsonDisagreement {
    asked: String,
    says: BTreeMap<&'static str, String>,
    reproduction: String,
}

impl JsonDisagreement {
    fn of(disagreement: &Disagreement) -> JsonDisagreement {
        let says = disagreement
            .names
            .into_iter()
            .zip(disagreement.says.clone());
        JsonDisagreement {
            asked: disagreement.asked.clone(),
            says: says.collect(),
            reproduction: disagreement.reproduction.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gokata::fixture::Report;

    use crate::terminal::output::Status;

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
