//! The file of a game record, which is kept up to date so that an interrupted game is not lost.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Arc, Mutex};

use crate::program::process;
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::terminal::signals::on_termination;
use crate::terminal::text::{name, quoted};
use crate::terminal::workers::lock;
use crate::write_file::{OwnFile, not_made};

/// The game record and its file.
#[derive(Default)]
pub(super) struct Keep {
    pub(super) file: Option<OwnFile>,
    /// The game record at the start; empty once the player has entered `save`.
    pub(super) first: String,
    /// The latest game record.
    pub(super) record: String,
    /// True if the game is finished: nobody can go on with it.
    pub(super) is_finished: bool,
    /// The options that start the engines again.
    engines: String,
    /// True once the last save has begun: a later signal changes nothing.
    ends: bool,
}

impl Keep {
    /// Installs a handler that ends the engines and saves the game before a signal ends the program (Ctrl-C, a closed
    /// window). Its thread shares the result.
    pub(super) fn guarded() -> Result<Arc<Mutex<Keep>>, CommandError> {
        let keep = Arc::<Mutex<Keep>>::default();
        let shared = Arc::clone(&keep);
        on_termination(Box::new(move |status| {
            // The locks are held until the process ends, so that nothing more is started or written.
            let mut kept = lock(&shared);
            if kept.ends {
                return;
            }
            let _ended = process::end_running();
            match kept.end(true) {
                Ok(report) if report.is_empty() => {}
                Ok(report) => Output::log(&format!("\n{report}")),
                Err(fault) => Output::log(&format!("\n{fault}\n{}", kept.record)),
            }
            exit(status);
        }))?;
        Ok(keep)
    }

    pub(super) fn begin(&mut self, record: String, engines: String) {
        self.first.clone_from(&record);
        self.record = record;
        self.engines = engines;
    }

    /// Saves the game in this file from now on; without a name, in the current file, else in a new `gokata-game.sgf`, with a
    /// number if that name exists. If the file cannot be written, the current file stays the same.
    pub(super) fn save(&mut self, path: Option<&Path>) -> Result<(), CommandError> {
        let is_current = |path: &Path| self.file.as_ref().is_some_and(|file| file.path == path);
        if let Some(path) = path.filter(|path| !is_current(path)) {
            let made = OwnFile::create(path, &self.record);
            self.file = Some(made.map_err(|error| not_made(path, &error))?);
            return Ok(());
        }
        let mut number = 0;
        while self.file.is_none() {
            number += 1;
            let path = PathBuf::from(match number {
                1 => "gokata-game.sgf".to_owned(),
                _ => format!("gokata-game-{number}.sgf"),
            });
            match OwnFile::create(&path, &self.record) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(not_saved(&not_made(&path, &error))),
                Ok(made) => self.file = Some(made),
            }
        }
        self.write()
    }

    pub(super) fn write(&mut self) -> Result<(), CommandError> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let written = file.replace(&self.record);
        written.map_err(|error| not_saved(&CommandError::file(&file.path, error)))
    }

    /// Saves the game, before the program ends; if there is no file yet, in a new one only if `anywhere` is set. If nothing
    /// was played, removes the file instead: it would prevent the same command from starting again. Returns the lines that
    /// report it.
    pub(super) fn end(&mut self, anywhere: bool) -> Result<String, CommandError> {
        self.ends = true;
        if self.record == self.first && !self.is_finished {
            return Ok(self.file.take().map_or_else(String::new, |file| {
                let name = name(&file.path);
                match file.remove() {
                    Ok(()) => format!("nothing was played: {name} is removed"),
                    Err(fault) => format!("nothing was played; {name}: {fault}"),
                }
            }));
        }
        if anywhere || self.file.is_some() {
            self.save(None)?;
        }
        let Some(file) = &self.file else {
            return Ok(String::new());
        };
        let (name, engines) = (name(&file.path), &self.engines);
        Ok(if self.is_finished {
            format!("saved: {name}")
        } else {
            let quoted = quoted(&name);
            format!("saved: {name}\nto go on: gokata play --load {quoted}{engines}")
        })
    }
}

fn not_saved(error: &CommandError) -> CommandError {
    CommandError::usage(format!("cannot save the game: {error}"))
}
