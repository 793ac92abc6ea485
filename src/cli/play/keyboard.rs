//! Lines as they are typed, whatever is in them.

use std::io::{BufRead, ErrorKind, Read, stdin};
use std::thread::sleep;
use std::time::Duration;

/// The longest line that is read.
const LONGEST: u64 = 4096;

/// The next line, without its end; `None` when there is no more. Whatever bytes it holds, it can be looked at.
pub(super) fn read_line() -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let mut input = stdin().lock();
    loop {
        let left = LONGEST - bytes.len() as u64;
        match input.by_ref().take(left).read_until(b'\n', &mut bytes) {
            Ok(_) => break,
            // Another program has set the terminal so that it does not wait.
            Err(error) if error.kind() == ErrorKind::WouldBlock => sleep(Duration::from_millis(20)),
            // A terminal that has gone is the end of input.
            Err(_) => return Ok(None),
        }
    }
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        loop {
            let (skipped, ended) = match input.fill_buf() {
                Ok([]) | Err(_) => break,
                Ok(more) => match more.iter().position(|byte| *byte == b'\n') {
                    Some(end) => (end + 1, true),
                    None => (more.len(), false),
                },
            };
            input.consume(skipped);
            if ended {
                break;
            }
        }
        return Err("that line is too long".to_owned());
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}
