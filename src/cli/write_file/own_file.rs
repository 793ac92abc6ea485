//! A file that this program created and keeps up to date.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::draft_folder::DraftFolder;
use super::messages::folder_of;
use crate::terminal::text::reason;

const CHANGED: &str = "another program has changed this file, which is left unchanged";
const NOT_OURS: &str = "another file has this name now, and is left unchanged";

/// A file that this program created and keeps up to date.
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    identity: Identity,
    /// What this program has written to it.
    text: String,
}

impl OwnFile {
    /// Creates a file with this text. Fails if `path` exists.
    pub(crate) fn create(path: &Path, text: &str) -> io::Result<OwnFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let (drafts, identity) = written(path, text)?;
        drafts.publish(DRAFT, path)?;
        Ok(OwnFile {
            path: path.to_owned(),
            identity,
            text: text.to_owned(),
        })
    }

    /// Replaces the text. Fails if another file has this path by now, or if the file has another text.
    pub(crate) fn replace(&mut self, text: &str) -> Result<(), String> {
        self.must_be_ours()?;
        if fs::read(&self.path).is_ok_and(|found| found != self.text.as_bytes()) {
            return Err(CHANGED.to_owned());
        }
        let mut replace = || {
            let (drafts, identity) = written(&self.path, text)?;
            drafts.replace(DRAFT, &self.path)?;
            self.identity = identity;
            text.clone_into(&mut self.text);
            Ok(())
        };
        replace().map_err(|error: io::Error| {
            let why = reason(&error);
            if fs::symlink_metadata(&self.path).is_ok() {
                format!("{why}; the file keeps what was saved before")
            } else {
                why
            }
        })
    }

    /// Removes the file. Fails if another file has this path by now, or if the file does not have this text.
    pub(crate) fn remove(&self, text: &str) -> Result<(), String> {
        self.must_be_ours()?;
        // A new file may have the identity of one that was removed.
        let found = fs::read(&self.path).map_err(|error| reason(&error))?;
        if found != text.as_bytes() {
            return Err(NOT_OURS.to_owned());
        }
        fs::remove_file(&self.path).map_err(|error| reason(&error))
    }

    fn must_be_ours(&self) -> Result<(), String> {
        let found = fs::symlink_metadata(&self.path);
        if found.is_ok_and(|found| identity(&found) != self.identity) {
            return Err(NOT_OURS.to_owned());
        }
        Ok(())
    }
}

const DRAFT: &str = "draft";

/// Writes the draft of a file.
fn written(path: &Path, text: &str) -> io::Result<(DraftFolder, Identity)> {
    let drafts = DraftFolder::new(folder_of(path))?;
    let mut draft = drafts.create(DRAFT)?;
    draft.write_all(text.as_bytes())?;
    draft.sync_all()?;
    let identity = identity(&draft.metadata()?);
    Ok((drafts, identity))
}

/// The device and inode of a file, which distinguish it from a later file of the same name; `None` except on Unix.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // `None` on other systems
fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another program may have written the same text.
    #[cfg(unix)]
    #[test]
    fn a_file_of_another_program_is_not_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        let own = OwnFile::create(&path, "text").expect("created");
        let other = folder.path().join("other");
        fs::write(&other, "text").expect("written");
        fs::rename(&other, &path).expect("renamed");
        assert_eq!(own.remove("text"), Err(NOT_OURS.to_owned()));
        assert_eq!(fs::read(&path).expect("a file"), b"text");
    }

    /// An editor may write into the file itself, which then keeps its identity.
    #[test]
    fn a_file_with_another_text_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        let mut own = OwnFile::create(&path, "text").expect("created");
        assert_eq!(own.replace("new"), Ok(()));
        fs::write(&path, "edited").expect("written");
        assert_eq!(own.replace("newer"), Err(CHANGED.to_owned()));
        assert_eq!(fs::read(&path).expect("a file"), b"edited");
        fs::write(&path, "new").expect("written");
        assert_eq!(own.replace("newer"), Ok(()));
        // A file that was removed is written again.
        fs::remove_file(&path).expect("removed");
        assert_eq!(own.replace("newest"), Ok(()));
        assert_eq!(fs::read(&path).expect("a file"), b"newest");
    }

    #[test]
    fn a_file_with_another_text_is_not_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        let own = OwnFile::create(&path, "text").expect("created");
        assert_eq!(own.remove("another"), Err(NOT_OURS.to_owned()));
        assert_eq!(own.remove("text"), Ok(()));
        assert!(!path.exists());
    }
}
