//! What the players see: lines that scroll, or, in a terminal, the board at the top and the latest lines below it.

use std::env;
use std::fmt::Display;
use std::io::{IsTerminal, stdin, stdout};
use std::mem;

use console::{Term, measure_text_width};

use super::line_editor::LineEditor;
use super::read_line::read_line;
use crate::program::process::shortened;
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::wrapped;

pub(super) struct Page<'a> {
    output: &'a mut Output,
    board: String,
    /// True until the board has been printed in a window that is too small to redraw it.
    is_board_new: bool,
    /// The lines that are not shown yet.
    new: Vec<String>,
    /// The number of lines shown since the latest prompt: the player has had no time to read them.
    unread: usize,
    /// The notes among the lines that are not shown yet.
    notes: Vec<String>,
    /// How the lines are shown.
    way: Way,
    /// `None` without a terminal in which lines can be edited.
    editor: Option<LineEditor>,
}

enum Way {
    Scrolling,
    /// Holds the lines shown below the board, oldest first.
    Redrawn(Vec<String>),
}

/// The number of lines kept for display below the board: more than any window has.
const KEPT: usize = 500;
/// The number of lines below the board that a window must have.
const BELOW: usize = 3;

impl<'a> Page<'a> {
    /// Redraws the board only if both input and output are a terminal that can do so.
    pub(super) fn new(output: &'a mut Output) -> Page<'a> {
        let can_redraw = env::var("TERM").map_or(cfg!(windows), |term| term != "dumb");
        let is_window = stdin().is_terminal() && stdout().is_terminal() && can_redraw;
        Page {
            output,
            board: String::new(),
            is_board_new: false,
            new: Vec::new(),
            unread: 0,
            notes: Vec::new(),
            editor: is_window.then(LineEditor::new).flatten(),
            way: if is_window {
                Way::Redrawn(Vec::new())
            } else {
                Way::Scrolling
            },
        }
    }

    pub(super) fn line(&mut self, text: impl Display) {
        match self.way {
            Way::Scrolling => self.output.line(text),
            Way::Redrawn(_) => {
                let text = text.to_string();
                self.new.extend(text.split('\n').map(str::to_owned));
            }
        }
    }

    /// Prints why something is refused.
    pub(super) fn refusal(&mut self, text: impl Display) {
        let text = text.to_string();
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        for line in self.fitted(first).split('\n') {
            self.line(styled(BAD, line));
        }
        if !rest.is_empty() {
            self.line(rest);
        }
    }

    /// Prints a note: below the board where that is redrawn, else on standard error.
    pub(super) fn note(&mut self, text: &str) {
        match self.way {
            Way::Scrolling => Output::log(text),
            Way::Redrawn(_) => {
                self.notes.push(text.to_owned());
                self.line(wrapped(text));
            }
        }
    }

    /// Prints the notes that have not been shown on standard error, before the program fails.
    pub(super) fn log_notes(self) {
        for note in &self.notes {
            Output::log(note);
        }
    }

    /// Shows at once, in a terminal, what the player waits for before the first board is shown.
    pub(super) fn wait_for(&mut self, what: &str) {
        if stdout().is_terminal() {
            self.output.at_once(&format!("{what}\n"));
        }
    }

    /// Wraps a line in a redrawn window, which shows no more than it can.
    fn fitted(&self, line: &str) -> String {
        match self.way {
            Way::Scrolling => line.to_owned(),
            Way::Redrawn(_) => wrapped(line),
        }
    }

    /// Shows a new board.
    pub(super) fn board(&mut self, board: &str) {
        match self.way {
            Way::Scrolling => self.output.line(format!("\n{board}")),
            Way::Redrawn(_) => {
                board.clone_into(&mut self.board);
                self.is_board_new = true;
            }
        }
    }

    /// Shows everything, then reads a line after this prompt. Returns `None` at the end of input.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, String> {
        self.redraw();
        self.unread = 0;
        if let Some(editor) = &mut self.editor {
            self.output.flush();
            return editor.read(prompt);
        }
        self.output.at_once(prompt);
        read_line()
    }

    /// Keeps what a player has entered at a prompt. Whether it is visible already depends on where it comes from.
    pub(super) fn entered(&mut self, prompt: &str, line: &str) {
        match &mut self.way {
            Way::Redrawn(shown) => shown.push(format!("{prompt}{}", shortened(line))),
            Way::Scrolling if !stdin().is_terminal() => self.output.line(line),
            Way::Scrolling => {}
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
        } else {
            self.output.flush();
        }
    }

    pub(super) fn is_cut_off(&self) -> bool {
        self.output.is_cut_off()
    }

    /// Returns true if the board has been redrawn at the top of the window.
    fn redraw(&mut self) -> bool {
        let Way::Redrawn(shown) = &mut self.way else {
            return false;
        };
        self.notes.clear();
        let new = mem::take(&mut self.new);
        let term = Term::stdout();
        let (height, width) = term.size();
        let (height, width) = (usize::from(height), usize::from(width).max(1));
        let rows = |line: &str| measure_text_width(line).div_ceil(width).max(1);
        let board_rows: usize = self.board.lines().map(rows).sum();
        if board_rows + BELOW > height {
            // Too small: scrolls, and shows each board once, before the lines, which it would push out of the window.
            if mem::take(&mut self.is_board_new) {
                self.output.line(format!("\n{}", self.board));
            }
            for line in new {
                self.output.line(&line);
                shown.push(line);
            }
            return false;
        }
        self.is_board_new = false;
        if shown.is_empty() {
            // Scrolls what is in the window out of it, so that it is not lost.
            self.output.at_once(&"\n".repeat(height));
        }
        self.unread += new.len();
        shown.extend(new);
        if shown.len() > KEPT {
            shown.drain(..shown.len() - KEPT);
        }
        let least = self.unread.min(shown.len());
        self.output.flush();
        // Not through the output, which removes control sequences where colors are not wanted.
        let _ = term.clear_screen();
        self.output.line(&self.board);
        let mut left = height - board_rows - 2;
        let fitting = shown.iter().rev().take_while(|line| {
            let rows = rows(line);
            let fits = rows <= left;
            left = left.saturating_sub(rows);
            fits
        });
        let count = fitting.count().max(least);
        for line in &shown[shown.len() - count..] {
            self.output.line(line);
        }
        true
    }
}
