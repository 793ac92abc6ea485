//! Where the questions of the corpus lie on larger boards.

use std::collections::HashMap;

use crate::basics::Size;
use crate::questions::Embedding;

/// The lines of `fixtures/BOARDS`, by the names of fixtures.
#[derive(Debug, Clone, Default)]
pub(super) struct Boards(HashMap<&'static str, Vec<Line>>);

#[derive(Debug, Clone)]
struct Line {
    size: Size,
    /// `None` if these questions cannot be asked on a board of this size.
    embedding: Option<Embedding>,
    /// The questions; none for all those of the fixture that no other line about this size names.
    ids: Vec<&'static str>,
}

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
        let named = move |line: &&Line| line.ids.contains(&id);
        // The lines about a size stand together, that about all other questions last.
        let sizes = lines.chunk_by(|one, next| one.size == next.size);
        let chosen = sizes.filter_map(move |lines| {
            let all = lines.last().filter(|line| line.ids.is_empty());
            lines.iter().find(named).or(all)
        });
        chosen.filter_map(|line| line.embedding.as_ref())
    }
}

fn parsed(line: &'static str) -> Option<(&'static str, Line)> {
    let (name, rest) = line.split_once(' ')?;
    if name == "#" {
        return None;
    }
    let (size, no) = rest.split_once(' ')?;
    if let Some(ids) = no.strip_prefix("none") {
        let (size, ids) = (size.parse().ok()?, ids.split_whitespace().collect());
        let embedding = None;
        return Some((
            name,
            Line {
                size,
                embedding,
                ids,
            },
        ));
    }
    let mut spaces = rest.match_indices(' ').map(|(at, _)| at);
    let end = spaces.nth(3).unwrap_or(rest.len());
    let embedding = Embedding::parse(&rest[..end])?;
    let line = Line {
        size: embedding.size,
        embedding: Some(embedding),
        ids: rest[end..].split_whitespace().collect(),
    };
    Some((name, line))
}
