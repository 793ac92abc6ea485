//! The reports of `gokata check` on fixtures for continuous integration: a test case for each case of a fixture, and an
//! annotation for each failure.

use std::collections::HashMap;
use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use gokata::questions::case_id;

use super::fixture::{CaseOutline, FixtureResult};
use crate::read::corpus::lasting_name;
use crate::terminal::github::Annotation;
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::text::{name, number};

/// Returns the test cases of a fixture. Their names are those of the questions' identifiers: the fixture, and five letters
/// for the name of the case.
pub(super) fn test_cases(file: &Path, result: &FixtureResult) -> Vec<TestCase> {
    let fixture = lasting_name(file);
    match result {
        FixtureResult::Checked {
            cases,
            report,
            disagreements,
            more_disagreements,
        } => {
            let mut failures = by_case(cases, &report.failures);
            let mut given = HashMap::new();
            let mut found: Vec<TestCase> = Vec::new();
            for (nth, case) in cases.iter().enumerate() {
                let failures = std::mem::take(&mut failures[nth]);
                found.push(TestCase {
                    name: identifier(&fixture, case, &mut given),
                    line: Some(case.line),
                    result: result_of(&name(file), &failures),
                    remarks: String::new(),
                });
            }
            if cases.is_empty() {
                found.push(TestCase::new(&fixture, TestResult::Passed));
            }
            if report.more_failures > 0 {
                let more = number(report.more_failures, "more failure");
                let more = TestResult::Failed(more, String::new());
                found.push(TestCase::new(&format!("{fixture} and more"), more));
            }
            for line in &report.not_asked {
                let skipped = TestResult::Skipped(line.why.to_owned());
                let mut case = TestCase::new(&format!("{fixture} line {}", line.line), skipped);
                case.line = Some(line.line);
                found.push(case);
            }
            if !disagreements.is_empty() {
                let all: Vec<String> = disagreements.iter().map(Disagreement::to_string).collect();
                let count = number(all.len() + more_disagreements, "answer");
                let bug = format!("a bug of gokata: its referees disagree on {count}");
                let bug = TestResult::Error(bug, all.join("\n"));
                found.push(TestCase::new(&format!("{fixture} by both referees"), bug));
            }
            found
        }
        FixtureResult::Refused => vec![TestCase::new(&fixture, TestResult::Passed)],
        FixtureResult::NotRefused { expected, got } => {
            let sentence = "the file should be refused with another message".to_owned();
            let all = format!("expected the refusal\n{expected}\ngot\n{got}");
            vec![TestCase::new(&fixture, TestResult::Failed(sentence, all))]
        }
        FixtureResult::Unreadable { message, place } => {
            let first = message.lines().next().unwrap_or_default().to_owned();
            let unreadable = TestResult::Error(first, message.clone());
            let mut case = TestCase::new(&fixture, unreadable);
            case.line = place.map(|(line, _)| line);
            vec![case]
        }
    }
}

/// Returns the failures of each case. A failure is of the last case that begins before it.
fn by_case<'a>(cases: &[CaseOutline], failures: &'a [Failure]) -> Vec<Vec<&'a Failure>> {
    // A bare file, too, can fail.
    let mut found = vec![Vec::new(); cases.len().max(1)];
    for failure in failures {
        let later = cases.partition_point(|case| case.line <= failure.line);
        found[later.saturating_sub(1)].push(failure);
    }
    found
}

fn identifier(fixture: &str, case: &CaseOutline, given: &mut HashMap<String, usize>) -> String {
    let id = match &case.name {
        None => fixture.to_owned(),
        Some(name) => format!("{fixture}#{}", case_id(name)),
    };
    let count = given.entry(id.clone()).or_default();
    *count += 1;
    match count {
        1 => id,
        count => format!("{id}-{count}"),
    }
}

fn result_of(file: &str, failures: &[&Failure]) -> TestResult {
    let Some(first) = failures.first() else {
        return TestResult::Passed;
    };
    let mut sentence = sentence(first);
    if failures.len() > 1 {
        sentence = format!("{} failures, the first: {sentence}", failures.len());
    }
    let all: Vec<String> = failures
        .iter()
        .map(|failure| failure.describe(file))
        .collect();
    TestResult::Failed(sentence, all.join("\n"))
}

/// `C3: expected illegal ko, got legal`; of diagrams, only that they differ.
fn sentence(failure: &Failure) -> String {
    let Failure {
        asked,
        expected,
        got,
        ..
    } = failure;
    if expected.contains('\n') || got.contains('\n') {
        format!("{asked}: another one was expected")
    } else {
        format!("{asked}: expected {expected}, got {got}")
    }
}

/// Returns what is wrong with a fixture.
pub(super) fn annotations(file: &Path, result: &FixtureResult) -> Vec<Annotation> {
    let path = file.display().to_string();
    match result {
        FixtureResult::Checked {
            report,
            disagreements,
            ..
        } => {
            let failed = report.failures.iter().map(|failure| {
                let place = (failure.line, failure.column);
                let case = failure.case.as_deref().unwrap_or(&failure.asked);
                let text = failure.to_string();
                // The annotation has the place.
                let text = text.splitn(3, ':').nth(2).unwrap_or(&text).trim_start();
                Annotation::error(&path, Some(place), format!("failed: {case}"), text)
            });
            let bugs = disagreements.iter().map(|disagreement| {
                let text = disagreement.to_string();
                Annotation::error(&path, None, "a bug of gokata", text)
            });
            failed.chain(bugs).collect()
        }
        FixtureResult::Refused => Vec::new(),
        FixtureResult::NotRefused { expected, got } => {
            let text = format!("expected the refusal\n{expected}\ngot\n{got}");
            vec![Annotation::error(
                path,
                None,
                "not refused as expected",
                text,
            )]
        }
        FixtureResult::Unreadable { message, place } => {
            vec![Annotation::error(path, *place, "cannot read", message)]
        }
    }
}
