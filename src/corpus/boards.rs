//! Where the questions of the corpus lie on larger boards.

use std::collections::HashMap;

use crate::basics::Size;
use crate::questions::Embedding;

/// The lines of `fixtures/BOARDS`, by the names of fixtures.
#[derive(Debug, Clone, Default)]
pub(super) struct Boards(HashMap<&'static str, Vec<Line>>);

/// A size; where questions lie there, or `None` if they cannot be asked there; and which: none for all those of the fixture that
/// no other line about this size names.
type Line = (Size, Option<Embedding>, Vec<&'static str>);

impl Boards {
    /// Reads lines such as `kata/6-ko/retake-at-once 9x9 4,0 - - C3-xugq7`: a fixture, an embedding, questions. Lines
    /// that are none of this form are left out; a test finds them.
    pub(super) fn new(text: &'static str) -> Boards {
        let mut boards = Boards::default();
        for (name, line) in text.lines().filter_map(parsed) {
            boards.0.entry(name).or_default().push(line);
        }
        boards
    }

    /// Where this question lies, the smallest board first.
    pub(super) fn of(&self, fixture: &str, id: &str) -> impl Iterator<Item = &Embedding> {
        let lines = self.0.get(fixture).map_or(&[][..], Vec::as_slice);
        let named = move |(_, _, ids): &&Line| ids.contains(&id);
        // The lines about a size stand together, that about all other questions last.
        let sizes = lines.chunk_by(|one, next| one.0 == next.0);
        let chosen = sizes.filter_map(move |lines| {
            let all = lines.last().filter(|(_, _, ids)| ids.is_empty());
            lines.iter().find(named).or(all)
        });
        chosen.filter_map(|(_, place, _)| place.as_ref())
    }
}

fn parsed(line: &'static str) -> Option<(&'static str, Line)> {
    let (name, rest) = line.split_once(' ')?;
    let words: Vec<&str> = rest.split(' ').collect();
    let size = words[0].parse().ok()?;
    let (place, ids) = if let ["none", ids @ ..] = words.get(1..)? {
        (None, ids)
    } else {
        let place = words.get(..4)?.join(" ");
        (Some(Embedding::parse(&place)?), &words[4..])
    };
    Some((name, (size, place, ids.to_vec())))
}
