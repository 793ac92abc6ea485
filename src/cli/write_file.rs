//! Writing whole files: a file gets its name when it is complete, and never replaces a file that the program did not
//! make.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::terminal::text::{name, reason};

/// The folder that a file of this name is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new hidden file in the folder of `path`, removed when dropped.
pub(crate) fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".gokata-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file: the umask decides.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Only the kind of the error: its message would name the draft, which the user does not know.
    let made = builder.tempfile_in(folder_of(path));
    made.map_err(|error| error.kind().into())
}

/// Gives a complete draft its name. If that fails, for example because there is such a file by now, the draft is
/// removed.
pub(crate) fn publish(draft: TempPath, path: &Path) -> io::Result<()> {
    draft.persist_noclobber(path).map_err(|error| error.error)
}

/// The message about a file that cannot be made.
pub(crate) fn not_made(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::AlreadyExists => "there is such a file already; it is left as it is".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => reason(error),
    };
    format!("{}: {why}", name(path))
}

/// A file that this program made and keeps up to date.
pub(crate) struct OwnFile {
    pub(crate) path: PathBuf,
    identity: Identity,
}

impl OwnFile {
    /// Makes a file with this text.
    pub(crate) fn create(path: &Path, text: &str) -> io::Result<OwnFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let (draft, identity) = written(path, text)?;
        publish(draft, path)?;
        let path = path.to_owned();
        Ok(OwnFile { path, identity })
    }

    /// Replaces the text, unless another file has taken the place.
    pub(crate) fn replace(&mut self, text: &str) -> Result<(), String> {
        let found = fs::symlink_metadata(&self.path);
        if found.is_ok_and(|found| identity(&found) != self.identity) {
            return Err("another file stands there now; it is left as it is".to_owned());
        }
        let mut replace = || {
            let (draft, identity) = written(&self.path, text)?;
            draft.persist(&self.path)?;
            self.identity = identity;
            Ok(())
        };
        replace().map_err(|error: io::Error| reason(&error))
    }
}

/// A complete draft with this text.
fn written(path: &Path, text: &str) -> io::Result<(TempPath, Identity)> {
    let mut draft = draft(path)?;
    draft.write_all(text.as_bytes())?;
    draft.as_file().sync_all()?;
    let identity = identity(&draft.as_file().metadata()?);
    Ok((draft.into_temp_path(), identity))
}

/// What tells a file from another one of the same name: device and inode, where the system has them.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // other systems have none
fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    None
}
