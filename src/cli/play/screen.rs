//! Diagrams of the board that fit the window.

use std::io::{IsTerminal, stdout};
use std::thread::sleep;
use std::time::Duration;

use console::Term;
use gokata::scoring::Standing;
use gokata::{BoardRecord, Color, Size};

use crate::draw::board as draw;
use crate::draw::count;

pub(super) struct Screen {
    pub(super) size: Size,
    /// The time that a bot waits before each move.
    delay: Duration,
    /// True once a diagram has contained the warning that the window is too small.
    has_warned: bool,
}

/// The number of lines below a board: prisoners, the latest move, the prompt.
const BELOW: usize = 4;

impl Screen {
    pub(super) fn new(size: Size, delay: Duration) -> Screen {
        Screen {
            size,
            delay,
            has_warned: false,
        }
    }

    pub(super) fn shows_every_board(&self) -> bool {
        !self.delay.is_zero()
    }

    pub(super) fn wait(&self) {
        sleep(self.delay);
    }

    /// Returns the board with its latest stone marked, and the prisoners.
    pub(super) fn position(&mut self, record: &BoardRecord) -> String {
        let (board, last) = (record.board(), draw::last_stone(record));
        let ko = draw::ko_points(record);
        let letter = |point| match board.stone_at(point) {
            Some(color) => color.letter(),
            None if ko.contains(&point) => draw::KO,
            None => '.',
        };
        // In a narrow diagram, the latest stone is a capital letter.
        let narrow = |point| {
            if last == Some(point) {
                letter(point).to_ascii_uppercase()
            } else {
                letter(point)
            }
        };
        let picture = self.fitting(
            || draw::grid(board.size(), last, letter),
            || draw::narrow_grid(board.size(), narrow),
        );
        let [black, white] = Color::BOTH.map(|color| record.prisoners(color));
        let legend = if ko.is_empty() {
            ""
        } else {
            "; k forbidden by ko"
        };
        format!("{picture}\nprisoners: Black {black}, White {white}{legend}")
    }

    /// Returns the board with the owner of each point, and dead stones in capitals.
    pub(super) fn marked(&mut self, standing: &Standing) -> String {
        let (size, letter) = (self.size, count::map(standing));
        let picture = self.fitting(
            || draw::grid(size, None, &letter),
            || draw::narrow_grid(size, &letter),
        );
        format!("{picture}\n{}", count::LEGEND)
    }

    /// Returns the wide diagram if its width fits the window, else the narrow one. Adds a warning once if neither fits.
    fn fitting(
        &mut self,
        wide: impl FnOnce() -> Vec<String>,
        narrow: impl FnOnce() -> Vec<String>,
    ) -> String {
        // A file, a pipe and a terminal of unknown size have no size limit.
        let window = stdout()
            .is_terminal()
            .then(|| Term::stdout().size_checked())
            .flatten();
        let Some((height, width)) = window.filter(|window| *window != (0, 0)) else {
            return draw::colored(wide()).join("\n");
        };
        let (height, width) = (usize::from(height), usize::from(width));
        let widest = |lines: &[String]| lines.iter().map(String::len).max().unwrap_or(0);
        let mut lines = wide();
        if widest(&lines) > width {
            lines = narrow();
        }
        let (needed, rows) = (widest(&lines), lines.len() + BELOW);
        lines = draw::colored(lines);
        if (needed > width || rows > height) && !self.has_warned {
            self.has_warned = true;
            let warning = format!(
                "(this window has {width} columns and {height} lines; {needed} and {rows} are needed to see all)"
            );
            lines.insert(0, warning);
        }
        lines.join("\n")
    }
}
