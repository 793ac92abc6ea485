//! A folder of pictures. A new one appears under its name when all pictures are complete; into an empty one that exists,
//! the pictures are moved then.

use std::collections::HashSet;
use std::path::Path;

use super::positions::{Picture, Title};
use crate::write_file::NewFolder;

/// The longest name taken from a game record, in bytes. Numbers and the ending are added to it.
const LONGEST: usize = 100;

pub(super) struct Folder {
    new: NewFolder,
    /// The names of records so far, in lower case, because some file systems do not distinguish case.
    stems: HashSet<String>,
    /// The name of the current game: `game-2`.
    stem: String,
}

impl Folder {
    /// Prepares a folder. Fails if there is one that is not empty.
    pub(super) fn new(out: &Path) -> Result<Folder, String> {
        Ok(Folder {
            new: NewFolder::new(out)?,
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
        let file = format!("{}{}.svg", self.stem, picture.suffix);
        self.new.add(&file, picture.svg.as_bytes())
    }

    /// Gives the folder its name, or moves the pictures into the folder that exists.
    pub(super) fn publish(self) -> Result<(), String> {
        self.new.publish()
    }
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
