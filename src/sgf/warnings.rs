//! What is odd about a record, but understood.

use std::fmt::Display;

use super::place::Places;
use crate::basics::TextError;

/// The warnings kept for one game: the first ones. Each holds a line of the text.
const MOST_WARNINGS: usize = 20;

/// The warnings about one game.
#[derive(Debug, Clone, Default)]
pub(super) struct Warnings {
    pub(super) kept: Vec<TextError>,
    /// The number of those not kept.
    pub(super) more: usize,
}

impl Warnings {
    /// Formats the message only if the warning is kept.
    pub(super) fn add(&mut self, places: &Places<'_>, at: usize, message: impl Display) {
        if self.kept.len() < MOST_WARNINGS {
            self.kept.push(places.at(at, message.to_string()));
        } else {
            self.more += 1;
        }
    }
}
