//! A folder of pictures. A new one appears under its name when all pictures are complete; into an empty one that exists,
//! the pictures are moved then.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::positions::{Picture, Title};
use crate::terminal::text::{name, reason};
use crate::write_file::{Drafts, holds_more_than_drafts, not_written};

const DRAFT: &str = "pictures";

/// The longest name taken from a game record, in bytes. Numbers and the ending are added to it.
const LONGEST: usize = 100;

pub(super) struct Folder {
    /// The path that the user gave, for messages.
    out: PathBuf,
    /// True if the folder exists. It stays the same one, because it may be the current folder of a shell, or belong to
    /// another user.
    exists: bool,
    drafts: Drafts,
    /// The names of records so far, in lower case, because some file systems do not distinguish case.
    stems: HashSet<String>,
    /// The name of the current game: `game-2`.
    stem: String,
}

impl Folder {
    /// Prepares a folder. Fails if there is one that is not empty.
    pub(super) fn new(out: &Path) -> Result<Folder, String> {
        let mut exists = false;
        if let Ok(found) = fs::symlink_metadata(out) {
            let is_link = found.is_symlink();
            if !fs::metadata(out).is_ok_and(|found| found.is_dir()) {
                let what = if is_link { "link" } else { "file" };
                return Err(format!(
                    "{}: there is a {what} of this name; a new folder is needed",
                    name(out)
                ));
            }
            if holds_more_than_drafts(out).map_err(|error| not_written(out, &error))? {
                return Err(not_empty(out));
            }
            exists = true;
        } else if out.file_name().is_none() {
            return Err(format!("{}: this is not the name of a folder", name(out)));
        }
        let drafts = if exists {
            Drafts::within(out, out)?
        } else {
            Drafts::beside(out)?
        };
        let draft = drafts.with(|drafts| fs::create_dir(drafts.path(DRAFT)));
        draft.map_err(|error| not_written(out, &error))?;
        Ok(Folder {
            out: out.to_owned(),
            exists,
            drafts,
            stems: HashSet::new(),
            stem: String::new(),
        })
    }

    /// Begins the pictures of a game. Returns a message if their names do not begin with that of its file.
    pub(super) fn begin(&mut self, title: &Title) -> Option<String> {
        let mut stem = safe_stem(&title.stem);
        if let Some(game) = title.game {
            stem = format!("{stem}-game-{game}");
        }
        let plain = stem.clone();
        let mut number = 2;
        while !self.stems.insert(stem.to_lowercase()) {
            stem = format!("{plain}~{number}");
            number += 1;
        }
        let note = (stem != plain).then(|| {
            let file = &title.file;
            format!("{file}: another record has this name too, so its pictures are named {stem}")
        });
        self.stem = stem;
        note
    }

    pub(super) fn add(&mut self, picture: &Picture) -> Result<(), String> {
        let file = format!("{DRAFT}/{}{}.svg", self.stem, picture.suffix);
        let written = self.drafts.create(&file);
        let written = written.and_then(|mut file| file.write_all(picture.svg.as_bytes()));
        written.map_err(|error| not_written(&self.out, &error))
    }

    /// Gives the folder its name, or moves the pictures into the folder that exists.
    pub(super) fn publish(self) -> Result<(), String> {
        let published = self.drafts.with(|drafts| {
            if self.exists {
                drafts.publish_files(DRAFT, &self.out)
            } else {
                // Replaces a folder that has appeared since, but only if it is empty.
                drafts.replace(DRAFT, &self.out)
            }
        });
        published.map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => not_empty(&self.out),
            io::ErrorKind::NotADirectory => {
                let out = name(&self.out);
                format!("{out}: there is a file of this name now, which is left unchanged")
            }
            io::ErrorKind::ResourceBusy => {
                let out = name(&self.out);
                format!(
                    "{out}: this folder is in use ({}); give a new one",
                    reason(&error)
                )
            }
            _ => not_written(&self.out, &error),
        })
    }
}

fn not_empty(folder: &Path) -> String {
    format!(
        "{}: the folder is not empty, and is left unchanged",
        name(folder)
    )
}

/// Returns a name that is safe as a part of a file name on every system and in a shell: letters, digits, `-`, `_`, `.`
/// between them.
fn safe_stem(stem: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let mut safe = String::new();
    for c in stem.chars() {
        if safe.len() + c.len_utf8() > LONGEST {
            break;
        }
        let is_first = safe.is_empty();
        let keep = if is_first {
            c.is_alphanumeric() || c == '_'
        } else {
            is_safe(c)
        };
        safe.push(if keep { c } else { '_' });
    }
    if safe.is_empty() {
        safe.push_str("board");
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (stem, safe) in [
            ("game", "game"),
            ("Lee Sedol - AlphaGo 4", "Lee_Sedol_-_AlphaGo_4"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            ("..", "_."),
            ("-rf", "_rf"),
            (".hidden", "_hidden"),
            ("a\u{1b}[31m\u{202e}\n", "a__31m__"),
            ("棋譜", "棋譜"),
            ("", "board"),
        ] {
            assert_eq!(safe_stem(stem), safe);
        }
        assert_eq!(safe_stem(&"棋".repeat(100)).len(), 99);
    }
}
