//! A hidden folder in which files are written before they get their names.
//!
//! It is removed when the program ends, also by a signal. A program that is killed leaves its folder behind.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex};

use tempfile::{Builder, TempDir, TempPath};

use crate::terminal::error::CommandError;
use crate::terminal::signals::on_termination;
use crate::terminal::text::reason;
use crate::terminal::workers::lock;

const PREFIX: &str = ".gokata-";
const SUFFIX: &str = ".part";

/// The folder, removed on drop with all drafts in it.
pub(crate) struct DraftFolder(TempDir);

impl DraftFolder {
    /// Creates a folder for drafts in the folder `place`.
    pub(super) fn new(place: &Path) -> io::Result<DraftFolder> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        // Keep only the kind of the error, because its message names the draft, which the user does not know.
        let made = builder.tempdir_in(place);
        made.map(DraftFolder).map_err(|error| error.kind().into())
    }

    /// Returns the path of a draft.
    pub(super) fn path(&self, draft: &str) -> PathBuf {
        self.0.path().join(draft)
    }

    /// Creates an empty draft, with the permissions of any new file.
    pub(crate) fn create(&self, draft: &str) -> io::Result<File> {
        File::create_new(self.path(draft))
    }

    /// Creates an empty folder as a draft.
    pub(crate) fn create_folder(&self, draft: &str) -> io::Result<()> {
        fs::create_dir(self.path(draft))
    }

    /// Renames a complete draft to `path`. Fails if there is a file of this name by now, or a folder that is not empty.
    pub(super) fn publish(&self, draft: &str, path: &Path) -> io::Result<()> {
        let draft = self.path(draft);
        if draft.is_dir() {
            return fs::rename(draft, path);
        }
        let draft = TempPath::try_from_path(draft)?;
        draft.persist_noclobber(path).map_err(|error| error.error)
    }

    /// As [`DraftFolder::publish`], for several drafts: all, or none of them.
    pub(crate) fn publish_all(&self, drafts: &[(String, PathBuf)]) -> Result<(), CommandError> {
        for (nth, (draft, path)) in drafts.iter().enumerate() {
            if let Err(error) = self.publish(draft, path) {
                for (_, path) in &drafts[..nth] {
                    let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
                }
                return Err(not_made(path, &error));
            }
        }
        Ok(())
    }
}

/// Fails if a folder holds anything but folders of drafts.
pub(super) fn must_be_empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
    }
    Ok(())
}

/// Drafts of files that appear together, once all of them are complete. Those that are not published are deleted on drop
/// and when a signal ends the program.
pub(crate) struct Drafts(Arc<Mutex<Option<DraftFolder>>>);

impl Drafts {
    /// Prepares drafts in the folder `place`. Fails if no file can be created there: now, not after hours of work. Errors
    /// name `path`. Called at most once per process.
    pub(crate) fn new(place: &Path, path: &Path) -> Result<Drafts, CommandError> {
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
    pub(crate) fn now<T>(
        &self,
        change: impl FnOnce(&DraftFolder) -> io::Result<T>,
    ) -> io::Result<T> {
        let folder = lock(&self.0);
        let folder = folder.as_ref().ok_or(ErrorKind::NotFound.into());
        folder.and_then(change)
    }

    /// As [`Drafts::now`]. Errors name `path`.
    pub(crate) fn with<T>(
        &self,
        path: &Path,
        change: impl FnOnce(&DraftFolder) -> io::Result<T>,
    ) -> Result<T, CommandError> {
        self.now(change).map_err(|error| not_made(path, &error))
    }
}

impl Drop for Drafts {
    fn drop(&mut self) {
        // The signal handler shares the folder, so without this it would stay.
        *lock(&self.0) = None;
    }
}

/// Returns the folder of a path; `.` if it has none.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Returns the error about a file that cannot be created or completed.
pub(crate) fn not_made(path: &Path, error: &io::Error) -> CommandError {
    let why = match error.kind() {
        ErrorKind::AlreadyExists if path.is_dir() => "this is a folder",
        ErrorKind::AlreadyExists => "the file already exists, and is left unchanged",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty, and is left unchanged",
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such folder",
        _ => return CommandError::file(path, format!("{}; no file was written", reason(error))),
    };
    CommandError::file(path, why)
}
