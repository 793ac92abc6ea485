//! Files and folders, which appear under their names when they are complete.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::drafts::{DraftFolder, Drafts, folder_of, must_be_empty, not_made};
use crate::terminal::error::{CommandError, FileError};
use crate::terminal::text::reason;

const DRAFT: &str = "draft";

/// A file that is being written. It is deleted on drop and when a signal ends the program.
pub(crate) struct NewFile {
    path: PathBuf,
    drafts: Drafts,
    file: BufWriter<File>,
}

impl NewFile {
    /// Prepares a file. Fails if `path` exists.
    pub(crate) fn new(path: &Path) -> Result<NewFile, CommandError> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(not_made(path, &ErrorKind::AlreadyExists.into()));
        }
        let drafts = Drafts::new(folder_of(path), path)?;
        let file = drafts.with(path, |folder| folder.create(DRAFT))?;
        Ok(NewFile {
            path: path.to_owned(),
            drafts,
            file: BufWriter::new(file),
        })
    }

    pub(crate) fn write(&mut self, text: &str) -> Result<(), CommandError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| not_made(&self.path, &error))
    }

    /// Gives the complete file its name. Fails if that exists by now.
    pub(crate) fn publish(mut self) -> Result<(), CommandError> {
        let path = &self.path;
        let written = self
            .file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all());
        written.map_err(|error| not_made(path, &error))?;
        self.drafts.with(path, |drafts| drafts.publish(DRAFT, path))
    }
}

/// A file that this program created and keeps up to date.
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    /// What this program has written to it.
    text: String,
}

impl OwnFile {
    /// Creates a file with this text. Fails if `path` exists.
    pub(crate) fn create(path: &Path, text: &str) -> io::Result<OwnFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        written(path, text)?.publish(DRAFT, path)?;
        Ok(OwnFile {
            path: path.to_owned(),
            text: text.to_owned(),
        })
    }

    /// Replaces the text, or writes a file that is gone again. Fails if another program has changed it.
    pub(crate) fn replace(&mut self, text: &str) -> Result<(), FileError> {
        self.must_be_ours()?;
        let drafts = written(&self.path, text);
        let replaced = drafts.and_then(|drafts| fs::rename(drafts.path(DRAFT), &self.path));
        replaced.map_err(|error| match fs::symlink_metadata(&self.path) {
            Ok(_) => format!("{}; the file keeps what was saved before", reason(&error)).into(),
            Err(_) => FileError::Io(error),
        })?;
        text.clone_into(&mut self.text);
        Ok(())
    }

    /// Removes the file. Fails if another program has changed it.
    pub(crate) fn remove(&self) -> Result<(), FileError> {
        self.must_be_ours()?;
        Ok(fs::remove_file(&self.path)?)
    }

    /// Fails if the path has a file with another text.
    fn must_be_ours(&self) -> Result<(), FileError> {
        match fs::symlink_metadata(&self.path) {
            // A special file, whose end may never come, has no length.
            Ok(found)
                if found.len() != self.text.len() as u64
                    || fs::read(&self.path).is_ok_and(|found| found != self.text.as_bytes()) =>
            {
                Err("another program has changed this file, which is left unchanged".into())
            }
            _ => Ok(()),
        }
    }
}

/// Writes the draft of a file.
fn written(path: &Path, text: &str) -> io::Result<DraftFolder> {
    let drafts = DraftFolder::new(folder_of(path))?;
    let mut draft = drafts.create(DRAFT)?;
    draft.write_all(text.as_bytes())?;
    draft.sync_all()?;
    Ok(drafts)
}

/// A folder that is being written. It is deleted on drop and when a signal ends the program.
pub(crate) struct NewFolder {
    /// The path that the user gave, for messages.
    out: PathBuf,
    /// True if the folder exists. It stays the same one, because it may be the current folder of a shell, or belong to
    /// another user.
    exists: bool,
    /// What an earlier run of this program has written there, and is replaced; `None` if the folder gets no list of it.
    own: Option<Own>,
    /// The lines of the list of what is written now.
    list: Vec<String>,
    drafts: Drafts,
}

/// What is in a folder of an earlier run.
#[derive(Default)]
struct Own {
    /// The list of it, as it was read; `None` if there is none.
    list: Option<String>,
    /// The files that this program has written, and nobody has changed.
    files: Vec<String>,
}

/// The list of the files that this program has written into a folder, each with a checksum of its content. While files are
/// replaced it has both, the old ones and the new ones, so that a run after one that was killed knows all of them.
const LIST: &str = "gokata-report.txt";

/// Where replaced files lie until the new ones have their names.
const REPLACED: &str = "replaced";

impl NewFolder {
    /// Prepares a folder, which may hold files that an earlier run has written with [`NewFolder::publish`]: those that its
    /// list names. Fails if one of these has been changed since.
    pub(crate) fn with_own_files(out: &Path) -> Result<NewFolder, CommandError> {
        let Ok(list) = fs::read_to_string(out.join(LIST)) else {
            return NewFolder::empty(out, Some(Own::default()));
        };
        let mut sums: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for line in list.lines() {
            let (sum, file) = line.split_once(' ').unwrap_or_default();
            // A name with folders would lead elsewhere.
            if Path::new(file).file_name() != Some(OsStr::new(file)) || file.starts_with('.') {
                let why = "this is no list of pages, and nothing is changed";
                return Err(CommandError::file(&out.join(LIST), why));
            }
            sums.entry(file).or_default().push(sum);
        }
        let mut files = Vec::new();
        for (file, sums) in sums {
            let path = out.join(file);
            match fs::symlink_metadata(&path) {
                // Somebody has removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Ok(found)
                    if found.is_file()
                        && fs::read(&path)
                            .is_ok_and(|content| sums.contains(&&*checksum(&content))) =>
                {
                    files.push(file.to_owned());
                }
                _ => {
                    let why = "this page was changed since gokata wrote it, so nothing is replaced";
                    return Err(CommandError::file(&path, why));
                }
            }
        }
        let own = Own {
            list: Some(list.clone()),
            files,
        };
        NewFolder::within(out, out, Some(own))
    }

    /// Prepares a folder. Fails if there is one that is not empty.
    pub(crate) fn new(out: &Path) -> Result<NewFolder, CommandError> {
        NewFolder::empty(out, None)
    }

    fn empty(out: &Path, own: Option<Own>) -> Result<NewFolder, CommandError> {
        let exists = fs::symlink_metadata(out).is_ok();
        if exists && !out.is_dir() || !exists && out.file_name().is_none() {
            let why = "a new folder or an empty one is needed";
            return Err(CommandError::file(out, why));
        }
        if exists {
            must_be_empty(out).map_err(|error| not_made(out, &error))?;
        }
        NewFolder::within(if exists { out } else { folder_of(out) }, out, own)
    }

    /// Prepares drafts in the folder `place`: the folder itself, or that of its path.
    fn within(place: &Path, out: &Path, own: Option<Own>) -> Result<NewFolder, CommandError> {
        let drafts = Drafts::new(place, out)?;
        drafts.with(out, |drafts| fs::create_dir(drafts.path(DRAFT)))?;
        Ok(NewFolder {
            out: out.to_owned(),
            exists: place == out,
            own,
            list: Vec::new(),
            drafts,
        })
    }

    /// Adds a file. Its name may begin with folders, with `/` between them.
    pub(crate) fn add(&mut self, file: &str, content: &[u8]) -> Result<(), CommandError> {
        let draft = format!("{DRAFT}/{file}");
        // A checksum of the content, to see later whether it has been changed.
        self.list.push(format!("{} {file}\n", checksum(content)));
        let mut file = self.drafts.with(&self.out, |drafts| {
            fs::create_dir_all(folder_of(&drafts.path(&draft)))?;
            drafts.create(&draft)
        })?;
        let written = file.write_all(content);
        written.map_err(|error| not_made(&self.out, &error))
    }

    /// Gives the folder its name, or moves the files into the folder that exists, in the place of its own. If one cannot get
    /// its name, all is as it was.
    pub(crate) fn publish(mut self) -> Result<(), CommandError> {
        self.list.sort();
        let list = self.list.concat();
        if self.own.is_some() && !self.exists {
            self.add(LIST, list.as_bytes())?;
        }
        let out = &self.out;
        let published = self.drafts.with(out, |drafts| {
            if !self.exists {
                // Replaces a folder that has appeared since, but only if it is empty.
                return drafts.publish(DRAFT, out).map(Ok);
            }
            let mut new = Vec::new();
            for entry in fs::read_dir(drafts.path(DRAFT))? {
                let file = entry?.file_name();
                new.push((format!("{DRAFT}/{}", file.display()), out.join(file)));
            }
            let Some(own) = &self.own else {
                must_be_empty(out)?;
                return Ok(drafts.publish_all(&new));
            };
            own.replace(drafts, out, &new, &list)
        });
        published?
    }
}

impl Own {
    /// Publishes new files in the place of these, with their list.
    fn replace(
        &self,
        drafts: &DraftFolder,
        out: &Path,
        new: &[(String, PathBuf)],
        list: &str,
    ) -> io::Result<Result<(), CommandError>> {
        let set_list = |text: &str| {
            let mut draft = drafts.create(LIST)?;
            draft.write_all(text.as_bytes())?;
            fs::rename(drafts.path(LIST), out.join(LIST))
        };
        let before = self.list.as_deref();
        if before.is_none() {
            must_be_empty(out)?;
        }
        let is_own = |path: &Path| self.files.iter().any(|file| out.join(file) == path);
        for (_, path) in new {
            if fs::symlink_metadata(path).is_ok() && !is_own(path) {
                return Ok(Err(not_made(path, &ErrorKind::AlreadyExists.into())));
            }
        }
        let old = drafts.path(REPLACED);
        fs::create_dir(&old)?;
        set_list(&[before.unwrap_or_default(), list].concat())?;
        let back = |moved: &[String]| {
            for file in moved {
                let _ = fs::rename(old.join(file), out.join(file));
            }
            let _ = match before {
                Some(before) => set_list(before),
                None => fs::remove_file(out.join(LIST)),
            };
        };
        for (nth, file) in self.files.iter().enumerate() {
            let moved = fs::rename(out.join(file), old.join(file));
            moved.inspect_err(|_| back(&self.files[..nth]))?;
        }
        let published = drafts.publish_all(new);
        if published.is_ok() {
            // A list that keeps the old files, too, does no harm.
            let _ = set_list(list);
        }
        Ok(published.inspect_err(|_| back(&self.files)))
    }
}

fn checksum(content: &[u8]) -> String {
    format!("{:08x}", rawzip::crc32(content))
}
