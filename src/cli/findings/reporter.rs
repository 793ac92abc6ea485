//! Prints findings as they come, above a progress bar.

use indicatif::ProgressBar;

use super::finding::Finding;
use super::renderer::{Renderer, Totals};
use crate::terminal::output::Output;
use crate::terminal::progress;

pub(crate) struct Reporter<'a> {
    renderer: Box<dyn Renderer>,
    output: &'a mut Output,
    pub(crate) bar: ProgressBar,
    /// Whether a reader waits for each line.
    flushes: bool,
}

impl<'a> Reporter<'a> {
    /// `bar`: shown unless `quiet`. `is_live`: whether a reader waits for each line.
    pub(crate) fn new(
        renderer: Box<dyn Renderer>,
        output: &'a mut Output,
        (bar, quiet): (ProgressBar, bool),
        is_live: bool,
    ) -> Reporter<'a> {
        let bar = progress::unless(quiet, bar);
        Reporter {
            renderer,
            output,
            // Asked before the bar is suspended, because a suspended bar counts as hidden.
            flushes: is_live || !bar.is_hidden(),
            bar,
        }
    }

    /// Prints something.
    pub(crate) fn print(&mut self, print: impl FnOnce(&mut dyn Renderer, &mut Output)) {
        self.bar.suspend(|| {
            print(&mut *self.renderer, self.output);
            if self.flushes {
                self.output.flush();
            }
        });
    }

    pub(crate) fn findings(&mut self, findings: Vec<Finding>) {
        self.print(|renderer, output| renderer.findings(findings, output));
    }

    pub(crate) fn draws(&self) -> bool {
        self.renderer.draws()
    }

    /// True if the reader of the output has closed it.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.output.is_cut_off()
    }

    /// Ends the report. `totals`: none where an error has ended the run.
    pub(crate) fn end(mut self, totals: Option<&dyn Totals>) {
        self.bar.finish_and_clear();
        self.renderer.end(totals, self.output);
    }
}
