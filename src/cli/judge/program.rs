//! A program under test: it is started, told lines, heard, and ended with all its children. What it
//! says is not understood here.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{family, record_file};
use crate::terminal::signals::on_termination;
use crate::terminal::text::plain;

/// Why no answer came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// There is no such program.
    NotStarted(String),
    /// It has ended, or closed its output.
    Crashed(String),
    /// It ended no line for so long; the one that it had begun, if any.
    TimedOut(Option<String>),
    /// It said something else than an answer.
    Nonsense(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotStarted(why) => write!(f, "it cannot be started: {why}"),
            Trouble::Crashed(how) => f.write_str(how),
            Trouble::TimedOut(None) => f.write_str("it did not answer in time"),
            Trouble::TimedOut(Some(begun)) => write!(f, "it did not answer in time: {begun}"),
            Trouble::Nonsense(what) => write!(f, "nonsense: {what}"),
        }
    }
}

/// A running program. When it is dropped, it and its children are ended.
pub(super) struct Program {
    child: Child,
    /// Whoever writes to a program that does not read waits, so another thread does.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// What has come of a line that has not ended.
    begun: Arc<Mutex<Vec<u8>>>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Whoever listens for them.
    listener: Option<JoinHandle<()>>,
    has_spoken: bool,
    /// How many texts it has been told.
    told: usize,
}

/// What a program has written up to the end of a line.
enum Line {
    Whole(String),
    TooLong,
}

/// After so many texts, those of its children are buried that have lost their parents and ended.
const BURIALS: usize = 64;

/// A longer line is no answer.
const LONGEST_LINE: usize = 64 << 10;
/// Lines that wait to be read; then the program waits.
const WAITING_LINES: usize = 64;
/// How much is kept of what it said last on its standard error.
const LAST_WORDS: usize = 2000;
/// How long a program may take to end when its input has ended.
const GRACE: Duration = Duration::from_millis(500);
/// How long an ended program's status and last lines are waited for.
const AFTERMATH: Duration = Duration::from_millis(200);
const SHORTLY: Duration = Duration::from_millis(2);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

impl Program {
    /// Runs a command line, as a shell does, with its children in a group of its own.
    pub(super) fn start(command: &str) -> Result<Program, Trouble> {
        let mut running = running();
        let mut child = family::shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|fault| Trouble::NotStarted(fault.to_string()))?;
        *running = Some(child.id());
        drop(running);
        let (input, texts) = channel();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let begun: Arc<Mutex<Vec<u8>>> = Arc::default();
        let last_words = Arc::default();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &texts));
        }
        if let Some(stdout) = child.stdout.take() {
            let begun = Arc::clone(&begun);
            thread::spawn(move || read_lines(stdout, &begun, &sender));
        }
        let listener = child.stderr.take().map(|stderr| {
            let kept = Arc::clone(&last_words);
            thread::spawn(move || keep_the_end(stderr, &kept))
        });
        Ok(Program {
            child,
            input: Some(input),
            lines,
            begun,
            last_words,
            listener,
            has_spoken: false,
            told: 0,
        })
    }

    /// Sends it a text. Whether it reads is seen by its answer.
    pub(super) fn tell(&mut self, text: String) {
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
        self.told += 1;
        if self.told.is_multiple_of(BURIALS) {
            family::bury(self.child.id());
        }
    }

    /// A line that has come although nothing was asked.
    pub(super) fn unasked_line(&mut self) -> Option<Trouble> {
        self.lines.try_recv().ok().map(out_of_turn)
    }

    /// The same, of a program that may end its answers in more than one blank line.
    pub(super) fn unasked_words(&mut self) -> Option<Trouble> {
        let is_blank = |line: &Line| matches!(line, Line::Whole(text) if text.trim().is_empty());
        let mut waiting = self.lines.try_iter();
        waiting.find(|line| !is_blank(line)).map(out_of_turn)
    }

    /// Its next line, without its end.
    pub(super) fn line(&mut self, until: Instant) -> Result<String, Trouble> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_AGAIN)) {
                Ok(line) => return self.heard(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // A child that lives on may keep the output of an ended program open.
            if let Ok(Some(_)) = self.child.try_wait() {
                return match self.lines.recv_timeout(AFTERMATH) {
                    Ok(line) => self.heard(line),
                    Err(_) => Err(self.ended()),
                };
            }
            if Instant::now() >= until {
                return Err(Trouble::TimedOut(self.begun()));
            }
        }
    }

    fn heard(&mut self, line: Line) -> Result<String, Trouble> {
        self.has_spoken = true;
        match line {
            Line::Whole(text) => Ok(text),
            Line::TooLong => Err(too_long()),
        }
    }

    /// The answer may be there, and lack only its end.
    fn begun(&self) -> Option<String> {
        let begun = locked(&self.begun);
        let begun = short(&String::from_utf8_lossy(&begun));
        (!begun.is_empty()).then(|| format!("it wrote `{begun}` without ending the line"))
    }

    /// It will say no more: why?
    fn ended(&mut self) -> Trouble {
        let status = self.wait(AFTERMATH);
        let until = Instant::now() + AFTERMATH;
        let listens = |listener: &JoinHandle<()>| !listener.is_finished();
        while self.listener.as_ref().is_some_and(listens) && Instant::now() < until {
            thread::sleep(SHORTLY);
        }
        let words = locked(&self.last_words);
        let words = plain(String::from_utf8_lossy(&words).trim()).replace('\n', " / ");
        let words = if words.is_empty() {
            words
        } else {
            format!("; its last words: {words}")
        };
        match status {
            None => Trouble::Crashed(format!("it closed its output{words}")),
            // As shells have it.
            Some(status) if !self.has_spoken && matches!(status.code(), Some(126 | 127)) => {
                Trouble::NotStarted(format!("{status}{words}"))
            }
            Some(status) => Trouble::Crashed(format!("it ended ({status}){words}")),
        }
    }

    fn wait(&mut self, at_most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + at_most;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(SHORTLY),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Nothing more will be asked: it should say nothing more, and end by itself.
    pub(super) fn end(mut self) -> Option<Trouble> {
        self.input = None;
        let said = self.unasked_line();
        if said.is_some() {
            return said;
        }
        self.wait(GRACE);
        self.lines.recv_timeout(AFTERMATH).ok().map(out_of_turn)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let mut running = running();
        if let Some(group) = running.take() {
            family::end(group);
        }
        // On Unix it is gone by now. What cannot be ended at all is not waited for.
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            self.wait(GRACE);
        }
    }
}

fn out_of_turn(line: Line) -> Trouble {
    match line {
        Line::Whole(text) => {
            Trouble::Nonsense(format!("it spoke without being asked: `{}`", short(&text)))
        }
        Line::TooLong => too_long(),
    }
}

fn too_long() -> Trouble {
    let most = LONGEST_LINE >> 10;
    Trouble::Nonsense(format!("a line of more than {most} KiB"))
}

/// A line from outside, fit to be shown in a sentence.
pub(super) fn short(line: &str) -> String {
    let mut shown: String = plain(line).chars().take(60).collect();
    if shown.len() < plain(line).len() {
        shown.push_str("...");
    }
    shown
}

fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, begun: &Mutex<Vec<u8>>, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let piece = match stdout.fill_buf() {
            Ok(piece) => piece,
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let is_last = piece.is_empty();
        let end = piece.iter().position(|byte| *byte == b'\n');
        let read = end.map_or(piece.len(), |end| end + 1);
        let mut line = locked(begun);
        line.extend_from_slice(&piece[..end.unwrap_or(read)]);
        stdout.consume(read);
        let heard = if line.len() >= LONGEST_LINE {
            Line::TooLong
        } else if end.is_some() || is_last && !line.is_empty() {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches('\r').to_owned();
            line.clear();
            Line::Whole(text)
        } else if is_last {
            return;
        } else {
            continue;
        };
        drop(line);
        let is_last = is_last || matches!(heard, Line::TooLong);
        if lines.send(heard).is_err() || is_last {
            return;
        }
    }
}

fn keep_the_end(mut stderr: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut piece = [0; 4096];
    while let Ok(bytes @ 1..) = stderr.read(&mut piece) {
        let mut kept = locked(kept);
        kept.extend_from_slice(&piece[..bytes]);
        let spare = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..spare);
    }
}

/// The group of the program that runs now. Locked while one is started or ended, so that none is missed.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<u32>> {
    locked(&RUNNING)
}

fn locked<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, Ctrl-C ends the program under test as well, and removes what was written for it.
pub(super) fn guard() -> Result<(), String> {
    on_termination(|status| {
        // The locks are never given back: nothing is started or written any more.
        let running = running();
        let _removed = record_file::removed();
        if let Some(group) = *running {
            family::end(group);
        }
        std::process::exit(status);
    })
}
