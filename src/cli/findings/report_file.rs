//! A report that is written into a file, besides the one that is printed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::finding::Finding;
use super::renderer::{Renderer, Totals};
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::write_file::{OwnFile, folder_of, not_made};

pub(crate) struct ReportFile {
    path: PathBuf,
    renderer: Box<dyn Renderer>,
    output: Output,
}

impl ReportFile {
    /// Fails if there is a file of this name, or no folder for it.
    pub(crate) fn new(
        path: &Path,
        renderer: Box<dyn Renderer>,
    ) -> Result<ReportFile, CommandError> {
        let why_not = match fs::symlink_metadata(path) {
            Ok(_) => Some(ErrorKind::AlreadyExists),
            Err(_) if !folder_of(path).is_dir() => Some(ErrorKind::NotFound),
            Err(_) => None,
        };
        match why_not {
            Some(kind) => Err(not_made(path, &kind.into())),
            None => Ok(ReportFile {
                path: path.to_owned(),
                renderer,
                output: Output::kept(),
            }),
        }
    }

    pub(super) fn print(&mut self, print: impl FnOnce(&mut dyn Renderer, &mut Output)) {
        print(&mut *self.renderer, &mut self.output);
    }

    /// Adds findings as they are printed, without what is drawn at a terminal.
    pub(super) fn findings(&mut self, mut findings: Vec<Finding>) {
        let remarks = findings
            .iter_mut()
            .flat_map(|finding| &mut finding.evidence);
        remarks.for_each(|remark| remark.drawing = None);
        self.renderer.findings(findings, &mut self.output);
    }

    /// Writes the file, once all is known.
    pub(super) fn publish(mut self, totals: &Totals) -> Result<(), CommandError> {
        self.renderer.end(Some(totals), &mut self.output);
        let written = OwnFile::create(&self.path, self.output.text());
        written
            .map(drop)
            .map_err(|error| not_made(&self.path, &error))
    }
}
