//! Processes that a run leaves behind.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::kill;
use nix::unistd::Pid;

/// Those of the processes written in a file that still run.
pub(crate) fn left_behind(pids: &Path) -> Vec<i32> {
    let text = fs::read_to_string(pids).expect("pids");
    let pids: Vec<i32> = text.lines().filter_map(|line| line.parse().ok()).collect();
    assert!(!pids.is_empty(), "the program has not even begun");
    let runs = |pid: &i32| {
        // One that has ended, but whose parent has not asked, does not run.
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        kill(Pid::from_raw(*pid), None).is_ok() && !stat.contains(") Z ")
    };
    let until = Instant::now() + Duration::from_secs(1);
    while pids.iter().any(runs) && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    pids.into_iter().filter(runs).collect()
}
