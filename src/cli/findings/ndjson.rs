//! One JSON object a line.

use super::finding::{Finding, Object};
use super::renderer::{Renderer, Totals};
use crate::terminal::output::Output;

pub(super) struct Ndjson {
    /// Lines that follow the one about the program, which is known only once it has answered.
    held: Option<Vec<String>>,
}

impl Ndjson {
    pub(super) fn new(of_program: bool) -> Ndjson {
        let held = of_program.then(Vec::new);
        Ndjson { held }
    }

    fn object(&mut self, object: &dyn Object, output: &mut Output) {
        match &mut self.held {
            Some(held) => held.push(object.json()),
            None => output.line(object.json()),
        }
    }
}

impl Renderer for Ndjson {
    fn program(&mut self, program: &dyn Object, output: &mut Output) {
        output.line(program.json());
        for line in self.held.take().into_iter().flatten() {
            output.line(line);
        }
    }

    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output) {
        for object in findings.into_iter().filter_map(|finding| finding.object) {
            self.object(&*object, output);
        }
    }

    fn end(&mut self, totals: Option<&dyn Totals>, output: &mut Output) {
        if let Some(object) = totals.and_then(Totals::object) {
            self.object(&*object, output);
        }
    }
}
