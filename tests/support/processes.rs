//! Checks that a run leaves no processes behind.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::Command;

use nix::sys::signal::{Signal, kill};
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

/// Returns whether a process has a handler for a signal.
#[cfg(target_os = "linux")]
pub(crate) fn catches(pid: i32, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let mask = line(&status, "SigCgt:").concat();
    let mask = u64::from_str_radix(&mask, 16).expect("a mask");
    mask & 1 << (signal as i32 - 1) != 0
}

/// Returns a command that may have this number of processes and threads. The system counts those of the user, so root starts
/// it as a user without any (no limit applies to root); each test needs its own number, from 0 to 15.
#[cfg(target_os = "linux")]
pub(crate) fn limited(processes: usize, test: u32) -> Command {
    // Two runs of the tests at the same time have other users. All are below 65,536, the limit in many containers.
    let user = 20_000 + std::process::id() % 2500 * 16 + test;
    let is_own = |status: &String| {
        let own = fs::read_to_string("/proc/self/status").unwrap_or_default();
        line(status, "Uid:") == line(&own, "Uid:")
    };
    let own = all("status").into_iter().map(|(_, status)| status);
    let threads = |status: String| line(&status, "Threads:").first()?.parse::<usize>().ok();
    let threads: usize = own.filter(is_own).filter_map(threads).sum();
    let mut command;
    if nix::unistd::getuid().is_root() {
        command = Command::new("setpriv");
        let (user, group) = (format!("--reuid={user}"), format!("--regid={user}"));
        command.args([&user, &group, "--clear-groups", "prlimit"]);
        command.arg(format!("--nproc={processes}"));
    } else {
        command = Command::new("prlimit");
        command.arg(format!("--nproc={}", threads + processes));
    }
    command
}

/// Copies gokata to a place where the user of [`limited`] may run it, which the folder of this repository need not be.
#[cfg(target_os = "linux")]
pub(crate) fn gokata_for_all_users(name: &str) -> PathBuf {
    let gokata = std::env::temp_dir().join(format!("gokata-{name}-{}", std::process::id()));
    // Not by this process: a program that another test starts meanwhile would inherit the open file for a moment, and
    // a file that is open for writing cannot be run.
    let copied = Command::new("cp")
        .arg(env!("CARGO_BIN_EXE_gokata"))
        .arg(&gokata)
        .status();
    assert!(copied.expect("it runs").success());
    gokata
}

/// Returns a name that only the programs of this run of the tests have in their command line.
#[cfg(target_os = "linux")]
pub(crate) fn named(test: &str) -> String {
    format!("{test}-of-{}", std::process::id())
}

/// Returns the processes whose command line contains a word, except for those that have ended.
#[cfg(target_os = "linux")]
pub(crate) fn running(word: &str) -> Vec<i32> {
    let all = all("cmdline").into_iter();
    let found = all.filter(|(_, command)| command.contains(word));
    found.map(|(pid, _)| pid).collect()
}

/// Reads a file of all processes in `/proc`.
#[cfg(target_os = "linux")]
fn all(file: &str) -> Vec<(i32, String)> {
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let read = processes.filter_map(|process| {
        let pid = process.file_name().to_str()?.parse().ok()?;
        let bytes = fs::read(process.path().join(file)).ok()?;
        Some((pid, String::from_utf8_lossy(&bytes).into_owned()))
    });
    read.collect()
}

#[cfg(target_os = "linux")]
fn line<'a>(status: &'a str, name: &str) -> Vec<&'a str> {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_default().split_whitespace().collect()
}
