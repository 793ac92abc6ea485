//! Changes to a text, each with its place and what it does. Does not decide what to change.

use std::borrow::Cow;
use std::ops::Range;

use super::places::Places;
use crate::basics::TextError;

/// The most changes to a text: a record with more is hardly a game record. Each holds a line of the text.
const MOST_CHANGES: usize = 10_000;

/// The most characters of a part of the text in a message.
const SHOWN: usize = 40;

/// Changes to a text, in any order.
pub(super) struct Edits<'t> {
    pub(super) places: &'t Places<'t>,
    list: Vec<Edit>,
}

/// A changed text.
pub(super) struct Changed<'t> {
    pub(super) text: Cow<'t, str>,
    /// In the order of the text.
    pub(super) changes: Vec<TextError>,
    /// The offset of the first change.
    pub(super) first: Option<usize>,
}

struct Edit {
    range: Range<usize>,
    new: Cow<'static, str>,
    /// `None` for a part of another change.
    message: Option<String>,
}

impl Edit {
    /// Insertions come before the replacement of what follows them: first the end of a value, then of a variation.
    fn order(&self) -> (usize, bool, usize) {
        let rank = match self.new.chars().next() {
            Some(']' | '\\') => 0,
            Some(')') => 1,
            Some('(') => 2,
            _ => 3,
        };
        (self.range.start, !self.range.is_empty(), rank)
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

    pub(super) fn replace(
        &mut self,
        range: Range<usize>,
        new: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) {
        let (new, message) = (new.into(), Some(message.into()));
        self.list.push(Edit {
            range,
            new,
            message,
        });
    }

    pub(super) fn insert(
        &mut self,
        at: usize,
        new: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) {
        self.replace(at..at, new, message);
    }

    /// Changes a place that belongs to a change at another one.
    pub(super) fn also(&mut self, at: usize, new: String) {
        let (range, new, message) = (at..at, Cow::Owned(new), None);
        self.list.push(Edit {
            range,
            new,
            message,
        });
    }

    /// Quotes the beginning of a part of the text.
    pub(super) fn quoted(&self, range: Range<usize>) -> String {
        let part = self.text()[range].trim();
        let mut shown: String = part.chars().take(SHOWN).collect();
        if shown.len() < part.len() {
            shown.push_str("...");
        }
        format!("`{}`", shown.replace(['\r', '\n', '`'], " "))
    }

    /// Makes the changes.
    pub(super) fn applied(mut self) -> Result<Changed<'t>, TextError> {
        self.list.sort_by_key(Edit::order);
        if let Some(last) = self.list.get(MOST_CHANGES) {
            let message = format!("more than {MOST_CHANGES} changes are needed");
            return Err(self.places.at(last.range.start, message));
        }
        let text = self.text();
        let first = self.list.first().map(|edit| edit.range.start);
        let (mut new, mut changes, mut done) = (String::new(), Vec::new(), 0);
        for edit in self.list {
            let Range { start, end } = edit.range;
            new.push_str(text.get(done..start).unwrap_or_default());
            new.push_str(&edit.new);
            done = done.max(end);
            let change = edit.message.map(|message| self.places.at(start, message));
            changes.extend(change);
        }
        let text = match first {
            None => Cow::Borrowed(text),
            Some(_) => Cow::Owned(new + &text[done..]),
        };
        Ok(Changed {
            text,
            changes,
            first,
        })
    }
}
