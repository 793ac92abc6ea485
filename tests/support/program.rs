//! Programs of their own, compiled once, and those that a run leaves behind.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::kill;
use nix::unistd::Pid;

/// Compiles `tests/support/NAME.rs`, which needs nothing but the standard library.
pub(crate) fn compiled(name: &str) -> String {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let compiler = Command::new(option_env!("RUSTC").unwrap_or("rustc"))
        .args([
            "--edition=2024",
            "-Copt-level=1",
            &format!("tests/support/{name}.rs"),
            "-o",
        ])
        .arg(&program)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(compiler.expect("rustc").success());
    program.to_str().expect("UTF-8").to_owned()
}

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
