//! New files and folders, which appear under their names when they are complete. They are deleted on drop and when a
//! signal ends the program.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::drafts::{Drafts, folder_of, holds_more_than_drafts, not_made, not_written};
use crate::terminal::error::CommandError;

const DRAFT: &str = "draft";

/// A file that is being written.
pub(crate) struct NewFile {
    path: PathBuf,
    drafts: Drafts,
    file: BufWriter<File>,
}

impl NewFile {
    /// Prepares a file. Fails if `path` exists.
    pub(crate) fn new(path: &Path) -> Result<NewFile, CommandError> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(not_made(path, ErrorKind::AlreadyExists.into()));
        }
        let drafts = Drafts::new(folder_of(path), path)?;
        let file = drafts.with(|folder| folder.create(DRAFT));
        Ok(NewFile {
            path: path.to_owned(),
            drafts,
            file: BufWriter::new(file.map_err(|error| not_written(path, error))?),
        })
    }

    pub(crate) fn write(&mut self, text: &str) -> Result<(), CommandError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| not_written(&self.path, error))
    }

    /// Gives the complete file its name. Fails if that exists by now.
    pub(crate) fn publish(mut self) -> Result<(), CommandError> {
        let flushed = self.file.flush();
        let written = flushed.and_then(|()| self.file.get_ref().sync_all());
        written.map_err(|error| not_written(&self.path, error))?;
        let published = self.drafts.with(|drafts| drafts.publish(DRAFT, &self.path));
        published.map_err(|error| not_made(&self.path, error))
    }
}

/// A folder that is being written.
pub(crate) struct NewFolder {
    /// The path that the user gave, for messages.
    out: PathBuf,
    /// True if the folder exists. It stays the same one, because it may be the current folder of a shell, or belong to
    /// another user.
    exists: bool,
    /// What an earlier run of this program has written there, and may be replaced.
    own: Option<Vec<String>>,
    drafts: Drafts,
}

/// The list of the files that this program has written into a folder, each with a checksum of its content.
const LIST: &str = "gokata-report.txt";

/// Where replaced files lie until the new ones have their names.
const REPLACED: &str = "replaced";

impl NewFolder {
    /// Prepares a folder, which may hold files that an earlier run has written with [`NewFolder::publish`]: those that its
    /// list names. Fails if one of these has been changed since.
    pub(crate) fn with_own_files(out: &Path) -> Result<NewFolder, CommandError> {
        let list = match fs::read_to_string(out.join(LIST)) {
            Ok(list) => list,
            Err(error) if error.kind() == ErrorKind::NotFound || !out.is_dir() => {
                let own = Some(Vec::new());
                let folder = NewFolder::new(out)?;
                return Ok(NewFolder { own, ..folder });
            }
            Err(error) => return Err(not_written(out, error)),
        };
        let mut own = vec![LIST.to_owned()];
        for line in list.lines() {
            let (sum, file) = line.split_once(' ').unwrap_or_default();
            // A name with folders would lead elsewhere.
            let is_plain = Path::new(file).components().count() == 1
                && !file.contains(['/', '\\'])
                && !file.starts_with('.');
            if !is_plain {
                let why = "this is no list of pages, and nothing is changed";
                return Err(CommandError::file(&out.join(LIST), why));
            }
            let path = out.join(file);
            match fs::symlink_metadata(&path) {
                // Somebody has removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Ok(found)
                    if found.is_file()
                        && fs::read(&path).is_ok_and(|content| checksum(&content) == sum) => {}
                _ => {
                    let why = "this page was changed since gokata wrote it, so nothing is replaced";
                    return Err(CommandError::file(&path, why));
                }
            }
            own.push(file.to_owned());
        }
        let folder = NewFolder::within(out, out)?;
        Ok(NewFolder {
            own: Some(own),
            ..folder
        })
    }

    /// Prepares a folder. Fails if there is one that is not empty.
    pub(crate) fn new(out: &Path) -> Result<NewFolder, CommandError> {
        let exists = fs::symlink_metadata(out).is_ok();
        if exists && !out.is_dir() || !exists && out.file_name().is_none() {
            let why = "a new folder or an empty one is needed";
            return Err(CommandError::file(out, why));
        }
        if exists && holds_more_than_drafts(out).map_err(|error| not_written(out, error))? {
            return Err(not_empty(out));
        }
        NewFolder::within(if exists { out } else { folder_of(out) }, out)
    }

    /// Prepares drafts in the folder `place`: the folder itself, or that of its path.
    fn within(place: &Path, out: &Path) -> Result<NewFolder, CommandError> {
        let drafts = Drafts::new(place, out)?;
        let draft = drafts.with(|drafts| fs::create_dir(drafts.path(DRAFT)));
        draft.map_err(|error| not_written(out, error))?;
        Ok(NewFolder {
            out: out.to_owned(),
            exists: place == out,
            own: None,
            drafts,
        })
    }

    /// Adds a file. Its name may begin with folders, with `/` between them.
    pub(crate) fn add(&self, file: &str, content: &[u8]) -> Result<(), CommandError> {
        let draft = format!("{DRAFT}/{file}");
        let file = self.drafts.with(|drafts| {
            fs::create_dir_all(folder_of(&drafts.path(&draft)))?;
            drafts.create(&draft)
        });
        let written = file.and_then(|mut file| file.write_all(content));
        written.map_err(|error| not_written(&self.out, error))
    }

    /// Gives the folder its name, or moves the files into the folder that exists.
    pub(crate) fn publish(self) -> Result<(), CommandError> {
        if let Some(own) = &self.own {
            self.add_list()?;
            if !own.is_empty() {
                return self.replace(own);
            }
        }
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
            _ => not_written(&self.out, error),
        })
    }

    /// Adds the list of all files.
    fn add_list(&self) -> Result<(), CommandError> {
        let listed = self.drafts.with(|drafts| {
            let mut lines = Vec::new();
            for entry in fs::read_dir(drafts.path(DRAFT))? {
                let path = entry?.path();
                let file = path.file_name().unwrap_or_default().display().to_string();
                lines.push(format!("{} {file}\n", checksum(&fs::read(&path)?)));
            }
            lines.sort();
            Ok(lines.concat())
        });
        let list = listed.map_err(|error| not_written(&self.out, error))?;
        self.add(LIST, list.as_bytes())
    }

    /// Puts the new files in the place of its own. If one cannot get its name, all is as it was.
    fn replace(&self, own: &[String]) -> Result<(), CommandError> {
        let replaced = self.drafts.with(|drafts| {
            let old = drafts.path(REPLACED);
            fs::create_dir(&old)?;
            let mut new = Vec::new();
            for entry in fs::read_dir(drafts.path(DRAFT))? {
                let file = entry?.file_name();
                let path = self.out.join(&file);
                if !own.iter().any(|own| **own == *file) && fs::symlink_metadata(&path).is_ok() {
                    return Ok(Err(not_made(&path, ErrorKind::AlreadyExists.into())));
                }
                new.push((format!("{DRAFT}/{}", file.display()), path));
            }
            let back = |moved: &[&String]| {
                for file in moved {
                    let _ = fs::rename(old.join(file), self.out.join(file));
                }
            };
            let mut moved = Vec::new();
            for file in own {
                if let Err(error) = fs::rename(self.out.join(file), old.join(file)) {
                    back(&moved);
                    return Err(error);
                }
                moved.push(file);
            }
            if let Err((path, error)) = drafts.publish_all(&new) {
                back(&moved);
                return Ok(Err(not_made(&path, error)));
            }
            Ok(Ok(()))
        });
        replaced.map_err(|error| not_written(&self.out, error))?
    }
}

/// A checksum of a file's content, to see whether it has been changed.
fn checksum(content: &[u8]) -> String {
    format!("{:08x}", rawzip::crc32(content))
}

fn not_empty(folder: &Path) -> CommandError {
    CommandError::file(folder, "the folder is not empty, and is left unchanged")
}
