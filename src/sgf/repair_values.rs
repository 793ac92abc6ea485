//! Finds where values end in a damaged text: what a value of a known property may be, and what may follow it.
//!
//! A `]` ends a text unless the text after it runs into another `]` before it is a record again.

use super::edits::Edits;
use super::tokens::{end_of_value, is_blank, name, name_at, skip_blanks};
use crate::basics::TextError;

/// What the values of a property are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    /// A list of points or rectangles.
    Points,
    Number,
    /// A list of points with labels, or of arrows.
    List,
    /// Text of any length.
    Comment,
    Text,
    Unknown,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Move, "B W"),
    (Kind::Comment, "C GC"),
    (Kind::Points, "AB AW AE TB TW CR MA SQ TR SL DD VW"),
    (Kind::Number, "GM SZ KM HA FF ST TM BL WL OB OW MN"),
    (Kind::List, "LB AR LN"),
    (
        Kind::Text,
        "N GN PB PW BR WR BT WT EV RO PC DT RE RU ON OT AN CP SO US AP CA PL DM GB GW HO UC V BM DO IT TE KO",
    ),
];

pub(super) fn kind(letters: u64) -> Kind {
    let is_here = |names: &str| names.split(' ').any(|it| name(it) == letters);
    let found = KINDS.iter().find(|(_, names)| is_here(names));
    found.map_or(Kind::Unknown, |(kind, _)| *kind)
}

/// The most bytes of a number, a tag, or other signs in a list.
const SHORT: usize = 24;

impl Kind {
    pub(super) fn is_simple(self) -> bool {
        matches!(self, Kind::Move | Kind::Points | Kind::Number)
    }

    /// Returns the length of the longest beginning of a text that is a value of this kind, or 0.
    fn prefix(self, bytes: &[u8]) -> usize {
        let is_point = |at: usize| {
            let letters = bytes.get(at..at + 2);
            letters.is_some_and(|two| two.iter().all(u8::is_ascii_lowercase))
        };
        match self {
            Kind::Points if is_point(0) && bytes.get(2) == Some(&b':') && is_point(3) => 5,
            Kind::Move | Kind::Points if is_point(0) => 2,
            Kind::Number => count(bytes, |byte| b"0123456789.:-+".contains(&byte)),
            _ => 0,
        }
    }
}

/// Returns the number of bytes at the beginning of which this is true, at most a few.
fn count(bytes: &[u8], is_meant: impl Fn(u8) -> bool) -> usize {
    let bytes = bytes.iter().take(SHORT);
    bytes.take_while(|byte| is_meant(**byte)).count()
}

fn count_back(bytes: &[u8], is_meant: impl Fn(u8) -> bool) -> usize {
    let bytes = bytes.iter().rev();
    bytes.take_while(|byte| is_meant(**byte)).count()
}

/// The text of a record.
#[derive(Clone, Copy)]
pub(super) struct Source<'t>(pub(super) &'t [u8]);

/// The end of a value, and the place after its `]`.
type End = (usize, usize);

type Found = Result<Option<End>, TextError>;

/// Ends a value whose `]` is missing.
fn added(end: usize, edits: &mut Edits<'_>) -> End {
    edits.insert(end, "]", "added the `]` that ends this value");
    (end, end)
}

/// Ends a value with a backslash before its `]`.
fn after_backslash(end: usize, edits: &mut Edits<'_>) -> End {
    let message = "a backslash at the end of a value is written `\\\\`";
    edits.insert(end - 1, "\\", message);
    (end, end + 1)
}

/// What a `]` is.
enum Bracket {
    Ends,
    /// A part of the text, as all others before this place.
    Text(usize),
    Unclear,
}

/// The number of values after a `]` that must be those of a record.
const AHEAD: usize = 6;

const SWALLOWED: &str = "this belongs to the text of the value before it, or a `]` is missing";
const UNCLEAR: &str =
    "this `]` ends the value, or it belongs to the text (then it is written `\\]`)";

impl<'t> Source<'t> {
    fn byte(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    fn rest(self, at: usize) -> &'t [u8] {
        self.0.get(at..).unwrap_or_default()
    }

    /// Returns the sign here and its length, be it a full-width one.
    pub(super) fn sign(self, at: usize) -> (u8, usize) {
        match self.rest(at) {
            [0xef, 0xbc, low, ..] if b"[]();".contains(&low.wrapping_sub(0x60)) => (low - 0x60, 3),
            [byte, ..] => (*byte, 1),
            [] => (0, 0),
        }
    }

    /// Changes a full-width sign. Returns the place after it.
    pub(super) fn narrow(self, at: usize, edits: &mut Edits<'_>) -> usize {
        let (sign, length) = self.sign(at);
        if length > 1 {
            let sign = char::from(sign).to_string();
            let message = format!("a full-width sign is written `{sign}`");
            edits.replace(at..at + length, &sign, message);
        }
        at + length
    }

    /// Returns the letters of a property's name that begins here, and the place of its first bracket, which may be missing
    /// in a move after a semicolon: `Bee]`.
    pub(super) fn property(self, at: usize) -> Option<(u64, usize)> {
        if !self.byte(at)?.is_ascii_alphabetic() {
            return None;
        }
        let is_bare = match self.rest(at) {
            [b'B' | b'W', b']', ..] => true,
            [b'B' | b'W', col, row, b']', ..] => {
                col.is_ascii_lowercase() && row.is_ascii_lowercase()
            }
            _ => false,
        };
        if is_bare && self.0[..at].ends_with(b";") {
            return Some((u64::from(self.0[at]), at + 1));
        }
        let name = name_at(self.0, at);
        let open = skip_blanks(self.0, name.end);
        if self.sign(open).0 != b'[' {
            return None;
        }
        let kind = kind(name.letters);
        let is_known = kind != Kind::Unknown;
        let is_near = open == name.end;
        if !name.has_small_letters {
            return (is_known || is_near).then_some((name.letters, open));
        }
        // A word and something in brackets are no move.
        let is_name = is_known && (self.0[at].is_ascii_uppercase() || is_near);
        let is_fitting = !kind.is_simple() || self.simple_end(kind, open).is_some();
        (is_name && is_fitting).then_some((name.letters, open))
    }

    /// Returns the end of a move, a point or a number before its `]`, without blanks.
    fn simple_end(self, kind: Kind, open: usize) -> Option<usize> {
        let (sign, length) = self.sign(open);
        let start = open + if sign == b'[' { length } else { 0 };
        let start = skip_blanks(self.0, start);
        let end = skip_blanks(self.0, start + kind.prefix(self.rest(start)));
        (self.sign(end).0 == b']').then_some(end)
    }

    /// Returns where a list of points goes on after a few other signs.
    pub(super) fn list_goes_on(self, at: usize) -> Option<usize> {
        let is_other = |byte: u8| !b";()[]".contains(&byte) && !byte.is_ascii_uppercase();
        let open = at + count(self.rest(at), is_other);
        let is_list = open > at && self.byte(open) == Some(b'[');
        (is_list && self.simple_end(Kind::Points, open)? > open + 2).then_some(open)
    }

    /// True where a node, a variation or the end follows.
    fn goes_on(self, at: usize) -> bool {
        let at = skip_blanks(self.0, at);
        match self.byte(at) {
            None => true,
            Some(b';') => self.begins_node(at + 1),
            Some(b'(') => self.opens(at + 1),
            Some(b')') => {
                let next = self.byte(skip_blanks(self.0, at + 1));
                matches!(next, None | Some(b'(' | b')' | b';'))
            }
            _ => self.property(at).is_some(),
        }
    }

    /// True if a node is here, after its `;`, perhaps after the signs with which mail quotes lines.
    pub(super) fn begins_node(self, at: usize) -> bool {
        let at = skip_blanks(self.0, at);
        let is_quote = |byte| b">|".contains(&byte) || is_blank(char::from(byte));
        matches!(self.byte(at), None | Some(b';' | b'(' | b')'))
            || self.property(at).is_some()
            || self.property(at + count(self.rest(at), is_quote)).is_some()
    }

    /// True if a variation is here, after its `(`.
    pub(super) fn opens(self, at: usize) -> bool {
        let at = skip_blanks(self.0, at);
        b"();".contains(&self.sign(at).0) || self.property(at).is_some()
    }

    /// Looks at what follows a `]`, in a text with or without another `[` before.
    fn ahead(self, mut at: usize, is_inner: bool) -> Bracket {
        let (mut seen, mut depth) = (0, 0_usize);
        // What has come since the last sign of a record: 1 for other signs, 2 for words.
        let (mut other, mut is_mixed, mut can_be_value) = (0, false, true);
        while seen < AHEAD
            && let Some(byte) = self.byte(at)
        {
            let (here, is_plain) = (at, other == 0 && depth == 0);
            let (sign, length) = self.sign(at);
            let is_structure = match sign {
                _ if depth > 0 => false,
                b';' => self.begins_node(at + length),
                b'(' => self.opens(at + length),
                _ => sign == b')' && other == 0,
            };
            at += 1;
            match byte {
                _ if is_blank(char::from(byte)) => {}
                b'\\' => {
                    depth = depth.saturating_sub(usize::from(self.byte(at) == Some(b']')));
                    at += 1;
                }
                _ if is_structure => (other, can_be_value, at) = (0, false, here + length),
                b']' if depth > 0 => depth -= 1,
                b']' if seen == 0 => return Bracket::Text(here),
                b']' if is_inner => return Bracket::Text(0),
                b']' if other > 0 => return Bracket::Unclear,
                b']' => return Bracket::Ends,
                b'[' if can_be_value && is_plain => match end_of_value(self.0, at) {
                    Some(end) => (seen, at) = (seen + 1, end + 1),
                    None => break,
                },
                b'[' => (depth, other) = (depth + 1, other.max(1)),
                _ if byte.is_ascii_alphanumeric() => {
                    let found = self.property(here).filter(|_| depth == 0);
                    let kind = found.map_or(Kind::Unknown, |(letters, _)| kind(letters));
                    let simple = found.filter(|_| kind.is_simple());
                    let end = simple.and_then(|(_, open)| self.simple_end(kind, open));
                    if let (Some(end), true) = (end, other < 2) {
                        (seen, other, can_be_value, at) = (seen + 1, 0, true, end + 1);
                    } else if found.is_some() && (is_plain || other < 2 && simple.is_none()) {
                        break;
                    } else {
                        is_mixed |= matches!(kind, Kind::Move | Kind::Points);
                        (other, at) = (2, name_at(self.0, here).end.max(at));
                    }
                }
                _ => {
                    other = other.max(1);
                    // A tag of HTML.
                    let tag = count(self.rest(at), |it| it != b'>') + 1;
                    at += if byte == b'<' && tag < SHORT { tag } else { 0 };
                }
            }
        }
        if self.byte(at).is_none() && other > 0 && seen == 0 && is_inner {
            Bracket::Text(self.0.len())
        } else if is_mixed {
            Bracket::Unclear
        } else {
            Bracket::Ends
        }
    }

    /// Reads a value, and changes what is wrong with its brackets. Returns `None` for a move, points or a number with which
    /// the text ends.
    pub(super) fn value(self, kind: Kind, open: usize, edits: &mut Edits<'_>) -> Found {
        let start = if self.sign(open).0 == b'[' {
            self.narrow(open, edits)
        } else {
            edits.insert(open, "[", "added the `[` of the move");
            open
        };
        if let Some(end) = self.simple_end(kind, open).filter(|_| kind.is_simple()) {
            return Ok(Some((end, self.narrow(end, edits))));
        }
        let begun = skip_blanks(self.0, start);
        let length = kind.prefix(self.rest(begun));
        if length > 0 && self.goes_on(begun + length) {
            return Ok(Some(added(begun + length, edits)));
        }
        self.text(kind, start, edits)
    }

    fn text(self, kind: Kind, start: usize, edits: &mut Edits<'_>) -> Found {
        let (mut at, mut inside, mut inner, mut backslash) = (start, Vec::new(), Vec::new(), None);
        // Up to here, each `]` belongs to the text.
        let mut within = start;
        while let Some(byte) = self.byte(at) {
            match byte {
                b'\\' => {
                    // A `\]` that closes an inner bracket is meant.
                    if self.byte(at + 1) == Some(b']') && inner.pop().is_none() {
                        backslash = Some(at + 1);
                    }
                    at += 1;
                }
                b'[' => inner.push(at),
                b']' if at < within => {
                    inside.push(at);
                    inner.pop();
                }
                b']' => match self.ahead(at + 1, !inner.is_empty()) {
                    Bracket::Text(to) => {
                        (within, at) = (to.max(at + 1), at - 1);
                    }
                    Bracket::Unclear => return edits.refuse(at, UNCLEAR),
                    Bracket::Ends => {
                        if let Some(open) = inner.pop()
                            && let Some(end) = self.swallowed(kind, start, open, edits)?
                        {
                            return Ok(Some(end));
                        }
                        for at in inside {
                            edits.insert(at, "\\", "a `]` inside a value is written `\\]`");
                        }
                        return Ok(Some((at, self.narrow(at, edits))));
                    }
                },
                _ => {}
            }
            at += 1;
        }
        let end = self.0.len();
        match backslash {
            _ if !inside.is_empty() => edits.refuse(inside[0], UNCLEAR),
            Some(end) if self.goes_on(end + 1) => Ok(Some(after_backslash(end, edits))),
            _ if kind.is_simple() && self.0[start..].iter().any(|byte| b";()".contains(byte)) => {
                edits.refuse(start, UNCLEAR)
            }
            _ if kind.is_simple() => Ok(None),
            _ => {
                let slashes = count_back(&self.0[start..], |byte| byte == b'\\');
                let closing = if slashes % 2 == 1 { "\\]" } else { "]" };
                let message = "the text ends inside this value: added its `]`";
                edits.insert(end, closing, message);
                Ok(Some((end, end)))
            }
        }
    }

    /// Returns the end of a text that runs on over a property, whose `[` is in it: at a `\]` if there is one, else where the
    /// property cannot be a part of the text.
    fn swallowed(self, of: Kind, start: usize, open: usize, edits: &mut Edits<'_>) -> Found {
        let name = open - count_back(&self.0[start..open], |byte| byte.is_ascii_uppercase());
        let found = self.property(name).map(|(found, _)| kind(found));
        let fits = |kind: Kind| !kind.is_simple() || self.simple_end(kind, open).is_some();
        if !found.is_some_and(|kind| kind != Kind::Unknown && fits(kind)) {
            return Ok(None);
        }
        let before = &self.0[start..name];
        let gap = count_back(before, |byte| b"; \t\r\n".contains(&byte));
        let (before, gap) = before.split_at(before.len() - gap);
        let end = start + before.len();
        if before.ends_with(b"\\]") {
            return Ok(Some(after_backslash(end - 1, edits)));
        }
        let is_apart = open > name + 1 || gap.iter().any(|byte| b";\r\n".contains(byte));
        if !is_apart || before.ends_with(b"(") {
            return edits.refuse(name, SWALLOWED);
        }
        let is_end = |byte: &u8| *byte == b';' || of.is_simple();
        let semicolon = gap.iter().position(is_end).unwrap_or(gap.len());
        Ok(Some(added(end + semicolon, edits)))
    }
}
