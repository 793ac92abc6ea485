//! The wrong answers as a list for `--known`: an identifier on each line, and in a comment what was asked.

use super::finding::{Finding, Outcome};
use super::renderer::{Renderer, Totals};
use crate::terminal::output::Output;
use crate::terminal::text::plain_line;

const BEGIN: &str = "# Wrong answers, for gokata check --known: remove what is mended, and say why the others stay.";

#[derive(Default)]
pub(crate) struct KnownList {
    lines: Vec<String>,
}

impl Renderer for KnownList {
    fn findings(&mut self, findings: Vec<Finding>, _: &mut Output) {
        for Finding {
            asked,
            outcome,
            evidence,
            ..
        } in findings
        {
            let about = evidence.first().map(|remark| plain_line(&remark.message));
            let is_question = evidence.iter().any(|remark| remark.id.is_some());
            let comment = match outcome {
                Outcome::Wrong(compared) if is_question => about.unwrap_or(compared),
                Outcome::Known(known) => known,
                _ => continue,
            };
            self.lines.push(format!("{asked}   # {comment}"));
        }
    }

    fn end(&mut self, _: Option<&Totals>, output: &mut Output) {
        output.line(BEGIN);
        self.lines.iter().for_each(|line| output.line(line));
    }
}
