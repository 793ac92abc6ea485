//! A hidden folder in which files are written before they get their names.
//!
//! A program that is killed cannot remove its folder, so the next one that writes into the same place does. Each
//! program locks its folder as long as it lives; the system releases the lock when it ends, however it ends. On a file
//! system without locks, and on systems other than Unix, such a folder stays.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir, TempPath};

const PREFIX: &str = ".gokata-";
const SUFFIX: &str = ".part";

/// The number of random letters and digits in the name of a folder. So many that no user gives a file such a name.
const RANDOM: usize = 16;

/// The folder, removed on drop with all drafts in it.
pub(crate) struct DraftFolder {
    folder: TempDir,
    /// Declared last, because the folder must be locked until it is removed.
    #[cfg(unix)]
    _lock: Option<locks::Lock>,
}

impl DraftFolder {
    /// Creates a folder for drafts in the folder `place`.
    pub(crate) fn new(place: &Path) -> io::Result<DraftFolder> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
        loop {
            // Keep only the kind of the error, because its message names the draft, which the user does not know.
            let made = builder.tempdir_in(place);
            let folder = made.map_err(|error| io::Error::from(error.kind()))?;
            #[cfg(unix)]
            if let Ok(lock) = locks::lock_new(folder.path()) {
                return Ok(DraftFolder {
                    folder,
                    _lock: lock,
                });
            }
            // Else another process has found the new folder before it was locked, and removes it.
            #[cfg(not(unix))]
            return Ok(DraftFolder { folder });
        }
    }

    /// Returns the path of a draft.
    pub(crate) fn path(&self, draft: &str) -> PathBuf {
        self.folder.path().join(draft)
    }

    /// Creates an empty draft, with the permissions of any new file.
    pub(crate) fn create(&self, draft: &str) -> io::Result<File> {
        File::create_new(self.path(draft))
    }

    /// Renames a complete draft to `path`. Fails if `path` exists by now.
    pub(crate) fn publish(&self, draft: &str, path: &Path) -> io::Result<()> {
        let draft = TempPath::try_from_path(self.path(draft))?;
        draft.persist_noclobber(path).map_err(|error| error.error)
    }

    /// Moves what is in a complete folder to another one, which must hold no files but drafts. After an error, that
    /// folder is as before.
    pub(crate) fn publish_files(&self, draft: &str, folder: &Path) -> io::Result<()> {
        if holds_more_than_drafts(folder)? {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        let mut published = Vec::new();
        let mut move_all = || -> io::Result<()> {
            let entries: io::Result<Vec<_>> = fs::read_dir(self.path(draft))?.collect();
            for entry in entries? {
                let path = folder.join(entry.file_name());
                if entry.file_type()?.is_dir() {
                    // Never replaces a file, or a folder that is not empty.
                    fs::rename(entry.path(), &path)?;
                } else {
                    let draft = TempPath::try_from_path(entry.path())?;
                    draft
                        .persist_noclobber(&path)
                        .map_err(|error| error.error)?;
                }
                published.push(path);
            }
            Ok(())
        };
        let moved = move_all();
        if moved.is_err() {
            for path in published {
                let is_folder = path.is_dir();
                let _ = if is_folder {
                    fs::remove_dir_all(path)
                } else {
                    fs::remove_file(path)
                };
            }
        }
        moved
    }

    /// Renames a complete draft to `path`, which it replaces.
    pub(crate) fn replace(&self, draft: &str, path: &Path) -> io::Result<()> {
        fs::rename(self.path(draft), path)
    }
}

/// True if a folder holds anything but folders of drafts.
pub(crate) fn holds_more_than_drafts(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if !is_draft_folder(&entry?.file_name()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes the folders in `place` that killed programs of this user have left behind. Ignores errors.
#[cfg(unix)]
pub(crate) fn remove_abandoned(place: &Path) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_draft_folder(&entry.file_name())) {
        let folder = entry.path();
        if let Some(_lock) = locks::lock_abandoned(&folder) {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

#[cfg(not(unix))]
pub(crate) fn remove_abandoned(_: &Path) {}

fn is_draft_folder(name: &std::ffi::OsStr) -> bool {
    let random = || name.to_str()?.strip_prefix(PREFIX)?.strip_suffix(SUFFIX);
    random().is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Locks of folders.
#[cfg(unix)]
mod locks {
    use std::fs::{self, File, OpenOptions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    use std::path::Path;

    use nix::errno::Errno;
    use nix::fcntl::{Flock, FlockArg, OFlag};

    /// The open folder. Programs started by this one do not inherit it.
    pub(super) type Lock = Flock<File>;

    pub(super) struct IsRemoved;

    /// Locks a folder that this process has created. Returns `None` if the file system has no locks.
    pub(super) fn lock_new(folder: &Path) -> Result<Option<Lock>, IsRemoved> {
        let opened = match open(folder) {
            Ok(opened) => opened,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(IsRemoved),
            Err(_) => return Ok(None),
        };
        match Flock::lock(opened, FlockArg::LockExclusiveNonblock) {
            Ok(lock) if is_at(&lock, folder) => Ok(Some(lock)),
            Ok(_) | Err((_, Errno::EWOULDBLOCK)) => Err(IsRemoved),
            Err(_) => Ok(None),
        }
    }

    /// Locks a folder of this user that no living process has locked.
    pub(super) fn lock_abandoned(folder: &Path) -> Option<Lock> {
        let opened = open(folder).ok()?;
        if opened.metadata().ok()?.uid() != nix::unistd::geteuid().as_raw() {
            return None;
        }
        let lock = Flock::lock(opened, FlockArg::LockExclusiveNonblock).ok()?;
        is_at(&lock, folder).then_some(lock)
    }

    fn open(folder: &Path) -> io::Result<File> {
        let flags = OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW;
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(flags.bits()).open(folder)
    }

    /// True if the path still names this folder.
    fn is_at(lock: &Lock, folder: &Path) -> bool {
        let identity = |found: fs::Metadata| (found.dev(), found.ino());
        let (opened, found) = (lock.metadata(), fs::symlink_metadata(folder));
        opened.ok().map(identity) == found.ok().map(identity)
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn folders(place: &Path) -> usize {
        fs::read_dir(place).expect("a folder").count()
    }

    /// Threads stand for programs: each lock belongs to its opened folder, not to the process.
    #[test]
    fn only_abandoned_folders_are_removed() {
        let place = TempDir::new().expect("a folder");
        let place = place.path();
        let alive = DraftFolder::new(place).expect("a folder");
        alive.create("0").expect("a draft");
        let killed = place.join(".gokata-0123456789abcDEF.part");
        fs::create_dir(&killed).expect("a folder");
        fs::write(killed.join("0"), "half").expect("written");
        // Names that are nearly the same, and other kinds of files.
        for folder in [
            ".gokata-0123456789abcDE.part",
            ".gokata-0123456789abcDEF0.part",
            ".gokata-0123456789abcD-F.part",
            "gokata-0123456789abcDEF.part",
            ".gokata-0123456789abcDEF",
        ] {
            fs::create_dir(place.join(folder)).expect("a folder");
        }
        fs::write(place.join(".gokata-1123456789abcDEF.part"), "mine").expect("written");
        let link = place.join(".gokata-2123456789abcDEF.part");
        std::os::unix::fs::symlink(".gokata-0123456789abcDEF", &link).expect("linked");
        assert_eq!(folders(place), 9);
        remove_abandoned(place);
        assert_eq!(folders(place), 8);
        assert!(!killed.exists() && alive.path("0").exists() && link.exists());
        drop(alive);
        assert_eq!(folders(place), 7);
    }

    #[test]
    fn a_new_folder_is_never_taken_for_an_abandoned_one() {
        let place = TempDir::new().expect("a folder");
        let place = place.path();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let folder = DraftFolder::new(place).expect("a folder");
                        folder.create("0").expect("a draft");
                        remove_abandoned(place);
                        assert!(folder.path("0").exists());
                    }
                });
            }
        });
        assert_eq!(folders(place), 0);
    }
}
