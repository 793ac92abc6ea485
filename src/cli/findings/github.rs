//! Workflow commands of GitHub Actions: lines that become annotations of files in a pull request.
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;
use std::path::Path;

use super::finding::{Level, Remark};
use super::renderer::Detail;
use super::text::{self, Text};
use crate::terminal::output::{Output, guard_commands};
use crate::terminal::text::plain;

/// As text, with annotations in place of the lines about files.
pub(super) fn renderer(detail: Detail) -> Text {
    guard_commands();
    Text::new(detail, Some(print))
}

fn print(file: &Path, remark: &Remark, output: &mut Output) {
    match remark.level {
        // The totals have no place for what is not listed.
        Level::Rest | Level::Aside => {}
        Level::Line => output.line(&remark.message),
        _ => output.command(&annotation(file, remark)),
    }
}

fn annotation(file: &Path, remark: &Remark) -> String {
    let level = match remark.level {
        Level::Warning => "warning",
        _ => "error",
    };
    let mut properties = String::new();
    if file != Path::new("") {
        properties = format!("file={},", property(&file.display().to_string()));
    }
    if let Some((line, column)) = remark.place {
        let _ = write!(properties, "line={line},col={column},");
    }
    let (title, message) = match (&remark.id, &remark.title) {
        (Some(id), _) => (
            &**id,
            format!("{}: {}", remark.label, text::explained(remark)),
        ),
        (None, title) => (
            title.as_deref().unwrap_or(remark.label),
            remark.message.clone(),
        ),
    };
    let (title, message) = (property(title), data(&message));
    format!("::{level} {properties}title={title}::{message}")
}

fn data(text: &str) -> String {
    // No CR is left, but the grammar names it.
    let text = plain(text.trim_end()).replace("##[", "## [");
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
