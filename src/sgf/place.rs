//! Where in a text something stands: lines and columns.

use std::sync::OnceLock;

use crate::basics::TextError;

/// A text, with marks in it from which lines are counted, so that no place takes long to tell. They are set
/// when the first place is asked for.
#[derive(Debug, Clone)]
pub(super) struct Places<'t> {
    pub(super) text: &'t str,
    marks: OnceLock<Vec<Mark>>,
}

/// A place, and where that is: the line, where it begins, and the column in characters. Lines end in LF, CR
/// LF, or a lone CR.
#[derive(Debug, Clone, Copy)]
struct Mark {
    offset: usize,
    line_start: usize,
    line: usize,
    column: usize,
}

/// Bytes from one mark to the next: with these, marks take a thirtieth of the text's memory.
const STEP: usize = 1024;

/// Characters of the line that a message shows before a place, and behind it.
const SHOWN: usize = 60;

impl<'t> Places<'t> {
    pub(super) fn of(text: &'t str) -> Places<'t> {
        Places {
            text,
            marks: OnceLock::new(),
        }
    }

    /// A fault at a place counted in bytes.
    pub(super) fn at(&self, offset: usize, message: impl Into<String>) -> TextError {
        let mark = self.mark(offset);
        let before = &self.text[mark.line_start..offset];
        let shown = before.char_indices().rev().nth(SHOWN - 1);
        let before = &before[shown.map_or(0, |(at, _)| at)..];
        let after = self.text[offset..].chars().take(SHOWN);
        let after: String = after.take_while(|c| !matches!(c, '\r' | '\n')).collect();
        TextError::inside((mark.line, mark.column), before, &after, message)
    }

    /// Line and column of a place, counted from 1.
    pub(super) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let mark = self.mark(offset);
        (mark.line, mark.column)
    }

    fn mark(&self, offset: usize) -> Mark {
        let marks = self.marks.get_or_init(|| self.marks());
        marks[offset / STEP].moved(self.text.as_bytes(), offset)
    }

    fn marks(&self) -> Vec<Mark> {
        let mut mark = Mark {
            offset: 0,
            line_start: 0,
            line: 1,
            column: 1,
        };
        let steps = (0..=self.text.len()).step_by(STEP);
        steps
            .map(|offset| {
                mark = mark.moved(self.text.as_bytes(), offset);
                mark
            })
            .collect()
    }
}

impl Mark {
    fn moved(mut self, bytes: &[u8], offset: usize) -> Mark {
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
