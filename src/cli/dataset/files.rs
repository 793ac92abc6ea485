//! The files of a data set, which get their names together once all of them are complete.

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

/// Files without their names yet. Those that are not published are removed, on Ctrl-C, too.
pub(super) struct Parts {
    out: PathBuf,
    several: bool,
    drafts: Arc<Mutex<Vec<TempPath>>>,
}

impl Parts {
    /// For one file of this name, or for several with numbers. Refuses names that are taken and a missing folder.
    pub(super) fn new(out: &Path, several: bool) -> Result<Parts, String> {
        let parts = Parts {
            out: out.to_owned(),
            several,
            drafts: Arc::default(),
        };
        if out.file_name().is_none() || fs::metadata(out).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: this is no name of a file", name(out)));
        }
        let folder = folder_of(out);
        if !fs::metadata(folder).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: there is no such folder", name(folder)));
        }
        parts.check_names_are_free()?;
        let drafts = Arc::clone(&parts.drafts);
        on_termination(move |status| {
            // The lock is held until the process ends: no file is made or published any more.
            let mut drafts = lock(&drafts);
            drafts.clear();
            process::exit(status);
        })?;
        // A folder that takes no file is refused now, not after hours.
        parts.draft().map_err(|error| not_made(out, &error))?;
        lock(&parts.drafts).clear();
        Ok(parts)
    }

    /// Adds a file, written by `write`.
    pub(super) fn add(
        &mut self,
        write: impl FnOnce(&mut File) -> Result<(), String>,
    ) -> Result<(), String> {
        let path = self.path(lock(&self.drafts).len());
        let in_path = |message: String| format!("{}: {message}", name(&path));
        let mut file = self.draft().map_err(|error| in_path(reason(&error)))?;
        write(&mut file).map_err(in_path)?;
        file.sync_all().map_err(|error| in_path(reason(&error)))
    }

    /// Gives all files their names. Returns their number.
    /// If one is taken by now, no file is published.
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
        // Locked before the file is made, so that Ctrl-C finds it.
        let mut drafts = lock(&self.drafts);
        let (file, path) = draft(&self.out)?.into_parts();
        drafts.push(path);
        Ok(file)
    }

    /// `data.npz`, or `data-00000.npz`.
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

    /// Refuses names that are taken. Of several files, any with such a number is in the way: it would be taken for
    /// one of them.
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
        match taken {
            Some(path) => Err(not_made(&path, &io::ErrorKind::AlreadyExists.into())),
            None => Ok(()),
        }
    }

    fn is_numbered(&self, path: &Path) -> bool {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let number = stem.and_then(|stem| stem.rsplit_once('-')?.1.parse().ok());
        number.is_some_and(|number| self.path(number) == *path)
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        // The signal handler shares them.
        lock(&self.drafts).clear();
    }
}
