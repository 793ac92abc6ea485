//! Checks a fixture file with the referees: a finding for each of its cases.

use std::path::Path;

use gokata::fixture::{Both, Disagreement, Failure, Fixture, NotAsked, check};
use gokata::questions::case_id;
use gokata::sgf::Referees;
use gokata::{FastGame, PureGame, TextError};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::record::How;
use super::summary::{Count, FileReport};
use crate::findings::finding::{Finding, Level, Outcome, Remark};
use crate::read::corpus::lasting_name;
use crate::read::corpus_version::{CORPUS, in_corpus};
use crate::read::files::{read, refusal_beside};
use crate::read::pasted;
use crate::terminal::error::CommandError;
use crate::terminal::output::Status;
use crate::terminal::text::{UniqueNames, name, number, one_line};

/// What was found. It is serialized as the object of `--format ndjson`.
#[derive(Default, Serialize)]
#[serde(tag = "schema", rename = "gokata-check-1")]
struct FixtureResult {
    file: String,
    #[serde(serialize_with = "name_json")]
    verdict: Verdict,
    #[serde(serialize_with = "count_json")]
    cases: Vec<CaseOutline>,
    questions: usize,
    #[serde(serialize_with = "not_asked_json")]
    not_asked: Vec<NotAsked>,
    #[serde(serialize_with = "failures_json")]
    failures: Vec<Failure>,
    more_failures: usize,
    #[serde(serialize_with = "disagreements_json")]
    disagreements: Vec<Disagreement>,
    more_disagreements: usize,
    /// The name in gokata's own corpus, if it has this fixture.
    #[serde(skip)]
    own: Option<&'static str>,
    corpus: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<FixtureError>,
}

/// The name, what it means for the run, and what counts it.
type Verdict = (&'static str, Status, Option<Count>);

const PASSED: Verdict = ("passed", Status::Fine, None);
const FAILED: Verdict = ("failed", Status::NotAsExpected, Some(Count::Failed));
/// The referees disagree.
const DISAGREEMENT: Verdict = ("disagreement", Status::Internal, Some(Count::Disputed));
/// The file cannot be read or parsed.
const UNREADABLE: Verdict = ("unreadable", Status::Trouble, Some(Count::Unreadable));
/// Rejected with the message of the file NAME.error.
const REFUSED: Verdict = ("refused-as-expected", Status::Fine, Some(Count::Refused));
/// Accepted, or rejected with a message that differs from the file NAME.error.
const NOT_REFUSED: Verdict = (
    "not-refused-as-expected",
    Status::NotAsExpected,
    Some(Count::Failed),
);

struct CaseOutline {
    name: Option<String>,
    /// The line of its first action or question.
    line: usize,
}

/// Why a fixture was not checked. The message about an unreadable one begins with the file's name.
#[derive(Serialize)]
struct FixtureError {
    line: Option<usize>,
    column: Option<usize>,
    message: String,
}

impl FixtureResult {
    fn failed(verdict: Verdict, message: String, place: Option<&TextError>) -> Self {
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
    how: &How,
) -> FileReport {
    let result = checked(file, bytes, how.judging.referees);
    let (_, status, count) = result.verdict;
    let counts = [
        (Count::Fixtures, 1),
        (Count::Cases, result.cases.len()),
        (Count::Questions, result.questions),
    ];
    let mut findings = findings(file, &result);
    if let Some(first) = findings.first_mut().filter(|_| how.as_json) {
        first.json = Some(one_line(&result));
    }
    FileReport {
        status,
        findings,
        counts: counts.into_iter().chain(count.map(|it| (it, 1))).collect(),
        fixture: Some((lasting_name(file), result.own)),
        ..FileReport::default()
    }
}

fn checked(file: &Path, bytes: Result<Vec<u8>, CommandError>, referees: Referees) -> FixtureResult {
    let unreadable = |message, place| FixtureResult::failed(UNREADABLE, message, place);
    let refusal = refusal_beside(file);
    let own = bytes.as_ref().ok();
    let own = own.and_then(|bytes| in_corpus(&lasting_name(file), bytes, refusal.is_some()));
    let parsed = bytes.map(|bytes| {
        let advice = || pasted::advice(file, &bytes);
        Fixture::parse(&bytes).map_err(|error| (advice(), error))
    });
    let result = match (parsed, refusal) {
        (Err(error), _) => unreadable(error.to_string(), None),
        (Ok(parsed), Some(expected)) => match read(&expected) {
            Ok(message) => {
                let parsed = parsed.map_err(|(_, error)| error);
                check_refusal(parsed, &String::from_utf8_lossy(&message))
            }
            Err(error) => unreadable(error.to_string(), None),
        },
        (Ok(Ok(fixture)), None) => check_fixture(&fixture, referees),
        (Ok(Err((advice, error))), None) => {
            unreadable(format!("{}:{error}{advice}", name(file)), Some(&error))
        }
    };
    FixtureResult {
        file: file.display().to_string(),
        own,
        corpus: CORPUS.version().filter(|_| own.is_some()),
        ..result
    }
}

fn check_fixture(fixture: &Fixture, referees: Referees) -> FixtureResult {
    let size = fixture.opening.setup.size;
    let (mut pure, mut fast) = (PureGame::new(size), FastGame::new(size));
    let (report, disagreements, more_disagreements) = match referees {
        Referees::Pure => (check(fixture, &mut pure), Vec::new(), 0),
        Referees::Fast => (check(fixture, &mut fast), Vec::new(), 0),
        Referees::Both => {
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
            (false, _) => DISAGREEMENT,
            (true, false) => FAILED,
            (true, true) => PASSED,
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
            verdict: REFUSED,
            ..FixtureResult::default()
        };
    }
    let message = format!("expected the refusal\n{expected}\ngot\n{got}");
    FixtureResult::failed(NOT_REFUSED, message, None)
}

/// Returns at least one finding. The names are those of the questions' identifiers: the fixture, five letters for the case.
fn findings(file: &Path, result: &FixtureResult) -> Vec<Finding> {
    let (fixture, shown) = (lasting_name(file), name(file));
    let finding = |asked: String, line, outcome, evidence| Finding {
        line,
        evidence,
        ..Finding::new(file, asked, outcome)
    };
    if let Some(error) = &result.error {
        if result.verdict.1 == Status::Trouble {
            let (asked, place) = ((file, fixture), error.line.zip(error.column));
            return vec![Finding::unread(asked, "cannot read", place, &error.message)];
        }
        let sentence = "the file should be refused with another message".to_owned();
        let (title, message) = ("not refused as expected", format!("{}\n", error.message));
        let evidence = vec![Remark::error("failed", None, title, message)];
        return vec![finding(fixture, None, Outcome::Wrong(sentence), evidence)];
    }
    let mut found = Vec::new();
    let mut names = UniqueNames::default();
    for (outline, failures) in by_case(result) {
        let id = outline.and_then(|case| case.name.as_deref()).map(case_id);
        let id = id.map_or_else(|| fixture.clone(), |id| format!("{fixture}#{id}"));
        let evidence = failures.iter().map(|failure| {
            let place = Some((failure.line, failure.column));
            let case = failure.case.as_deref().unwrap_or(&failure.asked);
            let title = format!("failed: {case}");
            Remark::error("failed", place, title, failure.unplaced())
        });
        let (id, line) = (names.next(id, '-'), outline.map(|case| case.line));
        found.push(finding(id, line, outcome_of(&failures), evidence.collect()));
    }
    if result.more_failures > 0 {
        let more = number(result.more_failures, "more failure");
        let evidence = vec![Remark::line(Level::Rest, format!("{shown}: {more}\n"))];
        let asked = format!("{fixture} and more");
        found.push(finding(asked, None, Outcome::Wrong(more), evidence));
    }
    for NotAsked { line, why, .. } in &result.not_asked {
        let (asked, why) = (format!("{fixture} line {line}"), why.clone());
        found.push(finding(
            asked,
            Some(*line),
            Outcome::NotAsked(why),
            Vec::new(),
        ));
    }
    if !result.disagreements.is_empty() {
        let bugs = result.disagreements.iter();
        let bugs = bugs.map(|bug| Remark::error("bug", None, "a bug of gokata", bug.to_string()));
        let mut evidence: Vec<Remark> = bugs.collect();
        let more = result.more_disagreements;
        let count = number(evidence.len() + more, "answer");
        if more > 0 {
            let more = format!("{shown}: {more} more answers differ\n");
            evidence.push(Remark::line(Level::Rest, more));
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
    let (asked, expected, got) = (&first.asked, &first.expected, &first.got);
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

fn name_json<S: Serializer>(verdict: &Verdict, to: S) -> Result<S::Ok, S::Error> {
    verdict.0.serialize(to)
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
            verdict: DISAGREEMENT,
            disagreements: vec![Disagreement {
                asked: "x:A1".to_owned(),
                names: ["pure", "fast"],
                says: ["legal", "illegal ko"].map(str::to_owned),
                reproduction: "x\n-\n".to_owned(),
            }],
            more_disagreements: 2,
            ..FixtureResult::default()
        };
        let json = one_line(&result);
        assert!(json.contains(r#""verdict":"disagreement","#), "{json}");
        let says = r#""says":{"fast":"illegal ko","pure":"legal"}}],"more_disagreements":2,"#;
        assert!(json.contains(says), "{json}");
    }
}
