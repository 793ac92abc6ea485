//! Workflow commands of GitHub Actions: lines that become annotations of files in a pull request.
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;
use std::path::Path;

use super::finding::{Finding, Level, Remark, Title};
use super::renderer::{Detail, Renderer, Totals};
use super::text::{self, Text};
use crate::terminal::output::{Output, guard_commands};
use crate::terminal::text::plain;

/// As text, with annotations in place of the lines about files.
pub(super) struct Github(Text);

impl Github {
    pub(super) fn new(detail: Detail) -> Github {
        guard_commands();
        // GitHub shows ten annotations of a step: better of ten kinds.
        Github(Text::with(detail, 1, print))
    }
}

impl Renderer for Github {
    fn warn(&mut self, title: &'static str, message: &str, output: &mut Output) {
        let warning = Remark::new(Level::Warning, title, None, message);
        print(Path::new(""), &warning, output);
    }

    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output) {
        self.0.findings(findings, output);
    }

    fn line(&mut self, line: &str, output: &mut Output) {
        self.0.line(line, output);
    }

    fn end(&mut self, totals: Option<&dyn Totals>, output: &mut Output) {
        let Some(totals) = totals else { return };
        self.0.print_held(output);
        for (file, remark) in totals.remarks() {
            print(&file, &remark, output);
        }
        totals.text().iter().for_each(|line| output.line(line));
    }
}

fn print(file: &Path, remark: &Remark, output: &mut Output) {
    match remark.level {
        // The totals have no place for what is not listed.
        Level::Rest | Level::Aside => {}
        Level::Line => output.line(&remark.message),
        _ => output.command(&annotation(file, remark)),
    }
}

/// Returns the command, which is one line.
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
    let (title, message) = match &remark.title {
        Title::Words(title) => (title, remark.message.clone()),
        Title::Id(id) => (id, format!("{}: {}", remark.label, text::explained(remark))),
    };
    format!(
        "::{level} {properties}title={}::{}",
        property(title),
        data(&message)
    )
}

/// Escapes a message.
fn data(text: &str) -> String {
    // No CR is left, but the grammar names it.
    let text = plain(text.trim_end()).replace("##[", "## [");
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
