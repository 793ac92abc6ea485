//! Converts offsets in a text to lines and columns.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::basics::TextError;

/// A text, and the line and column of every 1024th byte for fast lookups, computed at the first lookup.
#[derive(Debug, Clone)]
pub(super) struct Places<'t> {
    text: Cow<'t, str>,
    known: OnceLock<Vec<Cursor>>,
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
            known: OnceLock::new(),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn at(&self, offset: usize, message: impl Into<String>) -> TextError {
        let place = self.place(offset);
        let after = self.text[offset..].chars().take(SHOWN);
        let after: String = after.take_while(|c| !matches!(c, '\r' | '\n')).collect();
        let before = &self.text[place.line_start..offset];
        TextError::inside((place.line, place.column), before, &after, message)
    }

    pub(super) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let place = self.place(offset);
        (place.line, place.column)
    }

    fn place(&self, offset: usize) -> Cursor {
        let known = self.known.get_or_init(|| self.known());
        known[offset / STEP].advanced(self.text.as_bytes(), offset)
    }

    fn known(&self) -> Vec<Cursor> {
        let mut cursor = Cursor {
            offset: 0,
            line_start: 0,
            line: 1,
            column: 1,
        };
        let steps = (0..=self.text.len()).step_by(STEP);
        steps
            .map(|offset| {
                cursor = cursor.advanced(self.text.as_bytes(), offset);
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
