//! Iterates over the files that a command reads: given as arguments, in a list, or below a folder. Finds them one at
//! a time, so that a long list is not held in memory.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::corpus_version::FIXTURES;
use super::files::{is_record, is_text, open_list};
use crate::read::arguments::is_short;
use crate::terminal::error::{CommandError, FileError};
use crate::terminal::output::Output;
use crate::write_file::folder_of;

/// A file to read, or a path that cannot be read.
pub(crate) type Found = Result<PathBuf, UnreadFile>;

pub(crate) type UnreadFile = (PathBuf, CommandError);

/// Iterates over the given files, and over the files below the given folders that end in `.txt` or as game records, sorted
/// by name. Does not follow links to folders.
pub(crate) struct Files {
    names: Names,
    /// The endings of the files in folders that are included.
    endings: &'static [&'static str],
    /// The entries still to visit below the current folder, the next one last. The bool is true for a folder.
    pending: Vec<(PathBuf, bool)>,
    /// The current folder, until a file is found below it.
    empty: Option<PathBuf>,
    /// The number of files in folders that are passed over.
    others: Arc<AtomicUsize>,
}

impl Files {
    /// Iterates over the files and folders given as arguments.
    pub(crate) fn given(paths: Vec<PathBuf>) -> Result<Files, CommandError> {
        if paths == [Path::new(FIXTURES)] && fs::metadata(FIXTURES).is_err() {
            return Err(CommandError::usage(format!(
                "there is no folder `{FIXTURES}` here: name files or folders; gokata's own fixtures are in its repository"
            )));
        }
        Ok(Files::new(Box::new(each_once(paths).into_iter().map(Ok))))
    }

    pub(crate) fn new(names: Names) -> Files {
        Files {
            names,
            endings: &["txt", "sgf", "gib", "ngf", "ugf", "ugi"],
            pending: Vec::new(),
            empty: None,
            others: Arc::default(),
        }
    }

    /// Includes only the game records of folders.
    pub(crate) fn records(self) -> Files {
        let endings = &["sgf", "gib", "ngf", "ugf", "ugi"];
        Files { endings, ..self }
    }

    /// Includes only the `.ndjson` files of folders.
    pub(crate) fn runs(self) -> Files {
        let endings = &["ndjson"];
        Files { endings, ..self }
    }

    fn wants(&self, path: &Path) -> bool {
        let mut endings = self.endings.iter();
        endings.any(|ending| match *ending {
            "sgf" => is_record(path),
            // With `.sgf`.
            "gib" | "ngf" | "ugf" | "ugi" => false,
            ending => path.extension().is_some_and(|it| it == ending),
        })
    }

    /// The number of files in folders that are passed over so far, without hidden ones and those that belong to fixtures.
    pub(crate) fn others(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.others)
    }
}

impl Iterator for Files {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some((path, is_folder)) = self.pending.pop() {
                match is_folder.then(|| entries(&path)) {
                    Some(Ok(entries)) => self.pending.extend(entries),
                    Some(Err(error)) => {
                        self.empty = None;
                        return Some(Err(unread(path, error)));
                    }
                    None if self.wants(&path) => {
                        self.empty = None;
                        return Some(Ok(path));
                    }
                    None if is_no_other(&path) => {}
                    None => {
                        self.others.fetch_add(1, Ordering::Relaxed);
                    }
                }
            } else if let Some(folder) = self.empty.take() {
                let all = self.endings.join(", .");
                let all = all
                    .rsplit_once(", ")
                    .map(|(all, last)| format!("{all} or {last}"));
                let all = all.unwrap_or_else(|| self.endings.concat());
                let why = format!("no file that ends in .{all}");
                return Some(Err(unread(folder, why)));
            } else {
                match self.names.next()? {
                    Ok(path) if path.is_dir() => {
                        self.empty = Some(path.clone());
                        self.pending.push((path, true));
                    }
                    found => return Some(found),
                }
            }
        }
    }
}

fn unread(path: PathBuf, error: impl Into<FileError>) -> UnreadFile {
    let error = CommandError::file(&path, error);
    (path, error)
}

/// True for hidden files, and for the messages beside fixtures.
fn is_no_other(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") || path.extension().is_some_and(|ending| ending == "error")
}

/// Returns the entries of a folder in reverse order of names. The bool is true for a folder.
fn entries(folder: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let entries = fs::read_dir(folder)?.map(|entry| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?.is_dir()))
    });
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort_unstable_by(|(a, _), (b, _)| b.file_name().cmp(&a.file_name()));
    Ok(entries)
}

/// The longest line in a list, in bytes, with its line end. No system has longer paths.
const LONGEST_NAME: u64 = 64 << 10;

pub(crate) type Names = Box<dyn Iterator<Item = Found> + Send>;

/// Leaves out a path that is given twice, and one inside a folder that is given, too: its files are found there.
fn each_once(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    // A link to a file is a file of its own; the way to it is not.
    let real = |path: &PathBuf| {
        if path.is_dir() {
            return fs::canonicalize(path).ok();
        }
        let folder = fs::canonicalize(folder_of(path)).ok()?;
        Some(folder.join(path.file_name()?))
    };
    let folders = paths.iter().filter(|path| path.is_dir());
    let folders: HashSet<PathBuf> = folders.filter_map(real).collect();
    let mut seen = HashSet::new();
    paths.retain(|path| {
        let Some(real) = real(path) else {
            return true;
        };
        let is_read = path.is_dir() || is_record(path) || is_text(path);
        let is_there = || fs::symlink_metadata(path).is_ok();
        let mut above = real.ancestors().skip(1);
        let is_found = is_read && is_there() && above.any(|folder| folders.contains(folder));
        !is_found && seen.insert(real)
    });
    paths
}

#[derive(clap::Args)]
pub(crate) struct ListArgs {
    /// A list of files and folders, one per line.
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    files_from: Option<PathBuf>,
    /// The names in that list end with a NUL byte.
    #[arg(short = '0', long = "null", requires = "files_from", hide = is_short())]
    null: bool,
}

impl ListArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.files_from.is_some()
    }

    /// Returns the files and folders in the list, else those given as arguments. `None` if the list is empty.
    pub(crate) fn or(&self, paths: &[PathBuf]) -> Result<Option<Files>, CommandError> {
        let files = match &self.files_from {
            Some(list) => listed(list, self.null)?.map(Files::new),
            // clap waives what an option requires if paths exclude it.
            None if self.null => return Err("-0 goes with --files-from".into()),
            None => Some(Files::given(paths.to_vec())?),
        };
        if files.is_none() {
            Output::log("gokata: the list names no file");
        }
        Ok(files)
    }
}

/// Returns the names in a list, one per line, or each followed by a NUL byte. Stops after an error.
fn listed(list: &Path, null: bool) -> Result<Option<Names>, CommandError> {
    let mut text = BufReader::new(open_list(list)?);
    let end = if null { 0 } else { b'\n' };
    let mut next = move || {
        loop {
            let mut line = Vec::new();
            let limited = &mut text.by_ref().take(LONGEST_NAME);
            if limited.read_until(end, &mut line)? == 0 {
                return Ok(None);
            }
            if limited.limit() == 0 && line.last() != Some(&end) {
                let most = LONGEST_NAME >> 10;
                return Err(FileError::from(format!("a name of more than {most} KiB")));
            }
            let line = line.strip_suffix(&[end]).unwrap_or(&line);
            let line = line.strip_suffix(b"\r").filter(|_| !null).unwrap_or(line);
            if !line.is_empty() {
                return Ok(Some(path_of(line)));
            }
        }
    };
    let list = list.to_owned();
    let mut is_broken = false;
    let mut names = iter::from_fn(move || {
        let found = if is_broken { Ok(None) } else { next() };
        is_broken |= found.is_err();
        let found = found.map_err(|error| unread(list.clone(), error));
        found.transpose()
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
