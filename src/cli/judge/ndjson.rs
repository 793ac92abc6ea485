//! The same for programs: one JSON object a line, as `judge.schema.json` beside this file describes it.

use gokata::fixture::NotAsked;
use gokata::questions::Expected;
use serde::Serialize;

use super::finding::Finding;
use super::protocol::About;
use crate::read::corpus::{Source, Trouble};
use crate::terminal::json::one_line;

const SCHEMA: &str = "gokata-judge-1";

/// Who is asked.
pub(super) fn program(command: &str, about: &About) -> String {
    #[derive(Serialize)]
    struct Program<'a> {
        schema: &'static str,
        kind: &'static str,
        command: &'a str,
        name: Option<&'a str>,
        rules: &'a str,
        notes: &'a [String],
    }
    one_line(&Program {
        schema: SCHEMA,
        kind: "program",
        command,
        name: about.name.as_deref(),
        rules: &about.rules,
        notes: &about.notes,
    })
}

/// One question and its outcome.
pub(super) fn question(finding: &Finding<'_>) -> String {
    #[derive(Serialize)]
    struct Asked<'a> {
        schema: &'static str,
        kind: &'static str,
        id: &'a str,
        file: String,
        line: usize,
        column: usize,
        case: Option<&'a str>,
        rule: &'a str,
        rules: String,
        r#move: String,
        question: &'static str,
        expected: &'a str,
        outcome: String,
        detail: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        question_text: Option<&'a str>,
    }
    let asked = finding.question;
    one_line(&Asked {
        schema: SCHEMA,
        kind: "question",
        id: &finding.id,
        file: finding.source.file.display().to_string(),
        line: asked.line,
        column: asked.column,
        case: asked.case.as_deref(),
        rule: &finding.source.rule,
        rules: finding.rules(),
        r#move: asked.mv.describe(asked.before.size()),
        question: match asked.expected {
            Expected::Verdict(_) => "legal",
            Expected::Board(_) => "board",
        },
        expected: &finding.expected,
        outcome: finding.outcome.name().replace(' ', "-"),
        detail: finding.outcome.detail(),
        question_text: finding.text.as_deref(),
    })
}

/// A line that is no question about a move.
pub(super) fn line(source: &Source, line: &NotAsked) -> String {
    #[derive(Serialize)]
    struct NoQuestion<'a> {
        schema: &'static str,
        kind: &'static str,
        file: String,
        line: usize,
        rule: &'a str,
        outcome: &'static str,
        detail: &'a str,
    }
    one_line(&NoQuestion {
        schema: SCHEMA,
        kind: "line",
        file: source.file.display().to_string(),
        line: line.line,
        rule: &source.rule,
        outcome: "cannot-be-asked",
        detail: line.why,
    })
}

/// A file that cannot be read, or a fixture that does not hold.
pub(super) fn trouble(trouble: &Trouble) -> String {
    #[derive(Serialize)]
    struct Unread<'a> {
        schema: &'static str,
        kind: &'static str,
        file: String,
        error: &'a str,
    }
    one_line(&Unread {
        schema: SCHEMA,
        kind: "file",
        file: trouble.file.display().to_string(),
        error: &trouble.message,
    })
}

/// What it said after its last answer.
pub(super) fn end(what: &str) -> String {
    #[derive(Serialize)]
    struct End<'a> {
        schema: &'static str,
        kind: &'static str,
        outcome: &'static str,
        detail: &'a str,
    }
    one_line(&End {
        schema: SCHEMA,
        kind: "end",
        outcome: "nonsense",
        detail: what,
    })
}
