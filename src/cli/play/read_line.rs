//! Reads lines from standard input, without editing.

use std::io::{BufRead, ErrorKind, Read, stdin};
use std::thread::sleep;
use std::time::Duration;

/// Lines of this many bytes or more are rejected.
pub(super) const TOO_LONG: u64 = 4096;

/// How long to wait after another program has made reads from the terminal non-blocking.
pub(super) const RETRY: Duration = Duration::from_millis(20);

/// Returns the next line of the input, without its line ending, up to the length that is too long; `None` at the end of
/// the input. Bytes that are not UTF-8 are replaced.
pub(super) fn read_line() -> Option<String> {
    let mut bytes = Vec::new();
    let mut input = stdin().lock();
    let mut start = input.by_ref().take(TOO_LONG);
    while let Err(error) = start.read_until(b'\n', &mut bytes) {
        // A closed terminal counts as the end of input.
        if error.kind() != ErrorKind::WouldBlock {
            return None;
        }
        sleep(RETRY);
    }
    let line = String::from_utf8_lossy(&bytes);
    if bytes.len() as u64 == TOO_LONG && bytes.last() != Some(&b'\n') {
        let _ = input.skip_until(b'\n');
        return Some(line.into_owned());
    }
    (!bytes.is_empty()).then(|| line.trim_end().to_owned())
}
