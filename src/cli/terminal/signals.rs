//! Handles signals that end the program: Ctrl-C, a closed window, a shutdown.

#[cfg(unix)]
use std::io::stdin;
#[cfg(unix)]
use std::sync::Arc;

#[cfg(unix)]
use nix::sys::signal::{SigSet, Signal, kill, killpg};
#[cfg(unix)]
use nix::unistd::{Pid, tcgetpgrp};

/// What to do when a signal arrives. The argument is the exit status.
pub(crate) type Handler = Box<dyn Fn(i32) + Send + Sync>;

/// Calls `handler` on its own thread when SIGHUP, SIGINT, SIGQUIT or SIGTERM arrives. Its argument is the exit status:
/// 128 plus the number of the signal, as in shells. Signals ignored at the start (`nohup`) stay ignored.
#[cfg(unix)]
pub(crate) fn on_termination(handler: Handler) -> Result<(), String> {
    wait_in_thread(&Arc::new(handler))
}

#[cfg(unix)]
fn wait_in_thread(handler: &Arc<Handler>) -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut handled = vec![SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    handled.retain(|signal| !is_ignored(*signal));
    let mut signals =
        Signals::new(handled).map_err(|error| format!("cannot wait for signals: {error}"))?;
    let handler = Arc::clone(handler);
    start(move || signals.forever().for_each(|signal| handler(128 + signal)))
}

#[cfg(unix)]
fn start(wait: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().spawn(wait);
    thread.map_err(|error| format!("cannot start a thread that waits for signals: {error}"))?;
    Ok(())
}

/// Like [`on_termination`], for a program that edits lines with `rustyline`. While that reads, its own handler of SIGINT
/// replaces all others, and it loses a signal that arrives just before it reads. So SIGINT is blocked in this thread and
/// those that it starts from now on, and a thread waits for it without a handler.
#[cfg(unix)]
pub(crate) fn on_termination_in_editor(handler: Handler) -> Result<(), String> {
    let interrupts = interrupts();
    interrupts
        .thread_block()
        .map_err(|error| format!("cannot block a signal: {error}"))?;
    let handler = Arc::new(handler);
    wait_in_thread(&handler)?;
    if is_ignored(Signal::SIGINT as i32) {
        return Ok(());
    }
    start(move || {
        while interrupts.wait().is_ok() {
            handler(128 + Signal::SIGINT as i32);
        }
    })
}

/// Calls `start`, which starts another program, with SIGINT not blocked: the program inherits that.
#[cfg(unix)]
pub(crate) fn with_interrupts<T>(start: impl FnOnce() -> T) -> T {
    let before = SigSet::thread_get_mask();
    let _ = interrupts().thread_unblock();
    let started = start();
    if let Ok(before) = before {
        let _ = before.thread_set_mask();
    }
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

#[cfg(unix)]
fn interrupts() -> SigSet {
    SigSet::from(Signal::SIGINT)
}

#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    ignored() & 1 << (signal - 1) != 0
}

/// Returns the ignored signals as a bit mask: bit n - 1 for signal n. Returns 0 on systems without `/proc`.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Calls `handler` with the exit status 130 on Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn on_termination(handler: Handler) -> Result<(), String> {
    ctrlc::set_handler(move || handler(130))
        .map_err(|error| format!("cannot wait for Ctrl-C: {error}"))
}

/// Without `rustyline`, nothing replaces the handler.
#[cfg(not(unix))]
pub(crate) use self::on_termination as on_termination_in_editor;

#[cfg(not(unix))]
pub(crate) fn with_interrupts<T>(start: impl FnOnce() -> T) -> T {
    start()
}
