//! Reads lines from standard input, without editing.

use std::io::{BufRead, ErrorKind, Read, stdin};
use std::thread::sleep;
use std::time::Duration;

/// Lines of this many bytes or more are rejected.
pub(super) const TOO_LONG: u64 = 4096;

pub(super) const TOO_LONG_LINE: &str = "that line is too long";

/// How long to wait after another program has made reads from the terminal non-blocking.
pub(super) const RETRY: Duration = Duration::from_millis(20);

/// Returns the next line, without its line ending; `None` at the end of input. Bytes that are not UTF-8 are replaced.
pub(super) fn read_line() -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let mut input = stdin().lock();
    loop {
        let left = TOO_LONG - bytes.len() as u64;
        match input.by_ref().take(left).read_until(b'\n', &mut bytes) {
            Ok(_) => break,
            // Another program has made reads from the terminal non-blocking.
            Err(error) if error.kind() == ErrorKind::WouldBlock => sleep(RETRY),
            // A closed terminal counts as the end of input.
            Err(_) => return Ok(None),
        }
    }
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == TOO_LONG && bytes.last() != Some(&b'\n') {
        let _ = input.skip_until(b'\n');
        return Err(TOO_LONG_LINE.to_owned());
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}
