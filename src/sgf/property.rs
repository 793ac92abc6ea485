//! The properties of a node and their values, as written. Other files interpret them.

use std::borrow::Cow;
use std::ops::Range;

use super::tokens::{end_of_value, is_blank, letter_at, letters_of, name_at, skip_blanks};
use crate::basics::ParseError;

/// A property of a node: a name, and one or more values.
#[derive(Debug, Clone, Copy)]
pub struct Property<'t> {
    /// The significant letters of its name as a number: see [`name`](super::tokens::name).
    pub(super) name: u64,
    /// The offset of its name.
    pub(super) at: usize,
    text: &'t str,
    values: usize,
    /// The offset after its last value and the blanks there.
    end: usize,
}

/// A value of a property: the text between its brackets.
#[derive(Debug, Clone, Copy)]
pub struct Value<'t> {
    pub(super) text: &'t str,
    /// Its offset.
    pub(super) at: usize,
}

/// Iterates over the properties between two offsets of a text that the scanner has read.
pub(super) fn properties(text: &str, at: usize, end: usize) -> Properties<'_> {
    Properties { text, at, end }
}

/// See [`properties`].
pub(super) struct Properties<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl Property<'_> {
    /// Returns the property under another name.
    pub(super) fn named(self, name: u64) -> Self {
        Property { name, ..self }
    }
}

impl<'t> Iterator for Properties<'t> {
    type Item = Property<'t>;

    // The hot path: called for every property of every node.
    #[inline]
    fn next(&mut self) -> Option<Property<'t>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let start = skip_blanks(bytes, self.at);
        let (name, values) = match letter_at(bytes, start) {
            Some(letter) => (letter, start + 1),
            None if start >= self.end => return None,
            None => {
                let name = name_at(bytes, start);
                (name.letters, skip_blanks(bytes, name.end))
            }
        };
        let mut at = values;
        while bytes.get(at) == Some(&b'[') {
            at = skip_blanks(bytes, end_of_value(bytes, at + 1)? + 1);
        }
        if at == start {
            return None;
        }
        self.at = at;
        Some(Property {
            name,
            at: start,
            text: self.text,
            values,
            end: at,
        })
    }
}

impl<'t> Property<'t> {
    /// Returns the name in capital letters: `AB`, also where the text has `AddBlack`, as in old records.
    pub fn name(&self) -> Cow<'t, str> {
        let written = name_at(self.text.as_bytes(), self.at);
        if written.has_small_letters || written.is_spelled {
            Cow::Owned(letters_of(self.name))
        } else {
            Cow::Borrowed(&self.text[self.at..written.end])
        }
    }

    /// The property without the blanks after it, as offsets.
    pub(super) fn place(&self) -> Range<usize> {
        self.at..self.text[..self.end].trim_end_matches(is_blank).len()
    }

    /// True if this is the name of the property, short or spelled.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let asked = name_at(name.as_bytes(), 0);
        // A number holds eight letters.
        let is_whole = asked.is_spelled || name.len() < 8 || self.name() == name;
        asked.end == name.len() && self.name == asked.letters && is_whole
    }

    /// Returns the values in their order, at least one.
    #[inline]
    pub fn values(self) -> impl Iterator<Item = Value<'t>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let mut at = self.values;
        std::iter::from_fn(move || {
            let open = skip_blanks(bytes, at);
            if bytes.get(open) != Some(&b'[') {
                return None;
            }
            let start = open + 1;
            let end = end_of_value(bytes, start)?;
            at = end + 1;
            let text = &self.text[start..end];
            Some(Value { text, at: start })
        })
    }

    pub(super) fn value(self) -> Value<'t> {
        let nothing = Value {
            text: "",
            at: self.at,
        };
        self.values().next().unwrap_or(nothing)
    }
}

impl<'t> Value<'t> {
    /// Returns the value as written, with its escapes.
    pub fn raw(self) -> &'t str {
        self.text
    }

    /// Returns the value as text of several lines: undoes escapes, and ends lines with `\n`.
    pub fn text(self) -> String {
        self.unescaped(|letter| letter)
    }

    /// Returns the value as one line of text: undoes escapes, and replaces line ends, other blanks and control
    /// characters by spaces.
    pub fn line(self) -> String {
        let is_space = |letter| is_blank(letter) || letter.is_control();
        let line = self.unescaped(|letter| if is_space(letter) { ' ' } else { letter });
        line.trim().to_owned()
    }

    fn unescaped(self, shown: impl Fn(char) -> char) -> String {
        let mut text = String::new();
        let mut letters = self.text.chars().peekable();
        while let Some(letter) = letters.next() {
            let (escaped, letter) = match letter {
                '\\' => (true, letters.next()),
                _ => (false, Some(letter)),
            };
            let Some(letter) = letter else { break };
            if matches!(letter, '\r' | '\n') {
                // CR LF and LF CR are one line end.
                letters.next_if(|next| matches!(next, '\r' | '\n') && *next != letter);
                if !escaped {
                    text.push(shown('\n'));
                }
            } else {
                text.push(shown(letter));
            }
        }
        text
    }

    /// Returns the beginning of the value, up to this number of bytes.
    pub(super) fn beginning(self, most: usize) -> Self {
        let mut ends = (0..=self.text.len().min(most)).rev();
        let end = ends.find(|end| self.text.is_char_boundary(*end));
        Value {
            text: &self.text[..end.unwrap_or(0)],
            at: self.at,
        }
    }
}

/// Returns a property as it is written.
pub(super) fn written(
    name: &str,
    values: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<String, ParseError> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        let problem = "is no name of a property: capital letters, as in `AB`";
        return Err(ParseError::new(name, problem));
    }
    Ok(escaped(name, values))
}

/// Returns a property with these values, escaped.
pub(super) fn escaped(name: &str, values: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = name.to_owned();
    for value in values {
        let escaped = value.as_ref().replace('\\', "\\\\").replace(']', "\\]");
        text.extend(["[", &escaped, "]"]);
    }
    text
}
