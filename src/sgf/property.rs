//! What stands in a node: properties and their values, as they are written. What they mean is for others to
//! say.

use super::scan::{end_of_value, is_blank};

/// A property of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Property<'t> {
    /// The capital letters of its name, as a number: see [`name`].
    pub(super) name: u64,
    /// Where its name stands in the text.
    pub(super) at: usize,
    text: &'t str,
    values: usize,
    end: usize,
}

/// A value: what stands between the brackets, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

/// The name of a property as a number, so that names are compared at once: up to eight capital letters.
pub(super) const fn name(letters: &str) -> u64 {
    let letters = letters.as_bytes();
    let (mut name, mut at) = (0, 0);
    while at < letters.len() {
        name = (name << 8) | letters[at] as u64;
        at += 1;
    }
    name
}

/// The properties that stand between two places of a text that has been scanned.
pub(super) fn properties(
    text: &str,
    start: usize,
    end: usize,
) -> impl Iterator<Item = Property<'_>> {
    let bytes = &text.as_bytes()[..end];
    let mut at = start;
    std::iter::from_fn(move || {
        at = skip_blanks(bytes, at);
        let start = at;
        let (mut name, mut small_letters) = (0, false);
        while let Some(letter) = bytes.get(at).filter(|byte| byte.is_ascii_alphabetic()) {
            if letter.is_ascii_uppercase() {
                name = (name << 8) | u64::from(*letter);
            } else {
                small_letters = true;
            }
            at += 1;
        }
        if at == start {
            return None;
        }
        if small_letters {
            name = old_name(&text[start..at]);
        }
        at = skip_blanks(bytes, at);
        let values = at;
        while bytes.get(at) == Some(&b'[') {
            at = skip_blanks(bytes, end_of_value(bytes, at + 1)? + 1);
        }
        Some(Property {
            name,
            at: start,
            text,
            values,
            end: at,
        })
    })
}

/// Older records spell names out, with the letters that count as capitals: `White`, `AddBlack`. Others do it their own way.
fn old_name(written: &str) -> u64 {
    const SPELLED: [(&str, u64); 5] = [
        ("black", name("B")),
        ("white", name("W")),
        ("addblack", name("AB")),
        ("addwhite", name("AW")),
        ("addempty", name("AE")),
    ];
    let spelled = SPELLED
        .iter()
        .find(|(word, _)| written.eq_ignore_ascii_case(word));
    if let Some((_, name)) = spelled {
        return *name;
    }
    let capitals: String = written.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() {
        name(&written.to_ascii_uppercase())
    } else {
        name(&capitals)
    }
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes
        .get(at)
        .is_some_and(|byte| is_blank(char::from(*byte)))
    {
        at += 1;
    }
    at
}

impl<'t> Property<'t> {
    /// The values, one at least.
    pub(super) fn values(self) -> impl Iterator<Item = Value<'t>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let mut at = self.values;
        std::iter::from_fn(move || {
            at = skip_blanks(bytes, at);
            if bytes.get(at) != Some(&b'[') {
                return None;
            }
            let start = at + 1;
            let end = end_of_value(bytes, start)?;
            at = end + 1;
            Some(Value {
                text: &self.text[start..end],
                at: start,
            })
        })
    }

    /// The first value.
    pub(super) fn value(self) -> Value<'t> {
        let nothing = Value {
            text: "",
            at: self.at,
        };
        self.values().next().unwrap_or(nothing)
    }
}

impl Value<'_> {
    /// The value as text on one line: escapes undone, line ends and other blanks as spaces.
    pub(super) fn simple_text(self) -> String {
        let mut simple = String::new();
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
                    simple.push(' ');
                }
            } else {
                simple.push(if is_blank(letter) { ' ' } else { letter });
            }
        }
        simple.trim().to_owned()
    }
}
