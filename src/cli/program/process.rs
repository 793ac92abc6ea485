//! The process of another program: starts it, exchanges lines with it, and ends it with all its descendants.
//! The clients interpret the lines.

use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use super::error::{Crash, ProgramError};
use super::pipes::{self, ErrorTail, LONGEST_LINE, Line, Lines};
use super::process_group;
use crate::terminal::signals::with_interrupts;
use crate::terminal::text::plain;
use crate::terminal::workers::lock;

/// A running program.
pub(crate) struct Process {
    program: Program,
    /// `None` once the input has been closed.
    input: Option<Sender<String>>,
    output: Lines,
    errors: ErrorTail,
    has_written: bool,
    /// When the program's descendants were last counted.
    watched: Instant,
}

/// The process of a program. Dropping it ends the process and its descendants; those that have left its process group only
/// with the last program.
struct Program(process_group::Started);

/// A program with more processes is ended, before it takes all that the machine has. This is not a resource limit of the
/// system, because that counts all processes of the user: it would also make a good program fail if others are busy.
const MOST_PROCESSES: usize = 500;
/// The interval of checks whether a program has too many processes.
const WATCH_INTERVAL: Duration = Duration::from_millis(250);
/// The time a program has to end after its input is closed.
const GRACE: Duration = Duration::from_millis(500);
/// How long to wait for the status and the last lines of a program that has ended.
const AFTERMATH: Duration = Duration::from_millis(200);
/// The interval of checks whether a program has ended while its output stays open.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);
const POLL_INTERVAL: Duration = Duration::from_millis(2);

impl Process {
    /// Runs a command line in a shell, in a new process group.
    pub(crate) fn start(command: &str) -> Result<Process, ProgramError> {
        let mut running = lock(&RUNNING);
        let mut shell = process_group::shell(command);
        shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (started, pipes) = with_interrupts(|| process_group::start(shell))
            .map_err(|error| ProgramError::NotStarted(error.to_string()))?;
        // From here on the program is ended if anything fails.
        let program = Program(started);
        running.push(program.0.id());
        drop(running);
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(ProgramError::NotStarted("it has no pipes".to_owned()));
        };
        let no_thread =
            |error| ProgramError::NotStarted(format!("no thread for its pipes: {error}"));
        Ok(Process {
            input: Some(pipes::input(stdin).map_err(no_thread)?),
            output: Lines::new(stdout).map_err(no_thread)?,
            errors: ErrorTail::new(stderr).map_err(no_thread)?,
            has_written: false,
            watched: Instant::now(),
            program,
        })
    }

    /// Sends a text. Does not report whether the program reads it.
    pub(crate) fn send(&mut self, text: String) {
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
        self.reap_orphans();
    }

    fn reap_orphans(&mut self) {
        // If the program has ended, its orphans may still answer.
        let _ = self.program.0.try_wait();
        process_group::reap_orphans(&lock(&RUNNING));
    }

    /// Fails if the program has too many processes. Checks it from time to time only.
    fn watch(&mut self) -> Result<(), ProgramError> {
        if self.watched.elapsed() < WATCH_INTERVAL {
            return Ok(());
        }
        self.reap_orphans();
        let has_too_many = process_group::has_more_than(MOST_PROCESSES);
        self.watched = Instant::now();
        if has_too_many {
            let how = format!("it had more than {MOST_PROCESSES} processes");
            return Err(ProgramError::Crashed(Crash {
                how,
                ..Crash::default()
            }));
        }
        Ok(())
    }

    /// Fails if the program has written a line without a question.
    pub(crate) fn expect_silence(&self) -> Result<(), ProgramError> {
        self.output.written().next().map_or(Ok(()), unrequested)
    }

    /// Fails if the program has written anything but blank lines without a question.
    pub(crate) fn expect_blank_lines(&self) -> Result<(), ProgramError> {
        let is_blank = |line: &Line| matches!(line, Line::Complete(text) if text.trim().is_empty());
        let mut lines = self.output.written().filter(|line| !is_blank(line));
        lines.next().map_or(Ok(()), unrequested)
    }

    /// Returns the next line, without its line ending.
    pub(crate) fn read_line(&mut self, deadline: Instant) -> Result<String, ProgramError> {
        let line = self.next_line(deadline)?;
        self.has_written = true;
        match line {
            Line::Complete(text) => Ok(text),
            Line::TooLong => Err(too_long()),
        }
    }

    fn next_line(&mut self, deadline: Instant) -> Result<Line, ProgramError> {
        loop {
            self.watch()?;
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.next(left.min(CHECK_INTERVAL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // A descendant may keep the output of an ended program open.
            if let Ok(Some(_)) = self.program.0.try_wait() {
                return self.output.next(AFTERMATH).map_err(|_| self.crashed());
            }
            if Instant::now() >= deadline {
                let line = shortened(&self.output.incomplete());
                let is_unseen = |c: char| c == '\u{fffd}' || c.is_whitespace();
                let what = if line.chars().all(is_unseen) {
                    "unprintable characters".to_owned()
                } else {
                    format!("`{line}`")
                };
                let remark = format!("it wrote {what} without ending the line");
                let remark = Some(remark).filter(|_| !line.is_empty());
                return Err(ProgramError::TimedOut(remark));
            }
        }
    }

    /// Returns the error for a program that has ended or closed its output.
    fn crashed(&mut self) -> ProgramError {
        let status = self.program.wait(AFTERMATH);
        let errors = plain(self.errors.text(AFTERMATH).trim());
        let mut crash = Crash {
            how: "it closed its output".to_owned(),
            errors: errors.lines().map(str::to_owned).collect(),
            ..Crash::default()
        };
        match status {
            None => {}
            // The codes that a shell returns if it cannot run a command.
            Some(status) if !self.has_written && matches!(status.code(), Some(126 | 127)) => {
                crash.how = status.to_string();
                return ProgramError::NotStarted(crash.to_string());
            }
            Some(status) => {
                crash.how = format!("it ended ({status})");
                crash.is_success = status.success();
            }
        }
        ProgramError::Crashed(crash)
    }

    /// Closes the input and waits for the program to end. Fails if the program writes anything more.
    pub(crate) fn finish(mut self) -> Result<(), ProgramError> {
        self.input = None;
        self.expect_silence()?;
        self.program.wait(GRACE);
        self.output.next(AFTERMATH).map_or(Ok(()), unrequested)
    }
}

impl Program {
    fn wait(&mut self, at_most: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + at_most;
        loop {
            match self.0.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let mut running = lock(&RUNNING);
        let own = self.0.id();
        running.retain(|other| *other != own);
        if running.is_empty() {
            process_group::end_all(&[own]);
        } else {
            process_group::end(own);
        }
        // On Linux, `end_all` has already ended the program. On Windows, its job may outlive it.
        if cfg!(windows) || matches!(self.0.try_wait(), Ok(None)) {
            let _ = self.0.kill();
            self.wait(GRACE);
        }
    }
}

fn unrequested(line: Line) -> Result<(), ProgramError> {
    Err(match line {
        Line::Complete(text) => ProgramError::Unrequested(shortened(&text)),
        Line::TooLong => too_long(),
    })
}

fn too_long() -> ProgramError {
    ProgramError::Nonsense(format!("a line of more than {} KiB", LONGEST_LINE >> 10))
}

/// Escapes and shortens a program's line so that a message can quote it.
pub(crate) fn shortened(line: &str) -> String {
    cut(line, 60)
}

/// As [`shortened`], to this number of characters.
pub(crate) fn cut(line: &str, longest: usize) -> String {
    let safe = plain(line).replace('\n', " / ");
    let mut short: String = safe.chars().take(longest).collect();
    if short.len() < safe.len() {
        short.push_str("...");
    }
    short
}

/// The process groups of the running programs. The lock is held while a program is started or ended, so that the signal
/// handler misses none.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Ends all running programs, for a handler of signals. While the caller holds the returned guard, no other is started.
pub(crate) fn end_running() -> MutexGuard<'static, Vec<u32>> {
    let running = lock(&RUNNING);
    process_group::end_all(&running);
    running
}
