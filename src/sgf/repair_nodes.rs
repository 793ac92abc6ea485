//! Splits a damaged record into properties and signs, and changes what is wrong with them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::edits::Edits;
use super::repair_tree::{Part, balance};
use super::repair_values::{Kind, Source, kind};
use super::tokens::{
    AB, AE, AP, AW, B, CA, DT, FF, HA, KM, PB, PW, RE, RU, SZ, W, is_blank, is_of_root, is_played,
    letters_of, name_at, skip_blanks, without_digits,
};
use crate::basics::TextError;

/// The smallest part of a record.
enum Token {
    /// A move without its `[`, of this length.
    BareMove(usize),
    /// The letters of a name, and the place of the first `[`.
    Property(u64, usize),
    /// A semicolon or a parenthesis, and its length.
    Sign(u8, usize),
}

/// The values of a property.
#[derive(Clone)]
struct Values {
    all: Range<usize>,
    /// The end of the text of the last one.
    end: usize,
}

pub(super) struct Repairer<'e, 'p> {
    edits: &'e mut Edits<'p>,
    source: Source<'p>,
    at: usize,
    parts: Vec<Part>,
    /// The number of parentheses that are open, if they balance.
    depth: usize,
    /// The properties of the current node.
    seen: BTreeMap<u64, Values>,
    /// What is wrong with the encoding that the record names.
    encoding: Option<String>,
    is_cut: bool,
}

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

    fn error(&self, at: usize, message: &str) -> TextError {
        self.edits.places.at(at, message)
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
                Some(Token::BareMove(length)) => {
                    self.edits.insert(at + 1, "[", "added the `[` of the move");
                    self.begin_property(at);
                    self.at = at + length;
                    let (all, end) = (at + 1..self.at, self.at - 1);
                    self.place(
                        u64::from(self.source.0[at]),
                        at,
                        &Values { all, end },
                        self.edits.list.len(),
                    )?;
                }
                Some(Token::Property(letters, open)) => self.property(letters, open)?,
                Some(Token::Sign(sign, length)) => self.sign(sign, at..at + length),
                None => self.other_text()?,
            }
        }
        let root = self.parts.iter().find(|part| part.sign == b';');
        let Some(root) = root else {
            return Err(self.error(0, "there is no game record"));
        };
        if let Some(message) = self.encoding {
            self.edits.insert(root.at.end, "CA[UTF-8]", message);
        }
        Ok(balance(&self.parts, self.edits)? || self.is_cut)
    }

    /// Returns what is here: in a record, or after other text with this number of parentheses that are open.
    fn token(&self, other: Option<usize>) -> Option<Token> {
        let (at, source, inside) = (self.at, self.source, self.depth > 0);
        if inside && let Some(length) = source.bare_move(at) {
            return Some(Token::BareMove(length));
        }
        let names_known = |at| {
            let found = source.property(skip_blanks(source.0, at));
            found.is_some_and(|(letters, _)| kind(letters) != Kind::Unknown)
        };
        if let Some((letters, open)) = source.property(at) {
            // Outside of a game, only a known property is one.
            let is_known = matches!(kind(letters), Kind::Move | Kind::Points);
            if inside || is_known || begins_game(letters) {
                return Some(Token::Property(letters, open));
            }
        }
        let (sign, length) = source.sign(at);
        let (after, is_free) = (at + length, inside && other.is_none());
        let begins_record = || {
            let next = skip_blanks(source.0, after);
            source.sign(next).0 == b';' || names_known(after)
        };
        let is_sign = match (sign, other) {
            (b';', _) => source.begins_node(after) && (is_free || names_known(after)),
            (b'(', _) => source.opens(after) && (is_free || begins_record()),
            // A smile ends no game.
            (b')', Some(open)) => inside && open == 0 && !b":;-=".contains(&source.0[at - 1]),
            (b')', None) => !self.parts.is_empty(),
            _ => false,
        };
        is_sign.then_some(Token::Sign(sign, length))
    }

    fn sign(&mut self, sign: u8, at: Range<usize>) {
        self.source.narrow(at.start, self.edits);
        self.at = at.end;
        match sign {
            b';' => return self.node(at),
            b'(' => self.depth += 1,
            _ => self.depth = self.depth.saturating_sub(1),
        }
        self.parts.push(Part {
            at,
            sign,
            ..Part::default()
        });
    }

    fn node(&mut self, at: Range<usize>) {
        self.seen = BTreeMap::new();
        let sign = b';';
        self.parts.push(Part {
            at,
            sign,
            ..Part::default()
        });
        self.depth = self.depth.max(1);
    }

    /// Leaves out text that does not belong to the record.
    fn other_text(&mut self) -> Result<(), TextError> {
        let (start, bytes) = (self.at, self.source.0);
        let (mut open, mut is_silent) = (0_usize, self.depth == 0);
        while let Some(byte) = bytes.get(self.at)
            && (self.at == start || self.token(Some(open)).is_none())
        {
            let here = self.at;
            self.at = name_at(bytes, here).end.max(here + 1);
            match byte {
                b'(' => open += 1,
                b')' => open = open.saturating_sub(1),
                b'[' if self.depth > 0 => {
                    let message =
                        "a value without a property: its name is missing, or this is other text";
                    return Err(self.error(here, message));
                }
                b']' if self.depth > 0 && here > start => {
                    let message = "this `]` ends no value: a `[` is missing, or this is other text";
                    return Err(self.error(here, message));
                }
                b']' if self.depth > 0 => break,
                _ => {}
            }
            // The end-of-file character of DOS and padding are blanks outside of games.
            is_silent &= matches!(byte, 0 | 0x1a | b' ' | b'\t' | b'\n' | b'\r');
        }
        let text = self.edits.text()[start..self.at].trim_end_matches(is_blank);
        if !is_silent {
            let text = start..start + text.len();
            self.edits.leave_out(text, NOT_OF_RECORD);
        }
        Ok(())
    }

    /// Begins a node if none is there.
    fn begin_property(&mut self, at: usize) {
        if self.parts.last().is_none_or(|last| last.sign != b';') {
            self.edits.insert(at, ";", "added the `;` of the node");
            self.node(at..at);
        }
    }

    fn property(&mut self, letters: u64, open: usize) -> Result<(), TextError> {
        let start = self.at;
        self.begin_property(start);
        let since = self.edits.list.len();
        let name = name_at(self.source.0, start);
        if name.has_digits && is_played(without_digits(letters)) {
            let message = "a digit in the name of a move, a set-up or the size: it is wrong, or this is another property";
            return Err(self.error(start, message));
        }
        if name.has_small_letters || name.is_spelled {
            let (written, short) = (start..name.end, letters_of(letters));
            let message = format!(
                "{} is written `{short}`",
                self.edits.quoted(written.clone())
            );
            self.edits.replace(written, &short, message);
        }
        let values = self.values(letters, open)?;
        if values.all.is_empty() {
            return Ok(());
        }
        self.place(letters, start, &values, since)
    }

    fn values(&mut self, letters: u64, open: usize) -> Result<Values, TextError> {
        let (known, name) = (kind(letters), self.at);
        let (mut all, mut end) = (open..open, open);
        self.at = open;
        while self.source.sign(self.at).0 == b'[' {
            let open = self.at;
            self.source.narrow(open, self.edits);
            let whole = if all.is_empty() { name } else { open };
            let found = self.source.value(known, whole, open, self.edits);
            let found = found.map_err(|(at, message)| self.error(at, message))?;
            self.is_cut |= found.is_cut;
            self.at = found.next;
            if found.is_cut && known.is_simple() {
                break;
            }
            (all.end, end) = (found.next, found.end);
            self.at = skip_blanks(self.source.0, all.end);
            if let Some(next) = self
                .source
                .list_goes_on(self.at)
                .filter(|_| known == Kind::Points)
            {
                self.edits.leave_out(self.at..next, NOT_OF_RECORD);
                self.at = next;
            }
            let value = open + self.source.sign(open).1..end;
            if letters == CA
                && let Some(message) = self.encoding.take()
            {
                self.edits.replace(value, "UTF-8", message);
            } else if matches!(known, Kind::Move | Kind::Points) && value.len() <= LONGEST_POINT {
                let text = &self.edits.text()[value.clone()];
                let bare: String = text.split(is_blank).collect();
                if bare.len() == 2 && text.len() > 2 {
                    self.edits
                        .replace(value, &bare, "blanks inside a point are left out");
                }
            }
        }
        Ok(Values { all, end })
    }

    /// Puts a property that has been read into the current node, or a new one. Its changes begin with this one.
    fn place(
        &mut self,
        letters: u64,
        start: usize,
        values: &Values,
        since: usize,
    ) -> Result<(), TextError> {
        let known = kind(letters);
        let has = |names: &[u64]| names.iter().any(|name| self.seen.contains_key(name));
        let what = match known {
            Kind::Move if has(&[if letters == B { W } else { B }]) => Some("two moves"),
            Kind::Move if has(&[AB, AW, AE]) => Some("a set-up and a move"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("added the `;` of a node: {what} cannot be in one node");
            self.edits.insert(start, ";", message);
            self.node(start..start);
        }
        let first = self.seen.get(&letters).filter(|_| known != Kind::Unknown);
        if let Some(first) = first.cloned() {
            return self.doubled(known, letters, start, values, &first, since);
        }
        let is_empty = self.seen.is_empty();
        if let Some(node) = self.parts.last_mut() {
            let mover = (known == Kind::Move).then(|| usize::from(letters == W));
            node.mover = node.mover.or(mover);
            node.is_root |= is_of_root(letters);
            node.is_first |= is_of_root(letters)
                || matches!(letters, SZ | CA | AP)
                || is_empty && begins_game(letters);
        }
        self.seen.insert(letters, values.clone());
        Ok(())
    }

    /// Leaves out a property that is in the node already; its texts and points are added to the first one.
    fn doubled(
        &mut self,
        known: Kind,
        letters: u64,
        start: usize,
        values: &Values,
        first: &Values,
        since: usize,
    ) -> Result<(), TextError> {
        let text = self.edits.text();
        let is_same = text[first.all.clone()] == text[values.all.clone()];
        let all = start..values.all.end;
        if !is_same && (known == Kind::Move || letters == SZ) {
            let message = "this property is doubled: this value or the first one is wrong, or a node is missing";
            return Err(self.error(start, message));
        }
        let moved = self.edits.moved(values.all.clone(), since);
        let what = self.edits.quoted(all.clone());
        match known {
            Kind::Points | Kind::List | Kind::Comment if !is_same => {
                let message = format!("{what} is doubled: it is added to the first one");
                self.edits.replace(all, "", message);
                if known == Kind::Comment {
                    let is_empty = first.all.len() < 3 || moved.len() < 3;
                    let gap = if is_empty { "" } else { "\n\n" };
                    let text = moved.get(1..moved.len() - 1).unwrap_or_default();
                    self.edits.insert(first.end, &format!("{gap}{text}"), "");
                } else {
                    self.edits.insert(first.all.end, &moved, "");
                }
            }
            _ => self
                .edits
                .leave_out(all, "which is doubled: the first one stays"),
        }
        Ok(())
    }
}

const NOT_OF_RECORD: &str = "which does not belong to the record";

/// The most bytes of a point with a few blanks.
const LONGEST_POINT: usize = 16;

/// True for a property that begins a game, and hardly ever a variation.
fn begins_game(letters: u64) -> bool {
    let names = [FF, SZ, CA, AP, PB, PW, KM, HA, RU, DT, RE];
    is_of_root(letters) || names.contains(&letters)
}
