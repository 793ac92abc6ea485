//! The points of a damaged record: blanks inside them, and those in other forms than the standard's.

use std::ops::Range;

use super::edits::Edits;
use super::repair_values::Kind;
use super::tokens::is_blank;
use crate::basics::{Point, Size};

/// The points of a record in other forms. Those of moves are changed only if all moves are in this form, and so are lists.
#[derive(Default)]
pub(super) struct Points {
    moves: Forms,
    lists: Forms,
    size: Size,
}

#[derive(Default)]
struct Forms {
    capitals: Vec<Range<usize>>,
    /// With their points, in letters of the standard.
    vertices: Vec<(Range<usize>, String)>,
    /// True once there is a point in another form.
    are_mixed: bool,
}

impl Points {
    /// Learns the size of the board.
    pub(super) fn size(&mut self, value: &str) {
        let side = value.trim().parse().ok();
        if let Some(size) = side.and_then(|side| Size::new(side, side).ok()) {
            self.size = size;
        }
    }

    /// Adds the value of a move or of a list of points.
    pub(super) fn add(&mut self, kind: Kind, value: Range<usize>, edits: &mut Edits<'_>) {
        let text = &edits.text()[value.clone()];
        // No point is longer, with a few blanks.
        if text.len() > 16 {
            return;
        }
        let (moves, lists) = (&mut self.moves, &mut self.lists);
        let forms = if kind == Kind::Move { moves } else { lists };
        let bare: String = text.chars().filter(|c| !is_blank(*c)).collect();
        match bare.as_bytes() {
            [] | b"tt" => {}
            [col, row] if col.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
                if bare.len() < text.len() {
                    let message = "blanks inside a point are left out";
                    edits.replace(value, bare, message);
                } else if [col, row].into_iter().all(u8::is_ascii_uppercase) {
                    forms.capitals.push(value);
                    return;
                }
                forms.are_mixed = true;
            }
            _ => match vertex(&bare, self.size) {
                Some(point) => forms.vertices.push((value, point)),
                None => forms.are_mixed = true,
            },
        }
    }

    /// Changes the points in other forms.
    pub(super) fn convert(self, edits: &mut Edits<'_>) {
        self.moves.convert(edits);
        self.lists.convert(edits);
    }
}

/// Converts `D4` to letters of the standard.
fn vertex(text: &str, size: Size) -> Option<String> {
    let is_vertex = text.len() < 4 && text.ends_with(|c: char| c.is_ascii_digit());
    let point = is_vertex.then(|| Point::from_vertex(text, size))??;
    size.contains(point).then(|| point.sgf())?
}

impl Forms {
    fn convert(self, edits: &mut Edits<'_>) {
        if self.are_mixed || !self.capitals.is_empty() && !self.vertices.is_empty() {
            return;
        }
        for range in self.capitals {
            let point = edits.text()[range.clone()].to_ascii_lowercase();
            let message = format!("a point is written in small letters: `{point}`");
            edits.replace(range, point, message);
        }
        for (range, point) in self.vertices {
            let what = edits.quoted(range.clone());
            edits.replace(range, point.clone(), format!("{what} is written `{point}`"));
        }
    }
}
