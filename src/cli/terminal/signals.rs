//! Handles signals that end the program: Ctrl-C, a closed window, a shutdown.

use std::sync::atomic::{AtomicI32, Ordering};

use super::error::CommandError;

/// What to do when a signal arrives. The argument is the exit status.
pub(crate) type Handler = Box<dyn Fn(i32) + Send + Sync>;

/// The status to end with, once a signal has come.
static ENDS: AtomicI32 = AtomicI32::new(0);

/// Notes a signal. False if one has come before.
pub(crate) fn is_first_signal(status: i32) -> bool {
    ENDS.swap(status, Ordering::Relaxed) == 0
}

/// Returns the status of the signal that has ended the work, if one has.
pub(crate) fn ended_by() -> Option<i32> {
    Some(ENDS.load(Ordering::Relaxed)).filter(|status| *status != 0)
}

/// The stack of the thread in bytes. It deletes a few files; the usual 2 MB do not fit where memory is short.
#[cfg(unix)]
const STACK: usize = 256 << 10;

/// Calls `handler` on its own thread when SIGHUP, SIGINT, SIGQUIT or SIGTERM arrives. Its argument is the exit status:
/// 128 plus the number of the signal, as in shells. Signals ignored at the start (`nohup`) stay ignored.
#[cfg(unix)]
pub(crate) fn on_termination(handler: Handler) -> Result<(), CommandError> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut handled = vec![SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    handled.retain(|signal| !is_ignored(*signal));
    let signals = Signals::new(handled);
    let failed = |what, error| CommandError::usage(format!("cannot {what}: {error}"));
    let mut signals = signals.map_err(|error| failed("wait for signals", error))?;
    let wait = move || signals.forever().for_each(|signal| handler(128 + signal));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(wait);
    let what = "start a thread that waits for signals";
    thread.map(drop).map_err(|error| failed(what, error))
}

/// False on systems without `/proc`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // Bit n - 1 stands for signal n.
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << (signal - 1) != 0)
}

/// Calls `handler` with the exit status 130 on Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn on_termination(handler: Handler) -> Result<(), CommandError> {
    ctrlc::set_handler(move || handler(130))
        .map_err(|error| CommandError::usage(format!("cannot wait for Ctrl-C: {error}")))
}
