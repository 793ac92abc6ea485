//! What the server prints.

use std::io::Write;

use crate::basics::is_unseen;

/// Prints a mail.
pub(super) fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a line for the operator.
pub(super) fn log(text: &str) {
    let visible: String = text
        .chars()
        .map(|c| if is_unseen(c) { '\u{fffd}' } else { c })
        .collect();
    // Nobody to tell if that fails.
    let _ = writeln!(std::io::stderr(), "gokata: {visible}");
}
