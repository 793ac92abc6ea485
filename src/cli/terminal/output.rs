//! Standard output and standard error, and the status a script reads.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// What the command ends with; the highest over all inputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All as expected, all legal.
    #[default]
    Fine = 0,
    /// Something is not.
    NotAsExpected = 1,
    /// Wrong usage, or a file that cannot be read or understood.
    Trouble = 2,
    /// A bug of ours.
    Internal = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// A text in a style, where the terminal has any.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Buffered standard output. When its reader has gone, it swallows the rest in silence, so that
/// the status is still the true one; any other failure is told at the end.
pub(crate) struct Output {
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
    fault: Option<io::Error>,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output {
            out: BufWriter::new(anstream::stdout()),
            fault: None,
        }
    }

    /// One line.
    pub(crate) fn line(&mut self, text: impl Display) {
        if self.fault.is_none() {
            self.fault = writeln!(self.out, "{text}").err();
        }
    }

    /// A text that somebody waits for: a question, behind which he types, or an answer.
    pub(crate) fn at_once(&mut self, text: &str) {
        if self.fault.is_none() {
            self.fault = write!(self.out, "{text}").err();
        }
        self.flush();
    }

    /// Shows what has been written so far.
    pub(crate) fn flush(&mut self) {
        if self.fault.is_none() {
            self.fault = self.out.flush().err();
        }
    }

    /// Can nothing be written any more?
    pub(crate) fn is_cut_off(&self) -> bool {
        self.fault.is_some()
    }

    pub(crate) fn finish(mut self) -> Result<(), String> {
        self.flush();
        match self.fault {
            Some(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("cannot write the output: {fault}"))
            }
            _ => Ok(()),
        }
    }

    /// A message for people, on standard error. If that is closed, nobody is listening.
    pub(crate) fn log(text: &str) {
        let _ = writeln!(anstream::stderr(), "{text}");
    }
}
