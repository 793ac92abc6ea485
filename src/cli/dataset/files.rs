//! Files that are there as a whole or not at all. What stands in them is for others to say.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::terminal::signals::when_told_to_end;
use crate::terminal::text::{name, reason};

/// Files beside the place where they will stand once all of them are written. What is not published is removed.
pub(super) struct Parts {
    out: PathBuf,
    several: bool,
    made: Arc<Mutex<Vec<PathBuf>>>,
}

impl Parts {
    /// For one file of this name, or for several with numbers.
    ///
    /// # Errors
    /// There are such files, or there is no such folder.
    pub(super) fn new(out: &Path, several: bool) -> Result<Parts, String> {
        let parts = Parts {
            out: out.to_owned(),
            several,
            made: Arc::default(),
        };
        if out.file_name().is_none() || fs::metadata(out).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: this is no name of a file", name(out)));
        }
        if !fs::metadata(parts.folder()).is_ok_and(|found| found.is_dir()) {
            return Err(format!("{}: there is no such folder", name(parts.folder())));
        }
        parts.is_free()?;
        let made = Arc::clone(&parts.made);
        when_told_to_end(move |status| {
            // Held to the end: nothing more is made or published.
            let mut made = lock(&made);
            remove(&mut made);
            process::exit(status);
        })?;
        // Better refused now than after hours.
        parts.make().map_err(|error| refused(out, &error))?;
        remove(&mut lock(&parts.made));
        Ok(parts)
    }

    /// One more file, written by `write`.
    ///
    /// # Errors
    /// It cannot be made or written.
    pub(super) fn add(
        &mut self,
        write: impl FnOnce(&mut File) -> Result<(), String>,
    ) -> Result<(), String> {
        let path = self.path(lock(&self.made).len());
        let told = |message: String| format!("{}: {message}", name(&path));
        let mut file = self.make().map_err(|error| told(reason(&error)))?;
        write(&mut file).map_err(told)?;
        file.sync_all().map_err(|error| told(reason(&error)))
    }

    /// Gives all files their names, and says how many there are.
    ///
    /// # Errors
    /// One of them stands there by now: then none is published.
    pub(super) fn publish(self) -> Result<usize, String> {
        let made = lock(&self.made);
        self.is_free()?;
        for (number, part) in made.iter().enumerate() {
            let path = self.path(number);
            if let Err(error) = rename(part, &path) {
                for done in 0..number {
                    let _ = fs::remove_file(self.path(done));
                }
                return Err(refused(&path, &error));
            }
        }
        Ok(made.len())
    }

    /// A new file in the same folder.
    fn make(&self) -> io::Result<File> {
        let mut made = lock(&self.made);
        let number = made.len();
        for turn in 0..100 {
            let id = process::id();
            let beside = self
                .folder()
                .join(format!(".gokata-{id}-{number}-{turn}.part"));
            match File::create_new(&beside) {
                Ok(file) => {
                    made.push(beside);
                    return Ok(file);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    fn folder(&self) -> &Path {
        let folder = self.out.parent();
        folder
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
    }

    /// `data.npz`, or `data-00000.npz`.
    fn path(&self, number: usize) -> PathBuf {
        if !self.several {
            return self.out.clone();
        }
        let mut numbered = self.out.file_stem().unwrap_or_default().to_owned();
        numbered.push(format!("-{number:05}"));
        if let Some(ending) = self.out.extension() {
            numbered.push(".");
            numbered.push(ending);
        }
        self.out.with_file_name(numbered)
    }

    /// Is none of the names taken? Of several not even one that will not be used: it would be taken for one of
    /// them.
    fn is_free(&self) -> Result<(), String> {
        let taken = |path: &Path| fs::symlink_metadata(path).is_ok();
        let first = self.path(0);
        let mut found = taken(&first).then_some(first);
        if self.several && found.is_none() {
            let entries = fs::read_dir(self.folder());
            let entries = entries.into_iter().flatten().flatten();
            found = entries
                .map(|entry| self.out.with_file_name(entry.file_name()))
                .filter(|path| self.is_numbered(path))
                .min();
        }
        match found {
            Some(path) => Err(refused(&path, &ErrorKind::AlreadyExists.into())),
            None => Ok(()),
        }
    }

    fn is_numbered(&self, path: &Path) -> bool {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let number = stem.and_then(|stem| stem.rsplit_once('-')?.1.parse().ok());
        number.is_some_and(|number| self.path(number) == *path)
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        remove(&mut lock(&self.made));
    }
}

fn lock(made: &Mutex<Vec<PathBuf>>) -> MutexGuard<'_, Vec<PathBuf>> {
    made.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(made: &mut Vec<PathBuf>) {
    for part in made.drain(..) {
        let _ = fs::remove_file(part);
    }
}

/// Never over a file that is there: a second name is refused where a new name would not be. Where there are no
/// second names, the file was looked for just before.
fn rename(part: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(part, path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        Err(_) => fs::rename(part, path),
    }
}

fn refused(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists => format!(
            "{}: there is such a file already; it is left as it is",
            name(path)
        ),
        _ => format!("{}: {}", name(path), reason(error)),
    }
}
