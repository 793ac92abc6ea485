//! Reads lines from a terminal, with editing and a history. Other systems than Unix edit lines themselves.

use std::cell::Cell;
use std::io::{ErrorKind, stdin};
use std::sync::{Mutex, MutexGuard};
use std::thread::sleep;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor, Prompt};

use super::read_line::RETRY;
use crate::terminal::signals::interrupt;
use crate::terminal::workers::lock;

/// The editor of lines, with the lines entered so far.
pub(super) struct LineEditor(DefaultEditor);

/// The settings of the terminal before the editor has changed them. Locked while the editor changes them.
static SETTINGS: Mutex<Option<Termios>> = Mutex::new(None);

/// A prompt that unlocks the settings when it is shown: the editor has changed them by then.
struct Unlocking<'a> {
    prompt: &'a str,
    settings: Cell<Option<MutexGuard<'a, Option<Termios>>>>,
}

impl Prompt for Unlocking<'_> {
    fn raw(&self) -> &str {
        self.settings.take();
        self.prompt
    }
}

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
            make_blocking();
            let prompt = Unlocking {
                prompt,
                settings: Cell::new(Some(lock(&SETTINGS))),
            };
            match self.0.readline(&prompt) {
                Ok(line) => return Ok(Some(line.trim_end().to_owned())),
                Err(ReadlineError::Interrupted) => interrupt(),
                Err(ReadlineError::Errno(Errno::EAGAIN)) => sleep(RETRY),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    sleep(RETRY);
                }
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    return Err("that is not UTF-8 text".to_owned());
                }
                // A closed terminal counts as the end of input.
                Err(_) => return Ok(None),
            }
        }
    }
}

/// Makes reads from the terminal block again after another program has changed that.
fn make_blocking() {
    let Ok(flags) = fcntl(stdin(), FcntlArg::F_GETFL) else {
        return;
    };
    let flags = OFlag::from_bits_retain(flags);
    if flags.contains(OFlag::O_NONBLOCK) {
        let _ = fcntl(stdin(), FcntlArg::F_SETFL(flags - OFlag::O_NONBLOCK));
    }
}

/// Restores the terminal before a signal ends the program. The editor does not start again while the result lives.
pub(super) fn restore() -> MutexGuard<'static, Option<Termios>> {
    let settings = lock(&SETTINGS);
    if let Some(before) = &*settings {
        let _ = tcsetattr(stdin(), SetArg::TCSANOW, before);
    }
    settings
}
