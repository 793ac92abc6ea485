//! The report of `gokata check` on a fixture: one JSON object, a test case for each of its cases, or its failures.

use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use gokata::questions::case_id;

use super::fixture::{FixtureResult, FixtureVerdict};
use super::summary::{Count, FileReport};
use super::warnings::Message;
use crate::read::corpus::lasting_name;
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{Format, Status};
use crate::terminal::report::{Entry, Finding};
use crate::terminal::text::{UniqueNames, name, number, one_line};

/// Returns the report.
pub(super) fn report(file: &Path, result: &FixtureResult, format: Format) -> FileReport {
    let (status, count) = match result.verdict {
        FixtureVerdict::Passed => (Status::Fine, None),
        FixtureVerdict::RefusedAsExpected => (Status::Fine, Some(Count::Refused)),
        FixtureVerdict::Failed | FixtureVerdict::NotRefusedAsExpected => {
            (Status::NotAsExpected, Some(Count::Failed))
        }
        FixtureVerdict::Unreadable => (Status::Trouble, Some(Count::Unreadable)),
        FixtureVerdict::Disagreement => (Status::Internal, Some(Count::Disputed)),
    };
    let counts = [
        (Count::Fixtures, 1),
        (Count::Cases, result.cases.len()),
        (Count::Questions, result.questions),
    ];
    let entries = match format {
        Format::Ndjson => vec![Entry::Line(one_line(result))],
        Format::Junit => {
            let cases = test_cases(file, result).into_iter();
            cases.map(Entry::Case).collect()
        }
        Format::Text | Format::Markdown | Format::Github => findings(file, result, format),
    };
    FileReport {
        status,
        messages: entries.into_iter().map(Message::Entry).collect(),
        counts: counts.into_iter().chain(count.map(|it| (it, 1))).collect(),
        not_asked: result
            .not_asked
            .iter()
            .map(|line| line.why.clone())
            .collect(),
        fixture: Some((lasting_name(file), result.own)),
        ..FileReport::default()
    }
}

/// Returns what is wrong with a fixture.
fn findings(file: &Path, result: &FixtureResult, format: Format) -> Vec<Entry> {
    let shown = name(file);
    // GitHub's totals have no place for what is not listed.
    let unlisted = |count: usize, what: String| {
        let line = (count > 0 && format != Format::Github).then(|| format!("{shown}: {what}\n"));
        line.map(Entry::Line)
    };
    let failed = result.failures.iter().map(|failure| {
        let place = Some((failure.line, failure.column));
        let case = failure.case.as_deref().unwrap_or(&failure.asked);
        let title = format!("failed: {case}");
        Entry::Finding(Finding::error(
            "failed",
            file,
            place,
            title,
            failure.unplaced(),
        ))
    });
    let bugs = result.disagreements.iter().map(|disagreement| {
        let text = disagreement.to_string();
        Entry::Finding(Finding::error("bug", file, None, "a bug of gokata", text))
    });
    let error = result.error.iter().map(|error| {
        Entry::Finding(if result.verdict == FixtureVerdict::Unreadable {
            Finding::of_file("cannot read", file, error.place(), &error.message)
        } else {
            let text = format!("{}\n", error.message);
            Finding::error("failed", file, None, "not refused as expected", text)
        })
    });
    let (more, others) = (result.more_failures, result.more_disagreements);
    failed
        .chain(unlisted(more, number(more, "more failure")))
        .chain(bugs)
        .chain(unlisted(others, format!("{others} more answers differ")))
        .chain(error)
        .collect()
}

/// Returns the test cases of a fixture. Their names are those of the questions' identifiers: the fixture, and five letters
/// for the name of the case.
fn test_cases(file: &Path, result: &FixtureResult) -> Vec<TestCase> {
    let (fixture, shown) = (lasting_name(file), name(file));
    let path = file.display().to_string();
    let mut found: Vec<TestCase> = Vec::new();
    let mut add = |name: String, line: Option<usize>, result: TestResult| {
        let case = TestCase::new(&fixture, &path, name, result);
        found.push(TestCase { line, ..case });
    };
    let failures = by_case(result);
    let mut names = UniqueNames::default();
    for (outline, failures) in result.cases.iter().zip(&failures) {
        let id = outline.name.as_deref().map(case_id);
        let id = id.map_or_else(|| fixture.clone(), |id| format!("{fixture}#{id}"));
        let result = result_of(&shown, failures);
        add(names.next(id, '-'), Some(outline.line), result);
    }
    if let Some(error) = &result.error {
        let line = error.place().map(|(line, _)| line);
        let error = if result.verdict == FixtureVerdict::Unreadable {
            TestResult::error(&error.message)
        } else {
            let sentence = "the file should be refused with another message".to_owned();
            TestResult::Failed(sentence, error.message.clone())
        };
        add(fixture.clone(), line, error);
    } else if result.cases.is_empty() {
        add(fixture.clone(), None, TestResult::Passed);
    }
    if result.more_failures > 0 {
        let more = number(result.more_failures, "more failure");
        let more = TestResult::Failed(more, String::new());
        add(format!("{fixture} and more"), None, more);
    }
    for line in &result.not_asked {
        let skipped = TestResult::Skipped(line.why.clone());
        let name = format!("{fixture} line {}", line.line);
        add(name, Some(line.line), skipped);
    }
    if !result.disagreements.is_empty() {
        let all = result.disagreements.iter().map(Disagreement::to_string);
        let all: Vec<String> = all.collect();
        let count = number(all.len() + result.more_disagreements, "answer");
        let bug = format!("a bug of gokata: its referees disagree on {count}");
        let bug = TestResult::Error(bug, all.join("\n"));
        add(format!("{fixture} by both referees"), None, bug);
    }
    found
}

/// Returns the failures of each case. A failure is of the last case that begins before it.
fn by_case(result: &FixtureResult) -> Vec<Vec<&Failure>> {
    // A bare file, too, can fail.
    let mut found = vec![Vec::new(); result.cases.len().max(1)];
    for failure in &result.failures {
        let later = result
            .cases
            .partition_point(|case| case.line <= failure.line);
        found[later.saturating_sub(1)].push(failure);
    }
    found
}

fn result_of(file: &str, failures: &[&Failure]) -> TestResult {
    let Some(first) = failures.first() else {
        return TestResult::Passed;
    };
    let Failure {
        asked,
        expected,
        got,
        ..
    } = first;
    // Of diagrams, only that they differ.
    let mut sentence = if expected.contains('\n') || got.contains('\n') {
        format!("{asked}: another one was expected")
    } else {
        format!("{asked}: expected {expected}, got {got}")
    };
    if failures.len() > 1 {
        sentence = format!("{} failures, the first: {sentence}", failures.len());
    }
    let all = failures.iter().map(|failure| failure.describe(file));
    TestResult::Failed(sentence, all.collect::<Vec<String>>().join("\n"))
}
