//! Where the game record is kept, so that a game that is cut short is not lost.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::input::reason;
use crate::output::{Output, name};

/// The record so far and its file, which was made for this game: nobody else's is ever written over.
#[derive(Clone)]
pub(super) struct Keep(Arc<Mutex<Kept>>);

struct Kept {
    file: Option<PathBuf>,
    /// The latest game record; empty while there is nothing to lose.
    record: String,
}

impl Keep {
    pub(super) fn new(file: Option<PathBuf>) -> Result<Keep, String> {
        if let Some(file) = &file {
            make(file)?;
        }
        let record = String::new();
        Ok(Keep(Arc::new(Mutex::new(Kept { file, record }))))
    }

    /// From now on, a program that is told to end (Ctrl-C, a closed window) saves the game first.
    pub(super) fn guard(&self) -> Result<(), String> {
        let keep = self.clone();
        let set = ctrlc::set_handler(move || {
            // The lock is never given back: nobody writes any more.
            let mut kept = keep.lock();
            if !kept.record.is_empty() {
                match kept.keep_anywhere().and_then(|()| kept.write()) {
                    Ok(()) => Output::log(&format!("\nsaved: {}", kept.name())),
                    Err(fault) => Output::log(&format!("\n{fault}\n{}", kept.record)),
                }
            }
            process::exit(INTERRUPTED);
        });
        set.map_err(|error| format!("cannot wait for Ctrl-C: {error}"))
    }

    /// Has the game a file?
    pub(super) fn has_file(&self) -> bool {
        self.lock().file.is_some()
    }

    /// The name of its file, for people.
    pub(super) fn name(&self) -> Option<String> {
        let kept = self.lock();
        kept.file.is_some().then(|| kept.name())
    }

    /// From now on the game is kept in this file.
    pub(super) fn keep_in(&self, file: PathBuf) -> Result<(), String> {
        let mut kept = self.lock();
        if kept.file.as_ref() != Some(&file) {
            make(&file)?;
            kept.file = Some(file);
        }
        Ok(())
    }

    /// Finds a name that is free, if there is no file yet.
    pub(super) fn keep_anywhere(&self) -> Result<(), String> {
        self.lock().keep_anywhere()
    }

    /// This is the record now. It is written, if there is a file.
    pub(super) fn write(&self, record: String) -> Result<(), String> {
        let mut kept = self.lock();
        kept.record = record;
        kept.write()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As shells have it for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

impl Kept {
    fn name(&self) -> String {
        self.file.as_deref().map(name).unwrap_or_default()
    }

    /// `gokata-game.sgf`, or with a number.
    fn keep_anywhere(&mut self) -> Result<(), String> {
        for number in 1..10_000 {
            if self.file.is_some() {
                return Ok(());
            }
            let number = match number {
                1 => String::new(),
                _ => format!("-{number}"),
            };
            let file = PathBuf::from(format!("gokata-game{number}.sgf"));
            match File::create_new(&file) {
                Ok(_) => self.file = Some(file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(format!(
                        "cannot save the game: {}: {}",
                        name(&file),
                        reason(&error)
                    ));
                }
            }
        }
        Err("cannot save the game: there are gokata-game.sgf to gokata-game-9999.sgf".to_owned())
    }

    /// All of it or nothing.
    fn write(&self) -> Result<(), String> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let mut beside = file.clone().into_os_string();
        beside.push(format!(".{}.part", process::id()));
        let beside = PathBuf::from(beside);
        let write = || {
            let mut part = File::create(&beside)?;
            part.write_all(self.record.as_bytes())?;
            part.sync_all()?;
            fs::rename(&beside, file)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&beside);
            format!("cannot save the game: {}: {}", name(file), reason(&error))
        })
    }
}

fn make(file: &Path) -> Result<(), String> {
    File::create_new(file)
        .map(|_| ())
        .map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => format!(
                "{}: there is such a file already; it is left as it is",
                name(file)
            ),
            _ => format!("{}: {}", name(file), reason(&error)),
        })
}
