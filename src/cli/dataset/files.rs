//! Writes the files of a data set to temporary files, and renames all of them when the last one is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex};

use tempfile::TempPath;

use crate::terminal::signals::on_termination;
use crate::terminal::text::{name, reason};
use crate::terminal::workers::lock;
use crate::write_file::{draft, folder_of, not_made, publish};

/// Temporary files of a data set. Unpublished ones are deleted on drop and on Ctrl-C.
pub(super) struct Parts {
    out: PathBuf,
    several: bool,
    drafts: Arc<Mutex<Vec<TempPath>>>,
}

impl Parts {
    /// Prepares one file of this name, or `several` numbered ones. Fails if a name is taken or the folder is missing.
    pub(super) fn new(out: &Path, several: bool) -> Result<Parts, String> {
        let parts = Parts {
            out: out.to_owned(),
            several,
            drafts: Arc::default(),
        };
        if out.file_name().is_none() || fs::metadata(out).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: this is not the name of a file", name(out)));
        }
        let folder = folder_of(out);
        if !fs::metadata(folder).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: there is no such folder", name(folder)));
        }
        parts.check_names_are_free()?;
        let drafts = Arc::clone(&parts.drafts);
        on_termination(Box::new(move |status| {
            // Hold the lock until the process ends, so that no file is created or published any more.
            let mut drafts = lock(&drafts);
            drafts.clear();
            process::exit(status);
        }))?;
        // Fail now, not after hours of work, if no file can be created in the folder.
        parts.draft().map_err(|error| not_made(out, &error))?;
        lock(&parts.drafts).clear();
        Ok(parts)
    }

    /// Creates the next temporary file and fills it with `write`.
    pub(super) fn add(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), String> {
        let path = self.path(lock(&self.drafts).len());
        let added = self.draft().and_then(|mut file| {
            write(&mut file)?;
            file.sync_all()
        });
        added.map_err(|error| format!("{}: {}", name(&path), reason(&error)))
    }

    /// Renames all files to their final names and returns how many there are. If one of these names exists by now, no
    /// file is kept.
    pub(super) fn publish(self) -> Result<usize, String> {
        let mut drafts = lock(&self.drafts);
        self.check_names_are_free()?;
        let mut published = Vec::new();
        for draft in drafts.drain(..) {
            let path = self.path(published.len());
            if let Err(error) = publish(draft, &path) {
                for path in published {
                    let _ = fs::remove_file(path);
                }
                return Err(not_made(&path, &error));
            }
            published.push(path);
        }
        Ok(published.len())
    }

    fn draft(&self) -> io::Result<File> {
        // Take the lock before creating the file, so that the Ctrl-C handler also deletes it.
        let mut drafts = lock(&self.drafts);
        let (file, path) = draft(&self.out)?.into_parts();
        drafts.push(path);
        Ok(file)
    }

    /// Returns the final path of a file: `data.npz`, or with `several` `data-00000.npz`.
    fn path(&self, number: usize) -> PathBuf {
        if !self.several {
            return self.out.clone();
        }
        let mut numbered = self.out.file_stem().unwrap_or_default().to_owned();
        numbered.push(format!("-{number:05}"));
        if let Some(ending) = self.out.extension() {
            numbered.push(".");
            numbered.push(ending);
        }
        self.out.with_file_name(numbered)
    }

    /// Fails if the first name is taken. With `several`, also fails if any `<stem>-NNNNN.<ext>` already exists, because
    /// it could be mistaken for part of this data set.
    fn check_names_are_free(&self) -> Result<(), String> {
        let first = self.path(0);
        let mut taken = fs::symlink_metadata(&first).is_ok().then_some(first);
        if self.several && taken.is_none() {
            let entries = fs::read_dir(folder_of(&self.out));
            let entries = entries.into_iter().flatten().flatten();
            taken = entries
                .map(|entry| self.out.with_file_name(entry.file_name()))
                .filter(|path| self.is_numbered(path))
                .min();
        }
        let exists = io::ErrorKind::AlreadyExists.into();
        taken.map_or(Ok(()), |path| Err(not_made(&path, &exists)))
    }

    fn is_numbered(&self, path: &Path) -> bool {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let number = stem.and_then(|stem| stem.rsplit_once('-')?.1.parse().ok());
        number.is_some_and(|number| self.path(number) == *path)
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        // The signal handler owns the list, too, so without this the files would stay.
        lock(&self.drafts).clear();
    }
}
