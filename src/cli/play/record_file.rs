//! Keeps the file of a game record up to date, so that an interrupted game is not lost.

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
    file: Option<OwnFile>,
    /// The game record at the start; empty once the player has entered `save`.
    first: String,
    /// The latest game record.
    record: String,
    /// True if the game is finished: nobody can go on with it.
    is_finished: bool,
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
            let stopped = kept.stop();
            match stopped {
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

    /// Returns the name of the file, for messages.
    pub(super) fn name(&self) -> Option<String> {
        self.file.as_ref().map(|file| name(&file.path))
    }

    /// Saves the game in this file from now on. If the file cannot be written, the current file stays the same.
    pub(super) fn keep_in(&mut self, path: &Path) -> Result<(), CommandError> {
        if self.file.as_ref().is_some_and(|file| file.path == path) {
            return self.write();
        }
        let made = OwnFile::create(path, &self.record);
        self.file = Some(made.map_err(|error| not_made(path, error))?);
        Ok(())
    }

    /// As the player's command `save` does: in this file, else in the current one, else in a new one.
    pub(super) fn save(&mut self, path: Option<&Path>) -> Result<(), CommandError> {
        match path {
            Some(path) => self.keep_in(path)?,
            None => self.save_anywhere()?,
        }
        self.first.clear();
        Ok(())
    }

    /// Writes to the current file; without one, to a new `gokata-game.sgf`, with a number if that name exists.
    fn save_anywhere(&mut self) -> Result<(), CommandError> {
        let mut number = 1;
        while self.file.is_none() {
            let path = match number {
                1 => PathBuf::from("gokata-game.sgf"),
                _ => PathBuf::from(format!("gokata-game-{number}.sgf")),
            };
            number += 1;
            match OwnFile::create(&path, &self.record) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(not_saved(&not_made(&path, error)));
                }
                Ok(made) => self.file = Some(made),
            }
        }
        self.write()
    }

    /// Sets the record. If it is another one, writes it to the current file.
    pub(super) fn set(&mut self, record: String, is_finished: bool) -> Result<(), CommandError> {
        self.is_finished = is_finished;
        if self.record == record {
            return Ok(());
        }
        self.record = record;
        self.write()
    }

    /// Saves the game, before the program ends. If nothing was played, removes the file instead: it would prevent the same
    /// command from starting again. Returns the lines that report it.
    pub(super) fn stop(&mut self) -> Result<String, CommandError> {
        if self.record != self.first {
            let saved = self.close(true)?;
            let Some(file) = self.name().filter(|_| !self.is_finished) else {
                return Ok(saved);
            };
            let (file, engines) = (quoted(&file), &self.engines);
            return Ok(format!(
                "{saved}\nto go on: gokata play --load {file}{engines}"
            ));
        }
        self.ends = true;
        let Some(file) = self.file.take() else {
            return Ok(String::new());
        };
        let name = name(&file.path);
        Ok(match file.remove() {
            Ok(()) => format!("nothing was played: {name} is removed"),
            Err(fault) => format!("nothing was played; {name}: {fault}"),
        })
    }

    /// Writes the record for the last time. If there is no current file, writes to a new one only if `anywhere` is set.
    pub(super) fn close(&mut self, anywhere: bool) -> Result<String, CommandError> {
        self.ends = true;
        if anywhere {
            self.save_anywhere()?;
        } else {
            self.write()?;
        }
        let saved = self.name().map(|file| format!("saved: {file}"));
        Ok(saved.unwrap_or_default())
    }

    fn write(&mut self) -> Result<(), CommandError> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let written = file.replace(&self.record);
        written.map_err(|error| not_saved(&CommandError::file(&file.path, error)))
    }
}

fn not_saved(error: &CommandError) -> CommandError {
    CommandError::usage(format!("cannot save the game: {error}"))
}
