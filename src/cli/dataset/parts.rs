//! The files of a data set, which get their names when the last one is complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::npy::{Archive, Format};
use crate::terminal::error::CommandError;
use crate::write_file::{Drafts, folder_of, not_made};

/// A file, or with [`Format::Npy`] a folder of files.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// `data.npz`.
    Only,
    /// `data-00000.npz`.
    Number(usize),
    /// `data-games.npz`.
    Games,
}

/// Drafts of the files of a data set. Unpublished ones are deleted on drop and on Ctrl-C.
pub(super) struct Parts {
    out: PathBuf,
    format: Format,
    several: bool,
    drafts: Drafts,
    /// The names of the drafts, and those that they get.
    names: Vec<(String, PathBuf)>,
}

impl Parts {
    /// Prepares one file of this name, or `several` numbered ones. Fails if a name is taken or the folder is missing.
    pub(super) fn new(out: &Path, format: Format, several: bool) -> Result<Parts, CommandError> {
        let is_folder = fs::metadata(out).is_ok_and(|found| found.is_dir());
        if out.file_name().is_none() || (is_folder && format == Format::Npz) {
            return Err(CommandError::file(out, "this is not the name of a file"));
        }
        check_names_are_free(out, several)?;
        Ok(Parts {
            out: out.to_owned(),
            format,
            several,
            drafts: Drafts::new(folder_of(out), out)?,
            names: Vec::new(),
        })
    }

    /// Creates the next draft and fills it with `write`.
    pub(super) fn add(
        &mut self,
        part: Part,
        write: impl FnOnce(&mut Archive<'_>) -> io::Result<()>,
    ) -> Result<(), CommandError> {
        let draft = self.count().to_string();
        let path = path(&self.out, part);
        let made = Archive::new(self.format, &self.drafts, &draft);
        let written =
            made.and_then(|mut archive| write(&mut archive).and_then(|()| archive.finish()));
        written.map_err(|error| not_made(&path, &error))?;
        self.names.push((draft, path));
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Returns the error about a data set that cannot be written.
    pub(super) fn failed(&self, error: &io::Error) -> CommandError {
        not_made(&self.out, error)
    }

    /// The folder in which all files will be.
    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.out)
    }

    /// Renames all files to their final names. If one of these names exists by now, no file is kept.
    pub(super) fn publish(&self) -> Result<(), CommandError> {
        self.drafts.with(&self.out, |drafts| {
            let free = check_names_are_free(&self.out, self.several);
            Ok(free.and_then(|()| drafts.publish_all(&self.names)))
        })?
    }
}

/// Fails if the first name is taken. With `several`, also fails if there is a file of any other number, because it could
/// be mistaken for part of this data set.
fn check_names_are_free(out: &Path, several: bool) -> Result<(), CommandError> {
    let first = path(out, if several { Part::Number(0) } else { Part::Only });
    let mut taken = fs::symlink_metadata(&first).is_ok().then_some(first);
    if several && taken.is_none() {
        let entries = fs::read_dir(folder_of(out));
        let entries = entries.into_iter().flatten().flatten();
        let found = entries.map(|entry| out.with_file_name(entry.file_name()));
        taken = found.filter(|found| is_part(out, found)).min();
    }
    let exists: io::Error = io::ErrorKind::AlreadyExists.into();
    match taken {
        Some(path) if path.is_dir() => {
            let why = "the folder already exists, and is left unchanged";
            Err(CommandError::file(&path, why))
        }
        Some(path) => Err(not_made(&path, &exists)),
        None => Ok(()),
    }
}

/// True if a path is that of one of several files of the data set `out`.
fn is_part(out: &Path, found: &Path) -> bool {
    let stem = found.file_stem().and_then(|stem| stem.to_str());
    let number = stem.and_then(|stem| stem.rsplit_once('-')?.1.parse().ok());
    let number = number.map_or(Part::Games, Part::Number);
    path(out, number) == *found
}

/// Returns the final path of a file.
fn path(out: &Path, part: Part) -> PathBuf {
    let more = match part {
        Part::Only => return out.to_owned(),
        Part::Number(number) => format!("-{number:05}"),
        Part::Games => "-games".to_owned(),
    };
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push(more);
    if let Some(ending) = out.extension() {
        name.push(".");
        name.push(ending);
    }
    out.with_file_name(name)
}
