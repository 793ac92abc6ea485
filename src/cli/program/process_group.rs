//! Starts a program so that it can be ended together with all its descendants.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command};

#[cfg(unix)]
pub(super) use self::unix::{end, end_all, reap_orphans, shell};

/// A program that has been started. On Windows it stands for a job: the program and all its descendants.
#[cfg(unix)]
pub(super) type Started = std::process::Child;

#[cfg(not(unix))]
pub(super) type Started = Box<dyn process_wrap::std::ChildWrapper>;

type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// Starts a command from [`shell`]. Also returns its pipes.
#[cfg(unix)]
pub(super) fn start(mut shell: Command) -> io::Result<(Started, Pipes)> {
    let mut child = shell.spawn()?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    Ok((child, pipes))
}

#[cfg(not(unix))]
pub(super) fn start(shell: Command) -> io::Result<(Started, Pipes)> {
    use process_wrap::std::{CommandWrap, JobObject};

    let mut child = CommandWrap::from(shell).wrap(JobObject).spawn()?;
    let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
    let pipes = (stdin, stdout, child.stderr().take());
    Ok((child, pipes))
}

#[cfg(target_os = "linux")]
pub(super) use super::process_tree::has_more_than;

/// Always false: the descendants of a program are known on Linux only.
#[cfg(not(target_os = "linux"))]
pub(super) fn has_more_than(_limit: usize) -> bool {
    false
}

/// Does nothing: without process groups, `Process` ends the job of each program.
#[cfg(not(unix))]
pub(super) fn end_all(_groups: &[u32]) {}

#[cfg(not(unix))]
pub(super) fn end(_group: u32) {}

#[cfg(not(unix))]
pub(super) fn reap_orphans(_programs: &[u32]) {}

#[cfg(not(unix))]
pub(super) fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    use super::Command;

    #[cfg(target_os = "linux")]
    use super::super::process_tree;

    /// Returns a command that runs the command line in a shell, in a new process group.
    pub(in super::super) fn shell(command: &str) -> Command {
        #[cfg(target_os = "linux")]
        process_tree::adopt_orphans();
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).process_group(0);
        shell
    }

    /// Ends the groups and, on Linux, all descendants that have left them. Works even if the leader of a group has ended.
    pub(in super::super) fn end_all(groups: &[u32]) {
        #[cfg(target_os = "linux")]
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

    /// Ends one group.
    pub(in super::super) fn end(group: u32) {
        send(group, Signal::SIGKILL);
    }

    fn send(group: u32, signal: Signal) {
        if let Ok(group) = i32::try_from(group) {
            let _ = killpg(Pid::from_raw(group), signal);
        }
    }

    /// Reaps the orphans that have ended. `Process` reaps the programs themselves.
    pub(in super::super) fn reap_orphans(programs: &[u32]) {
        #[cfg(target_os = "linux")]
        process_tree::reap_orphans(programs);
        #[cfg(not(target_os = "linux"))]
        let _ = programs;
    }
}
