//! `gokata convert --repair`: repairs the text of a damaged game record.

use std::path::Path;

use clap::ValueEnum;
use gokata::sgf::{Repaired, repair};
use serde::Serialize;

use crate::terminal::output::Output;
use crate::terminal::text::{name, one_line, plain, quoted};

/// How the changes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    #[value(alias = "ndjson")]
    Json,
}

/// The object of `--format json`, as `repair.schema.json` describes them.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    file: String,
    incomplete: bool,
    changes: Vec<ChangeObject<'a>>,
    sgf: String,
}

#[derive(Serialize)]
struct ChangeObject<'a> {
    line: usize,
    column: usize,
    change: &'a str,
}

/// Writes a repaired record as it is written to `sgf`, and what was changed: to standard error, or both as a line of JSON.
pub(crate) fn write(
    file: &Path,
    repaired: &Repaired,
    sgf: String,
    format: ReportFormat,
    output: &mut Output,
) {
    let changes = repaired.changes.iter().map(|change| ChangeObject {
        line: change.line(),
        column: change.column(),
        change: change.message(),
    });
    if format == ReportFormat::Json {
        return output.line(one_line(&Object {
            schema: "gokata-repair-1",
            file: file.display().to_string(),
            incomplete: repaired.is_incomplete,
            changes: changes.collect(),
            sgf,
        }));
    }
    for it in changes {
        let (file, line, column, what) = (name(file), it.line, it.column, it.change);
        Output::log(&plain(&format!("{file}:{line}:{column}: {what}")));
    }
    output.exactly(&sgf);
}

/// The largest text of which it is looked whether it could be repaired, which takes many times its memory.
pub(crate) const LARGEST: u64 = 512 << 10;

/// Returns the command that repairs a file, if its text is damaged and nothing of it is lost then; `None` for a large text.
pub(crate) fn advice(file: &Path, text: &str) -> Option<String> {
    let small = Some(text).filter(|text| text.len() as u64 <= LARGEST);
    let repaired = repair(small?).ok()?;
    let is_repairable = !repaired.is_incomplete && !repaired.changes.is_empty();
    let file = match &*name(file) {
        "-" => "-".to_owned(),
        file => quoted(file),
    };
    is_repairable.then(|| format!("gokata convert {file} --repair"))
}

/// As [`advice`], as a line that follows an error.
pub(crate) fn hint(file: &Path, text: &str) -> String {
    let command = advice(file, text);
    command.map_or_else(String::new, |command| format!("\nTo repair it: {command}"))
}
