//! Where the game record is kept, so that a game that is cut short is not lost.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{process, thread};

use crate::terminal::output::Output;
use crate::terminal::signals::when_told_to_end;
use crate::terminal::text::{name, reason};

/// The record so far and its file, which was made for this game: nobody else's is ever written over.
#[derive(Clone)]
pub(super) struct Keep(Arc<Mutex<Kept>>);

struct Kept {
    /// The files that were made for this game.
    made: Vec<Made>,
    /// The place of the one in use among them.
    file: Option<usize>,
    /// The latest game record; empty while there is nothing to lose.
    record: String,
    /// The program ends by itself.
    ends: bool,
}

/// A file of ours, and how to know it again.
struct Made {
    path: PathBuf,
    identity: Identity,
}

impl Keep {
    /// Nothing yet, or a file with this record.
    pub(super) fn new(file: Option<PathBuf>, record: String) -> Result<Keep, String> {
        let mut kept = Kept {
            made: Vec::new(),
            file: None,
            record: String::new(),
            ends: false,
        };
        if let Some(file) = file {
            kept.record = record;
            kept.keep_in(file)?;
        }
        Ok(Keep(Arc::new(Mutex::new(kept))))
    }

    /// From now on, a program that is told to end (Ctrl-C, a closed window) saves the game first.
    pub(super) fn guard(&self) -> Result<(), String> {
        let keep = self.clone();
        when_told_to_end(move |status| {
            let mut kept = keep.lock();
            if kept.ends {
                // The other thread has heard of it, too, has saved, and is about to end.
                drop(kept);
                loop {
                    thread::park();
                }
            }
            // The lock is never given back: nobody writes any more.
            if !kept.record.is_empty() {
                match kept.save_anywhere() {
                    Ok(()) => Output::log(&format!("\nsaved: {}", kept.name())),
                    Err(fault) => Output::log(&format!("\n{fault}\n{}", kept.record)),
                }
            }
            process::exit(status);
        })
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

    /// From now on the game is kept in this file. If it cannot be written, all stays as it was.
    pub(super) fn keep_in(&self, file: PathBuf) -> Result<(), String> {
        self.lock().keep_in(file)
    }

    /// Writes the record to its file, or to one that is free.
    pub(super) fn save_anywhere(&self) -> Result<(), String> {
        self.lock().save_anywhere()
    }

    /// This is the record now. It is written, if there is a file.
    pub(super) fn now(&self, record: String) -> Result<(), String> {
        let mut kept = self.lock();
        kept.record = record;
        kept.write()
    }

    /// The last that is kept, before the program ends; wherever there is room, if nobody has said no.
    pub(super) fn close(&self, anywhere: bool) -> Result<(), String> {
        let mut kept = self.lock();
        kept.ends = true;
        if anywhere && !kept.record.is_empty() {
            kept.save_anywhere()
        } else {
            kept.write()
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn path(&self) -> Option<&Path> {
        Some(self.made.get(self.file?)?.path.as_path())
    }

    fn name(&self) -> String {
        self.path().map(name).unwrap_or_default()
    }

    fn keep_in(&mut self, path: PathBuf) -> Result<(), String> {
        let before = self.file;
        let own = self.made.iter().position(|made| made.path == path);
        let file = if let Some(own) = own {
            own
        } else {
            let made = make(path).map_err(|(path, error)| refused(&path, &error))?;
            self.made.push(made);
            self.made.len() - 1
        };
        self.file = Some(file);
        self.write().inspect_err(|_| {
            // A file of nothing is of no use to anybody.
            let made = self.made.get(file).filter(|_| own.is_none());
            if let Some(made) = made {
                let _ = fs::remove_file(&made.path);
                self.made.pop();
            }
            self.file = before;
        })
    }

    /// To its file, or to `gokata-game.sgf`, or with a number.
    fn save_anywhere(&mut self) -> Result<(), String> {
        for number in 1..10_000 {
            if self.file.is_some() {
                return self.write();
            }
            let number = match number {
                1 => String::new(),
                _ => format!("-{number}"),
            };
            match make(PathBuf::from(format!("gokata-game{number}.sgf"))) {
                Ok(made) => {
                    self.made.push(made);
                    self.file = Some(self.made.len() - 1);
                }
                Err((_, error)) if error.kind() == ErrorKind::AlreadyExists => {}
                Err((path, error)) => {
                    return Err(format!("cannot save the game: {}", refused(&path, &error)));
                }
            }
        }
        Err("cannot save the game: there are gokata-game.sgf to gokata-game-9999.sgf".to_owned())
    }

    /// All of it or nothing, and only over a file of ours.
    fn write(&mut self) -> Result<(), String> {
        let Some(made) = self.file.and_then(|file| self.made.get_mut(file)) else {
            return Ok(());
        };
        made.replace(&self.record)
            .map_err(|fault| format!("cannot save the game: {}: {fault}", name(&made.path)))
    }
}

impl Made {
    fn replace(&mut self, record: &str) -> Result<(), String> {
        let told = |error: io::Error| reason(&error);
        match fs::symlink_metadata(&self.path) {
            Ok(found) if identity(&found) != self.identity => {
                return Err("another file stands there now; it is left as it is".to_owned());
            }
            _ => {}
        }
        let (beside, mut part) = self.beside().map_err(told)?;
        let mut write = || {
            part.write_all(record.as_bytes())?;
            part.sync_all()?;
            let new = part.metadata()?;
            fs::rename(&beside, &self.path)?;
            Ok(identity(&new))
        };
        self.identity = write().map_err(|error| {
            let _ = fs::remove_file(&beside);
            told(error)
        })?;
        Ok(())
    }

    /// A new file in the same folder.
    fn beside(&self) -> io::Result<(PathBuf, File)> {
        let mut taken = io::Error::from(ErrorKind::AlreadyExists);
        for number in 0..100 {
            let name = format!(".gokata-{}-{number}.part", process::id());
            let beside = self.path.with_file_name(name);
            match File::create_new(&beside) {
                Ok(part) => return Ok((beside, part)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }
}

/// What tells a file from another of the same name, where the system tells.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // elsewhere there is none
fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    None
}

/// A new file, that nobody had.
fn make(path: PathBuf) -> Result<Made, (PathBuf, io::Error)> {
    let made = File::create_new(&path).and_then(|file| file.metadata());
    match made {
        Ok(found) => Ok(Made {
            path,
            identity: identity(&found),
        }),
        Err(error) => Err((path, error)),
    }
}

fn refused(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists => format!(
            "{}: there is such a file already; it is left as it is",
            name(path)
        ),
        ErrorKind::NotFound => format!("{}: there is no such folder", name(path)),
        _ => format!("{}: {}", name(path), reason(error)),
    }
}
