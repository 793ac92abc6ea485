//! Writes whole files: each is written to a temporary file and renamed when it is complete. Never replaces a file
//! that this program did not create.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::terminal::text::{name, reason};

/// Returns the folder of a path; `.` if it has none.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Creates a draft: a hidden temporary file in the folder of `path`, deleted on drop.
pub(crate) fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".gokata-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of any new file, restricted by the umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Keep only the kind of the error, because its message names the draft, which the user does not know.
    let made = builder.tempfile_in(folder_of(path));
    made.map_err(|error| error.kind().into())
}

/// Renames a complete draft to `path`. Fails and deletes the draft if `path` exists by now.
pub(crate) fn publish(draft: TempPath, path: &Path) -> io::Result<()> {
    draft.persist_noclobber(path).map_err(|error| error.error)
}

/// Returns the message about a file that cannot be created.
pub(crate) fn not_made(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::AlreadyExists => "the file already exists, and is left unchanged".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => reason(error),
    };
    format!("{}: {why}", name(path))
}

const NOT_OURS: &str = "another file has this name now, and is left unchanged";

/// A file that this program created and keeps up to date.
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    identity: Identity,
}

impl OwnFile {
    /// Creates a file with this text. Fails if `path` exists.
    pub(crate) fn create(path: &Path, text: &str) -> io::Result<OwnFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let (draft, identity) = written(path, text)?;
        publish(draft, path)?;
        let path = path.to_owned();
        Ok(OwnFile { path, identity })
    }

    /// Replaces the text. Fails if another file has this path by now.
    pub(crate) fn replace(&mut self, text: &str) -> Result<(), String> {
        self.must_be_ours()?;
        let mut replace = || {
            let (draft, identity) = written(&self.path, text)?;
            draft.persist(&self.path)?;
            self.identity = identity;
            Ok(())
        };
        replace().map_err(|error: io::Error| reason(&error))
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

fn written(path: &Path, text: &str) -> io::Result<(TempPath, Identity)> {
    let mut draft = draft(path)?;
    draft.write_all(text.as_bytes())?;
    draft.as_file().sync_all()?;
    let identity = identity(&draft.as_file().metadata()?);
    Ok((draft.into_temp_path(), identity))
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
