//! Converts offsets in a text to lines and columns.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::basics::TextError;

/// A text, and the line and column of every 1024th byte for fast lookups, computed at the first lookup.
#[derive(Debug, Clone)]
pub(super) struct Places<'t> {
    text: Cow<'t, str>,
    original: Option<Box<Original<'t>>>,
    known: OnceLock<Vec<Cursor>>,
}

/// A text in another format from which the text was made.
#[derive(Debug, Clone)]
struct Original<'t> {
    text: Cow<'t, str>,
    /// Offsets in the new text in ascending order, each with that in the original; of the rest, the one before counts.
    marks: Vec<(usize, usize)>,
}

/// An offset with its line, the start of that line, and its column in characters. Lines end in LF, CR LF, or a
/// lone CR.
#[derive(Debug, Clone, Copy)]
struct Cursor {
    offset: usize,
    line_start: usize,
    line: usize,
    column: usize,
}

/// The number of bytes between known places, which take a thirtieth of the text's memory.
const STEP: usize = 1024;

/// The most characters from the place of the error on that are kept for a message.
const SHOWN: usize = 60;

impl<'t> Places<'t> {
    pub(super) fn of(text: impl Into<Cow<'t, str>>) -> Places<'t> {
        Places {
            text: text.into(),
            original: None,
            known: OnceLock::new(),
        }
    }

    /// For a text that was made from another one, in which places are shown.
    pub(super) fn translated(
        text: String,
        original: Cow<'t, str>,
        marks: Vec<(usize, usize)>,
    ) -> Places<'t> {
        let original = Original {
            text: original,
            marks,
        };
        Places {
            text: text.into(),
            original: Some(Box::new(original)),
            known: OnceLock::new(),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn at(&self, offset: usize, message: impl Into<String>) -> TextError {
        self.at_shown(self.shown(offset), message)
    }

    /// As [`Places::at`], with an offset in the original.
    pub(super) fn at_shown(&self, offset: usize, message: impl Into<String>) -> TextError {
        let place = self.place(offset);
        let text = self.original();
        let after = text[offset..].chars().take(SHOWN);
        let after: String = after.take_while(|c| !matches!(c, '\r' | '\n')).collect();
        let before = &text[place.line_start..offset];
        TextError::inside((place.line, place.column), before, &after, message)
    }

    pub(super) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let place = self.place(self.shown(offset));
        (place.line, place.column)
    }

    /// The text in which places are shown.
    fn original(&self) -> &str {
        let original = self.original.as_ref();
        original.map_or(&self.text, |original| &original.text)
    }

    /// Returns the offset in that text.
    fn shown(&self, offset: usize) -> usize {
        self.original.as_ref().map_or(offset, |original| {
            let after = original.marks.partition_point(|(at, _)| *at <= offset);
            let mark = original.marks.get(after.saturating_sub(1));
            mark.map_or(0, |(_, shown)| *shown)
        })
    }

    fn place(&self, offset: usize) -> Cursor {
        let known = self.known.get_or_init(|| self.known());
        known[offset / STEP].advanced(self.original().as_bytes(), offset)
    }

    fn known(&self) -> Vec<Cursor> {
        let mut cursor = Cursor {
            offset: 0,
            line_start: 0,
            line: 1,
            column: 1,
        };
        let text = self.original().as_bytes();
        let steps = (0..=text.len()).step_by(STEP);
        steps
            .map(|offset| {
                cursor = cursor.advanced(text, offset);
                cursor
            })
            .collect()
    }
}

impl Cursor {
    fn advanced(mut self, bytes: &[u8], offset: usize) -> Cursor {
        for (at, byte) in (self.offset..).zip(&bytes[self.offset..offset]) {
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                self.line += 1;
                self.line_start = at + 1;
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
        self.offset = offset;
        self
    }
}
