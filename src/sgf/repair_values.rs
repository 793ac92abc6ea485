//! Finds where values end in a damaged text: what a value of a known property may be, and what may follow it.
//!
//! A `]` ends a text unless the text after it runs into another `]` before it is a record again.

use super::tokens::{
    AB, AE, AW, B, GM, HA, KM, SZ, TB, TW, W, end_of_value, is_blank, name, name_at, skip_blanks,
};

/// What the values of a property are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    /// A list of points or rectangles.
    Points,
    Number,
    /// A list of points with labels, or of arrows.
    List,
    Text,
    Unknown,
}

const POINTS: [u64; 12] = [
    AB,
    AW,
    AE,
    TB,
    TW,
    name("CR"),
    name("MA"),
    name("SQ"),
    name("TR"),
    name("SL"),
    name("DD"),
    name("VW"),
];

const NUMBERS: [u64; 12] = [
    GM,
    SZ,
    KM,
    HA,
    name("FF"),
    name("ST"),
    name("TM"),
    name("BL"),
    name("WL"),
    name("OB"),
    name("OW"),
    name("MN"),
];

const TEXTS: [&str; 36] = [
    "C", "N", "GN", "GC", "PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "PC", "DT", "RE", "RU",
    "ON", "OT", "AN", "CP", "SO", "US", "AP", "CA", "PL", "DM", "GB", "GW", "HO", "UC", "V", "BM",
    "DO", "IT", "TE", "KO",
];

pub(super) fn kind(letters: u64) -> Kind {
    match letters {
        B | W => Kind::Move,
        _ if POINTS.contains(&letters) => Kind::Points,
        _ if NUMBERS.contains(&letters) => Kind::Number,
        _ if ["LB", "AR", "LN"].iter().any(|it| name(it) == letters) => Kind::List,
        _ if TEXTS.iter().any(|text| name(text) == letters) => Kind::Text,
        _ => Kind::Unknown,
    }
}

/// The most bytes of a move, a point or a number.
const LONGEST_SIMPLE: usize = 24;

impl Kind {
    pub(super) fn is_simple(self) -> bool {
        matches!(self, Kind::Move | Kind::Points | Kind::Number)
    }

    /// Returns the length of the longest beginning of a text that is a value of this kind.
    fn prefix(self, bytes: &[u8]) -> Option<usize> {
        let is_point = |at: usize| {
            let letters = bytes.get(at..at + 2);
            letters.is_some_and(|two| two.iter().all(u8::is_ascii_lowercase))
        };
        match self {
            Kind::Points if is_point(0) && bytes.get(2) == Some(&b':') && is_point(3) => Some(5),
            Kind::Move | Kind::Points => is_point(0).then_some(2),
            Kind::Number => {
                let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'.' | b':' | b'-' | b'+');
                let length = bytes
                    .iter()
                    .take(LONGEST_SIMPLE)
                    .take_while(is_part)
                    .count();
                (length > 0).then_some(length)
            }
            _ => None,
        }
    }
}

const WIDE_OPEN: &str = "\u{ff3b}";
const WIDE_CLOSE: &str = "\u{ff3d}";

/// The text of a record, from which this file only reads.
#[derive(Clone, Copy)]
pub(super) struct Source<'t>(pub(super) &'t [u8]);

/// How a text goes on after a `]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// As a record, perhaps after other text.
    Record,
    /// As a record, after words and a property, all of which may belong to the text.
    Mixed,
    /// With other text to the end.
    End,
    /// With other text, up to a `]` here.
    Bracket(usize),
    /// With properties, and then a `]`.
    AfterProperties,
    /// With properties, and then other text up to a `]`.
    AfterBoth,
}

/// The number of values after a `]` that must be those of a record.
const AHEAD: usize = 6;

/// Where a value ends.
pub(super) enum ValueEnd {
    /// At this `]`; those before it belong to the text.
    At(usize, Vec<usize>),
    /// Here, where its `]` is missing.
    Missing(usize),
    /// At the `]` of this `\]`.
    Backslash(usize),
    /// At the end of the text.
    Cut,
    /// At this `]`, or at a later one.
    Unclear(usize),
    /// Before this property, or after it.
    Swallowed(usize),
}

impl Source<'_> {
    fn byte(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    fn after_blanks(self, at: usize) -> (usize, Option<u8>) {
        let at = skip_blanks(self.0, at);
        (at, self.byte(at))
    }

    /// Returns the place of a bracket here, be it a full-width one.
    pub(super) fn is_here(self, at: usize, letter: &str) -> Option<usize> {
        let wide = match letter {
            "[" => WIDE_OPEN,
            "]" => WIDE_CLOSE,
            "(" => "\u{ff08}",
            ")" => "\u{ff09}",
            _ => "\u{ff1b}",
        };
        let rest = self.0.get(at..)?;
        let found = [letter, wide]
            .into_iter()
            .find(|it| rest.starts_with(it.as_bytes()));
        found.map(str::len)
    }

    /// Returns the letters of a property's name that begins here, and the offset of its first bracket.
    pub(super) fn property(self, at: usize) -> Option<(u64, usize)> {
        if !self.byte(at)?.is_ascii_alphabetic() {
            return None;
        }
        let name = name_at(self.0, at);
        let open = skip_blanks(self.0, name.end);
        self.is_here(open, "[")?;
        let kind = kind(name.letters);
        let is_plain = !name.has_small_letters && (kind != Kind::Unknown || open == name.end);
        let starts_large = self.0[at].is_ascii_uppercase() || open == name.end;
        let is_name = is_plain || kind != Kind::Unknown && starts_large;
        // A word and something in brackets are no move.
        let is_fitting = is_plain || !kind.is_simple() || self.simple_end(kind, open + 1).is_some();
        (is_name && is_fitting).then_some((name.letters, open))
    }

    /// Returns the length of a move after a semicolon that lacks its `[`: `Bee]`, or `B]` for a pass.
    pub(super) fn bare_move(self, at: usize) -> Option<usize> {
        let length = match self.0.get(at..)? {
            [b'B' | b'W', b'a'..=b'z', b'a'..=b'z', b']', ..] => 4,
            [b'B' | b'W', b']', ..] => 2,
            _ => return None,
        };
        self.0[..at].ends_with(b";").then_some(length)
    }

    /// True where a property begins.
    pub(super) fn begins_property(self, at: usize) -> bool {
        self.property(at).is_some() || self.bare_move(at).is_some()
    }

    /// Returns the end of a move, a point or a number before its `]`, without blanks.
    fn simple_end(self, kind: Kind, start: usize) -> Option<usize> {
        let start = skip_blanks(self.0, start);
        let length = kind.prefix(self.0.get(start..)?).unwrap_or(0);
        let (end, _) = self.after_blanks(start + length);
        self.is_here(end, "]").map(|_| end)
    }

    /// Returns where a list of points goes on after a few other signs.
    pub(super) fn list_goes_on(self, at: usize) -> Option<usize> {
        if self.is_here(at, "[").is_some() {
            return None;
        }
        let at = at + usize::from(self.byte(at)? == b']');
        let rest = self.0.get(at..)?.iter().take(LONGEST_SIMPLE);
        let is_sign = |byte: &&u8| !b";()[]".contains(byte) && !byte.is_ascii_uppercase();
        let open = at + rest.take_while(is_sign).count();
        let is_point = self.byte(open)? == b'[';
        (is_point && self.simple_end(Kind::Points, open + 1)? > open + 2).then_some(open)
    }

    /// True where a node, a variation or the end follows.
    pub(super) fn goes_on(self, at: usize) -> bool {
        let (at, byte) = self.after_blanks(at);
        match byte {
            None => true,
            Some(b';') => self.begins_node(at),
            Some(b'(') => self.opens(at),
            Some(b')') => matches!(self.after_blanks(at + 1).1, None | Some(b'(' | b')' | b';')),
            _ => self.begins_property(at),
        }
    }

    /// True if a node follows this semicolon, perhaps after the signs with which mail quotes lines.
    pub(super) fn begins_node(self, semicolon: usize) -> bool {
        let (at, next) = self.after_blanks(semicolon + 1);
        let is_quote = |byte: &&u8| matches!(byte, b'>' | b'|') || is_blank(char::from(**byte));
        let quoted = || {
            self.0[at..]
                .iter()
                .take(LONGEST_SIMPLE)
                .take_while(is_quote)
                .count()
        };
        matches!(next, None | Some(b';' | b'(' | b')'))
            || self.begins_property(at)
            || self.begins_property(at + quoted())
    }

    pub(super) fn opens(self, parenthesis: usize) -> bool {
        let (at, next) = self.after_blanks(parenthesis + 1);
        let is_sign = matches!(next, Some(b'(' | b')')) || self.is_here(at, ";").is_some();
        is_sign || self.begins_property(at)
    }

    /// Looks at what follows a `]`.
    fn ahead(self, mut at: usize) -> Ahead {
        let (mut seen, mut depth) = (0, 0_usize);
        // Whether other text, or words, have come since the last sign of a record, and whether a property came after words.
        let (mut is_junk, mut has_words, mut is_mixed) = (false, false, false);
        let mut can_be_value = true;
        while seen < AHEAD {
            let Some(byte) = self.byte(at) else {
                if is_junk && seen == 0 {
                    return Ahead::End;
                }
                break;
            };
            let is_plain = !is_junk && depth == 0;
            let is_structure = depth == 0
                && match byte {
                    b';' => self.begins_node(at),
                    b'(' => self.opens(at),
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
                    1
                }
                0xef if depth == 0
                    && [";", "(", ")"]
                        .iter()
                        .any(|it| self.is_here(at, it).is_some()) =>
                {
                    (is_junk, has_words, can_be_value) = (false, false, false);
                    3
                }
                // The rest of a character.
                0x80..=0xbf => 1,
                b']' if depth > 0 => {
                    depth -= 1;
                    1
                }
                b']' => {
                    return match (seen, is_junk) {
                        (0, _) => Ahead::Bracket(at),
                        (_, false) => Ahead::AfterProperties,
                        (_, true) => Ahead::AfterBoth,
                    };
                }
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
                b'<' => {
                    is_junk = true;
                    self.tag(at)
                }
                _ if byte.is_ascii_alphanumeric() => {
                    let found = self.property(at).filter(|_| depth == 0);
                    let kind = found.map(|(letters, _)| kind(letters));
                    let simple = found.zip(kind).filter(|(_, kind)| kind.is_simple());
                    let end = simple.and_then(|((_, open), kind)| self.simple_end(kind, open + 1));
                    match (found, end) {
                        (Some(_), Some(end)) if !has_words => {
                            (seen, can_be_value, is_junk) = (seen + 1, true, false);
                            end + 1 - at
                        }
                        (Some(_), _) if is_plain || !has_words && simple.is_none() => break,
                        _ => {
                            is_mixed |= matches!(kind, Some(Kind::Move | Kind::Points));
                            (is_junk, has_words) = (true, true);
                            (name_at(self.0, at).end - at).max(1)
                        }
                    }
                }
                _ => {
                    is_junk = true;
                    1
                }
            };
        }
        if is_mixed {
            Ahead::Mixed
        } else {
            Ahead::Record
        }
    }

    /// Returns the length of a tag of HTML, at least 1.
    fn tag(self, at: usize) -> usize {
        let mut beginning = self.0[at..].iter().take(LONGEST_SIMPLE);
        beginning
            .position(|byte| *byte == b'>')
            .map_or(1, |end| end + 1)
    }

    /// Finds the end of a value that begins here.
    pub(super) fn value_end(self, kind: Kind, start: usize) -> ValueEnd {
        if self.is_wide(start)
            && let Some(end) = self.wide_end(start)
        {
            return ValueEnd::At(end, Vec::new());
        }
        if kind.is_simple() {
            if let Some(end) = self.simple_end(kind, start) {
                return ValueEnd::At(end, Vec::new());
            }
            let begun = skip_blanks(self.0, start);
            let rest = self.0.get(begun..).unwrap_or_default();
            if let Some(length) = kind.prefix(rest)
                && self.goes_on(begun + length)
            {
                return ValueEnd::Missing(begun + length);
            }
        }
        self.text_end(kind, start)
    }

    /// True after a full-width bracket.
    fn is_wide(self, start: usize) -> bool {
        self.0[..start].ends_with(WIDE_OPEN.as_bytes())
    }

    /// Returns the next full-width bracket that closes, if it comes before one that opens.
    fn wide_end(self, start: usize) -> Option<usize> {
        let mut windows = self.0.get(start..)?.windows(3);
        let is_wide = |it: &[u8]| it == WIDE_OPEN.as_bytes() || it == WIDE_CLOSE.as_bytes();
        let end = start + windows.position(is_wide)?;
        self.is_here(end, "]").map(|_| end)
    }

    fn text_end(self, kind: Kind, start: usize) -> ValueEnd {
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
                b']' => match self.ahead(at + 1) {
                    Ahead::Bracket(bracket) => {
                        within = bracket;
                        inside.push(at);
                        inner.pop();
                    }
                    Ahead::End if !inner.is_empty() => {
                        within = self.0.len();
                        inside.push(at);
                        inner.pop();
                    }
                    Ahead::AfterBoth | Ahead::AfterProperties if !inner.is_empty() => {
                        inside.push(at);
                        inner.pop();
                    }
                    Ahead::AfterBoth | Ahead::Mixed => return ValueEnd::Unclear(at),
                    Ahead::Record | Ahead::End | Ahead::AfterProperties => {
                        return match inner.last().and_then(|open| self.swallowed(start, *open)) {
                            Some(name) => self.before_swallowed(kind, start, name),
                            None => ValueEnd::At(at, inside),
                        };
                    }
                },
                _ => {}
            }
            at += 1;
        }
        match backslash {
            _ if !inside.is_empty() => ValueEnd::Unclear(inside[0]),
            Some(end) if self.goes_on(end + 1) => ValueEnd::Backslash(end),
            _ if kind.is_simple() && self.0[start..].iter().any(|byte| b";()".contains(byte)) => {
                ValueEnd::Unclear(start - 1)
            }
            _ => ValueEnd::Cut,
        }
    }

    /// Returns the place of a property's name before a bracket in a value, if it seems to be a property of the record.
    fn swallowed(self, start: usize, open: usize) -> Option<usize> {
        let before = self.0.get(start..open)?;
        let is_letter = |byte: &&u8| byte.is_ascii_uppercase();
        let letters = before.iter().rev().take(3).take_while(is_letter).count();
        let name = open - letters;
        let (found, _) = self.property(name)?;
        let kind = kind(found);
        let fits = !kind.is_simple() || self.simple_end(kind, open + 1).is_some();
        let is_known = kind != Kind::Unknown && letters < 3 && letters > 0;
        (is_known && fits).then_some(name)
    }

    /// A value that runs on over a property ends before it: at a `\]` if there is one, else where the property cannot be a
    /// part of the text.
    fn before_swallowed(self, kind: Kind, start: usize, name: usize) -> ValueEnd {
        let is_gap = |byte: &u8| b"; \t\r\n".contains(byte);
        let before = self.0.get(start..name).unwrap_or_default();
        let gap = before.iter().rev().take_while(|byte| is_gap(byte)).count();
        let end = name - gap;
        let gap = &self.0[end..name];
        if self.0[start..end].ends_with(b"\\]") {
            return ValueEnd::Backslash(end - 1);
        }
        let is_long = self.0.get(name + 1).is_some_and(u8::is_ascii_uppercase);
        let is_apart = gap.iter().any(|byte| b";\r\n".contains(byte));
        let is_opened = end > start && self.0[end - 1] == b'(';
        if (is_long || is_apart) && !is_opened {
            let is_end = |byte: &u8| *byte == b';' || kind.is_simple();
            let semicolon = gap.iter().position(is_end).unwrap_or(gap.len());
            return ValueEnd::Missing(end + semicolon);
        }
        ValueEnd::Swallowed(name)
    }
}
