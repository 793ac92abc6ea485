//! Starts a program under test so that it can be killed together with all its descendants.

use std::process::Command;

#[cfg(unix)]
pub(super) use self::unix::{kill_all, reap_orphans, shell};

/// Does nothing: without process groups, `Process` kills only the program itself.
#[cfg(not(unix))]
pub(super) fn kill_all(_group: u32) {}

#[cfg(not(unix))]
pub(super) fn reap_orphans(_program: u32) {}

#[cfg(not(unix))]
pub(super) fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::sync::OnceLock;
    use std::thread;
    use std::time::{Duration, Instant};

    use nix::sys::signal::{Signal, kill, killpg};
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;

    use super::Command;

    /// The longest wait for killed processes to disappear.
    const AT_MOST: Duration = Duration::from_secs(2);
    const POLL_INTERVAL: Duration = Duration::from_millis(1);

    /// The children that this process had before it started its first program, inherited if a shell replaced itself
    /// with gokata by `exec`. They are not ended.
    static INHERITED: OnceLock<Vec<Pid>> = OnceLock::new();

    /// Returns a command that runs the command line in a shell, in a new process group.
    pub(in super::super) fn shell(command: &str) -> Command {
        INHERITED.get_or_init(children);
        adopt_orphans();
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).process_group(0);
        shell
    }

    /// Kills the group and, where orphans become gokata's children, the descendants that have left the group.
    pub(in super::super) fn kill_all(group: u32) {
        let Ok(group) = i32::try_from(group) else {
            return;
        };
        // Works even if the leader of the group has ended.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        let deadline = Instant::now() + AT_MOST;
        while Instant::now() < deadline {
            let descendants = descendants();
            if descendants.is_empty() {
                return;
            }
            for pid in descendants {
                let _ = kill(pid, Signal::SIGKILL);
                let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Reaps the orphans that have ended. `Process` reaps the program itself.
    pub(in super::super) fn reap_orphans(program: u32) {
        let orphans = descendants().into_iter();
        for pid in orphans.filter(|pid| u32::try_from(pid.as_raw()) != Ok(program)) {
            let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
        }
    }

    /// Returns the program and those of its descendants whose parent has ended; nothing on systems other than Linux.
    fn descendants() -> Vec<Pid> {
        let mut children = children();
        children.retain(|pid| !INHERITED.get().is_some_and(|pids| pids.contains(pid)));
        children
    }

    /// Makes every descendant whose parent ends a child of gokata.
    #[cfg(target_os = "linux")]
    fn adopt_orphans() {
        // Before Linux 3.4 this fails, and only the group can be killed.
        let _ = nix::sys::prctl::set_child_subreaper(true);
    }

    #[cfg(target_os = "linux")]
    fn children() -> Vec<Pid> {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let children = processes.filter_map(|process| {
            let pid = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            // `PID (NAME) STATE PARENT …`, where NAME may contain anything.
            let (_, behind) = stat.rsplit_once(") ")?;
            let parent = behind.split(' ').nth(1)?.parse();
            (parent == Ok(std::process::id())).then(|| Pid::from_raw(pid))
        });
        children.collect()
    }

    #[cfg(not(target_os = "linux"))]
    fn adopt_orphans() {}

    #[cfg(not(target_os = "linux"))]
    fn children() -> Vec<Pid> {
        Vec::new()
    }
}
