//! Splits a damaged record into properties and signs, and changes what is wrong with them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::edits::Edits;
use super::repair_tree::{Part, balance};
use super::repair_values::{Kind, Source, kind};
use super::tokens::{
    AB, AE, AP, AW, B, CA, DT, FF, HA, KM, PB, PW, RE, RU, SZ, W, is_blank, is_of_root, letters_of,
    name_at, skip_blanks,
};
use crate::basics::TextError;

/// The smallest part of a record.
enum Token {
    /// The letters of a name, and the place of the first `[`.
    Property(u64, usize),
    /// A semicolon or a parenthesis.
    Sign(u8),
}

/// A property of the current node.
#[derive(Clone)]
struct Seen {
    name: usize,
    values: Range<usize>,
    /// The end of the text of the last value.
    end: usize,
}

pub(super) struct Repairer<'e, 'p> {
    edits: &'e mut Edits<'p>,
    source: Source<'p>,
    at: usize,
    parts: Vec<Part>,
    /// The number of parentheses that are open, if they balance.
    depth: usize,
    seen: BTreeMap<u64, Seen>,
    /// What is wrong with the encoding that the record names.
    encoding: Option<String>,
    is_cut: bool,
}

const DOUBLED: &str = "doubled: this value or the first one is wrong, or a node is missing";
const NAMELESS: &str = "a value without a property: its name is missing, or this is other text";
const UNOPENED: &str = "this `]` ends no value: a `[` is missing, or this is other text";
const BARE: &str = "a move or a size whose brackets are missing, or other text";
const NOT_OF_RECORD: &str = "which does not belong to the record";

/// The most bytes of a point with a few blanks.
const LONGEST_POINT: usize = 16;

impl<'e, 'p> Repairer<'e, 'p> {
    pub(super) fn of(edits: &'e mut Edits<'p>, encoding: Option<String>) -> Self {
        Repairer {
            source: Source(edits.text().as_bytes()),
            edits,
            at: 0,
            parts: Vec::new(),
            depth: 0,
            seen: BTreeMap::new(),
            encoding,
            is_cut: false,
        }
    }

    /// Finds the changes to the whole text. Returns whether its end is missing.
    pub(super) fn all(mut self) -> Result<bool, TextError> {
        loop {
            let at = skip_blanks(self.source.0, self.at);
            self.at = at;
            if at >= self.source.0.len() {
                break;
            }
            match self.token(None) {
                Some(Token::Property(letters, open)) => self.property(letters, open)?,
                Some(Token::Sign(sign)) => {
                    self.at = self.source.narrow(at, self.edits);
                    self.begin(sign, at..self.at);
                }
                None => self.other_text()?,
            }
        }
        let Some(root) = self.parts.iter().find(|part| part.sign == b';') else {
            return self.edits.refuse(0, "there is no game record");
        };
        if let Some(message) = self.encoding {
            self.edits.insert(root.at.end, "CA[UTF-8]", message);
        }
        Ok(balance(&self.parts, self.edits)? || self.is_cut)
    }

    /// Returns what is here: in a record, or after other text with this number of parentheses that are open.
    fn token(&self, other: Option<usize>) -> Option<Token> {
        let (at, source, inside) = (self.at, self.source, self.depth > 0);
        if let Some((letters, open)) = source.property(at) {
            // Outside of a game, only a known property is one.
            let is_known = matches!(kind(letters), Kind::Move | Kind::Points);
            if inside || is_known || begins_game(letters) {
                return Some(Token::Property(letters, open));
            }
        }
        let (sign, length) = source.sign(at);
        let (after, is_free) = (at + length, inside && other.is_none());
        let next = || skip_blanks(source.0, after);
        let names_known = || {
            let found = source.property(next());
            found.is_some_and(|(letters, _)| kind(letters) != Kind::Unknown)
        };
        let is_sign = match (sign, other) {
            (b';', _) => source.begins_node(after) && (is_free || names_known()),
            (b'(', _) => {
                let begins_record = || source.sign(next()).0 == b';' || names_known();
                source.opens(after) && (is_free || begins_record())
            }
            // A smile ends no game.
            (b')', Some(open)) => inside && open == 0 && !b":;-=".contains(&source.0[at - 1]),
            (b')', None) => !self.parts.is_empty(),
            _ => false,
        };
        is_sign.then_some(Token::Sign(sign))
    }

    fn begin(&mut self, sign: u8, at: Range<usize>) {
        self.depth = match sign {
            b'(' => self.depth + 1,
            b')' => self.depth.saturating_sub(1),
            _ => self.depth.max(1),
        };
        self.seen.clear();
        let mut part = Part::default();
        (part.at, part.sign) = (at, sign);
        self.parts.push(part);
    }

    fn add_node(&mut self, at: usize, message: &str) {
        self.edits.insert(at, ";", message);
        self.begin(b';', at..at);
    }

    /// Leaves out text that does not belong to the record.
    fn other_text(&mut self) -> Result<(), TextError> {
        let (start, bytes, inside) = (self.at, self.source.0, self.depth > 0);
        let (mut open, mut is_silent) = (0_usize, !inside);
        while let Some(byte) = bytes.get(self.at)
            && (self.at == start || self.token(Some(open)).is_none())
        {
            let here = self.at;
            self.at = name_at(bytes, here).end.max(here + 1);
            match byte {
                b'(' => open += 1,
                b')' => open = open.saturating_sub(1),
                b'[' if inside => return self.edits.refuse(here, NAMELESS),
                b']' if inside && here > start => return self.edits.refuse(here, UNOPENED),
                b']' if inside => break,
                _ => {}
            }
            // The end-of-file character of DOS and padding are blanks outside of games.
            is_silent &= matches!(byte, 0 | 0x1a | b' ' | b'\t' | b'\n' | b'\r');
        }
        if !is_silent {
            let text = self.edits.text()[start..self.at].trim_end_matches(is_blank);
            if inside && lacks_brackets(text) {
                return self.edits.refuse(start, BARE);
            }
            let text = start..start + text.len();
            self.edits.leave_out(text, NOT_OF_RECORD);
        }
        Ok(())
    }

    fn property(&mut self, letters: u64, open: usize) -> Result<(), TextError> {
        let start = self.at;
        if self.parts.last().is_none_or(|last| last.sign != b';') {
            self.add_node(start, "added the `;` of the node");
        }
        let since = self.edits.list.len();
        let name = name_at(self.source.0, start);
        // That of a move without its `[` is no name.
        if (name.has_small_letters || name.is_spelled) && name.end <= open {
            let (written, short) = (self.edits.quoted(start..name.end), letters_of(letters));
            let message = format!("{written} is written `{short}`");
            self.edits.replace(start..name.end, &short, message);
        }
        match self.values(letters, open)? {
            Some(property) => self.place(letters, property, since),
            None => Ok(()),
        }
    }

    fn values(&mut self, letters: u64, open: usize) -> Result<Option<Seen>, TextError> {
        let (known, source, length) = (kind(letters), self.source, self.source.0.len());
        let (name, first, mut property) = (self.at, open, None);
        self.at = open;
        loop {
            let open = self.at;
            let Some((end, next)) = source.value(known, open, self.edits)? else {
                let whole = if property.is_some() { open } else { name };
                self.edits
                    .leave_out(whole..length, "with which the text ends");
                (self.is_cut, self.at) = (true, length);
                break;
            };
            // A value has a `]` at its end, unless the text ends.
            self.is_cut |= end == length;
            property = Some(Seen {
                name,
                values: first..next,
                end,
            });
            let value = open + source.sign(open).1..end;
            let text = self.edits.text().get(value.clone()).unwrap_or_default();
            if letters == CA
                && let Some(message) = self.encoding.take()
            {
                self.edits.replace(value, "UTF-8", message);
            } else if matches!(known, Kind::Move | Kind::Points) && text.len() <= LONGEST_POINT {
                let bare: String = text.split(is_blank).collect();
                if bare.len() == 2 && text.len() > 2 && !bare.contains('\\') {
                    let message = "blanks inside a point are left out";
                    self.edits.replace(value, &bare, message);
                }
            }
            self.at = skip_blanks(source.0, next);
            let goes_on = source.list_goes_on(self.at);
            if let Some(next) = goes_on.filter(|_| known == Kind::Points) {
                self.edits.leave_out(self.at..next, NOT_OF_RECORD);
                self.at = next;
            }
            if source.sign(self.at).0 != b'[' {
                break;
            }
        }
        Ok(property)
    }

    /// Puts a property that has been read into the current node, or a new one. Its changes begin with this one.
    fn place(&mut self, letters: u64, property: Seen, since: usize) -> Result<(), TextError> {
        let known = kind(letters);
        let has = |names: &[u64]| names.iter().any(|name| self.seen.contains_key(name));
        let what = match known {
            Kind::Move if has(&[if letters == B { W } else { B }]) => Some("two moves"),
            Kind::Move if has(&[AB, AW, AE]) => Some("a set-up and a move"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("added the `;` of a node: {what} cannot be in one node");
            self.add_node(property.name, &message);
        }
        let first = self.seen.get(&letters).filter(|_| known != Kind::Unknown);
        if let Some(first) = first.cloned() {
            return self.doubled(letters, &property, &first, since);
        }
        if let Some(node) = self.parts.last_mut() {
            let mover = (known == Kind::Move).then(|| usize::from(letters == W));
            node.mover = node.mover.or(mover);
            node.is_root |= is_of_root(letters);
            let is_first = self.seen.is_empty() && begins_game(letters);
            node.is_first |= node.is_root || is_first || [SZ, CA, AP].contains(&letters);
        }
        self.seen.insert(letters, property);
        Ok(())
    }

    /// Leaves out a property that is in the node already; its texts and points are added to the first one.
    fn doubled(
        &mut self,
        letters: u64,
        new: &Seen,
        first: &Seen,
        since: usize,
    ) -> Result<(), TextError> {
        let (known, text) = (kind(letters), self.edits.text());
        let is_same = text[first.values.clone()] == text[new.values.clone()];
        if !is_same && (known == Kind::Move || letters == SZ) {
            return self.edits.refuse(new.name, DOUBLED);
        }
        let moved = self.edits.moved(new.values.clone(), since);
        let mut why = "is doubled: it is added to the first one";
        match known {
            Kind::Points | Kind::List if !is_same => {
                self.edits.insert(first.values.end, &moved, "");
            }
            Kind::Comment if !is_same => {
                let is_empty = first.values.len() < 3 || moved.len() < 3;
                let gap = if is_empty { "" } else { "\n\n" };
                let text = moved.get(1..moved.len() - 1).unwrap_or_default();
                self.edits.insert(first.end, &format!("{gap}{text}"), "");
            }
            _ => why = "is doubled: it is left out, the first one stays",
        }
        let new = new.name..new.values.end;
        let message = format!("{} {why}", self.edits.quoted(new.clone()));
        self.edits.replace(new, "", message);
        Ok(())
    }
}

/// True for a property that begins a game, and hardly ever a variation.
fn begins_game(letters: u64) -> bool {
    let names = [FF, SZ, CA, AP, PB, PW, KM, HA, RU, DT, RE];
    is_of_root(letters) || names.contains(&letters)
}

/// True for a text such as `;W cc` or `SZ9`.
fn lacks_brackets(text: &str) -> bool {
    let bare = text.chars().filter(char::is_ascii_alphanumeric).take(6);
    let bare: String = bare.collect();
    let value = |names: &[&str]| names.iter().find_map(|name| bare.strip_prefix(name));
    let is_point = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_lowercase());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    value(&["B", "W", "AB", "AW", "AE"]).is_some_and(is_point)
        || value(&["SZ"]).is_some_and(is_number)
}
