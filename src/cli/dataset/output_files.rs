//! Writes the files of a data set to temporary files, and renames all of them when the last one is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::terminal::text::name;
use crate::write_file::{Drafts, folder_of, not_made, not_written};

/// Drafts of the files of a data set. Unpublished ones are deleted on drop and on Ctrl-C.
pub(super) struct Parts {
    out: PathBuf,
    several: bool,
    drafts: Drafts,
    /// The names of the drafts, and those that they get.
    names: Vec<(String, PathBuf)>,
}

impl Parts {
    /// Prepares one file of this name, or `several` numbered ones. Fails if the first name is taken or the folder is missing.
    pub(super) fn new(out: &Path, several: bool) -> Result<Parts, String> {
        if out.file_name().is_none() || fs::metadata(out).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: this is not the name of a file", name(out)));
        }
        let first = path(out, several, 0);
        if fs::symlink_metadata(&first).is_ok() {
            return Err(not_made(&first, &io::ErrorKind::AlreadyExists.into()));
        }
        Ok(Parts {
            out: out.to_owned(),
            several,
            drafts: Drafts::new(folder_of(out), out)?,
            names: Vec::new(),
        })
    }

    /// Creates the next draft and fills it with `write`.
    pub(super) fn add(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), String> {
        let draft = self.count().to_string();
        let created = self.drafts.with(|folder| folder.create(&draft));
        let added = created.and_then(|mut file| {
            write(&mut file)?;
            file.sync_all()
        });
        let path = path(&self.out, self.several, self.count());
        self.names.push((draft, path.clone()));
        added.map_err(|error| not_written(&path, &error))
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Renames all files to their final names. If one of these names exists by now, no file is kept.
    pub(super) fn publish(&self) -> Result<(), String> {
        let published = self
            .drafts
            .with(|drafts| Ok(drafts.publish_all(&self.names)));
        let published = published.map_err(|error| not_made(&self.out, &error))?;
        published.map_err(|(path, error)| not_made(&path, &error))
    }
}

/// Returns the final path of a file: `data.npz`, or with `several` `data-00000.npz`.
fn path(out: &Path, several: bool, number: usize) -> PathBuf {
    if !several {
        return out.to_owned();
    }
    let mut numbered = out.file_stem().unwrap_or_default().to_owned();
    numbered.push(format!("-{number:05}"));
    if let Some(ending) = out.extension() {
        numbered.push(".");
        numbered.push(ending);
    }
    out.with_file_name(numbered)
}
