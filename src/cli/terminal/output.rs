//! Standard output and standard error, and the exit status.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::ColorChoice;
use anstyle::{AnsiColor, Style};

use super::error::CommandError;
use super::text::{reason, window};

/// The exit status. Of several inputs, the highest status counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Everything is as expected, and all moves are legal.
    #[default]
    Fine = 0,
    /// A check failed, or a move is illegal.
    NotAsExpected = 1,
    /// Wrong usage, or a file that cannot be read or parsed.
    Trouble = 2,
    /// A bug in gokata.
    Internal = 3,
}

impl Status {
    /// The status of what has been found.
    pub(crate) fn of(is_as_expected: bool) -> Status {
        if is_as_expected {
            Status::Fine
        } else {
            Status::NotAsExpected
        }
    }
}

/// Whether no other line may be a command of GitHub Actions, on either stream.
static GUARDS_COMMANDS: AtomicBool = AtomicBool::new(false);

/// From now on, nothing but [`Output::command`] writes a command of GitHub Actions.
pub(crate) fn guard_commands() {
    GUARDS_COMMANDS.store(true, Ordering::Relaxed);
}

/// Changes a text so that none of its lines is a command: neither `::NAME …` at the beginning of a line, nor the older
/// `##[NAME …]` anywhere.
fn no_command(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line = line.replace("##[", "## [");
        if line.trim_start().starts_with("::") {
            format!("| {line}")
        } else {
            line
        }
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// Returns the text, changed if the format makes commands of lines and it is one.
fn guarded(text: impl Display) -> String {
    let text = text.to_string();
    if GUARDS_COMMANDS.load(Ordering::Relaxed) {
        no_command(&text)
    } else {
        text
    }
}

pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const TITLE: Style = Style::new().bold();

/// Returns a text with the escape codes of a style. [`Output`] removes them if the terminal does not support styles.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a text without the escape codes of styles.
pub(crate) fn unstyled(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Whether standard output was closed when the program was started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before `main`: Rust's runtime then opens `/dev/null` in place of a closed output, and what is written there
/// never fails.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_output() {
    let flags = nix::fcntl::fcntl(io::stdout(), nix::fcntl::FcntlArg::F_GETFD);
    IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
}

/// Buffered standard output. The first error stops the output and is returned by [`Output::finish`]. A closed pipe
/// stops it, too, but does not change the exit status.
pub(crate) struct Output {
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
    error: Option<io::Error>,
    /// What is printed for a file, and not on standard output.
    kept: Option<String>,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output {
            out: BufWriter::new(anstream::stdout()),
            error: None,
            kept: None,
        }
    }

    /// Output that is kept as plain text, for a file.
    pub(crate) fn kept() -> Output {
        let kept = Some(String::new());
        Output {
            kept,
            ..Output::new()
        }
    }

    pub(crate) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// What was kept.
    pub(crate) fn text(&self) -> &str {
        self.kept.as_deref().unwrap_or_default()
    }

    pub(crate) fn line(&mut self, text: impl Display) {
        if let Some(kept) = &mut self.kept {
            kept.extend([&*unstyled(&text.to_string()), "\n"]);
            return;
        }
        self.write(format_args!("{}\n", guarded(text)));
    }

    /// Prints a text as it is, with its control characters unless standard output is a terminal.
    pub(crate) fn exactly(&mut self, text: &str) {
        if io::stdout().is_terminal() {
            return self.write(format_args!("{text}"));
        }
        self.at_once("");
        if self.error.is_none() {
            let mut out: &io::Stdout = self.out.get_ref().as_inner();
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            self.error = written.err();
        }
    }

    /// Prints a command of GitHub Actions.
    pub(crate) fn command(&mut self, command: &str) {
        self.write(format_args!("{command}\n"));
    }

    /// Prints and flushes a text, for a reader that waits for it.
    pub(crate) fn at_once(&mut self, text: &str) {
        self.write(format_args!("{text}"));
        self.flush();
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        if self.error.is_none() {
            let is_closed = IS_CLOSED.load(Ordering::Relaxed);
            let closed = is_closed.then(|| io::Error::other("it is closed"));
            self.error = closed.or_else(|| self.out.write_fmt(text).err());
        }
    }

    pub(crate) fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// True if standard output passes on the escape codes of colors.
    pub(crate) fn has_colors() -> bool {
        anstream::stdout().current_choice() == ColorChoice::AlwaysAnsi
    }

    /// The number of characters that fit into a line; 80 in a pipe and in a file.
    pub(crate) fn columns() -> usize {
        window().unwrap_or(80)
    }

    /// True if an error has stopped the output.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.error.is_some()
    }

    pub(crate) fn finish(mut self) -> Result<(), CommandError> {
        self.flush();
        let is_closed_pipe = |error: &io::Error| {
            // On Windows, a named pipe whose reader has gone has a number of its own (`ERROR_PIPE_NOT_CONNECTED`).
            let is_not_connected = cfg!(windows) && error.raw_os_error() == Some(233);
            error.kind() == ErrorKind::BrokenPipe || is_not_connected
        };
        let error = self.error.filter(|error| !is_closed_pipe(error));
        error.map_or(Ok(()), |error| {
            let why = reason(&error);
            let why = format!("cannot write the output: {why}; what was written is incomplete");
            Err(CommandError::usage(why))
        })
    }

    /// Flushes standard output and prints a message on standard error, so that both are in order on a terminal.
    pub(crate) fn log_in_order(&mut self, text: &str) {
        if self.is_kept() {
            return self.line(text);
        }
        self.flush();
        Output::log(text);
    }

    /// Prints a message on standard error. Ignores errors, because there is no place left to report them.
    pub(crate) fn log(text: &str) {
        let _ = writeln!(anstream::stderr(), "{}", guarded(text));
    }
}
