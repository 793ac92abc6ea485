//! Where in a text something stands: lines and columns.

use crate::text::{Line, TextError};

/// A fault at a place counted in bytes. Lines end in LF, CR LF, or a lone CR.
pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> TextError {
    let mut cursor = Cursor::default();
    cursor.go_to(text, offset);
    let rest = &text[cursor.line_start..];
    let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
    let line = Line {
        number: cursor.line,
        text: &rest[..end],
    };
    TextError::new(&line, offset - cursor.line_start, message)
}

/// Line and column of places that are asked for in the order of the text: the text is gone through once.
#[derive(Debug, Clone)]
pub(super) struct Cursor {
    offset: usize,
    line_start: usize,
    line: usize,
    column: usize,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor {
            offset: 0,
            line_start: 0,
            line: 1,
            column: 1,
        }
    }
}

impl Cursor {
    /// Line and column of a place, counted from 1, the column in characters.
    pub(super) fn go_to(&mut self, text: &str, offset: usize) -> (usize, usize) {
        if offset < self.offset {
            *self = Cursor::default();
        }
        let bytes = text.as_bytes();
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
        (self.line, self.column)
    }
}
