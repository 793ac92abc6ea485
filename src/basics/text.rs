//! Splits a text into lines and words, and reports errors with line and column. Does not interpret the lines.

use std::fmt;

/// An error in a text, with line and column.
///
/// `Display` writes three lines: `LINE:COLUMN: message`, the line of the text, and a caret under the column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

    /// The message, without line and column.
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn with_message(self, message: String) -> TextError {
        TextError { message, ..self }
    }

    /// Creates an error at byte offset `at` of `line`.
    pub(crate) fn new(line: &Line<'_>, at: usize, message: impl Into<String>) -> TextError {
        let (before, after) = line.text.split_at_checked(at).unwrap_or((line.text, ""));
        let column = before.chars().count() + 1;
        TextError::inside((line.number, column), before, after, message)
    }

    /// Creates an error at a line and column. `before` is the line's text before the column, or at least its last 60
    /// characters; `after` is the text from the column on.
    pub(crate) fn inside(
        (line, column): (usize, usize),
        before: &str,
        after: &str,
        message: impl Into<String>,
    ) -> TextError {
        // Of a long line, only the part around the column is shown.
        let (dots, shown) = if column > 60 { ("...", 40) } else { ("", 60) };
        let start = before.char_indices().rev().nth(shown - 1);
        let before = &before[start.map_or(0, |(at, _)| at)..];
        let shown = before.chars().chain(after.chars().take(40));
        let excerpt: String = dots.chars().chain(shown.map(visible)).collect();
        TextError {
            line,
            column,
            message: message.into(),
            excerpt: excerpt.trim_end().to_owned(),
            caret: dots.len() + before.chars().count(),
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

/// The error for a text that is not what it is read as, such as a [`Move`](crate::Move) or [`Rules`](crate::Rules).
/// `Display` quotes the text and shows how to write one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParseError(pub(crate) String);

impl ParseError {
    /// `problem` follows the quoted text: `is not a point: ...`.
    pub(crate) fn new(text: &str, problem: impl fmt::Display) -> ParseError {
        ParseError(format!("{} {problem}", quoted(text)))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// A line without its line ending.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    pub(crate) fn empty(number: usize) -> Line<'a> {
        Line { number, text: "" }
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.bytes().all(|b| b == b' ')
    }

    /// The words before any comment, split on spaces, each with its offset in the line.
    pub(crate) fn words(&self) -> impl Iterator<Item = Word<'a>> {
        words(self.before_comment())
    }

    pub(crate) fn before_comment(&self) -> &'a str {
        self.text.split('#').next().unwrap_or_default()
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'a> {
    /// The offset of the first byte.
    pub(crate) at: usize,
    pub(crate) text: &'a str,
}

/// Splits a text on spaces into words, each with its offset.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> + Clone {
    let mut end = 0;
    std::iter::from_fn(move || {
        let at = end + text[end..].find(|c| c != ' ')?;
        let length = text[at..].find(' ').unwrap_or(text.len() - at);
        end = at + length;
        let text = &text[at..end];
        Some(Word { at, text })
    })
}

/// Splits a text into lines that end in LF or CR LF. Fails on invalid UTF-8, a byte order mark at the start, and control
/// characters (including a CR without LF), except tabs in comments.
pub(crate) fn lines(bytes: &[u8]) -> Result<Vec<Line<'_>>, TextError> {
    let mut lines = Vec::new();
    for (number, bytes) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let bytes = match bytes.strip_suffix(b"\n") {
            Some(bytes) => bytes.strip_suffix(b"\r").unwrap_or(bytes),
            None => bytes,
        };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let (at, byte) = (error.valid_up_to(), bytes[error.valid_up_to()]);
            let message =
                format!("the byte 0x{byte:02X} here is not UTF-8: save the file as UTF-8");
            let text = &String::from_utf8_lossy(bytes);
            TextError::new(&Line { number, text }, at, message)
        })?;
        let line = Line { number, text };
        // Computed once for each line, because a comment may contain millions of tabs.
        let comment = line.before_comment().len();
        let refused = |(at, c)| Some((at, refusal(c, at >= comment, (number, at) == (1, 0))?));
        if let Some((at, message)) = text.char_indices().find_map(refused) {
            return Err(TextError::new(&line, at, message));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Returns why a character must not stand here; `None` if it may.
fn refusal(c: char, is_in_comment: bool, is_first: bool) -> Option<String> {
    let code = u32::from(c);
    match c {
        '\t' if is_in_comment => None,
        '\t' => Some("a tab: tabs may stand in comments only".to_owned()),
        '\r' => Some("a carriage return alone: lines end in LF or CR LF".to_owned()),
        BYTE_ORDER_MARK if is_first => {
            Some("the file begins with a byte order mark: save it without".to_owned())
        }
        _ if c.is_control() => Some(format!("the control character U+{code:04X}: remove it")),
        _ => None,
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// True for characters that are invisible in a terminal or change its output: control characters, bidirectional
/// controls, characters without width, blank letters, and tags.
///
/// Variation selectors are not among them, because names contain them: they select a form of the character before.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | BYTE_ORDER_MARK | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}'
        )
}

/// Returns the character to print in an excerpt: a space for a tab, U+FFFD for other characters found by `is_unseen`.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        _ if is_unseen(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// Parses one to six digits without sign or leading zeros.
pub(crate) fn digits(text: &str) -> Option<u32> {
    let plain = (1..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let canonical = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| plain && canonical)
}

/// Parses digits. A number with too many digits for its type is too large, not malformed.
pub(crate) fn count(text: &str) -> Option<usize> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().unwrap_or(usize::MAX))
}

/// Returns `1 row`, `2 rows`.
pub(crate) fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Quotes a character for a message. Adds the code point of a non-ASCII character, because it may look like an ASCII
/// one.
pub(crate) fn shown(c: char) -> String {
    if c.is_ascii() {
        format!("`{c}`")
    } else {
        format!("`{}` (U+{:04X})", visible(c), u32::from(c))
    }
}

/// Quotes the first 24 characters of a text for a message, and adds the first non-ASCII character among them with its
/// code point.
pub(crate) fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(24).map(visible).collect();
    let end = characters.next().map_or("", |_| "...");
    match text.chars().take(24).find(|c| !c.is_ascii()) {
        Some(odd) if text.chars().count() == 1 => shown(odd),
        Some(odd) => format!("`{start}{end}`, with {} in it,", shown(odd)),
        None => format!("`{start}{end}`"),
    }
}
