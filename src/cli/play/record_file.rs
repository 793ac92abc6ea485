//! The game record: what it says, and its file, which is kept up to date so that an interrupted game is not lost.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Arc, Mutex};

use gokata::Point;
use gokata::agreement::Stage;
use gokata::scoring::Outcome;
use gokata::sgf::{self, GameInfo, TooLong};

use super::game::TerminalGame;
use crate::draw::count;
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

    fn write(&mut self) -> Result<(), CommandError> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let written = file.replace(&self.record);
        written.map_err(|error| not_saved(&CommandError::file(&file.path, error)))
    }

    /// Saves the game, before the program ends; if there is no file yet, in a new one only if `anywhere` is set. If nothing
    /// was played, removes the file instead: it would prevent the same command from starting again. Returns the lines that
    /// report it.
    fn end(&mut self, anywhere: bool) -> Result<String, CommandError> {
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

impl TerminalGame<'_> {
    /// Saves the record of a game that is finished or stopped. If it cannot be saved, prints it.
    pub(super) fn end(&mut self) -> Result<(), CommandError> {
        self.save_changes();
        let is_finished = self.game.state().finish().is_some();
        if !is_finished {
            self.output.line("The game is not finished.");
        }
        // Nobody has asked for the games of bots and engines.
        let saved = lock(&self.keep).end(self.has_humans() || !is_finished);
        let record = self.sgf();
        let report = saved.inspect_err(|_| self.output.line(record))?;
        if !report.is_empty() {
            self.output.line(report);
            if let Err(long) = self.written() {
                Output::log(&format!("gokata: {long}"));
            }
        }
        Ok(())
    }

    /// Carries out the command `save`, with the name of a file or nothing.
    pub(super) fn save(&mut self, file: &str) -> Result<(), CommandError> {
        self.save_changes();
        let mut keep = lock(&self.keep);
        keep.save(Some(Path::new(file)).filter(|_| !file.is_empty()))?;
        keep.first.clear();
        if let Some(file) = &keep.file {
            let name = name(&file.path);
            self.output
                .line(format!("saved: {name}; it is kept up to date from now on"));
        }
        Ok(())
    }

    /// Writes the record to its file, if there is one and the record has changed.
    pub(super) fn save_changes(&mut self) {
        let record = self.sgf();
        let mut keep = lock(&self.keep);
        keep.is_finished = self.game.state().finish().is_some();
        if keep.record == record {
            return;
        }
        keep.record = record;
        let written = keep.write();
        drop(keep);
        if let Err(error) = written {
            self.print_refusal(error);
        }
    }

    pub(super) fn sgf(&self) -> String {
        self.written().unwrap_or_else(|long| long.text)
    }

    fn written(&self) -> Result<String, TooLong> {
        let state = self.game.state();
        let finish = state.finish();
        // Writes the points that the count has used, so that board and result agree; and the marks of a game that is
        // stopped before all agree, if there are any.
        let standing = state.standing();
        let is_marked = || {
            let marked = standing.marks.dead() | standing.marks.neutral();
            state.stage() == Stage::Scoring && !marked.is_empty()
        };
        let is_counted = finish.is_some_and(|finish| finish.counted.is_some()) || is_marked();
        let map = count::map(&standing);
        let territory = |letters: [char; 2]| {
            let counts = |point: &Point| is_counted && letters.contains(&map(*point));
            state.record().size().points().filter(counts).collect()
        };
        let info = GameInfo {
            result: Some(finish.map_or(Outcome::Unknown, |finish| finish.outcome)),
            other_result: None,
            // The result depends on the komi in force.
            other_komi: None,
            black_territory: territory(['+', 'O']),
            white_territory: territory(['-', 'X']),
            ..self.about.clone()
        };
        sgf::write(state.record(), &info)
    }
}
