//! What the players see: boards that fit the window.

use std::io::{IsTerminal, stdout};
use std::thread::sleep;
use std::time::Duration;

use console::Term;
use gokata::scoring::Standing;
use gokata::{Board, BoardRecord, Color, Labels, Point, Size};

use crate::draw::board as draw;
use crate::draw::count;

pub(super) struct Screen {
    pub(super) size: Size,
    /// How long a bot waits before it moves.
    pub(super) delay: Duration,
    /// Whether the window was found too small before.
    said: bool,
}

/// Lines below a board: captures, what was played, the question.
const BELOW: usize = 4;

impl Screen {
    pub(super) fn new(size: Size, delay: Duration) -> Screen {
        Screen {
            size,
            delay,
            said: false,
        }
    }

    /// Whether every board is shown, for people who look on.
    pub(super) fn is_show(&self) -> bool {
        !self.delay.is_zero()
    }

    pub(super) fn wait(&self) {
        sleep(self.delay);
    }

    /// The board with its latest stone marked, and who has taken how many.
    pub(super) fn position(&mut self, record: &BoardRecord) -> String {
        let (board, last) = (record.board(), draw::last_stone(record));
        let lines = self.fitting(
            || draw::book(board, last, &Labels::new()),
            || narrow(board, last),
        );
        let [black, white] = Color::BOTH.map(|color| record.prisoners(color));
        format!("{lines}\nprisoners: Black {black}, White {white}")
    }

    /// The board as it is marked: whose every point is, and the dead stones in capitals.
    pub(super) fn marked(&mut self, standing: &Standing) -> String {
        let (size, letter) = (self.size, count::map(standing));
        let lines = self.fitting(
            || draw::grid(size, None, &letter),
            || draw::narrow_grid(size, &letter),
        );
        format!("{lines}\n{}", count::LEGEND)
    }

    /// The drawing that fits, and a word if neither does.
    fn fitting(
        &mut self,
        wide: impl FnOnce() -> Vec<String>,
        narrow: impl FnOnce() -> Vec<String>,
    ) -> String {
        // In a file or a pipe there is always room.
        let window = stdout()
            .is_terminal()
            .then(|| Term::stdout().size_checked())
            .flatten();
        let Some((height, width)) = window.filter(|window| *window != (0, 0)) else {
            return wide().join("\n");
        };
        let (height, width) = (usize::from(height), usize::from(width));
        let widest = |lines: &[String]| lines.iter().map(String::len).max().unwrap_or(0);
        let mut lines = wide();
        if widest(&lines) > width {
            lines = narrow();
        }
        let (needed, rows) = (widest(&lines), lines.len() + BELOW);
        if (needed > width || rows > height) && !self.said {
            self.said = true;
            let told = format!(
                "(this window has {width} columns and {height} lines; {needed} and {rows} are needed to see all)"
            );
            lines.insert(0, told);
        }
        lines.join("\n")
    }
}

/// A column a point; the latest stone is a capital.
fn narrow(board: &Board, last: Option<Point>) -> Vec<String> {
    let letter = |point| {
        let letter = board.stone_at(point).map_or('.', Color::letter);
        if last == Some(point) {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    };
    draw::narrow_grid(board.size(), letter)
}
