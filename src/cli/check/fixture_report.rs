//! What is found about a fixture: a finding for each of its cases.

use std::path::Path;

use gokata::fixture::{Disagreement, Failure};
use gokata::questions::case_id;

use super::fixture::{CaseOutline, FixtureResult, FixtureVerdict};
use super::summary::{Count, FileReport};
use crate::findings::finding::{Finding, Level, Outcome, Remark};
use crate::read::corpus::lasting_name;
use crate::terminal::output::Status;
use crate::terminal::text::{UniqueNames, name, number};

/// Returns the report.
pub(super) fn report(file: &Path, result: FixtureResult) -> FileReport {
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
    let not_asked = result.not_asked.iter().map(|line| line.why.clone());
    let mut report = FileReport {
        status,
        findings: findings(file, &result),
        counts: counts.into_iter().chain(count.map(|it| (it, 1))).collect(),
        not_asked: not_asked.collect(),
        fixture: Some((lasting_name(file), result.own)),
        ..FileReport::default()
    };
    if let Some(first) = report.findings.first_mut() {
        first.object = Some(Box::new(result));
    }
    report
}

/// Returns at least one finding. The names are those of the questions' identifiers: the fixture, and five letters for the name
/// of the case.
fn findings(file: &Path, result: &FixtureResult) -> Vec<Finding> {
    let (fixture, shown) = (lasting_name(file), name(file));
    let finding =
        |asked: String, line: Option<usize>, outcome: Outcome, evidence: Vec<Remark>| Finding {
            line,
            evidence,
            ..Finding::new(file, asked, outcome)
        };
    if let Some(error) = &result.error {
        if result.verdict == FixtureVerdict::Unreadable {
            let asked = (file, fixture);
            return vec![Finding::unread(
                asked,
                "cannot read",
                error.place(),
                &error.message,
            )];
        }
        let sentence = "the file should be refused with another message".to_owned();
        let message = format!("{}\n", error.message);
        let evidence = Remark::error("failed", None, "not refused as expected", message);
        return vec![finding(
            fixture,
            None,
            Outcome::Wrong(sentence),
            vec![evidence],
        )];
    }
    let mut found = Vec::new();
    let mut names = UniqueNames::default();
    for (outline, failures) in by_case(result) {
        let id = outline.and_then(|case| case.name.as_deref()).map(case_id);
        let id = id.map_or_else(|| fixture.clone(), |id| format!("{fixture}#{id}"));
        let evidence = failures.iter().map(|failure| {
            let place = Some((failure.line, failure.column));
            let case = failure.case.as_deref().unwrap_or(&failure.asked);
            Remark::error(
                "failed",
                place,
                format!("failed: {case}"),
                failure.unplaced(),
            )
        });
        let line = outline.map(|case| case.line);
        found.push(finding(
            names.next(id, '-'),
            line,
            outcome_of(&failures),
            evidence.collect(),
        ));
    }
    if result.more_failures > 0 {
        let more = number(result.more_failures, "more failure");
        let evidence = Remark::line(Level::Rest, format!("{shown}: {more}\n"));
        found.push(finding(
            format!("{fixture} and more"),
            None,
            Outcome::Wrong(more),
            vec![evidence],
        ));
    }
    for line in &result.not_asked {
        let asked = format!("{fixture} line {}", line.line);
        found.push(finding(
            asked,
            Some(line.line),
            Outcome::NotAsked(line.why.clone()),
            Vec::new(),
        ));
    }
    if !result.disagreements.is_empty() {
        let bug =
            |bug: &Disagreement| Remark::error("bug", None, "a bug of gokata", bug.to_string());
        let mut evidence: Vec<Remark> = result.disagreements.iter().map(bug).collect();
        let more = result.more_disagreements;
        let count = number(evidence.len() + more, "answer");
        if more > 0 {
            evidence.push(Remark::line(
                Level::Rest,
                format!("{shown}: {more} more answers differ\n"),
            ));
        }
        let bug = format!("a bug of gokata: its referees disagree on {count}");
        let asked = format!("{fixture} by both referees");
        found.push(finding(asked, None, Outcome::Trouble(bug), evidence));
    }
    found
}

/// Returns the failures of each case; a bare file, too, can fail. A failure is of the last case that begins before it.
fn by_case(result: &FixtureResult) -> Vec<(Option<&CaseOutline>, Vec<&Failure>)> {
    let cases = result.cases.iter();
    let mut found: Vec<_> = cases.map(|case| (Some(case), Vec::new())).collect();
    if found.is_empty() {
        found.push((None, Vec::new()));
    }
    for failure in &result.failures {
        let later = result
            .cases
            .partition_point(|case| case.line <= failure.line);
        found[later.saturating_sub(1)].1.push(failure);
    }
    found
}

fn outcome_of(failures: &[&Failure]) -> Outcome {
    let Some(first) = failures.first() else {
        return Outcome::Right;
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
    Outcome::Wrong(sentence)
}
