//! A game as the lanes take it.

use super::kernel::{COLS, ROWS};
use crate::basics::{Color, Size};
use crate::fast::bits::{Bits, index};
use crate::fast::sized_game::SizedGame;

/// A position as a lane takes it. A set of points is the numbers of its rows.
pub(in crate::fast) struct Start {
    /// The stones of the side to play, those of the other side, the ko, and where each side has lost a stone, if a superko
    /// rule is in force.
    pub(super) rows: [[u16; ROWS]; 5],
    pub(super) passes: u16,
    /// What a stone sets them to: minus one until a first pass has taken the button.
    pub(super) reset: u16,
    pub(super) white: bool,
    /// True if no board came before this one.
    pub(super) is_first: bool,
}

pub(super) fn fits(size: Size) -> bool {
    size.rows() <= ROWS && size.cols() <= COLS
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    /// The position, on a board that fits into lanes.
    pub(in crate::fast) fn start(&self) -> Start {
        let (size, side) = (self.size(), self.to_play);
        let rows = |bits: &Bits<WORDS>| {
            let mut rows = [0; ROWS];
            for (nth, row) in rows.iter_mut().enumerate().take(size.rows()) {
                *row = bits.run(index((nth + 1) * (size.cols() + 1) + 1), size.cols());
            }
            rows
        };
        let mut ko = Bits::default();
        if self.ko.place != 0 && self.ko.barred == side {
            ko.insert(self.ko.place);
        }
        let lost = |color: Color| {
            let past = self.past.as_ref();
            past.map_or([0; ROWS], |past| rows(past.lost(color)))
        };
        let takes_button = self.rules.button() && self.passes.by == [0, 0];
        Start {
            rows: [
                rows(&self.planes[side as usize]),
                rows(&self.planes[!side as usize]),
                rows(&ko),
                lost(side),
                lost(!side),
            ],
            passes: self.passes_in_a_row(),
            reset: if takes_button { u16::MAX } else { 0 },
            white: side == Color::White,
            is_first: self.log.is_empty(),
        }
    }

    /// The consecutive passes that count towards the end of the game; minus one while a first pass takes the button.
    fn passes_in_a_row(&self) -> u16 {
        match self.passes.counted(self.rules.button()) {
            0 if self.rules.button() && self.passes.by == [0, 0] => u16::MAX,
            0 => 0,
            _ => 1,
        }
    }
}
