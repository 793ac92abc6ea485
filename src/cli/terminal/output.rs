//! Standard output and standard error, the formats of reports, and the exit status.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

/// The format of a report of `gokata check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object per line.
    #[value(alias = "json")]
    Ndjson,
    /// A page about the program given by --engine or --exec.
    Markdown,
}

/// The exit status; over several inputs, the highest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All as expected, all legal.
    #[default]
    Fine = 0,
    /// Something is not as expected, or not legal.
    NotAsExpected = 1,
    /// Wrong usage, or a file that cannot be read or understood.
    Trouble = 2,
    /// A bug of gokata.
    Internal = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// A text in a style. [`Output`] drops styles where the terminal has none.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Buffered standard output. The first error stops the output and is returned by [`Output::finish`], except that a
/// closed pipe is no error: the status stays true when the reader has seen enough.
pub(crate) struct Output {
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
    error: Option<io::Error>,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output {
            out: BufWriter::new(anstream::stdout()),
            error: None,
        }
    }

    pub(crate) fn line(&mut self, text: impl Display) {
        if self.error.is_none() {
            self.error = writeln!(self.out, "{text}").err();
        }
    }

    /// Prints a text at once, such as a question or an answer to another program.
    pub(crate) fn at_once(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = write!(self.out, "{text}").err();
        }
        self.flush();
    }

    /// Hands everything printed so far to the system.
    pub(crate) fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// Has the output stopped at an error?
    pub(crate) fn is_cut_off(&self) -> bool {
        self.error.is_some()
    }

    pub(crate) fn finish(mut self) -> Result<(), String> {
        self.flush();
        match self.error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("cannot write the output: {error}"))
            }
            _ => Ok(()),
        }
    }

    /// Prints a message on standard error after everything printed so far, so that both are in order on a terminal.
    pub(crate) fn log_in_order(&mut self, text: &str) {
        self.flush();
        Output::log(text);
    }

    /// Prints a message for people on standard error. An error cannot be reported anywhere, and is ignored.
    pub(crate) fn log(text: &str) {
        let _ = writeln!(anstream::stderr(), "{text}");
    }
}
