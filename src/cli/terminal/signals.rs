//! Handles signals that end the program: Ctrl-C, a closed window, a shutdown.

/// What to do when a signal arrives. The argument is the exit status.
pub(crate) type Handler = Box<dyn Fn(i32) + Send>;

/// Calls `handler` on its own thread when SIGHUP, SIGINT, SIGQUIT or SIGTERM arrives. Its argument is the exit status:
/// 128 plus the number of the signal, as in shells. Signals ignored at the start (`nohup`) stay ignored.
#[cfg(unix)]
pub(crate) fn on_termination(handler: Handler) -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let mut handled = vec![SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    handled.retain(|signal| ignored & 1 << (signal - 1) == 0);
    let mut signals =
        Signals::new(handled).map_err(|error| format!("cannot wait for signals: {error}"))?;
    let wait = move || signals.forever().for_each(|signal| handler(128 + signal));
    let thread = std::thread::Builder::new().spawn(wait);
    thread.map_err(|error| format!("cannot start a thread that waits for signals: {error}"))?;
    Ok(())
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
