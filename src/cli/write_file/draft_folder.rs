//! A hidden folder in which files are written before they get their names.
//!
//! It is removed when the program ends, also by a signal. A program that is killed leaves its folder behind.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir, TempPath};

const PREFIX: &str = ".gokata-";
const SUFFIX: &str = ".part";

/// The folder, removed on drop with all drafts in it.
pub(crate) struct DraftFolder(TempDir);

impl DraftFolder {
    /// Creates a folder for drafts in the folder `place`.
    pub(crate) fn new(place: &Path) -> io::Result<DraftFolder> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        // Keep only the kind of the error, because its message names the draft, which the user does not know.
        let made = builder.tempdir_in(place);
        made.map(DraftFolder).map_err(|error| error.kind().into())
    }

    /// Returns the path of a draft.
    pub(crate) fn path(&self, draft: &str) -> PathBuf {
        self.0.path().join(draft)
    }

    /// Creates an empty draft, with the permissions of any new file.
    pub(crate) fn create(&self, draft: &str) -> io::Result<File> {
        File::create_new(self.path(draft))
    }

    /// Renames a complete draft to `path`. Fails if there is a file of this name by now, or a folder that is not empty.
    pub(crate) fn publish(&self, draft: &str, path: &Path) -> io::Result<()> {
        let draft = self.path(draft);
        if draft.is_dir() {
            return fs::rename(draft, path);
        }
        let draft = TempPath::try_from_path(draft)?;
        draft.persist_noclobber(path).map_err(|error| error.error)
    }

    /// As [`DraftFolder::publish`], for several drafts: all, or none of them. An error comes with the path.
    pub(crate) fn publish_all(
        &self,
        drafts: &[(String, PathBuf)],
    ) -> Result<(), (PathBuf, io::Error)> {
        for (nth, (draft, path)) in drafts.iter().enumerate() {
            if let Err(error) = self.publish(draft, path) {
                for (_, path) in &drafts[..nth] {
                    let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
                }
                return Err((path.clone(), error));
            }
        }
        Ok(())
    }

    /// Renames a complete draft to `path`, which it replaces.
    pub(crate) fn replace(&self, draft: &str, path: &Path) -> io::Result<()> {
        fs::rename(self.path(draft), path)
    }
}

/// True if a folder holds anything but folders of drafts.
pub(crate) fn holds_more_than_drafts(folder: &Path) -> io::Result<bool> {
    let is_draft_folder = |name: &OsStr| {
        let name = name.as_encoded_bytes();
        name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
    };
    for entry in fs::read_dir(folder)? {
        if !is_draft_folder(&entry?.file_name()) {
            return Ok(true);
        }
    }
    Ok(false)
}
