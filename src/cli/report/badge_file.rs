//! The badge of a run that is being made, for `check --write`.

use super::facts::badge_of_all;
use super::results::read;
use crate::findings::finding::Finding;
use crate::findings::renderer::{Renderer, Totals};
use crate::terminal::output::Output;

/// Keeps the lines of `--format ndjson`, of which `gokata report` makes its badges.
#[derive(Default)]
pub(crate) struct BadgeFile {
    program: String,
    lines: String,
}

impl Renderer for BadgeFile {
    fn program(&mut self, json: &str, _: &mut Output) {
        json.clone_into(&mut self.program);
    }

    fn findings(&mut self, findings: Vec<Finding>, _: &mut Output) {
        let lines = findings.into_iter().filter_map(|finding| finding.json);
        lines.for_each(|line| self.lines.extend([&line, "\n"]));
    }

    fn end(&mut self, totals: Option<&Totals>, output: &mut Output) {
        let end = totals.and_then(|totals| totals.json.as_deref());
        let run = [&*self.program, &*self.lines, end.unwrap_or_default()].join("\n");
        match read("the run", run.as_bytes()) {
            Ok(runs) => output.line(badge_of_all(&runs).trim_end()),
            Err(why) => Output::log(&why.to_string()),
        }
    }
}
