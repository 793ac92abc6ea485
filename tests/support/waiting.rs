//! Waits for other processes, even on a busy machine.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

/// Much longer than any test takes, so it is reached only when a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until the condition holds.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a test with longer and longer time limits, until `was_enough` finds that the program under test did everything
/// that it does before it stops answering. Returns the last result.
pub(crate) fn with_time_limit<T>(run: impl Fn(&str) -> T, was_enough: impl Fn(&T) -> bool) -> T {
    let result = ["0.2", "1", "5"].into_iter().map(&run).find(&was_enough);
    result.unwrap_or_else(|| run("30"))
}

/// A time limit that no program reaches if it answers.
pub(crate) const NO_TIME_LIMIT: &str = "100";

/// Makes programs started from now on obey signals. They inherit ignored signals, and a shell starts a background job
/// with SIGINT and SIGQUIT ignored; a signal that this process handles is reset to its default in its children.
pub(crate) fn obey_signals() {
    static ONCE: LazyLock<()> = LazyLock::new(|| {
        for signal in [
            Signal::SIGINT,
            Signal::SIGTERM,
            Signal::SIGHUP,
            Signal::SIGQUIT,
        ] {
            let always = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_default(signal as i32, always)
                .expect("a handler");
        }
    });
    LazyLock::force(&ONCE);
}
