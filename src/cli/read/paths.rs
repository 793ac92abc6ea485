//! The files that a command reads: named, in a list, or below a folder. They are found one at a time, so that a
//! long list takes no memory.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};

use super::files::is_record;
use crate::terminal::text::{name, reason};

/// A file to read, or a path that cannot be read and the message about it.
pub(crate) type Found = Result<PathBuf, (PathBuf, String)>;

/// The files that names of files and folders stand for, in order. A folder stands for the files in and below it that
/// end in `.txt` or `.sgf`, in the order of their names; links to folders are not followed.
pub(crate) struct Files<N> {
    names: N,
    /// Do folders stand for their `.txt` files, too?
    fixtures: bool,
    /// The folders on the way to the current file, the deepest one last.
    open: Vec<Folder>,
}

struct Folder {
    path: PathBuf,
    /// The names not visited yet. True for a folder.
    entries: VecDeque<(OsString, bool)>,
    /// Was it named by the user, and no file found in it yet?
    empty: bool,
}

impl<N: Iterator<Item = Found>> Files<N> {
    pub(crate) fn new(names: N) -> Files<N> {
        Files {
            names,
            fixtures: true,
            open: Vec::new(),
        }
    }

    /// Lets folders stand for their `.sgf` files only.
    pub(crate) fn records(self) -> Files<N> {
        let fixtures = false;
        Files { fixtures, ..self }
    }

    fn enter(&mut self, path: PathBuf) -> Result<(), (PathBuf, String)> {
        match entries(&path) {
            Ok(entries) => {
                let empty = self.open.is_empty();
                self.open.push(Folder {
                    path,
                    entries: entries.into(),
                    empty,
                });
                Ok(())
            }
            Err(error) => {
                self.found();
                let message = format!("{}: {}", name(&path), reason(&error));
                Err((path, message))
            }
        }
    }

    /// Notes that the folder named by the user is not empty.
    fn found(&mut self) {
        if let Some(named) = self.open.first_mut() {
            named.empty = false;
        }
    }
}

impl<N: Iterator<Item = Found>> Iterator for Files<N> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let Some(folder) = self.open.last_mut() else {
                match self.names.next()? {
                    Ok(path) if path.is_dir() => {
                        if let Err(unreadable) = self.enter(path) {
                            return Some(Err(unreadable));
                        }
                        continue;
                    }
                    found => return Some(found),
                }
            };
            let entry = folder.entries.pop_front();
            match entry.map(|(name, is_folder)| (folder.path.join(name), is_folder)) {
                None => {
                    let Folder { path, empty, .. } = self.open.pop()?;
                    if empty {
                        let endings = if self.fixtures {
                            ".txt or .sgf"
                        } else {
                            ".sgf"
                        };
                        let message = format!("{}: no file that ends in {endings}", name(&path));
                        return Some(Err((path, message)));
                    }
                }
                Some((path, true)) => {
                    if let Err(unreadable) = self.enter(path) {
                        return Some(Err(unreadable));
                    }
                }
                Some((path, false))
                    if is_record(&path)
                        || self.fixtures
                            && path.extension().is_some_and(|ending| ending == "txt") =>
                {
                    self.found();
                    return Some(Ok(path));
                }
                Some(_) => {}
            }
        }
    }
}

fn entries(folder: &Path) -> io::Result<Vec<(OsString, bool)>> {
    let entries = fs::read_dir(folder)?.map(|entry| {
        let entry = entry?;
        Ok((entry.file_name(), entry.file_type()?.is_dir()))
    });
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

/// The longest name in a list, in bytes, with its line end. No system has longer paths.
const LONGEST_NAME: u64 = 64 << 10;

/// The folder that is read by default.
pub(crate) const FIXTURES: &str = "fixtures";

/// Names of files and folders.
pub(crate) type Names = Box<dyn Iterator<Item = Found> + Send>;

/// The files and folders given by name or in a list. `None` if the list is empty.
pub(crate) fn named(
    paths: Vec<PathBuf>,
    list: Option<&Path>,
    null: bool,
) -> Result<Option<Names>, String> {
    match list {
        Some(list) => listed(list, null),
        None if null => Err("-0 goes with --files-from".to_owned()),
        None if paths == [Path::new(FIXTURES)] && fs::metadata(FIXTURES).is_err() => Err(format!(
            "there is no folder `{FIXTURES}` here: name files or folders; gokata's own stand in its repository"
        )),
        None => Ok(Some(Box::new(paths.into_iter().map(Ok)))),
    }
}

/// The names in a list, one a line, or each ended by a NUL byte; `-` is standard input.
fn listed(list: &Path, null: bool) -> Result<Option<Names>, String> {
    let located = |path: &Path, error: &io::Error| format!("{}: {}", name(path), reason(error));
    let mut text: Box<dyn BufRead + Send> = if list.as_os_str() == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let about = fs::metadata(list).map_err(|error| located(list, &error))?;
        if !about.is_file() {
            return Err(format!("{}: not a regular file", name(list)));
        }
        let file = File::open(list).map_err(|error| located(list, &error))?;
        Box::new(BufReader::new(file))
    };
    let end = if null { 0 } else { b'\n' };
    let list = list.to_owned();
    let mut is_broken = false;
    let mut names = iter::from_fn(move || {
        while !is_broken {
            let mut line = Vec::new();
            let read = text.by_ref().take(LONGEST_NAME).read_until(end, &mut line);
            let message = match read {
                Ok(0) => return None,
                Ok(_) if line.len() as u64 == LONGEST_NAME && line.last() != Some(&end) => {
                    format!(
                        "{}: a name of more than {} KiB",
                        name(&list),
                        LONGEST_NAME >> 10
                    )
                }
                Ok(_) => {
                    let whole = line.strip_suffix(&[end]).unwrap_or(&line);
                    let whole = whole.strip_suffix(b"\r").filter(|_| !null).unwrap_or(whole);
                    if whole.is_empty() {
                        continue;
                    }
                    return Some(Ok(path_of(whole)));
                }
                Err(error) => located(&list, &error),
            };
            is_broken = true;
            return Some(Err((list.clone(), message)));
        }
        None
    });
    let first = names.next();
    Ok(first.map(|first| Box::new(iter::once(first).chain(names)) as Names))
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).trim_end_matches('\r').into()
}
