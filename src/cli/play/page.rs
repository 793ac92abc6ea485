//! What the players see: lines that scroll, or, in a terminal, the board at the top and the latest lines below it.

use std::env;
use std::fmt::Display;
use std::io::{BufRead, IsTerminal, Read, stdin, stdout};
use std::mem;

use console::{Term, measure_text_width};

use crate::draw::grid::Grid;
use crate::program::process::shortened;
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::wrapped_at;

/// A line is longer than any command.
pub(super) struct LineTooLong;

pub(super) struct Page<'a> {
    pub(super) output: &'a mut Output,
    /// True if the board is redrawn at the top of the window. Else each line is printed at once.
    is_redrawn: bool,
    /// The latest board, unless it is to be shown once more.
    pub(super) board: Option<Picture>,
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
        format!("{rows}\n{}", wrapped_at(&self.below, columns))
    }
}

/// The number of lines kept for display below the board: more than any window has.
const KEPT: usize = 500;
/// The number of lines below the board that a window must have.
const BELOW: usize = 3;
/// Lines of this many bytes or more are rejected.
const TOO_LONG: u64 = 4096;

impl<'a> Page<'a> {
    /// Redraws the board only if both input and output are a terminal that can do so.
    pub(super) fn new(output: &'a mut Output) -> Page<'a> {
        let can_redraw = env::var("TERM").map_or(cfg!(windows), |term| term != "dumb");
        let is_redrawn = stdin().is_terminal() && stdout().is_terminal() && can_redraw;
        Page {
            output,
            is_redrawn,
            board: None,
            is_board_new: false,
            lines: Vec::new(),
            new: 0,
            unread: 0,
            has_begun: false,
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
        if !self.is_redrawn {
            let columns = Output::window().map_or(usize::MAX, |(_, columns)| columns);
            self.output.line(format!("\n{}", board.text(columns)));
        }
        self.board = Some(board);
    }

    /// Shows everything, then reads a line after this prompt. Returns `None` at the end of input.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, LineTooLong> {
        self.show(prompt);
        self.output.at_once(prompt);
        read_line()
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
        self.show("");
    }

    fn show(&mut self, prompt: &str) {
        self.redraw(prompt);
        self.unread = 0;
        self.output.flush();
    }

    /// Shows everything before a long wait. Where the board is redrawn, the last line says what is waited for; it goes away
    /// when more is shown.
    pub(super) fn flush_before(&mut self, what: &str) {
        if self.redraw(what) {
            self.output.at_once(what);
        }
        self.output.flush();
    }

    /// Leaves room for this prompt. Returns true if the board has been redrawn at the top of the window.
    fn redraw(&mut self, prompt: &str) -> bool {
        if !self.is_redrawn {
            return false;
        }
        let new = mem::take(&mut self.new);
        let term = Term::stdout();
        let (window, width) = term.size();
        let (window, width) = (usize::from(window), usize::from(width).max(1));
        let rows = |line: &str| measure_text_width(line).div_ceil(width).max(1);
        let height = window.saturating_sub(rows(prompt) - 1);
        let board = self.board.as_ref().map(|board| board.text(width));
        let board: Vec<&str> = board.iter().flat_map(|board| board.lines()).collect();
        let board_rows: usize = board.iter().map(|line| rows(line)).sum();
        let is_fitting = board_rows + BELOW <= height;
        let mut count = new;
        if is_fitting {
            if !mem::replace(&mut self.has_begun, true) {
                // Scrolls what is in the window out of it, so that it is not lost.
                self.output.at_once(&"\n".repeat(window));
            }
            self.unread = (self.unread + new).min(self.lines.len());
            let mut left = height.saturating_sub(board_rows + 2);
            let fitting = self.lines.iter().rev().take_while(|line| {
                let fits = rows(line) <= left;
                left = left.saturating_sub(rows(line));
                fits
            });
            count = fitting.count().max(self.unread);
            self.output.flush();
            // Not through the output, which removes control sequences where colors are not wanted.
            let _ = term.clear_screen();
        } else if self.is_board_new {
            self.output.line("");
        }
        // In a window that is too small, lines scroll, and each board is shown once, before the lines: it would push them
        // out of the window.
        if is_fitting || self.is_board_new {
            for line in board {
                self.output.line(line);
            }
        }
        self.is_board_new = false;
        for line in &self.lines[self.lines.len() - count..] {
            self.output.line(line);
        }
        let kept = self.lines.len().min(KEPT);
        self.lines.drain(..self.lines.len() - kept);
        is_fitting
    }
}

/// Reads the next line of the input, without its line ending. Returns `None` at the end of the input, which a closed
/// terminal is, too. Bytes that are not UTF-8 are replaced.
fn read_line() -> Result<Option<String>, LineTooLong> {
    let mut bytes = Vec::new();
    let mut input = stdin().lock();
    let mut start = input.by_ref().take(TOO_LONG);
    if start.read_until(b'\n', &mut bytes).is_err() || bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == TOO_LONG && !bytes.ends_with(b"\n") {
        let _ = input.skip_until(b'\n');
        return Err(LineTooLong);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end().to_owned()))
}
