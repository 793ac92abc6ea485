//! The report as JSON, one object per line. `judge.schema.json` describes the format.

use gokata::fixture::NotAsked;
use gokata::questions::Expected;
use serde::Serialize;

use super::client::ProgramInfo;
use super::verdict::JudgedQuestion;
use crate::read::corpus::Source;
use crate::read::corpus_version::CorpusVersion;
use crate::read::paths::UnreadFile;
use crate::terminal::text::one_line;

#[derive(Serialize)]
#[serde(tag = "schema", rename = "gokata-judge-2")]
struct Line<'a> {
    #[serde(flatten)]
    object: Object<'a>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Object<'a> {
    Program {
        command: &'a str,
        name: Option<&'a str>,
        version: Option<&'a str>,
        rules: &'a str,
        notes: &'a [String],
        corpus: Option<&'a CorpusVersion>,
    },
    Question {
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
    },
    Line {
        file: String,
        line: usize,
        rule: &'a str,
        outcome: &'static str,
        detail: &'a str,
    },
    File {
        file: String,
        error: &'a str,
    },
    End {
        outcome: &'static str,
        detail: &'a str,
    },
}

fn line_of(object: Object<'_>) -> String {
    one_line(&Line { object })
}

pub(super) fn program(
    command: &str,
    program: &ProgramInfo,
    corpus: Option<&CorpusVersion>,
) -> String {
    line_of(Object::Program {
        command,
        name: program.name.as_deref(),
        version: program.version.as_deref(),
        rules: &program.rules,
        notes: &program.notes,
        corpus,
    })
}

pub(super) fn question(judged: &JudgedQuestion<'_>) -> String {
    let question = judged.question;
    line_of(Object::Question {
        id: &judged.id,
        file: judged.source.file.display().to_string(),
        line: question.line,
        column: question.column,
        case: question.case.as_deref(),
        rule: judged.source.rule(),
        rules: judged.rules(),
        r#move: question.mv.describe(question.before.size()),
        question: match question.expected {
            Expected::Verdict(_) => "legal",
            Expected::Board(_) => "board",
        },
        expected: &judged.expected,
        outcome: judged.outcome.name().replace(' ', "-"),
        detail: judged.outcome.detail(),
        question_text: judged.text.as_deref(),
    })
}

pub(super) fn not_asked(source: &Source, line: &NotAsked) -> String {
    line_of(Object::Line {
        file: source.file.display().to_string(),
        line: line.line,
        rule: source.rule(),
        outcome: "cannot-be-asked",
        detail: line.why,
    })
}

pub(super) fn unusable((file, message): &UnreadFile) -> String {
    line_of(Object::File {
        file: file.display().to_string(),
        error: message,
    })
}

pub(super) fn unrequested(what: &str) -> String {
    line_of(Object::End {
        outcome: "nonsense",
        detail: what,
    })
}
