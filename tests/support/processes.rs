//! Checks that a run leaves no processes behind.

use std::fs;
use std::path::Path;

use nix::sys::signal::kill;
use nix::unistd::Pid;

use super::waiting::wait_until;

/// Waits until all processes whose ids are in a file have ended. Panics if they do not end.
pub(crate) fn assert_ended(pids: &Path) {
    let text = fs::read_to_string(pids).expect("pids");
    let pids: Vec<i32> = text.lines().filter_map(|line| line.parse().ok()).collect();
    assert!(!pids.is_empty(), "the program has not even begun");
    let runs = |pid: &i32| {
        // A zombie has ended, but its parent has not yet read its status.
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        kill(Pid::from_raw(*pid), None).is_ok() && !stat.contains(") Z ")
    };
    wait_until("the processes end", || !pids.iter().any(runs));
}
