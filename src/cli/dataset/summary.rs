//! The counts of games taken and left out, and the status that follows from them.

use std::fmt::Write;

use gokata::Size;

use super::games::{LeftOut, TrainingGame};
use crate::terminal::output::Status;
use crate::terminal::text::number;

#[derive(Default)]
pub(super) struct DatasetSummary {
    status: Status,
    pub(super) games: usize,
    positions: usize,
    illegal: usize,
    forced: usize,
    without_moves: usize,
    not_understood: usize,
    /// The number of games on boards of each other size, in the order of first appearance.
    other_sizes: Vec<(Size, usize)>,
}

impl DatasetSummary {
    pub(super) fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.moves();
    }

    pub(super) fn leave_out(&mut self, why: LeftOut) {
        let (count, status) = match why {
            LeftOut::Illegal => (&mut self.illegal, Status::NotAsExpected),
            LeftOut::Forced => (&mut self.forced, Status::NotAsExpected),
            LeftOut::NoMoves => (&mut self.without_moves, Status::Trouble),
            LeftOut::NotUnderstood => (&mut self.not_understood, Status::Trouble),
            LeftOut::Bug => (&mut self.not_understood, Status::Internal),
        };
        *count += 1;
        self.status = self.status.max(status);
    }

    pub(super) fn leave_out_size(&mut self, size: Size) {
        let mut counts = self.other_sizes.iter_mut();
        match counts.find(|(other, _)| *other == size) {
            Some((_, count)) => *count += 1,
            None => self.other_sizes.push((size, 1)),
        }
    }

    pub(super) fn has_other_sizes(&self) -> bool {
        !self.other_sizes.is_empty()
    }

    /// Returns the exit status. `is_complete`: false if games were left out because `--size` was not given.
    pub(super) fn status(&self, is_complete: bool) -> Status {
        if self.games > 0 && is_complete {
            self.status
        } else {
            self.status.max(Status::NotAsExpected)
        }
    }

    pub(super) fn sentence(&self, size: Option<Size>, files: usize) -> String {
        let mut sentence = match size.filter(|_| self.games > 0) {
            Some(size) => format!(
                "{}, {} on {size}, {}",
                number(self.games, "game"),
                number(self.positions, "position"),
                number(files, "file")
            ),
            None => "no game, no file".to_owned(),
        };
        let sizes = self.other_sizes.iter();
        let sizes = sizes.map(|(size, count)| (*count, format!("on {size}")));
        let left_out = [
            (self.illegal, "with an illegal move".to_owned()),
            (self.forced, "with an illegal move forced by KO".to_owned()),
            (self.without_moves, "without moves".to_owned()),
            (self.not_understood, "not understood".to_owned()),
        ];
        let left_out = left_out.into_iter().chain(sizes);
        let mut separator = "; left out: ";
        for (count, why) in left_out.filter(|(count, _)| *count > 0) {
            let _ = write!(sentence, "{separator}{count} {why}");
            separator = ", ";
        }
        sentence
    }
}
