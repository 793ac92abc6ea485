//! Which files a command is to read: named, in a list, or below a folder. Found one after the other, so that
//! a long list takes no memory.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};

use crate::read::files::is_record;
use crate::terminal::text::{name, reason};

/// A file to read, or what cannot be read, with the reason.
pub(crate) type Found = Result<PathBuf, (PathBuf, String)>;

/// The files behind names of files and folders, in order. Of a folder, what ends in `.txt` or `.sgf` in it and
/// below it, in the order of names; links to folders are not followed.
pub(crate) struct Files<N> {
    names: N,
    /// What ends in `.txt`, too?
    fixtures: bool,
    /// Folders being gone through, the deepest one last.
    open: Vec<Folder>,
}

struct Folder {
    path: PathBuf,
    /// The names in it, and which are folders.
    entries: VecDeque<(OsString, bool)>,
    /// Was it named, and nothing found below it yet?
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

    /// Of a folder, what ends in `.sgf` only.
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
            Err(fault) => {
                self.found();
                let trouble = format!("{}: {}", name(&path), reason(&fault));
                Err((path, trouble))
            }
        }
    }

    /// The folder that was named is not empty.
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
                        if let Err(trouble) = self.enter(path) {
                            return Some(Err(trouble));
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
                        let trouble = format!("{}: no file that ends in {endings}", name(&path));
                        return Some(Err((path, trouble)));
                    }
                }
                Some((path, true)) => {
                    if let Err(trouble) = self.enter(path) {
                        return Some(Err(trouble));
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

/// The longest name in a list, in bytes, with what ends it: no system has such paths.
const LONGEST_NAME: u64 = 64 << 10;

/// What is read unless something is named.
pub(crate) const FIXTURES: &str = "fixtures";

/// Names to be read, one after the other.
pub(crate) type Names = Box<dyn Iterator<Item = Found> + Send>;

/// The files and folders that a command was given: by name, or in a list. `None` is a list that names nothing.
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
    let fault = |path: &Path, fault: &io::Error| format!("{}: {}", name(path), reason(fault));
    let mut text: Box<dyn BufRead + Send> = if list.as_os_str() == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let about = fs::metadata(list).map_err(|error| fault(list, &error))?;
        if !about.is_file() {
            return Err(format!("{}: not a regular file", name(list)));
        }
        let file = File::open(list).map_err(|error| fault(list, &error))?;
        Box::new(BufReader::new(file))
    };
    let end = if null { 0 } else { b'\n' };
    let list = list.to_owned();
    let mut is_broken = false;
    let mut names = iter::from_fn(move || {
        while !is_broken {
            let mut line = Vec::new();
            let read = text.by_ref().take(LONGEST_NAME).read_until(end, &mut line);
            // After a fault nothing more can be read.
            let trouble = match read {
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
                Err(error) => fault(&list, &error),
            };
            is_broken = true;
            return Some(Err((list.clone(), trouble)));
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
