//! New files and folders, which appear under their names when they are complete. They are deleted on drop and when a
//! signal ends the program.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::drafts::{Drafts, folder_of, holds_more_than_drafts, not_made, not_written};
use crate::terminal::text::name;

const DRAFT: &str = "draft";

/// A file that is being written.
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
        let drafts = Drafts::new(folder_of(path), path)?;
        let file = drafts.with(|folder| folder.create(DRAFT));
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
        let flushed = self.file.flush();
        let written = flushed.and_then(|()| self.file.get_ref().sync_all());
        written.map_err(|error| not_written(&self.path, &error))?;
        let published = self.drafts.with(|drafts| drafts.publish(DRAFT, &self.path));
        published.map_err(|error| not_made(&self.path, &error))
    }
}

/// A folder that is being written.
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
        let exists = fs::symlink_metadata(out).is_ok();
        if exists && !out.is_dir() || !exists && out.file_name().is_none() {
            return Err(format!(
                "{}: a new folder or an empty one is needed",
                name(out)
            ));
        }
        let written = |error| not_written(out, &error);
        if exists && holds_more_than_drafts(out).map_err(written)? {
            return Err(not_empty(out));
        }
        let drafts = Drafts::new(if exists { out } else { folder_of(out) }, out)?;
        let draft = drafts.with(|drafts| fs::create_dir(drafts.path(DRAFT)));
        draft.map_err(written)?;
        Ok(NewFolder {
            out: out.to_owned(),
            exists,
            drafts,
        })
    }

    /// Adds a file. Its name may begin with folders, with `/` between them.
    pub(crate) fn add(&self, file: &str, content: &[u8]) -> Result<(), String> {
        let draft = format!("{DRAFT}/{file}");
        let file = self.drafts.with(|drafts| {
            fs::create_dir_all(folder_of(&drafts.path(&draft)))?;
            drafts.create(&draft)
        });
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
                return Err(ErrorKind::DirectoryNotEmpty.into());
            }
            let mut files = Vec::new();
            for entry in fs::read_dir(drafts.path(DRAFT))? {
                let file = entry?.file_name();
                files.push((format!("{DRAFT}/{}", file.display()), self.out.join(file)));
            }
            drafts.publish_all(&files).map_err(|(_, error)| error)
        });
        published.map_err(|error| match error.kind() {
            ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists => not_empty(&self.out),
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
