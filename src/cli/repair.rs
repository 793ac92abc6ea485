//! `gokata convert --repair`: repairs the text of a damaged game record.

use std::path::Path;

use clap::ValueEnum;
use gokata::sgf::{Repaired, repair, repair_bytes};
use serde::Serialize;

use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::terminal::text::{name, one_line, plain, quoted};

/// How the changes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    /// One JSON object.
    #[value(alias = "ndjson")]
    Json,
}

/// The objects of `--format json`, as `repair.schema.json` describes them.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    file: String,
    /// Whether a part of the record is lost.
    incomplete: bool,
    changes: Vec<ChangeObject<'a>>,
    sgf: &'a str,
}

#[derive(Serialize)]
struct ChangeObject<'a> {
    line: usize,
    column: usize,
    change: &'a str,
}

/// Repairs a record that has been read from this file.
pub(crate) fn repaired(file: &Path, bytes: &[u8]) -> Result<Repaired, CommandError> {
    repair_bytes(bytes).map_err(|error| CommandError::file(file, error))
}

/// Writes what was changed to standard error, a line for each change.
pub(crate) fn log(file: &Path, repaired: &Repaired) {
    let file = name(file);
    for change in &repaired.changes {
        let (line, column, what) = (change.line(), change.column(), change.message());
        Output::log(&plain(&format!("{file}:{line}:{column}: {what}")));
    }
}

/// Returns a repaired record, as it is written to `sgf`, and the changes as a line of JSON.
pub(crate) fn json(file: &Path, repaired: &Repaired, sgf: &str) -> String {
    let changes = repaired.changes.iter().map(|change| ChangeObject {
        line: change.line(),
        column: change.column(),
        change: change.message(),
    });
    one_line(&Object {
        schema: "gokata-repair-1",
        file: file.display().to_string(),
        incomplete: repaired.is_incomplete,
        changes: changes.collect(),
        sgf,
    })
}

/// Returns the command that repairs a file, if nothing of its text is lost then.
pub(crate) fn advice(file: &Path, text: &str) -> Option<String> {
    let file = match &*name(file) {
        "-" => "-".to_owned(),
        file => quoted(file),
    };
    is_repairable(text).then(|| format!("gokata convert {file} --repair"))
}

/// True if a damaged text can be repaired.
fn is_repairable(text: &str) -> bool {
    repair(text).is_ok_and(|repaired| !repaired.is_incomplete && !repaired.changes.is_empty())
}
