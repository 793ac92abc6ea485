//! A report on its way to standard output, above a progress bar, and into files.

use indicatif::ProgressBar;

use super::finding::Finding;
use super::renderer::{Renderer, Totals};
use super::report_file::ReportFile;
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::terminal::progress;

/// A report that is being printed.
pub(crate) struct Reporter<'a> {
    pub(crate) renderer: Box<dyn Renderer>,
    pub(crate) files: Vec<ReportFile>,
    pub(crate) output: &'a mut Output,
    pub(crate) bar: ProgressBar,
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
            files: Vec::new(),
            output,
            // Asked before the bar is suspended, because a suspended bar counts as hidden.
            flushes: is_live || !bar.is_hidden(),
            bar,
        }
    }

    /// Prints, into files too.
    pub(crate) fn print(&mut self, print: impl Fn(&mut dyn Renderer, &mut Output)) {
        self.files.iter_mut().for_each(|file| file.print(&print));
        self.show(print);
    }

    fn show(&mut self, print: impl FnOnce(&mut dyn Renderer, &mut Output)) {
        self.bar.suspend(|| {
            print(&mut *self.renderer, self.output);
            if self.flushes {
                self.output.flush();
            }
        });
    }

    pub(crate) fn findings(&mut self, mut findings: Vec<Finding>) {
        let files = self.files.iter_mut();
        files.for_each(|file| file.findings(findings.clone()));
        // To suspend the bar takes longer than to ask most questions.
        findings.retain(|finding| self.renderer.shows(finding));
        if !findings.is_empty() {
            self.show(|renderer, output| renderer.findings(findings, output));
        }
    }

    /// Ends the report, and writes files if there are totals.
    pub(crate) fn end(&mut self, totals: Option<&Totals>) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        self.renderer.end(totals, self.output);
        let files = std::mem::take(&mut self.files).into_iter();
        let mut files = files.zip(totals.into_iter().cycle());
        files.try_for_each(|(file, totals)| file.publish(totals))
    }
}
