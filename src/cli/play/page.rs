//! What the players see: lines that scroll, or, in a terminal, the board at the top and the latest lines below it.

use std::env;
use std::fmt::Display;
use std::io::{IsTerminal, stdin, stdout};
use std::mem;
use std::ops::Range;

use console::{Term, measure_text_width};

#[cfg(unix)]
use super::line_editor::LineEditor;
use super::read_line::{TOO_LONG, read_line};
use crate::draw::grid::Grid;
use crate::program::process::shortened;
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::wrapped_at;

pub(super) struct Page<'a> {
    pub(super) output: &'a mut Output,
    /// True if the board is redrawn at the top of the window. Else each line is printed at once.
    is_redrawn: bool,
    /// The latest board, unless it is to be shown once more.
    pub(super) board: Option<Picture>,
    /// The rows of the board that the window shows; none where the board scrolls.
    shown: Range<usize>,
    /// The first row to show, if the player has chosen it. Else the row of the latest stone is among those shown.
    first: Option<usize>,
    /// True until the board has been printed in a window that is too small to redraw it.
    is_board_new: bool,
    /// The lines below the board, oldest first.
    lines: Vec<String>,
    /// The number of lines at the end of `lines` that are not shown yet.
    new: usize,
    /// The number of lines since the latest prompt: the player has had no time to read them.
    unread: usize,
    /// True once the board has been redrawn.
    has_begun: bool,
    /// `None` without a terminal in which lines can be edited.
    #[cfg(unix)]
    editor: Option<LineEditor>,
}

/// A board and the line below it.
#[derive(PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) grid: Grid,
    pub(super) below: String,
}

impl Picture {
    fn text(&self, columns: usize) -> String {
        let rows = self.grid.within(columns).join("\n");
        format!("\n{rows}\n{}", self.below)
    }
}

/// The number of lines kept for display below the board: more than any window has.
const KEPT: usize = 500;
/// The number of lines below the board that a window must have.
const BELOW: usize = 3;
/// The fewest rows of a board that are redrawn.
const FEWEST: usize = 2;

impl<'a> Page<'a> {
    /// Redraws the board only if both input and output are a terminal that can do so.
    pub(super) fn new(output: &'a mut Output) -> Page<'a> {
        let can_redraw = env::var("TERM").map_or(cfg!(windows), |term| term != "dumb");
        let is_redrawn = stdin().is_terminal() && stdout().is_terminal() && can_redraw;
        Page {
            output,
            is_redrawn,
            board: None,
            shown: 0..0,
            first: None,
            is_board_new: false,
            lines: Vec::new(),
            new: 0,
            unread: 0,
            has_begun: false,
            #[cfg(unix)]
            editor: is_redrawn.then(LineEditor::new).flatten(),
        }
    }

    /// Prints lines; in a redrawn window wrapped at words, because it shows no more than it can.
    pub(super) fn line(&mut self, text: impl Display) {
        if self.is_redrawn {
            let before = self.lines.len();
            let columns = Output::columns();
            for line in text.to_string().split('\n') {
                let lines = wrapped_at(line, columns);
                self.lines.extend(lines.split('\n').map(str::to_owned));
            }
            self.new += self.lines.len() - before;
        } else {
            self.output.line(text);
        }
    }

    /// Prints why something is refused.
    pub(super) fn refusal(&mut self, text: impl Display) {
        let text = text.to_string();
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        self.line(styled(BAD, first));
        if !rest.is_empty() {
            self.line(rest);
        }
    }

    /// Prints a note on standard error, and below the board where that is redrawn.
    pub(super) fn note(&mut self, text: &str) {
        Output::log(text);
        if self.is_redrawn {
            self.line(text);
        }
    }

    /// Shows a board, if it is not the latest one.
    pub(super) fn board(&mut self, board: Picture) {
        if self.board.as_ref() == Some(&board) {
            return;
        }
        self.is_board_new = self.is_redrawn;
        self.first = None;
        if !self.is_redrawn {
            let columns = Output::window().map_or(usize::MAX, |(_, columns)| columns);
            self.output.line(board.text(columns));
        }
        self.board = Some(board);
    }

    /// Shows the rows above or below those that are shown. Fails where all are shown.
    pub(super) fn scroll(&mut self, is_down: bool) -> Result<(), String> {
        let rows = self.board.as_ref().map_or(0, |board| board.grid.rows());
        if self.shown.is_empty() || self.shown.len() == rows {
            return Err("Every row is shown. (`show` shows the board again.)".to_owned());
        }
        // One row stays in sight.
        let up = (self.shown.start + 1).saturating_sub(self.shown.len());
        self.first = Some(if is_down { self.shown.end - 1 } else { up });
        Ok(())
    }

    /// Shows everything, then reads a line after this prompt. Returns `None` at the end of input.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, String> {
        self.flush();
        match self.read(prompt)? {
            Some(line) if line.len() as u64 >= TOO_LONG => Err("that line is too long".to_owned()),
            line => Ok(line),
        }
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, String> {
        #[cfg(unix)]
        if let Some(editor) = &mut self.editor {
            return editor.read(prompt);
        }
        self.output.at_once(prompt);
        Ok(read_line())
    }

    /// Keeps what a player has entered at a prompt. Whether it is visible already depends on where it comes from.
    pub(super) fn entered(&mut self, prompt: &str, line: &str) {
        if self.is_redrawn {
            self.lines.push(format!("{prompt}{}", shortened(line)));
        } else if !stdin().is_terminal() {
            self.output.line(line);
        }
    }

    /// Shows everything, as all that the players have to read now.
    pub(super) fn flush(&mut self) {
        self.redraw();
        self.unread = 0;
        self.output.flush();
    }

    /// Shows everything before a long wait. Where the board is redrawn, the last line says what is waited for; it goes away
    /// when more is shown.
    pub(super) fn flush_before(&mut self, what: &str) {
        if self.redraw() {
            self.output.at_once(what);
        }
        self.output.flush();
    }

    /// Returns true if the board has been redrawn at the top of the window.
    fn redraw(&mut self) -> bool {
        if !self.is_redrawn {
            return false;
        }
        let new = mem::take(&mut self.new);
        let term = Term::stdout();
        let (height, width) = term.size();
        let (height, width) = (usize::from(height), usize::from(width).max(1));
        let rows = |line: &String| measure_text_width(line).div_ceil(width).max(1);
        let unread = (self.unread + new).min(self.lines.len());
        let unread_lines = self.lines.iter().rev().take(unread);
        let unread_rows = unread_lines.map(rows).sum::<usize>();
        let room = height.saturating_sub(BELOW.max(unread_rows + 1));
        let board = self.fitted(room, height.saturating_sub(BELOW), width);
        let mut count = new;
        if let Some(board) = &board {
            if !mem::replace(&mut self.has_begun, true) {
                // Scrolls what is in the window out of it, so that it is not lost.
                self.output.at_once(&"\n".repeat(height));
            }
            self.unread = unread;
            let board_rows: usize = board.iter().map(rows).sum();
            let mut left = height.saturating_sub(board_rows + 2);
            let fitting = self.lines.iter().rev().take_while(|line| {
                let fits = rows(line) <= left;
                left = left.saturating_sub(rows(line));
                fits
            });
            count = fitting.count().max(unread);
            self.output.flush();
            // Not through the output, which removes control sequences where colors are not wanted.
            let _ = term.clear_screen();
            for line in board {
                self.output.line(line);
            }
        } else if let Some(board) = self.board.as_ref().filter(|_| self.is_board_new) {
            // Too small: scrolls, and shows each board once, before the lines, which it would push out of the window.
            self.output.line(board.text(width));
        }
        self.is_board_new = false;
        for line in &self.lines[self.lines.len() - count..] {
            self.output.line(line);
        }
        let kept = self.lines.len().min(KEPT);
        self.lines.drain(..self.lines.len() - kept);
        board.is_some()
    }

    /// Returns the board, and the line below it. Of a board that is too large for `room` lines of the window, only some
    /// rows; `None` if not even a few of them fit into `most` lines.
    fn fitted(&mut self, room: usize, most: usize, width: usize) -> Option<Vec<String>> {
        let before = mem::take(&mut self.shown);
        let Some(Picture { grid, below }) = &self.board else {
            return Some(Vec::new());
        };
        let mut lines = grid.within(width);
        let names = lines.pop()?;
        let height = |line: &str| measure_text_width(line).div_ceil(width);
        let mut below = below.clone();
        let taken = |below: &str| height(&names) + height(below);
        let mut visible = lines.len();
        if visible + taken(&below) > room {
            below += "; `up` or `down` for more rows";
            let fitting = room.saturating_sub(taken(&below));
            visible = fitting.clamp(FEWEST.min(visible), visible);
        }
        if lines.iter().any(|line| height(line) > 1) || visible + taken(&below) > most {
            return None;
        }
        let is_in_sight = |row: &usize| (before.start..before.start + visible).contains(row);
        let latest = grid.last_row().filter(|row| !is_in_sight(row));
        let followed = latest.map_or(before.start, |row| row.saturating_sub(visible / 2));
        let first = self.first.unwrap_or(followed).min(lines.len() - visible);
        self.shown = first..first + visible;
        let shown = lines.drain(self.shown.clone());
        Some(shown.chain([names, below]).collect())
    }
}
