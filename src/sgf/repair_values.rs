//! Finds where values end in a damaged text: what a value of a known property may be, and what may follow it.
//!
//! A `]` ends a text unless the text after it runs into another `]` before it is a record again.

use super::edits::Edits;
use super::tokens::{end_of_value, is_blank, name, name_at, skip_blanks};

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

/// A value that has been found.
pub(super) struct Found {
    pub(super) end: usize,
    /// The place after its `]`.
    pub(super) next: usize,
    /// Whether the text ends inside it.
    pub(super) is_cut: bool,
}

impl Found {
    /// A value whose `]` is missing.
    fn added(end: usize, edits: &mut Edits<'_>) -> Found {
        edits.insert(end, "]", "added the `]` that ends this value");
        let (next, is_cut) = (end, false);
        Found { end, next, is_cut }
    }

    /// A value that ends with a backslash before its `]`.
    fn after_backslash(end: usize, edits: &mut Edits<'_>) -> Found {
        edits.insert(
            end - 1,
            "\\",
            "a backslash at the end of a value is written `\\\\`",
        );
        let (next, is_cut) = (end + 1, false);
        Found { end, next, is_cut }
    }
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

    /// Changes a full-width sign.
    pub(super) fn narrow(self, at: usize, edits: &mut Edits<'_>) {
        if let (sign, length @ 3) = self.sign(at) {
            let sign = char::from(sign).to_string();
            let message = format!("a full-width sign is written `{sign}`");
            edits.replace(at..at + length, &sign, message);
        }
    }

    /// Returns the letters of a property's name that begins here, and the offset of its first bracket.
    pub(super) fn property(self, at: usize) -> Option<(u64, usize)> {
        if !self.byte(at)?.is_ascii_alphabetic() {
            return None;
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

    /// Returns the length of a move after a semicolon that lacks its `[`: `Bee]`, or `B]` for a pass.
    pub(super) fn bare_move(self, at: usize) -> Option<usize> {
        let length = match self.rest(at) {
            [b'B' | b'W', b'a'..=b'z', b'a'..=b'z', b']', ..] => 4,
            [b'B' | b'W', b']', ..] => 2,
            _ => return None,
        };
        self.0[..at].ends_with(b";").then_some(length)
    }

    fn begins_property(self, at: usize) -> bool {
        self.property(at).is_some() || self.bare_move(at).is_some()
    }

    /// Returns the end of a move, a point or a number before its `]`, without blanks.
    fn simple_end(self, kind: Kind, open: usize) -> Option<usize> {
        let start = skip_blanks(self.0, open + self.sign(open).1);
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
            _ => self.begins_property(at),
        }
    }

    /// True if a node is here, after its `;`, perhaps after the signs with which mail quotes lines.
    pub(super) fn begins_node(self, at: usize) -> bool {
        let at = skip_blanks(self.0, at);
        let is_quote = |byte| b">|".contains(&byte) || is_blank(char::from(byte));
        matches!(self.byte(at), None | Some(b';' | b'(' | b')'))
            || self.begins_property(at)
            || self.begins_property(at + count(self.rest(at), is_quote))
    }

    /// True if a variation is here, after its `(`.
    pub(super) fn opens(self, at: usize) -> bool {
        let at = skip_blanks(self.0, at);
        b"();".contains(&self.sign(at).0) || self.begins_property(at)
    }

    /// Looks at what follows a `]`, in a text with or without another `[` before.
    fn ahead(self, mut at: usize, is_inner: bool) -> Bracket {
        let (mut seen, mut depth) = (0, 0_usize);
        // Whether other text, or words, have come since the last sign of a record, and whether a property came after words.
        let (mut is_junk, mut has_words, mut is_mixed) = (false, false, false);
        let mut can_be_value = true;
        while seen < AHEAD {
            let Some(byte) = self.byte(at) else {
                if is_junk && seen == 0 && is_inner {
                    return Bracket::Text(self.0.len());
                }
                break;
            };
            let is_plain = !is_junk && depth == 0;
            let (sign, length) = self.sign(at);
            let is_structure = depth == 0
                && match sign {
                    b';' => self.begins_node(at + length),
                    b'(' => self.opens(at + length),
                    b')' => !is_junk,
                    _ => false,
                };
            at += match byte {
                _ if is_blank(char::from(byte)) => 1,
                b'\\' => {
                    depth = depth.saturating_sub(usize::from(self.byte(at + 1) == Some(b']')));
                    2
                }
                _ if is_structure => {
                    (is_junk, has_words, can_be_value) = (false, false, false);
                    length
                }
                b']' if depth > 0 => {
                    depth -= 1;
                    1
                }
                b']' if seen == 0 => return Bracket::Text(at),
                b']' if is_inner => return Bracket::Text(0),
                b']' if is_junk => return Bracket::Unclear,
                b']' => return Bracket::Ends,
                b'[' if can_be_value && is_plain => match end_of_value(self.0, at + 1) {
                    Some(end) => {
                        seen += 1;
                        end + 1 - at
                    }
                    None => break,
                },
                b'[' => {
                    (depth, is_junk) = (depth + 1, true);
                    1
                }
                _ if is_plain && self.bare_move(at).is_some() => {
                    seen += 1;
                    self.bare_move(at).unwrap_or(1)
                }
                _ if byte.is_ascii_alphanumeric() => {
                    let found = self.property(at).filter(|_| depth == 0);
                    let kind = found.map_or(Kind::Unknown, |(letters, _)| kind(letters));
                    let simple = found.filter(|_| kind.is_simple());
                    let end = simple.and_then(|(_, open)| self.simple_end(kind, open));
                    match end {
                        Some(end) if !has_words => {
                            (seen, can_be_value, is_junk) = (seen + 1, true, false);
                            end + 1 - at
                        }
                        _ if found.is_some() && (is_plain || !has_words && simple.is_none()) => {
                            break;
                        }
                        _ => {
                            is_mixed |= matches!(kind, Kind::Move | Kind::Points);
                            (is_junk, has_words) = (true, true);
                            name_at(self.0, at).end.max(at + 1) - at
                        }
                    }
                }
                _ => {
                    is_junk = true;
                    // A tag of HTML.
                    let tag = count(self.rest(at), |it| it != b'>') + 1;
                    if byte == b'<' && tag <= SHORT { tag } else { 1 }
                }
            };
        }
        if is_mixed {
            Bracket::Unclear
        } else {
            Bracket::Ends
        }
    }

    /// Reads a value, and changes what is wrong with its end. A simple one that is cut is left out with what is before it.
    pub(super) fn value(
        self,
        kind: Kind,
        whole: usize,
        open: usize,
        edits: &mut Edits<'_>,
    ) -> Result<Found, (usize, &'static str)> {
        let start = open + self.sign(open).1;
        let simple_end = || self.simple_end(kind, open).filter(|_| kind.is_simple());
        if let Some(end) = self.wide_end(open).or_else(simple_end) {
            return Ok(self.ended(end, edits));
        }
        let begun = skip_blanks(self.0, start);
        let length = kind.prefix(self.rest(begun));
        if length > 0 && self.goes_on(begun + length) {
            return Ok(Found::added(begun + length, edits));
        }
        if let Some(found) = self.text(kind, start, edits)? {
            return Ok(found);
        }
        let end = self.0.len();
        if kind.is_simple() {
            edits.leave_out(whole..end, "with which the text ends");
        } else {
            let slashes = count_back(&self.0[start..], |byte| byte == b'\\');
            let closing = if slashes % 2 == 1 { "\\]" } else { "]" };
            let message = "the text ends inside this value: added its `]`";
            edits.insert(end, closing, message);
        }
        let (next, is_cut) = (end, true);
        Ok(Found { end, next, is_cut })
    }

    fn ended(self, end: usize, edits: &mut Edits<'_>) -> Found {
        let (next, is_cut) = (end + self.sign(end).1, false);
        self.narrow(end, edits);
        Found { end, next, is_cut }
    }

    /// Returns the next full-width bracket that closes a full-width one, if it comes before another one that opens.
    fn wide_end(self, open: usize) -> Option<usize> {
        let is_wide = |at: &usize| b"[]".contains(&self.sign(*at).0) && self.sign(*at).1 == 3;
        let end = is_wide(&open).then(|| (open + 3..self.0.len()).find(is_wide))??;
        (self.sign(end).0 == b']').then_some(end)
    }

    /// Reads a text up to its end, or returns `None` at the end of the record.
    fn text(
        self,
        kind: Kind,
        start: usize,
        edits: &mut Edits<'_>,
    ) -> Result<Option<Found>, (usize, &'static str)> {
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
                b']' => {
                    let found = if at < within {
                        Bracket::Text(within)
                    } else {
                        self.ahead(at + 1, !inner.is_empty())
                    };
                    match found {
                        Bracket::Text(to) => {
                            within = to;
                            inside.push(at);
                            inner.pop();
                        }
                        Bracket::Unclear => return Err((at, UNCLEAR)),
                        Bracket::Ends => {
                            if let Some(open) = inner.pop()
                                && let Some(found) = self.swallowed(kind, start, open, edits)?
                            {
                                return Ok(Some(found));
                            }
                            for at in inside {
                                edits.insert(at, "\\", "a `]` inside a value is written `\\]`");
                            }
                            return Ok(Some(self.ended(at, edits)));
                        }
                    }
                }
                _ => {}
            }
            at += 1;
        }
        match backslash {
            _ if !inside.is_empty() => Err((inside[0], UNCLEAR)),
            Some(end) if self.goes_on(end + 1) => Ok(Some(Found::after_backslash(end, edits))),
            _ if kind.is_simple() && self.0[start..].iter().any(|byte| b";()".contains(byte)) => {
                Err((start - 1, UNCLEAR))
            }
            _ => Ok(None),
        }
    }

    /// Returns the end of a text that runs on over a property, whose `[` is in it: at a `\]` if there is one, else where the
    /// property cannot be a part of the text.
    fn swallowed(
        self,
        of: Kind,
        start: usize,
        open: usize,
        edits: &mut Edits<'_>,
    ) -> Result<Option<Found>, (usize, &'static str)> {
        let name = open - count_back(&self.0[start..open], |byte| byte.is_ascii_uppercase());
        let kind = self
            .property(name)
            .map_or(Kind::Unknown, |(found, _)| kind(found));
        if kind == Kind::Unknown || kind.is_simple() && self.simple_end(kind, open).is_none() {
            return Ok(None);
        }
        let before = &self.0[start..name];
        let gap = count_back(before, |byte| b"; \t\r\n".contains(&byte));
        let (before, gap) = before.split_at(before.len() - gap);
        let end = start + before.len();
        if before.ends_with(b"\\]") {
            return Ok(Some(Found::after_backslash(end - 1, edits)));
        }
        let is_apart = open > name + 1 || gap.iter().any(|byte| b";\r\n".contains(byte));
        if !is_apart || before.ends_with(b"(") {
            let message =
                "this belongs to the text of the value before it, or a `]` is missing before it";
            return Err((name, message));
        }
        let is_end = |byte: &u8| *byte == b';' || of.is_simple();
        let semicolon = gap.iter().position(is_end).unwrap_or(gap.len());
        Ok(Some(Found::added(end + semicolon, edits)))
    }
}
