//! Output of the server: log lines and mails. A separate thread prints them, so that requests never wait for a reader;
//! when too many wait, new ones are dropped.

use std::io::{self, Write};
use std::sync::LazyLock;
use std::sync::mpsc::{SyncSender, sync_channel};

use gokata::is_unseen;

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
        let (mut out, mut err) = (output(io::stdout()), output(io::stderr()));
        for printed in waiting {
            // There is no one to report a failure to.
            let _ = match printed {
                Printed::Line(line) => err.write_all(format!("gokata: {line}\n").as_bytes()),
                Printed::Mail(mail) => out.write_all(mail.as_bytes()).and_then(|()| out.flush()),
            };
        }
    });
    send
});

/// The same output without its lock: while it waits for a reader, the process must be able to end.
#[cfg(unix)]
fn output(out: impl std::os::fd::AsFd + Write + 'static) -> Box<dyn Write> {
    match out.as_fd().try_clone_to_owned() {
        Ok(copy) => Box::new(std::fs::File::from(copy)),
        Err(_) => Box::new(out),
    }
}

#[cfg(not(unix))]
fn output(out: impl Write + 'static) -> Box<dyn Write> {
    Box::new(out)
}

/// Prints a mail; false if too many wait.
pub(super) fn print(mail: String) -> bool {
    PRINTER.try_send(Printed::Mail(mail)).is_ok()
}

/// Writes a line for the operator.
pub(super) fn log(text: &str) {
    let visible = text
        .chars()
        .map(|c| if is_unseen(c) { '\u{fffd}' } else { c });
    let _ = PRINTER.try_send(Printed::Line(visible.collect()));
}
