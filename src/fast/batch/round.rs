//! The games of a round of drawn moves, which wait for a lane.

use super::slot::Slot;
use super::start::Start;
use crate::basics::Size;

/// The games, and how far they are played.
pub(super) struct Round<'a> {
    pub(super) size: Size,
    pub(super) slots: &'a mut [Slot],
    /// The most moves of a game in this round, at least one.
    pub(super) most: u16,
    /// True if a superko rule is in force.
    pub(super) superko: bool,
    /// The first game that has not been in a lane.
    next: usize,
}

impl<'a> Round<'a> {
    pub(super) fn new(size: Size, slots: &'a mut [Slot], most: usize, superko: bool) -> Self {
        Round {
            size,
            slots,
            most: u16::try_from(most).unwrap_or(u16::MAX),
            superko,
            next: 0,
        }
    }

    /// The number of the next game, its position and the seed of its draws.
    pub(super) fn next(&mut self) -> Option<(usize, Start, u64)> {
        loop {
            let game = self.next;
            let slot = self.slots.get_mut(game)?;
            self.next += 1;
            if let Some((start, seed)) = slot.begin(self.size) {
                return Some((game, start, seed));
            }
        }
    }
}
