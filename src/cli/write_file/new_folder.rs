//! A new folder, which appears under its name when all its files are complete.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::drafts::Drafts;
use super::messages::not_written;
use crate::terminal::text::{name, reason};

const DRAFT: &str = "folder";

/// A folder that is being written. Deleted on drop and when a signal ends the program.
pub(crate) struct NewFolder {
    /// The path that the user gave, for messages.
    out: PathBuf,
    /// The final path; the target of a link.
    target: PathBuf,
    drafts: Drafts,
}

impl NewFolder {
    /// Prepares a folder. Fails if there is one that is not empty.
    pub(crate) fn new(out: &Path) -> Result<NewFolder, String> {
        let mut target = out.to_owned();
        let mut permissions = None;
        if let Ok(found) = fs::symlink_metadata(out) {
            let is_link = found.is_symlink();
            let found = fs::metadata(out).ok().filter(fs::Metadata::is_dir);
            let found = found.ok_or_else(|| {
                let what = if is_link { "link" } else { "file" };
                format!(
                    "{}: there is a {what} of this name; a new folder is needed",
                    name(out)
                )
            })?;
            check_is_empty(out)?;
            target = fs::canonicalize(out).map_err(|error| not_written(out, &error))?;
            permissions = Some(found.permissions());
        }
        if target.file_name().is_none() {
            return Err(format!("{}: this is not the name of a folder", name(out)));
        }
        let drafts = Drafts::beside(&target)?;
        let draft = drafts.with(|drafts| {
            let draft = drafts.path(DRAFT);
            fs::create_dir(&draft)?;
            permissions.map_or(Ok(()), |permissions| {
                fs::set_permissions(draft, permissions)
            })
        });
        draft.map_err(|error| not_written(out, &error))?;
        Ok(NewFolder {
            out: out.to_owned(),
            target,
            drafts,
        })
    }

    /// Adds a file. Its name may begin with folders, with `/` between them.
    pub(crate) fn add(&self, file: &str, content: &[u8]) -> Result<(), String> {
        let draft = format!("{DRAFT}/{file}");
        let made = self.drafts.with(|drafts| match draft.rsplit_once('/') {
            Some((DRAFT, _)) | None => Ok(()),
            Some((folder, _)) => fs::create_dir_all(drafts.path(folder)),
        });
        let file = made.and_then(|()| self.drafts.create(&draft));
        let written = file.and_then(|mut file| file.write_all(content));
        written.map_err(|error| not_written(&self.out, &error))
    }

    /// Gives the folder its name.
    pub(crate) fn publish(self) -> Result<(), String> {
        // Replaces a folder only if it is empty.
        let published = self
            .drafts
            .with(|drafts| drafts.replace(DRAFT, &self.target));
        published.map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty => not_empty(&self.out),
            io::ErrorKind::NotADirectory => {
                let out = name(&self.out);
                format!("{out}: there is a file of this name now, which is left unchanged")
            }
            io::ErrorKind::ResourceBusy => {
                let out = name(&self.out);
                format!(
                    "{out}: this folder is in use ({}); give a new one",
                    reason(&error)
                )
            }
            _ => not_written(&self.out, &error),
        })
    }
}

fn check_is_empty(folder: &Path) -> Result<(), String> {
    let mut entries = fs::read_dir(folder).map_err(|error| not_written(folder, &error))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(not_empty(folder)),
    }
}

fn not_empty(folder: &Path) -> String {
    format!(
        "{}: the folder is not empty, and is left unchanged",
        name(folder)
    )
}
