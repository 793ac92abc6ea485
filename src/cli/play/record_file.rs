//! Keeps the file of a game record up to date, so that an interrupted game is not lost.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use super::line_editor;
use crate::program::process;
use crate::terminal::output::Output;
use crate::terminal::signals::on_termination_in_editor;
use crate::terminal::text::{name, quoted};
use crate::terminal::workers::lock;
use crate::write_file::{OwnFile, not_made};

/// The game record and its file, shared with the thread that waits for signals.
#[derive(Clone, Default)]
pub(super) struct Keep(Arc<Mutex<KeepState>>);

#[derive(Default)]
pub(super) struct KeepState {
    made: Vec<OwnFile>,
    /// The index in `made` of the current file.
    file: Option<usize>,
    /// The latest game record.
    record: String,
    /// True if the game must not be lost: a turn was played, or the player has saved it.
    is_needed: bool,
    /// True if the game is finished: nobody can go on with it.
    is_finished: bool,
    /// The options that start the engines again.
    engines: String,
    /// True once the main thread is about to end the program.
    ends: bool,
}

impl Keep {
    /// Installs a handler that ends the engines and saves the game before a signal ends the program (Ctrl-C, a closed
    /// window).
    pub(super) fn guard(&self) -> Result<(), String> {
        let keep = self.clone();
        on_termination_in_editor(Box::new(move |status| {
            // The locks are held until the process ends, so that nothing more is started or written.
            let mut kept = keep.lock();
            let ended = process::end_running();
            let terminal = line_editor::restore();
            if kept.ends {
                // The main thread has saved the game at the end of input and is about to end the program.
                drop(kept);
                drop(ended);
                drop(terminal);
                loop {
                    thread::park();
                }
            }
            if kept.is_needed {
                match kept.save_anywhere() {
                    Ok(()) => {
                        Output::log(&format!("\nsaved: {}", kept.name().unwrap_or_default()));
                        if let Some(advice) = kept.advice() {
                            Output::log(&advice);
                        }
                    }
                    Err(fault) => Output::log(&format!("\n{fault}\n{}", kept.record)),
                }
            } else if let Some(message) = kept.remove_unneeded() {
                Output::log(&format!("\n{message}"));
            }
            std::process::exit(status);
        }))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, KeepState> {
        lock(&self.0)
    }
}

impl KeepState {
    pub(super) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Returns the name of the current file, for messages.
    pub(super) fn name(&self) -> Option<String> {
        Some(name(&self.made[self.file?].path))
    }

    /// Saves the game in this file from now on. If the file cannot be written, the current file stays the same.
    pub(super) fn keep_in(&mut self, path: &Path) -> Result<(), String> {
        if let Some(file) = self.made.iter().position(|made| made.path == path) {
            let before = self.file.replace(file);
            return self.write().inspect_err(|_| self.file = before);
        }
        let made = OwnFile::create(path, &self.record);
        self.add(made.map_err(|error| not_made(path, &error))?);
        Ok(())
    }

    fn add(&mut self, made: OwnFile) {
        self.file = Some(self.made.len());
        self.made.push(made);
    }

    /// Writes to the current file; without one, to a new `gokata-game.sgf`, with a number if that name exists.
    pub(super) fn save_anywhere(&mut self) -> Result<(), String> {
        if self.file.is_some() {
            return self.write();
        }
        for number in 1..10_000 {
            let path = match number {
                1 => PathBuf::from("gokata-game.sgf"),
                _ => PathBuf::from(format!("gokata-game-{number}.sgf")),
            };
            match OwnFile::create(&path, &self.record) {
                Ok(made) => {
                    self.add(made);
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(format!("cannot save the game: {}", not_made(&path, &error)));
                }
            }
        }
        Err("cannot save the game: there are gokata-game.sgf to gokata-game-9999.sgf".to_owned())
    }

    /// Sets the record, and writes it if there is a current file.
    pub(super) fn set(
        &mut self,
        record: String,
        is_needed: bool,
        is_finished: bool,
    ) -> Result<(), String> {
        self.record = record;
        self.is_needed = is_needed;
        self.is_finished = is_finished;
        self.write()
    }

    pub(super) fn set_engines(&mut self, options: String) {
        self.engines = options;
    }

    /// Returns how to go on with the game in the current file.
    pub(super) fn advice(&self) -> Option<String> {
        let file = quoted(&self.name().filter(|_| !self.is_finished)?);
        let engines = &self.engines;
        Some(format!("to go on: gokata play --load {file}{engines}"))
    }

    /// Writes the record for the last time. If there is no current file, writes to a new one only if `anywhere` is set.
    pub(super) fn close(&mut self, anywhere: bool) -> Result<(), String> {
        self.ends = true;
        if anywhere && self.is_needed {
            self.save_anywhere()
        } else {
            self.write()
        }
    }

    /// Removes the current file if nothing was played: it would prevent the same command from starting again. Returns a
    /// message about it.
    pub(super) fn remove_unneeded(&mut self) -> Option<String> {
        let file = self.file.filter(|_| !self.is_needed)?;
        self.file = None;
        let made = &self.made[file];
        let name = name(&made.path);
        Some(match made.remove(&self.record) {
            Ok(()) => format!("nothing was played: {name} is removed"),
            Err(fault) => format!("nothing was played; {name}: {fault}"),
        })
    }

    fn write(&mut self) -> Result<(), String> {
        let Some(file) = self.file else {
            return Ok(());
        };
        let made = &mut self.made[file];
        made.replace(&self.record)
            .map_err(|fault| format!("cannot save the game: {}: {fault}", name(&made.path)))
    }
}
