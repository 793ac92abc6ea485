//! A file that this program created and keeps up to date.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::drafts::{DraftFolder, folder_of};
use crate::terminal::error::FileError;
use crate::terminal::text::reason;

/// A file that this program created and keeps up to date.
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    /// What this program has written to it.
    text: String,
}

impl OwnFile {
    /// Creates a file with this text. Fails if `path` exists.
    pub(crate) fn create(path: &Path, text: &str) -> io::Result<OwnFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        written(path, text)?.publish(DRAFT, path)?;
        Ok(OwnFile {
            path: path.to_owned(),
            text: text.to_owned(),
        })
    }

    /// Replaces the text, or writes a file that is gone again. Fails if another program has changed it.
    pub(crate) fn replace(&mut self, text: &str) -> Result<(), FileError> {
        self.must_be_ours()?;
        let drafts = written(&self.path, text);
        let replaced = drafts.and_then(|drafts| fs::rename(drafts.path(DRAFT), &self.path));
        replaced.map_err(|error| match fs::symlink_metadata(&self.path) {
            Ok(_) => format!("{}; the file keeps what was saved before", reason(&error)).into(),
            Err(_) => FileError::Io(error),
        })?;
        text.clone_into(&mut self.text);
        Ok(())
    }

    /// Removes the file. Fails if another program has changed it.
    pub(crate) fn remove(&self) -> Result<(), FileError> {
        self.must_be_ours()?;
        Ok(fs::remove_file(&self.path)?)
    }

    /// Fails if the path has a file with another text.
    fn must_be_ours(&self) -> Result<(), FileError> {
        match fs::symlink_metadata(&self.path) {
            // A special file, whose end may never come, has no length.
            Ok(found)
                if found.len() != self.text.len() as u64
                    || fs::read(&self.path).is_ok_and(|found| found != self.text.as_bytes()) =>
            {
                Err("another program has changed this file, which is left unchanged".into())
            }
            _ => Ok(()),
        }
    }
}

const DRAFT: &str = "draft";

/// Writes the draft of a file.
fn written(path: &Path, text: &str) -> io::Result<DraftFolder> {
    let drafts = DraftFolder::new(folder_of(path))?;
    let mut draft = drafts.create(DRAFT)?;
    draft.write_all(text.as_bytes())?;
    draft.sync_all()?;
    Ok(drafts)
}
