//! The pipes of a child process. Each has a thread, so no child blocks gokata.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::error::ProgramError;
use crate::terminal::workers::lock;

/// Lines of this many bytes or more are too long to be an answer.
const LONGEST_LINE: usize = 64 << 10;
/// The number of unread lines at which the child is blocked.
const WAITING_LINES: usize = 64;
/// The number of bytes kept from the end of standard error.
const ERROR_TAIL: usize = 2000;
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Starts a thread. Fails where [`thread::spawn`] panics.
fn spawned(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

/// Returns a sender whose texts a thread writes to the child. Dropping the sender closes the child's input.
pub(super) fn input(mut stdin: ChildStdin) -> io::Result<Sender<String>> {
    let (sender, texts) = channel::<String>();
    spawned(move || {
        for text in texts {
            if stdin.write_all(text.as_bytes()).is_err() {
                return;
            }
        }
    })?;
    Ok(sender)
}

/// A line of output without its line ending; an error if it is too long to be an answer.
pub(super) type Line = Result<String, ProgramError>;

/// The standard output of a child, as lines.
pub(super) struct Lines {
    pub(super) complete: Receiver<Line>,
    /// What has been written after the last line ending.
    pub(super) incomplete: Arc<Mutex<Vec<u8>>>,
}

impl Lines {
    pub(super) fn new(stdout: ChildStdout) -> io::Result<Lines> {
        let (sender, complete) = sync_channel(WAITING_LINES);
        let incomplete = Arc::default();
        let shared = Arc::clone(&incomplete);
        spawned(move || read_lines(stdout, &shared, &sender))?;
        Ok(Lines {
            complete,
            incomplete,
        })
    }
}

fn read_lines(stdout: ChildStdout, incomplete: &Mutex<Vec<u8>>, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let chunk = match stdout.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let is_last = chunk.is_empty();
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let read = end.map_or(chunk.len(), |end| end + 1);
        let mut bytes = lock(incomplete);
        bytes.extend_from_slice(&chunk[..end.unwrap_or(read)]);
        stdout.consume(read);
        let line = if bytes.len() >= LONGEST_LINE {
            let long = format!("a line of more than {} KiB", LONGEST_LINE >> 10);
            Err(ProgramError::Nonsense(long))
        } else if end.is_some() || is_last && !bytes.is_empty() {
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_end_matches('\r').to_owned();
            bytes.clear();
            Ok(text)
        } else if is_last {
            return;
        } else {
            continue;
        };
        drop(bytes);
        let is_last = is_last || line.is_err();
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

pub(super) struct ErrorTail {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl ErrorTail {
    pub(super) fn new(mut stderr: ChildStderr) -> io::Result<ErrorTail> {
        let bytes = Arc::default();
        let shared: Arc<Mutex<Vec<u8>>> = Arc::clone(&bytes);
        let reader = spawned(move || {
            let mut chunk = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut chunk) {
                let mut tail = lock(&shared);
                tail.extend_from_slice(&chunk[..read]);
                let excess = tail.len().saturating_sub(ERROR_TAIL);
                tail.drain(..excess);
            }
        })?;
        Ok(ErrorTail { bytes, reader })
    }

    /// Returns the text. Waits at most `timeout` for its end.
    pub(super) fn text(&self, timeout: Duration) -> String {
        let deadline = Instant::now() + timeout;
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
        String::from_utf8_lossy(&lock(&self.bytes)).into_owned()
    }
}
