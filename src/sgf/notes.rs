//! What is odd about a record, but understood.

use super::place::Places;
use crate::basics::TextError;

/// Warnings kept of one game: the first ones. Each holds a line of the text.
const MOST_NOTES: usize = 20;

/// Warnings, and how many more there were.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    pub(super) kept: Vec<TextError>,
    pub(super) more: usize,
}

impl Notes {
    pub(super) fn of(warnings: &[TextError]) -> Notes {
        Notes {
            kept: warnings.to_vec(),
            more: 0,
        }
    }

    /// Is room left for one? If not, it need not be put into words.
    pub(super) fn has_room(&self) -> bool {
        self.kept.len() < MOST_NOTES
    }

    pub(super) fn add(&mut self, places: &Places<'_>, place: usize, message: impl Into<String>) {
        if self.has_room() {
            self.kept.push(places.at(place, message));
        } else {
            self.more += 1;
        }
    }
}
