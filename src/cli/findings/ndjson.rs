//! One JSON object a line.

use super::finding::Finding;
use super::renderer::{Renderer, Totals};
use crate::terminal::output::Output;

pub(super) struct Ndjson {
    /// Lines that follow the one about the program, which is known only once it has answered.
    pub(super) held: Option<Vec<String>>,
}

impl Ndjson {
    fn add(&mut self, line: String, output: &mut Output) {
        match &mut self.held {
            Some(held) => held.push(line),
            None => output.line(line),
        }
    }
}

impl Renderer for Ndjson {
    fn program(&mut self, json: &str, output: &mut Output) {
        output.line(json);
        for line in self.held.take().into_iter().flatten() {
            output.line(line);
        }
    }

    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output) {
        for line in findings.into_iter().filter_map(|finding| finding.json) {
            self.add(line, output);
        }
    }

    fn end(&mut self, totals: Option<&Totals>, output: &mut Output) {
        if let Some(line) = totals.and_then(|totals| totals.json.clone()) {
            self.add(line, output);
        }
    }
}
