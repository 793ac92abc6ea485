//! Handles signals that end the program: Ctrl-C, a closed window, a shutdown.

#[cfg(unix)]
use std::io::stdin;
#[cfg(unix)]
use std::sync::Arc;

#[cfg(unix)]
use nix::sys::signal::{SigSet, SigmaskHow, Signal, kill, killpg};
#[cfg(unix)]
use nix::unistd::{Pid, tcgetpgrp};

use super::error::CommandError;

/// What to do when a signal arrives. The argument is the exit status.
pub(crate) type Handler = Box<dyn Fn(i32) + Send + Sync>;

/// Calls `handler` on its own thread when SIGHUP, SIGINT, SIGQUIT or SIGTERM arrives. Its argument is the exit status:
/// 128 plus the number of the signal, as in shells. Signals ignored at the start (`nohup`) stay ignored.
#[cfg(unix)]
pub(crate) fn on_termination(handler: Handler) -> Result<(), CommandError> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut handled = vec![SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    handled.retain(|signal| !is_ignored(*signal));
    let signals = Signals::new(handled);
    let mut signals = signals.map_err(|error| CommandError::system("wait for signals", error))?;
    start(move || signals.forever().for_each(|signal| handler(128 + signal)))
}

#[cfg(unix)]
fn start(wait: impl FnOnce() + Send + 'static) -> Result<(), CommandError> {
    let thread = std::thread::Builder::new().spawn(wait);
    let what = "start a thread that waits for signals";
    thread.map_err(|error| CommandError::system(what, error))?;
    Ok(())
}

/// Like [`on_termination`], for a program that edits lines with `rustyline`. While that reads, its own handler of SIGINT
/// replaces all others, and it loses a signal that arrives just before it reads. So SIGINT is blocked in this thread and
/// those that it starts from now on, and a thread waits for it without a handler.
#[cfg(unix)]
pub(crate) fn on_termination_in_editor(handler: Handler) -> Result<(), CommandError> {
    let interrupts = SigSet::from(Signal::SIGINT);
    let blocked = interrupts.thread_block();
    blocked.map_err(|error| CommandError::system("block a signal", error))?;
    let handler = Arc::new(handler);
    let shared = Arc::clone(&handler);
    on_termination(Box::new(move |status| shared(status)))?;
    start(move || {
        while !is_ignored(Signal::SIGINT as i32) && interrupts.wait().is_ok() {
            handler(128 + Signal::SIGINT as i32);
        }
    })
}

/// Calls `start`, which starts another program, with SIGINT not blocked: the program inherits that.
#[cfg(unix)]
pub(crate) fn with_interrupts<T>(start: impl FnOnce() -> T) -> T {
    let before = SigSet::from(Signal::SIGINT).thread_swap_mask(SigmaskHow::SIG_UNBLOCK);
    let started = start();
    let _ = before.and_then(|before| before.thread_set_mask());
    started
}

/// Does what a terminal does at Ctrl-C. Returns only if this program ignores SIGINT.
#[cfg(unix)]
pub(crate) fn interrupt() {
    // To the programs in the foreground of the terminal; without job control, to this one.
    let sent = tcgetpgrp(stdin()).and_then(|group| killpg(group, Signal::SIGINT));
    if sent.is_err() {
        let _ = kill(Pid::this(), Signal::SIGINT);
    }
    while !is_ignored(Signal::SIGINT as i32) {
        std::thread::park();
    }
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
        .map_err(|error| CommandError::system("wait for Ctrl-C", error))
}

/// Without `rustyline`, nothing replaces the handler.
#[cfg(not(unix))]
pub(crate) use self::on_termination as on_termination_in_editor;

#[cfg(not(unix))]
pub(crate) fn with_interrupts<T>(start: impl FnOnce() -> T) -> T {
    start()
}
