//! New files that appear together, once all of them are complete.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process;
use std::sync::{Arc, Mutex};

use super::draft_folder::DraftFolder;
use super::messages::{folder_of, not_made};
use crate::terminal::signals::on_termination;
use crate::terminal::text::name;
use crate::terminal::workers::lock;

/// Drafts of files. Those that are not published are deleted on drop and when a signal ends the program.
pub(crate) struct Drafts(Arc<Mutex<Option<DraftFolder>>>);

impl Drafts {
    /// Prepares drafts in the folder of `path`. Fails if no file can be created in that folder: now, not after hours of
    /// work. Called at most once per process.
    pub(crate) fn beside(path: &Path) -> Result<Drafts, String> {
        Drafts::within(folder_of(path), path)
    }

    /// As [`Drafts::beside`], in the folder `place`. Errors name `path`.
    pub(crate) fn within(place: &Path, path: &Path) -> Result<Drafts, String> {
        if !fs::metadata(place).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: there is no such folder", name(place)));
        }
        let drafts = Drafts(Arc::default());
        let shared = Arc::clone(&drafts.0);
        on_termination(Box::new(move |status| {
            // Hold the lock until the process ends, so that no file is created or published any more.
            let mut folder = lock(&shared);
            *folder = None;
            process::exit(status);
        }))?;
        // Take the lock before creating the folder, so that the signal handler also deletes it.
        let mut folder = lock(&drafts.0);
        *folder = Some(DraftFolder::new(place).map_err(|error| not_made(path, &error))?);
        drop(folder);
        Ok(drafts)
    }

    /// Calls `change` with the folder. Meanwhile no signal ends the program, so `change` must be short.
    pub(crate) fn with<T>(
        &self,
        change: impl FnOnce(&DraftFolder) -> io::Result<T>,
    ) -> io::Result<T> {
        let folder = lock(&self.0);
        change(folder.as_ref().ok_or(io::ErrorKind::NotFound)?)
    }

    /// Creates an empty draft.
    pub(crate) fn create(&self, draft: &str) -> io::Result<File> {
        self.with(|folder| folder.create(draft))
    }
}

impl Drop for Drafts {
    fn drop(&mut self) {
        // The signal handler shares the folder, so without this it would stay.
        *lock(&self.0) = None;
    }
}
