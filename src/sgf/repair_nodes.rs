//! Splits a damaged record into properties and signs, and changes what is wrong with them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::edits::Edits;
use super::repair_points::Points;
use super::repair_tree::{Part, balance};
use super::repair_values::{Kind, Source, ValueEnd, kind};
use super::tokens::{
    AB, AE, AP, AW, B, CA, DT, FF, HA, KM, PB, PW, RE, RU, SZ, W, is_blank, is_of_root, is_played,
    name_at, skip_blanks, without_digits,
};
use crate::basics::{Color, TextError};

/// A property of the current node.
struct Seen {
    /// All of it, and its values.
    all: Range<usize>,
    values: Range<usize>,
}

pub(super) struct Repairer<'e, 'p> {
    edits: &'e mut Edits<'p>,
    source: Source<'p>,
    at: usize,
    parts: Vec<(usize, usize, Part)>,
    /// The number of parentheses that are open, if they balance.
    depth: usize,
    /// The properties of the current node.
    seen: BTreeMap<u64, Seen>,
    points: Points,
    encoding: Option<String>,
    is_cut: bool,
}

impl<'e, 'p> Repairer<'e, 'p> {
    pub(super) fn of(edits: &'e mut Edits<'p>, encoding: Option<&str>) -> Self {
        Repairer {
            source: Source(edits.text().as_bytes()),
            edits,
            at: 0,
            parts: Vec::new(),
            depth: 0,
            seen: BTreeMap::new(),
            points: Points::default(),
            encoding: encoding.map(str::to_owned),
            is_cut: false,
        }
    }

    fn error(&self, at: usize, message: &str) -> TextError {
        self.edits.places.at(at, message)
    }

    /// Finds the changes to the whole text. Returns whether its end is missing.
    pub(super) fn all(mut self) -> Result<bool, TextError> {
        loop {
            self.at = skip_blanks(self.source.0, self.at);
            if self.at >= self.source.0.len() {
                break;
            }
            if let Some(length) = self.source.bare_move(self.at).filter(|_| self.depth > 0) {
                let (name, end) = (self.at, self.at + length);
                self.edits
                    .insert(name + 1, "[", "added the `[` of the move");
                self.begin_property(name);
                self.at = end;
                let letters = u64::from(self.source.0[name]);
                self.place(Kind::Move, letters, name..end, name + 1..end)?;
            } else if let Some((letters, open)) = self.property_here() {
                self.property(letters, open)?;
            } else if !self.sign() {
                self.other_text()?;
            }
        }
        if self.parts.is_empty() {
            return Err(self.error(0, "there is no game record"));
        }
        let is_node = |part: &&(usize, usize, Part)| matches!(part.2, Part::Node { .. });
        if let (Some(message), Some(root)) = (self.encoding.take(), self.parts.iter().find(is_node))
        {
            self.edits.insert(root.0 + root.1, "CA[UTF-8]", message);
        }
        self.points.convert(self.edits);
        Ok(balance(&self.parts, self.edits)? || self.is_cut)
    }

    /// Outside of a game, only a known property is one.
    fn property_here(&self) -> Option<(u64, usize)> {
        let (letters, open) = self.source.property(self.at)?;
        let is_known = self.depth > 0
            || begins_game(letters)
            || matches!(kind(letters), Kind::Move | Kind::Points);
        is_known.then_some((letters, open))
    }

    /// Reads a semicolon or a parenthesis. Returns false if there is none that belongs to the record.
    fn sign(&mut self) -> bool {
        let at = self.at;
        let signs = [";", "(", ")"];
        let found = signs
            .into_iter()
            .find_map(|sign| Some((sign, self.source.is_here(at, sign)?)));
        let Some((sign, length)) = found else {
            return false;
        };
        // As if the sign were short.
        let after = at + length - 1;
        let inside = self.depth > 0;
        let is_sign = match sign {
            ";" => self.source.begins_node(after) && (inside || self.names_property(after + 1)),
            "(" => self.source.opens(after) && (inside || self.begins_record(after + 1)),
            _ => !self.parts.is_empty(),
        };
        if !is_sign {
            return false;
        }
        if length > 1 {
            let message = format!("a full-width sign is written `{sign}`");
            self.edits.replace(at..at + length, sign, message);
        }
        self.at = at + length;
        match sign {
            ";" => self.node(at, length),
            "(" => {
                self.depth += 1;
                self.parts.push((at, length, Part::Open));
                if self
                    .source
                    .property(skip_blanks(self.source.0, self.at))
                    .is_some()
                {
                    let node = skip_blanks(self.source.0, self.at);
                    self.edits.insert(node, ";", "added the `;` of the node");
                    self.node(node, 0);
                }
            }
            _ => {
                self.depth = self.depth.saturating_sub(1);
                self.parts.push((at, length, Part::Close));
            }
        }
        true
    }

    fn names_property(&self, at: usize) -> bool {
        let found = self.source.property(skip_blanks(self.source.0, at));
        found.is_some_and(|(letters, _)| kind(letters) != Kind::Unknown)
    }

    /// True where a game begins, after its `(`.
    fn begins_record(&self, at: usize) -> bool {
        let at = skip_blanks(self.source.0, at);
        self.source.is_here(at, ";").is_some() || self.names_property(at)
    }

    fn node(&mut self, at: usize, length: usize) {
        self.seen = BTreeMap::new();
        let (mover, is_first, is_root) = (None, false, false);
        let node = Part::Node {
            mover,
            is_first,
            is_root,
        };
        self.parts.push((at, length, node));
        self.depth = self.depth.max(1);
    }

    /// Leaves out text that does not belong to the record.
    fn other_text(&mut self) -> Result<(), TextError> {
        let start = self.at;
        let bytes = self.source.0;
        let mut is_silent = self.depth == 0;
        let mut parentheses = 0_usize;
        while let Some(byte) = bytes.get(self.at) {
            let here = self.at;
            let ends = match byte {
                b';' => {
                    here > start && self.source.begins_node(here) && self.names_property(here + 1)
                }
                b'(' if here > start && self.source.opens(here) => self.begins_record(here + 1),
                b')' if self.depth > 0 && here > start => {
                    let is_smile = matches!(bytes[here - 1], b':' | b';' | b'-' | b'=');
                    let is_end = parentheses == 0 && !is_smile;
                    parentheses = parentheses.saturating_sub(1);
                    is_end
                }
                _ => {
                    here > start
                        && (self.property_here().is_some()
                            || self.depth > 0 && self.source.bare_move(here).is_some())
                }
            };
            if ends {
                break;
            }
            match byte {
                b'(' => parentheses += 1,
                b'[' if self.depth > 0 => {
                    let message =
                        "a value without a property: its name is missing, or this is other text";
                    return Err(self.error(here, message));
                }
                b']' if self.depth > 0 && here > start => {
                    let message = "this `]` ends no value: a `[` is missing, or this is other text";
                    return Err(self.error(here, message));
                }
                _ => {}
            }
            // The end-of-file character of DOS and padding are blanks outside of games.
            is_silent &= matches!(byte, 0 | 0x1a | b' ' | b'\t' | b'\n' | b'\r');
            self.at += 1;
            if byte.is_ascii_alphanumeric() {
                self.at = name_at(bytes, here).end.max(self.at);
            }
            if *byte == b']' && self.depth > 0 {
                break;
            }
        }
        while !self.edits.text().is_char_boundary(self.at) {
            self.at += 1;
        }
        let end = self.edits.text()[..self.at]
            .trim_end_matches(is_blank)
            .len()
            .max(start);
        if !is_silent {
            let what = self.edits.quoted(start..end);
            let message = format!("left out {what}, which does not belong to the record");
            self.edits.replace(start..end, "", message);
        }
        Ok(())
    }

    /// Begins a node if none is there.
    fn begin_property(&mut self, at: usize) {
        if !matches!(self.parts.last(), Some((_, _, Part::Node { .. }))) {
            self.edits.insert(at, ";", "added the `;` of the node");
            self.node(at, 0);
        }
    }

    fn property(&mut self, letters: u64, open: usize) -> Result<(), TextError> {
        let start = self.at;
        self.begin_property(start);
        let name = name_at(self.source.0, start);
        if name.has_digits && is_played(without_digits(letters)) {
            let message = "a digit in the name of a move, a set-up or the size: it is wrong, or this is another property";
            return Err(self.error(start, message));
        }
        let known = kind(letters);
        if name.has_small_letters || name.is_spelled {
            let short: String = letters
                .to_be_bytes()
                .into_iter()
                .filter(|byte| *byte != 0)
                .map(char::from)
                .collect();
            let what = self.edits.quoted(start..name.end);
            self.edits.replace(
                start..name.end,
                short.clone(),
                format!("{what} is written `{short}`"),
            );
        }
        let values = self.values(known, letters, start, open)?;
        let all = start..values.end;
        if values.is_empty() {
            return Ok(());
        }
        self.place(known, letters, all, values)
    }

    /// Reads the values of a property. Returns their range.
    fn values(
        &mut self,
        known: Kind,
        letters: u64,
        name: usize,
        open: usize,
    ) -> Result<Range<usize>, TextError> {
        self.at = open;
        let mut end = open;
        while let Some(length) = self.source.is_here(self.at, "[") {
            if length > 1 {
                self.edits.replace(
                    self.at..self.at + length,
                    "[",
                    "a full-width bracket is written `[`",
                );
            }
            let start = self.at + length;
            let found = self.source.value_end(known, start);
            if known.is_simple() && matches!(found, ValueEnd::Cut) {
                let whole = if end == open { name } else { self.at };
                let what = self.edits.quoted(whole..self.source.0.len());
                let message = format!("left out {what}, with which the text ends");
                self.edits.replace(whole..self.source.0.len(), "", message);
                self.is_cut = true;
                self.at = self.source.0.len();
                break;
            }
            let value = start..self.value(found, start)?;
            end = self.at;
            self.at = skip_blanks(self.source.0, end);
            if let Some(next) = self
                .source
                .list_goes_on(self.at)
                .filter(|_| known == Kind::Points)
            {
                let what = self.edits.quoted(self.at..next);
                let message = format!("left out {what}, which does not belong to the record");
                self.edits.replace(self.at..next, "", message);
                self.at = next;
            }
            if matches!(known, Kind::Move | Kind::Points) {
                self.points.add(known, value, self.edits);
            } else if letters == SZ {
                self.points.size(&self.edits.text()[value]);
            } else if letters == CA
                && let Some(message) = self.encoding.take()
            {
                self.edits.replace(value, "UTF-8", message);
            }
        }
        Ok(open..end)
    }

    /// Returns the end of a value, and goes on after it.
    fn value(&mut self, found: ValueEnd, start: usize) -> Result<usize, TextError> {
        let bytes = self.source.0;
        let end = match found {
            ValueEnd::At(end, inside) => {
                for at in inside {
                    self.edits
                        .insert(at, "\\", "a `]` inside a value is written `\\]`");
                }
                let length = self.source.is_here(end, "]").unwrap_or(1);
                if length > 1 {
                    self.edits.replace(
                        end..end + length,
                        "]",
                        "a full-width bracket is written `]`",
                    );
                }
                self.at = end + length;
                return Ok(end);
            }
            ValueEnd::Missing(end) => {
                self.edits
                    .insert(end, "]", "added the `]` that ends this value");
                end
            }
            ValueEnd::Backslash(end) => {
                let message = "a backslash at the end of a value is written `\\\\`";
                self.edits.insert(end - 1, "\\", message);
                self.at = end + 1;
                return Ok(end);
            }
            ValueEnd::Cut => {
                self.is_cut = true;
                let slashes = bytes
                    .iter()
                    .rev()
                    .take_while(|byte| **byte == b'\\')
                    .count();
                let closing = if slashes % 2 == 1 && bytes.len() > start {
                    "\\]"
                } else {
                    "]"
                };
                let message = "the text ends inside this value: added its `]`";
                self.edits.insert(bytes.len(), closing, message);
                bytes.len()
            }
            ValueEnd::Unclear(at) => {
                let message =
                    "this `]` ends the value, or it belongs to the text (then it is written `\\]`)";
                return Err(self.error(at, message));
            }
            ValueEnd::Swallowed(at) => {
                let message = "this belongs to the text of the value before it, or a `]` is missing before it";
                return Err(self.error(at, message));
            }
        };
        self.at = end;
        Ok(end)
    }

    /// Puts a property that has been read into the current node, or a new one.
    fn place(
        &mut self,
        known: Kind,
        letters: u64,
        all: Range<usize>,
        values: Range<usize>,
    ) -> Result<(), TextError> {
        let other = match letters {
            B => W,
            _ => B,
        };
        let has = |names: &[u64]| names.iter().any(|name| self.seen.contains_key(name));
        let what = match known {
            Kind::Move if has(&[other]) => Some("two moves"),
            Kind::Move if has(&[AB, AW, AE]) => Some("a set-up and a move"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("added the `;` of a node: {what} cannot be in one node");
            self.edits.insert(all.start, ";", message);
            self.node(all.start, 0);
        }
        // A second comment is kept: it is read, and nothing of it may be lost.
        let is_comment = letters == u64::from(b'C');
        if known != Kind::Unknown
            && !is_comment
            && let Some(first) = self.seen.get(&letters)
        {
            let (before, text) = (first.values.clone(), self.edits.text());
            let what = self.edits.quoted(all.clone());
            let is_list = matches!(known, Kind::Points | Kind::List);
            if text[before.clone()] != text[values.clone()] {
                if is_list {
                    self.edits.also(before.end, text[values].to_owned());
                } else if known == Kind::Move || letters == SZ {
                    let message = "this property is doubled: this value or the first one is wrong, or a node is missing";
                    return Err(self.error(all.start, message));
                }
            }
            let stays = self.edits.quoted(first.all.clone());
            let message = if is_list {
                format!("{what} is doubled: its values are added to {stays}")
            } else {
                format!("left out {what}, which is doubled: {stays} stays")
            };
            self.edits.replace(all, "", message);
            return Ok(());
        }
        let is_empty = self.seen.is_empty();
        if let Some((
            _,
            _,
            Part::Node {
                mover,
                is_first,
                is_root,
            },
        )) = self.parts.last_mut()
        {
            match letters {
                B => *mover = mover.or(Some(Color::Black)),
                W => *mover = mover.or(Some(Color::White)),
                _ => {}
            }
            *is_root |= is_of_root(letters);
            let is_of_first = *is_root || matches!(letters, SZ | CA | AP);
            *is_first |= is_of_first || is_empty && begins_game(letters);
        }
        self.seen.insert(letters, Seen { all, values });
        Ok(())
    }
}

/// True for a property that begins a game, and hardly ever a variation.
fn begins_game(letters: u64) -> bool {
    is_of_root(letters)
        || matches!(
            letters,
            FF | SZ | CA | AP | PB | PW | KM | HA | RU | DT | RE
        )
}
