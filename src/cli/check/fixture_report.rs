//! The report of `gokata check` on a fixture: one JSON object, a test case for each of its cases, or its failures.

use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use gokata::questions::case_id;

use super::fixture::{CaseOutline, FixtureResult};
use super::fixture_json::json;
use crate::read::corpus::lasting_name;
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::Format;
use crate::terminal::report::{Entry, Finding};
use crate::terminal::text::{UniqueNames, name, number};

/// Returns the report. `is_of_corpus`: whether gokata's own corpus has this fixture.
pub(super) fn report(
    file: &Path,
    result: &FixtureResult,
    is_of_corpus: bool,
    format: Format,
) -> Vec<Entry> {
    match format {
        Format::Ndjson => vec![Entry::Line(json(file, result, is_of_corpus))],
        Format::Junit => {
            let cases = test_cases(file, result).into_iter();
            cases.map(Entry::Case).collect()
        }
        Format::Text | Format::Markdown | Format::Github => {
            let findings = findings(file, result).into_iter();
            let mut entries: Vec<Entry> = findings.map(Entry::Finding).collect();
            match result {
                FixtureResult::Checked {
                    report,
                    more_disagreements,
                    ..
                } if format != Format::Github => {
                    let name = name(file);
                    if report.more_failures > 0 {
                        let more = number(report.more_failures, "more failure");
                        let more = Entry::Line(format!("{name}: {more}\n"));
                        entries.insert(report.failures.len(), more);
                    }
                    if *more_disagreements > 0 {
                        let more = format!("{name}: {more_disagreements} more answers differ\n");
                        entries.push(Entry::Line(more));
                    }
                }
                _ => {}
            }
            entries
        }
    }
}

/// Returns what is wrong with a fixture.
fn findings(file: &Path, result: &FixtureResult) -> Vec<Finding> {
    match result {
        FixtureResult::Checked {
            report,
            disagreements,
            ..
        } => {
            let failed = report.failures.iter().map(|failure| {
                let place = Some((failure.line, failure.column));
                let case = failure.case.as_deref().unwrap_or(&failure.asked);
                let title = format!("failed: {case}");
                Finding::error("failed", file, place, title, failure.unplaced())
            });
            let bugs = disagreements.iter().map(|disagreement| {
                let text = disagreement.to_string();
                Finding::error("bug", file, None, "a bug of gokata", text)
            });
            failed.chain(bugs).collect()
        }
        FixtureResult::Refused => Vec::new(),
        FixtureResult::NotRefused { expected, got } => {
            let text = format!("{}\n", not_refused(expected, got));
            let title = "not refused as expected";
            vec![Finding::error("failed", file, None, title, text)]
        }
        FixtureResult::Unreadable { message, place } => {
            vec![Finding::of_file("cannot read", file, *place, message)]
        }
    }
}

fn not_refused(expected: &str, got: &str) -> String {
    format!("expected the refusal\n{expected}\ngot\n{got}")
}

/// Returns the test cases of a fixture. Their names are those of the questions' identifiers: the fixture, and five letters
/// for the name of the case.
fn test_cases(file: &Path, result: &FixtureResult) -> Vec<TestCase> {
    let (fixture, shown) = (lasting_name(file), name(file));
    let path = file.display().to_string();
    let case = |name: String, line: Option<usize>, result: TestResult| {
        let case = TestCase::new(&fixture, &path, name, result);
        TestCase { line, ..case }
    };
    let whole = |line: Option<usize>, result: TestResult| vec![case(fixture.clone(), line, result)];
    match result {
        FixtureResult::Checked {
            cases,
            report,
            disagreements,
            more_disagreements,
        } => {
            let failures = by_case(cases, &report.failures);
            let mut names = UniqueNames::default();
            let mut found: Vec<TestCase> = Vec::new();
            for (outline, failures) in cases.iter().zip(&failures) {
                let name = names.next(identifier(&fixture, outline), '-');
                let result = result_of(&shown, failures);
                found.push(case(name, Some(outline.line), result));
            }
            if cases.is_empty() {
                found.extend(whole(None, TestResult::Passed));
            }
            if report.more_failures > 0 {
                let more = number(report.more_failures, "more failure");
                let more = TestResult::Failed(more, String::new());
                found.push(case(format!("{fixture} and more"), None, more));
            }
            for line in &report.not_asked {
                let name = format!("{fixture} line {}", line.line);
                let skipped = TestResult::Skipped(line.why.to_owned());
                found.push(case(name, Some(line.line), skipped));
            }
            if !disagreements.is_empty() {
                let all: Vec<String> = disagreements.iter().map(Disagreement::to_string).collect();
                let count = number(all.len() + more_disagreements, "answer");
                let bug = format!("a bug of gokata: its referees disagree on {count}");
                let bug = TestResult::Error(bug, all.join("\n"));
                found.push(case(format!("{fixture} by both referees"), None, bug));
            }
            found
        }
        FixtureResult::Refused => whole(None, TestResult::Passed),
        FixtureResult::NotRefused { expected, got } => {
            let sentence = "the file should be refused with another message".to_owned();
            whole(
                None,
                TestResult::Failed(sentence, not_refused(expected, got)),
            )
        }
        FixtureResult::Unreadable { message, place } => {
            let line = place.map(|(line, _)| line);
            whole(line, TestResult::error(message))
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

fn identifier(fixture: &str, case: &CaseOutline) -> String {
    match &case.name {
        None => fixture.to_owned(),
        Some(name) => format!("{fixture}#{}", case_id(name)),
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
