//! What the server prints. A thread of its own prints it, so that nothing waits if nobody reads it; what does not fit is
//! left out.

use std::io::Write;
use std::sync::LazyLock;
use std::sync::mpsc::{SyncSender, sync_channel};

use crate::basics::is_unseen;

/// Lines and mails that may wait to be printed.
const WAITING: usize = 1024;

enum Printed {
    /// A line for the operator, to standard error.
    Line(String),
    /// A mail, to standard output.
    Mail(String),
}

static PRINTER: LazyLock<SyncSender<Printed>> = LazyLock::new(|| {
    let (send, waiting) = sync_channel(WAITING);
    std::thread::spawn(move || {
        for printed in waiting {
            // There is no one to report a failure to.
            let _ = match printed {
                Printed::Line(line) => writeln!(std::io::stderr(), "gokata: {line}"),
                Printed::Mail(mail) => {
                    let mut out = std::io::stdout().lock();
                    out.write_all(mail.as_bytes()).and_then(|()| out.flush())
                }
            };
        }
    });
    send
});

/// Prints a mail.
pub(super) fn print(mail: String) {
    let _ = PRINTER.try_send(Printed::Mail(mail));
}

/// Writes a line for the operator.
pub(super) fn log(text: &str) {
    let visible = text
        .chars()
        .map(|c| if is_unseen(c) { '\u{fffd}' } else { c });
    let _ = PRINTER.try_send(Printed::Line(visible.collect()));
}
