//! Results for continuous integration: test cases in the XML of `JUnit`, annotations for GitHub.

use gokata::fixture::NotAsked;

use super::client::NoAnswer;
use super::verdict::{AnswerOutcome, JudgedQuestion};
use crate::read::corpus::Source;
use crate::terminal::github::Annotation;
use crate::terminal::junit::{TestCase, TestResult};

/// Returns the test case of a question.
pub(super) fn test_case(judged: &JudgedQuestion<'_>) -> TestCase {
    let compared = || judged.expected_and_got();
    let result = match &judged.outcome {
        AnswerOutcome::Right => TestResult::Passed,
        AnswerOutcome::Wrong(_) if judged.is_known() => {
            TestResult::Skipped(format!("known: {}", compared()))
        }
        AnswerOutcome::Wrong(_) => TestResult::Failed(compared(), all(judged)),
        AnswerOutcome::Missing(NoAnswer::Unaskable(why) | NoAnswer::Declined(why)) => {
            TestResult::Skipped(why.clone())
        }
        AnswerOutcome::Missing(NoAnswer::Failed(_)) => TestResult::Error(compared(), all(judged)),
    };
    let mut case = TestCase::new(&judged.id, result);
    case.line = Some(judged.question.line);
    if judged.is_right_now() {
        "known as wrong, and right now".clone_into(&mut case.remarks);
    }
    case
}

/// Returns the test case of a line that cannot be asked. It has no identifier.
pub(super) fn line(source: &Source, line: &NotAsked) -> TestCase {
    let skipped = TestResult::Skipped(line.why.to_owned());
    let mut case = TestCase::new(&format!("{} line {}", source.name, line.line), skipped);
    case.line = Some(line.line);
    case
}

/// Returns the annotation about a wrong or missing answer.
pub(super) fn annotation(judged: &JudgedQuestion<'_>) -> Annotation {
    let question = judged.question;
    Annotation::error(
        judged.source.file.display().to_string(),
        Some((question.line, question.column)),
        judged.id.clone(),
        format!("{}: {}", judged.outcome.name(), all(judged)),
    )
}

/// Returns the sentence about a question, what may help to understand it, and the question if it is to be shown.
fn all(judged: &JudgedQuestion<'_>) -> String {
    let mut lines = vec![judged.unplaced(None)];
    lines.extend(judged.see());
    lines.extend(judged.text.clone());
    lines.join("\n")
}
