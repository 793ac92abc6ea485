//! The process of another program: starts it, exchanges lines with it, and ends it with all its descendants.

use std::process::ExitStatus;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use super::error::ProgramError;
use super::pipes::{self, ErrorTail, Line, Lines};
use super::{process_group, process_tree};
use crate::terminal::text::plain;
use crate::terminal::workers::lock;

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
        let (started, pipes) = process_group::start(command)
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
        process_tree::reap_orphans(&lock(&RUNNING));
    }

    /// Fails if the program has too many processes. Checks it from time to time only.
    fn watch(&mut self) -> Result<(), ProgramError> {
        if self.watched.elapsed() < WATCH_INTERVAL {
            return Ok(());
        }
        self.reap_orphans();
        self.watched = Instant::now();
        if process_tree::has_more_than(MOST_PROCESSES) {
            return Err(ProgramError::Crashed {
                how: format!("it had more than {MOST_PROCESSES} processes"),
                is_success: false,
                errors: Vec::new(),
            });
        }
        Ok(())
    }

    /// Fails if the program has written a line without a question, except for lines that do no harm.
    pub(crate) fn expect_silence(&self, is_harmless: fn(&str) -> bool) -> Result<(), ProgramError> {
        let mut lines = self.output.complete.try_iter();
        let line = lines.find(|line| !line.as_deref().is_ok_and(is_harmless));
        line.map_or(Ok(()), unrequested)
    }

    pub(crate) fn read_line(&mut self, deadline: Instant) -> Result<String, ProgramError> {
        loop {
            self.watch()?;
            let left = deadline.saturating_duration_since(Instant::now());
            let mut line = self.output.complete.recv_timeout(left.min(CHECK_INTERVAL));
            // A descendant may keep the output of an ended program open.
            if line == Err(RecvTimeoutError::Timeout)
                && matches!(self.program.0.try_wait(), Ok(Some(_)))
            {
                let last = self.output.complete.recv_timeout(AFTERMATH);
                line = last.map_err(|_| RecvTimeoutError::Disconnected);
            }
            match line {
                Ok(line) => {
                    self.has_written = true;
                    return line;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    return Err(ProgramError::TimedOut(self.incomplete()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns a remark about the line that the program has begun, if it has.
    fn incomplete(&self) -> String {
        let line = shortened(&String::from_utf8_lossy(&lock(&self.output.incomplete)));
        let is_unseen = |c: char| c == '\u{fffd}' || c.is_whitespace();
        match line.trim_matches(is_unseen) {
            _ if line.is_empty() => String::new(),
            "" => "it wrote unprintable characters without ending the line".to_owned(),
            _ => format!("it wrote `{line}` without ending the line"),
        }
    }

    /// Returns the error for a program that has ended or closed its output.
    fn crashed(&mut self) -> ProgramError {
        let status = self.program.wait(AFTERMATH);
        let errors = plain(self.errors.text(AFTERMATH).trim());
        let crash = |how, is_success| ProgramError::Crashed {
            how,
            is_success,
            errors: errors.lines().map(str::to_owned).collect(),
        };
        match status {
            None => crash("it closed its output".to_owned(), false),
            // The codes that a shell returns if it cannot run a command.
            Some(status) if !self.has_written && matches!(status.code(), Some(126 | 127)) => {
                let why = crash(status.to_string(), false).detail();
                ProgramError::NotStarted(why.unwrap_or_default())
            }
            Some(status) => crash(format!("it ended ({status})"), status.success()),
        }
    }

    /// Closes the input and waits for the program to end. Fails if the program writes anything more.
    pub(crate) fn finish(mut self) -> Result<(), ProgramError> {
        self.input = None;
        self.expect_silence(|_| false)?;
        self.program.wait(GRACE);
        let line = self.output.complete.recv_timeout(AFTERMATH);
        line.map_or(Ok(()), unrequested)
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
    let line = shortened(&line?);
    let what = format!("it wrote a line without a question: `{line}`");
    Err(ProgramError::Nonsense(what))
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

/// The running process groups. Locked while a program is started or ended, so that the signal handler misses none.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Ends all running programs, for a handler of signals. While the caller holds the returned guard, no other is started.
pub(crate) fn end_running() -> MutexGuard<'static, Vec<u32>> {
    let running = lock(&RUNNING);
    process_group::end_all(&running);
    running
}
