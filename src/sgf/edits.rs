//! Changes to a text, each with its place and what it does. Does not decide what to change.

use std::ops::Range;

use super::places::Places;
use crate::basics::TextError;

/// The most changes to a text: a record with more is hardly a game record. Each holds a line of the text.
const MOST_CHANGES: usize = 10_000;

/// The most characters of a part of the text in a message.
const SHOWN: usize = 200;

/// Changes to a text, in any order.
pub(super) struct Edits<'t> {
    places: &'t Places<'t>,
    pub(super) list: Vec<Edit>,
}

pub(super) struct Edit {
    range: Range<usize>,
    new: String,
    /// Empty for a part of another change.
    message: String,
}

impl Edit {
    /// Insertions come before the replacement of what follows them: first in a value, then its end, then a variation's.
    fn order(&self) -> (usize, bool, usize) {
        let first = self.new.chars().next();
        let rank = first.and_then(|first| "\n\\])(".find(first));
        (self.range.start, !self.range.is_empty(), rank.unwrap_or(5))
    }
}

impl<'t> Edits<'t> {
    pub(super) fn of(places: &'t Places<'t>) -> Edits<'t> {
        let list = Vec::new();
        Edits { places, list }
    }

    pub(super) fn text(&self) -> &'t str {
        self.places.text()
    }

    pub(super) fn refuse<T>(&self, at: usize, why: &str) -> Result<T, TextError> {
        Err(self.places.at(at, why))
    }

    pub(super) fn replace(&mut self, range: Range<usize>, new: &str, message: impl Into<String>) {
        let (new, message) = (new.to_owned(), message.into());
        self.list.push(Edit {
            range,
            new,
            message,
        });
    }

    pub(super) fn insert(&mut self, at: usize, new: &str, message: impl Into<String>) {
        self.replace(at..at, new, message);
    }

    pub(super) fn leave_out(&mut self, range: Range<usize>, why: &str) {
        let message = format!("left out {}, {why}", self.quoted(range.clone()));
        self.replace(range, "", message);
    }

    /// Quotes a part of the text.
    pub(super) fn quoted(&self, range: Range<usize>) -> String {
        let part = self.text()[range].trim();
        let mut shown: String = part.chars().take(SHOWN).collect();
        if shown.len() < part.len() {
            shown.push_str("...");
        }
        format!("`{}`", shown.replace(['\r', '\n', '`'], " "))
    }

    /// Returns a part of the text that is going to be left out, with its changes, the latest ones from this number on.
    pub(super) fn moved(&mut self, part: Range<usize>, since: usize) -> String {
        let (mut new, mut done) = (String::new(), part.start);
        let text = self.text();
        self.list[since..].sort_by_key(Edit::order);
        let changes = self.list[since..].iter_mut();
        for edit in changes.filter(|edit| edit.range.end <= part.end) {
            let Range { start, end } = edit.range;
            if start >= part.start {
                new = new + text.get(done..start).unwrap_or_default() + &edit.new;
                done = done.max(end);
            }
            (edit.range, edit.new) = (start..start, String::new());
        }
        new + &text[done..part.end]
    }

    /// Makes the changes. Returns the new text, and what was changed in the order of the text.
    pub(super) fn applied(mut self) -> Result<(String, Vec<TextError>), TextError> {
        self.list.sort_by_key(Edit::order);
        if let Some(last) = self.list.get(MOST_CHANGES) {
            let why = format!("more than {MOST_CHANGES} changes are needed");
            return self.refuse(last.range.start, &why);
        }
        let text = self.text();
        let (mut new, mut changes, mut done) = (String::new(), Vec::new(), 0);
        for edit in self.list {
            new.push_str(text.get(done..edit.range.start).unwrap_or_default());
            new.push_str(&edit.new);
            done = done.max(edit.range.end);
            if !edit.message.is_empty() {
                changes.push(self.places.at(edit.range.start, edit.message));
            }
        }
        Ok((new + &text[done..], changes))
    }
}
