//! A program under test with all that it starts: begun so that none of them can hide, and ended together.

use std::process::Command;

#[cfg(unix)]
pub(super) use self::unix::{end, shell};

/// Where there are no groups, the program alone is ended, by its owner.
#[cfg(not(unix))]
pub(super) fn end(_group: u32) {}

#[cfg(not(unix))]
pub(super) fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::thread;
    use std::time::{Duration, Instant};

    use nix::errno::Errno;
    use nix::sys::signal::{Signal, killpg};
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::Pid;

    use super::Command;

    /// How long a killed family may take to be gone.
    const AT_MOST: Duration = Duration::from_secs(2);
    const SHORTLY: Duration = Duration::from_millis(1);

    /// A command line as a shell runs it, in a group of its own.
    pub(in super::super) fn shell(command: &str) -> Command {
        adopt_orphans();
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).process_group(0);
        shell
    }

    /// Ends the group and, where the system hands orphans to us, whoever has left it. Nobody else is a child of ours.
    pub(in super::super) fn end(group: u32) {
        let Ok(group) = i32::try_from(group) else {
            return;
        };
        // Whoever is left, even if the first of them has ended.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        let until = Instant::now() + AT_MOST;
        while Instant::now() < until {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => {
                    kill_children();
                    thread::sleep(SHORTLY);
                }
                Ok(_) | Err(Errno::EINTR) => {}
                // There is nobody left.
                Err(_) => return,
            }
        }
    }

    /// From now on, whoever loses its parent among our descendants becomes our child.
    #[cfg(target_os = "linux")]
    fn adopt_orphans() {
        // Where this cannot be had (before Linux 3.4), the group is what we can end.
        let _ = nix::sys::prctl::set_child_subreaper(true);
    }

    #[cfg(target_os = "linux")]
    fn kill_children() {
        let Ok(processes) = std::fs::read_dir("/proc") else {
            return;
        };
        for process in processes.flatten() {
            let Some(pid) = process
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok())
            else {
                continue;
            };
            let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
            // `PID (NAME) STATE PARENT …`, and a name may hold anything.
            let parent = stat
                .rsplit_once(") ")
                .and_then(|(_, rest)| rest.split(' ').nth(1)?.parse().ok());
            if parent == Some(std::process::id()) {
                let _ = nix::sys::signal::kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn adopt_orphans() {}

    #[cfg(not(target_os = "linux"))]
    fn kill_children() {}
}
