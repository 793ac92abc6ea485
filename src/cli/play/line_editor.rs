//! Reads lines from a terminal, with editing and a history. Other systems than Unix edit lines themselves.

use std::io::{ErrorKind, stdin};
use std::sync::Mutex;

use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::terminal::signals::interrupt;
use crate::terminal::workers::lock;

/// The editor of lines, with the lines entered so far.
pub(super) struct LineEditor(DefaultEditor);

/// The settings of the terminal before the editor has changed them.
static SETTINGS: Mutex<Option<Termios>> = Mutex::new(None);

impl LineEditor {
    /// Returns `None` if the terminal cannot be used for editing.
    pub(super) fn new() -> Option<LineEditor> {
        // Pasted lines are entered one by one.
        let config = Config::builder()
            .bracketed_paste(false)
            .auto_add_history(true)
            .build();
        let mut editor = DefaultEditor::with_config(config).ok()?;
        // Not every terminal ignores the control sequences for it.
        editor.enable_synchronized_output(false);
        *lock(&SETTINGS) = Some(tcgetattr(stdin()).ok()?);
        Some(LineEditor(editor))
    }

    /// Returns the next line after this prompt, without its line ending; `None` at the end of input.
    pub(super) fn read(&mut self, prompt: &str) -> Result<Option<String>, String> {
        loop {
            match self.0.readline(prompt) {
                Ok(line) => return Ok(Some(line.trim_end().to_owned())),
                Err(ReadlineError::Interrupted) => interrupt(),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    return Err("that is not UTF-8 text".to_owned());
                }
                // A closed terminal counts as the end of input.
                Err(_) => return Ok(None),
            }
        }
    }
}

/// Restores the terminal before a signal ends the program.
pub(super) fn restore() {
    if let Some(before) = &*lock(&SETTINGS) {
        let _ = tcsetattr(stdin(), SetArg::TCSANOW, before);
    }
}
