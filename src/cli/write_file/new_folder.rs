//! A folder of files. A new one appears under its name when all its files are complete; into an empty one that exists,
//! they are moved then.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::draft_folder::holds_more_than_drafts;
use super::drafts::Drafts;
use super::messages::not_written;
use crate::terminal::text::{name, reason};

const DRAFT: &str = "folder";

/// A folder that is being written. Deleted on drop and when a signal ends the program.
pub(crate) struct NewFolder {
    /// The path that the user gave, for messages.
    out: PathBuf,
    /// True if the folder exists. It stays the same one, because it may be the current folder of a shell, or belong to
    /// another user.
    exists: bool,
    drafts: Drafts,
}

impl NewFolder {
    /// Prepares a folder. Fails if there is one that is not empty.
    pub(crate) fn new(out: &Path) -> Result<NewFolder, String> {
        let mut exists = false;
        if let Ok(found) = fs::symlink_metadata(out) {
            let is_link = found.is_symlink();
            if !fs::metadata(out).is_ok_and(|found| found.is_dir()) {
                let what = if is_link { "link" } else { "file" };
                return Err(format!(
                    "{}: there is a {what} of this name; a new folder is needed",
                    name(out)
                ));
            }
            if holds_more_than_drafts(out).map_err(|error| not_written(out, &error))? {
                return Err(not_empty(out));
            }
            exists = true;
        } else if out.file_name().is_none() {
            return Err(format!("{}: this is not the name of a folder", name(out)));
        }
        let drafts = if exists {
            Drafts::within(out, out)?
        } else {
            Drafts::beside(out)?
        };
        let draft = drafts.with(|drafts| fs::create_dir(drafts.path(DRAFT)));
        draft.map_err(|error| not_written(out, &error))?;
        Ok(NewFolder {
            out: out.to_owned(),
            exists,
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

    /// Gives the folder its name, or moves the files into the folder that exists.
    pub(crate) fn publish(self) -> Result<(), String> {
        let published = self.drafts.with(|drafts| {
            if !self.exists {
                // Replaces a folder that has appeared since, but only if it is empty.
                return drafts.publish(DRAFT, &self.out);
            }
            if holds_more_than_drafts(&self.out)? {
                return Err(io::ErrorKind::DirectoryNotEmpty.into());
            }
            let mut files = Vec::new();
            for entry in fs::read_dir(drafts.path(DRAFT))? {
                let file = entry?.file_name();
                files.push((format!("{DRAFT}/{}", file.display()), self.out.join(file)));
            }
            drafts.publish_all(&files).map_err(|(_, error)| error)
        });
        published.map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => not_empty(&self.out),
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

fn not_empty(folder: &Path) -> String {
    format!(
        "{}: the folder is not empty, and is left unchanged",
        name(folder)
    )
}
