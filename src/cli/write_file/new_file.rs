//! A new file, which appears under its name when it is complete.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::drafts::Drafts;
use super::messages::{not_made, not_written};

const DRAFT: &str = "file";

/// A file that is being written. Deleted on drop and when a signal ends the program.
pub(crate) struct NewFile {
    path: PathBuf,
    drafts: Drafts,
    file: BufWriter<File>,
}

impl NewFile {
    /// Prepares a file. Fails if `path` exists.
    pub(crate) fn new(path: &Path) -> Result<NewFile, String> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(not_made(path, &ErrorKind::AlreadyExists.into()));
        }
        let drafts = Drafts::beside(path)?;
        let file = drafts.create(DRAFT);
        Ok(NewFile {
            path: path.to_owned(),
            drafts,
            file: BufWriter::new(file.map_err(|error| not_written(path, &error))?),
        })
    }

    pub(crate) fn write(&mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| not_written(&self.path, &error))
    }

    /// Gives the complete file its name. Fails if that exists by now.
    pub(crate) fn publish(mut self) -> Result<(), String> {
        let written = self
            .file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all());
        written.map_err(|error| not_written(&self.path, &error))?;
        let published = self.drafts.with(|drafts| drafts.publish(DRAFT, &self.path));
        published.map_err(|error| not_made(&self.path, &error))
    }
}
