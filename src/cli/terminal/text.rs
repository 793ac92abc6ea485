//! Formats text for a terminal or a pipe: escaped, wrapped, quoted, or as JSON.

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, ErrorKind, IsTerminal};
use std::iter;
use std::path::Path;

use console::{Term, measure_text_width};
use gokata::is_unseen;
use serde::Serialize;

/// Makes untrusted text safe for a terminal: replaces control characters, invisible characters, and those that change
/// the direction of text with U+FFFD. Keeps line ends.
pub(crate) fn plain(text: &str) -> String {
    text.replace(|c| c != '\n' && is_unseen(c), "\u{fffd}")
}

/// Returns the name of a file on one line, safe for a terminal.
pub(crate) fn name(path: &Path) -> String {
    plain_line(&path.display().to_string())
}

/// Makes untrusted text safe for a terminal, on one line.
pub(crate) fn plain_line(text: &str) -> String {
    plain(text).replace('\n', "\u{fffd}")
}

/// Makes untrusted text safe in XML and HTML, also between quotation marks: replaces the letters of markup with entities,
/// what `other` names with another text, and what [`plain`] replaces with U+FFFD.
pub(crate) fn markup(text: &str, other: impl Fn(char) -> Option<&'static str>) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        let entity = other(c).or(match c {
            '&' => Some("&amp;"),
            '<' => Some("&lt;"),
            '>' => Some("&gt;"),
            '"' => Some("&quot;"),
            c if is_unseen(c) => Some("\u{fffd}"),
            _ => None,
        });
        match entity {
            Some(entity) => safe.push_str(entity),
            None => safe.push(c),
        }
    }
    safe
}

/// Quotes the name of a file for a shell, if necessary. A name that would be taken for an option gets `./` before it.
pub(crate) fn quoted(name: &str) -> String {
    if name.starts_with('-') && name != "-" {
        quoted_word(&format!("./{name}"))
    } else {
        quoted_word(name)
    }
}

/// Quotes a word for a shell, if necessary.
pub(crate) fn quoted_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    if word.chars().all(is_plain) && !word.is_empty() && !word.starts_with('-') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Returns a text as a code block of Markdown.
pub(crate) fn fenced(text: &str) -> String {
    let fence = fence(text, 3);
    format!("{fence}text\n{}{fence}", plain(text))
}

/// Returns at least `least` backticks, more than any run of backticks in a text.
pub(crate) fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// Returns the reason why a file cannot be read or written.
pub(crate) fn reason(error: &io::Error) -> String {
    let error = error_of_system(error);
    let plain = match error.kind() {
        ErrorKind::NotFound => "no such file",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is used up",
        ErrorKind::FileTooLarge => "larger than the system allows (a limit, or the kind of disk)",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::IsADirectory => "this is a folder",
        ErrorKind::NotADirectory => "a part of its path is not a folder",
        ErrorKind::InvalidFilename => {
            "the name is too long, or has a character that is not allowed"
        }
        _ => {
            let text = error.to_string();
            let without_code = text.rsplit_once(" (os error ");
            return without_code.map_or(&*text, |(text, _)| text).to_owned();
        }
    };
    plain.to_owned()
}

/// Returns the error of the system that another library has wrapped, else the error itself.
fn error_of_system(error: &io::Error) -> &io::Error {
    let cause = error.get_ref().map(|cause| cause as &(dyn Error + 'static));
    let mut causes = iter::successors(cause, |cause| (**cause).source());
    let found = causes.find_map(|cause| cause.downcast_ref());
    found.map_or(error, error_of_system)
}

/// Names that must differ.
#[derive(Default)]
pub(crate) struct UniqueNames(HashMap<String, usize>);

impl UniqueNames {
    /// Returns a name. If it has been given before, the separator and a number follow.
    pub(crate) fn next(&mut self, name: String, separator: char) -> String {
        let given = self.0.entry(name.clone()).or_default();
        *given += 1;
        match given {
            1 => name,
            given => format!("{name}{separator}{given}"),
        }
    }
}

/// Returns `1 move`, `2 moves`.
pub(crate) fn number(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Wraps a text at spaces into lines of at most 79 characters, less in a narrow window. Indents all lines except the first.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_at(text, window().unwrap_or(79).min(79))
}

/// The number of columns of the terminal, if standard output is one that tells it.
pub(crate) fn window() -> Option<usize> {
    let terminal = io::stdout().is_terminal().then(Term::stdout)?;
    let (_, columns) = terminal.size_checked()?;
    Some(usize::from(columns)).filter(|columns| *columns > 0)
}

/// As [`wrapped`], with this width. Keeps the spaces at the beginning.
pub(crate) fn wrapped_at(text: &str, most: usize) -> String {
    let words = text.trim_start();
    let mut column = text.len() - words.len();
    let indent = format!("\n  {}", &text[..column]);
    let mut wrapped = text[..column].to_owned();
    for (at, word) in words.split(' ').enumerate() {
        let width = measure_text_width(word);
        if at > 0 {
            let is_full = column + 1 + width > most;
            wrapped += if is_full { &indent } else { " " };
            column = if is_full {
                indent.len() - 1
            } else {
                column + 1
            };
        }
        wrapped += word;
        column += width;
    }
    wrapped
}

/// Returns the JSON of a value on one line. Escapes characters that [`plain`] replaces, which occur only in strings.
pub(crate) fn one_line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    if !json.chars().any(is_unseen) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c.encode_utf16(&mut [0; 2]) {
            _ if !is_unseen(c) => escaped.push(c),
            units => escaped.extend(units.iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    escaped
}
