//! Lines of a text, and faults in it with their place. What the lines mean is for others to say.

use std::fmt;

/// What is wrong with a text, and where.
///
/// `Display` gives three lines: `LINE:COLUMN: message`, the line of the text, and a caret under
/// the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    line: usize,
    column: usize,
    message: String,
    excerpt: String,
    caret: usize,
}

impl TextError {
    /// Line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Column, counted from 1 in characters.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// A fault at a place in a line, counted from 0 in bytes.
    pub(crate) fn new(line: &Line<'_>, at: usize, message: impl Into<String>) -> TextError {
        let before: Vec<char> = line.text.get(..at).unwrap_or(line.text).chars().collect();
        let after = line.text.get(at..).unwrap_or_default();
        // A long line is shown around the place only.
        let cut = before
            .len()
            .saturating_sub(if before.len() > 60 { 40 } else { 60 });
        let dots = if cut > 0 { "..." } else { "" };
        let shown = |c: char| {
            if c == '\t' {
                ' '
            } else if c.is_control() {
                '\u{fffd}'
            } else {
                c
            }
        };
        let excerpt: String = dots
            .chars()
            .chain(before[cut..].iter().copied())
            .chain(after.chars().take(40))
            .map(shown)
            .collect();
        TextError {
            line: line.number,
            column: before.len() + 1,
            message: message.into(),
            excerpt: excerpt.trim_end().to_owned(),
            caret: dots.len() + before.len() - cut,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        writeln!(f, "{}", self.excerpt)?;
        write!(f, "{:caret$}^", "", caret = self.caret)
    }
}

impl std::error::Error for TextError {}

/// One line without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    pub(crate) fn is_blank(&self) -> bool {
        self.text.bytes().all(|b| b == b' ')
    }

    /// The words before any comment, split on spaces, each with its place in the line.
    pub(crate) fn words(&self) -> impl Iterator<Item = Word<'a>> {
        let text = self.before_comment();
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + text[at..].find(|c| c != ' ')?;
            let end = text[start..]
                .find(' ')
                .map_or(text.len(), |length| start + length);
            at = end;
            Some(Word {
                at: start,
                text: &text[start..end],
            })
        })
    }

    pub(crate) fn before_comment(&self) -> &'a str {
        self.text.split('#').next().unwrap_or_default()
    }
}

/// A word of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'a> {
    /// Where it begins, counted from 0 in bytes.
    pub(crate) at: usize,
    pub(crate) text: &'a str,
}

/// Takes a text apart into lines that end in LF or CR LF.
///
/// # Errors
/// What no text of ours may hold: bytes that are not UTF-8, a byte order mark, control characters
/// (a lone CR among them). A tab is allowed in a comment.
pub(crate) fn lines(bytes: &[u8]) -> Result<Vec<Line<'_>>, TextError> {
    let mut lines = Vec::new();
    for (number, bytes) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let line = match std::str::from_utf8(bytes) {
            Ok(text) => Line { number, text },
            Err(error) => {
                let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                let byte = bytes[error.valid_up_to()];
                let message = format!("the byte 0x{byte:02X} here is not UTF-8");
                return Err(TextError::new(
                    &Line { number, text: good },
                    good.len(),
                    message,
                ));
            }
        };
        if let Some((at, character)) = line
            .text
            .char_indices()
            .find(|&(at, c)| is_refused(line, at, c))
        {
            return Err(TextError::new(&line, at, refusal(number, at, character)));
        }
        lines.push(line);
    }
    // What follows the last line end is a line only if there is something.
    if lines.last().is_some_and(|last| last.text.is_empty()) {
        lines.pop();
    }
    Ok(lines)
}

fn is_refused(line: Line<'_>, at: usize, c: char) -> bool {
    match c {
        '\t' => at < line.before_comment().len(),
        '\u{feff}' => line.number == 1 && at == 0,
        _ => c.is_control(),
    }
}

fn refusal(number: usize, at: usize, c: char) -> String {
    match c {
        '\t' => "a tab: only spaces may stand here".to_owned(),
        '\r' => "a carriage return inside a line: lines end in LF or CR LF".to_owned(),
        '\u{feff}' if (number, at) == (1, 0) => {
            "the file begins with a byte order mark: save it without".to_owned()
        }
        _ => format!("a control character (U+{:04X})", u32::from(c)),
    }
}

/// A character as a message shows it: an ASCII one as it is, any other with its number, because
/// it may look like another one.
pub(crate) fn shown(c: char) -> String {
    if c.is_ascii() {
        format!("`{c}`")
    } else {
        format!("`{c}` (U+{:04X})", u32::from(c))
    }
}
