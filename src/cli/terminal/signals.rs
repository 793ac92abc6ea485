//! Being told to end: by Ctrl-C, by a window that is closed, by the system.

/// When we are told to end, calls `last` on a thread of its own, with the status to end with: 128 and the number of the
/// signal, as shells have it. What was to be ignored when we began (`nohup`) is ignored.
///
/// # Errors
/// The system does not allow it.
#[cfg(unix)]
pub(crate) fn when_told_to_end(last: impl Fn(i32) + Send + 'static) -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let heeded = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let heeded = heeded
        .into_iter()
        .filter(|signal| ignored & 1 << (signal - 1) == 0);
    let mut signals =
        Signals::new(heeded).map_err(|error| format!("cannot wait for signals: {error}"))?;
    std::thread::spawn(move || signals.forever().for_each(|signal| last(128 + signal)));
    Ok(())
}

/// The signals that are ignored now, a bit each; none where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Elsewhere there is Ctrl-C alone.
#[cfg(not(unix))]
pub(crate) fn when_told_to_end(last: impl Fn(i32) + Send + 'static) -> Result<(), String> {
    ctrlc::set_handler(move || last(130))
        .map_err(|error| format!("cannot wait for Ctrl-C: {error}"))
}
