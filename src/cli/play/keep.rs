//! Where the game record is kept, so that nothing played is ever lost.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::input::reason;
use crate::output::name;

/// The file of a game, made when the game begins: nobody else's is ever written over.
pub(super) struct Keep {
    file: Option<PathBuf>,
}

impl Keep {
    pub(super) fn new(file: Option<PathBuf>) -> Result<Keep, String> {
        if let Some(file) = &file {
            make(file)?;
        }
        Ok(Keep { file })
    }

    /// The file, if there is one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// From now on the game is kept in this file.
    pub(super) fn keep_in(&mut self, file: PathBuf) -> Result<(), String> {
        if self.file.as_ref() != Some(&file) {
            make(&file)?;
            self.file = Some(file);
        }
        Ok(())
    }

    /// Finds a name that is free: `gokata-game.sgf`, or with a number.
    pub(super) fn keep_anywhere(&mut self) -> Result<(), String> {
        if self.file.is_some() {
            return Ok(());
        }
        let mut fault = String::new();
        for number in 1..1000 {
            let number = if number == 1 {
                String::new()
            } else {
                format!("-{number}")
            };
            let file = PathBuf::from(format!("gokata-game{number}.sgf"));
            match File::create_new(&file) {
                Ok(_) => {
                    self.file = Some(file);
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    fault = format!("{}: {}", name(&file), reason(&error));
                    break;
                }
            }
        }
        Err(format!("cannot save the game: {fault}"))
    }

    /// Writes the record, all of it or nothing.
    pub(super) fn write(&self, record: &str) -> Result<(), String> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let mut beside = file.clone().into_os_string();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(beside);
        let write = || {
            let mut part = File::create(&beside)?;
            part.write_all(record.as_bytes())?;
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
    let made = OpenOptions::new().write(true).create_new(true).open(file);
    made.map(|_| ()).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            format!(
                "{}: there is such a file already; it is left as it is",
                name(file)
            )
        }
        _ => format!("{}: {}", name(file), reason(&error)),
    })
}
