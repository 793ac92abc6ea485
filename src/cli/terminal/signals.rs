//! Signals that ask the program to end: Ctrl-C, a closed window, a shutdown.

/// Calls `handler` on a thread of its own when such a signal arrives, with the exit status to use: 128 and the number
/// of the signal, as in shells. Signals that were ignored at the start (`nohup`) stay ignored.
#[cfg(unix)]
pub(crate) fn on_termination(handler: impl Fn(i32) + Send + 'static) -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let handled = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let handled = handled
        .into_iter()
        .filter(|signal| ignored & 1 << (signal - 1) == 0);
    let mut signals =
        Signals::new(handled).map_err(|error| format!("cannot wait for signals: {error}"))?;
    std::thread::spawn(move || signals.forever().for_each(|signal| handler(128 + signal)));
    Ok(())
}

/// The signals that are ignored now, a bit each; 0 where the system does not say.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Calls `handler` with the exit status 130 on Ctrl-C, the only such signal on this system.
#[cfg(not(unix))]
pub(crate) fn on_termination(handler: impl Fn(i32) + Send + 'static) -> Result<(), String> {
    ctrlc::set_handler(move || handler(130))
        .map_err(|error| format!("cannot wait for Ctrl-C: {error}"))
}
