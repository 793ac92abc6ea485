//! Starts a program so that it can be ended together with all its descendants.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

#[cfg(unix)]
use nix::sys::signal::{Signal, killpg};

use super::process_tree;

#[cfg(unix)]
pub(super) type Started = std::process::Child;

#[cfg(not(unix))]
pub(super) use super::job::{Started, end};

type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// Runs a command line in a shell, in a new process group. Also returns its pipes.
#[cfg(unix)]
pub(super) fn start(command: &str) -> io::Result<(Started, Pipes)> {
    use std::os::unix::process::CommandExt;

    process_tree::adopt_orphans();
    let mut child = shell("/bin/sh", ["-c", command]).process_group(0).spawn()?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    Ok((child, pipes))
}

#[cfg(not(unix))]
pub(super) fn start(command: &str) -> io::Result<(Started, Pipes)> {
    use std::os::windows::process::CommandExt;

    process_tree::adopt_orphans();
    let mut shell = shell("cmd", ["/S", "/C"]);
    // As it is: `cmd` does not know the backslashes before quotes that other programs read.
    shell.raw_arg(format!("\"{command}\""));
    super::job::start(shell)
}

fn shell(name: &str, arguments: [&str; 2]) -> Command {
    let mut shell = Command::new(name);
    shell.args(arguments).stdin(Stdio::piped());
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

/// Ends the groups and, on Linux, all descendants that have left them. Works even if the leader of a group has ended.
#[cfg(unix)]
pub(super) fn end_all(groups: &[u32]) {
    if !groups.is_empty() {
        // Stops each whole group at once. The signal also reaches children whose creation has begun.
        for group in groups {
            send(*group, Signal::SIGSTOP);
        }
        process_tree::end();
    }
    for group in groups {
        end(*group);
    }
}

#[cfg(unix)]
pub(super) fn end(group: u32) {
    send(group, Signal::SIGKILL);
}

#[cfg(unix)]
fn send(group: u32, signal: Signal) {
    if let Ok(group) = i32::try_from(group) {
        let _ = killpg(nix::unistd::Pid::from_raw(group), signal);
    }
}

/// Ends the jobs of these programs.
#[cfg(not(unix))]
pub(super) fn end_all(groups: &[u32]) {
    groups.iter().for_each(|group| end(*group));
    process_tree::end();
}
