//! A program under test with all that it starts: begun so that none of them can hide, and ended together.

use std::process::Command;

#[cfg(unix)]
pub(super) use self::unix::{bury, end, shell};

/// Where there are no groups, the program alone is ended, by its owner.
#[cfg(not(unix))]
pub(super) fn end(_group: u32) {}

#[cfg(not(unix))]
pub(super) fn bury(_program: u32) {}

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

    /// How long a killed family may take to be gone.
    const AT_MOST: Duration = Duration::from_secs(2);
    const SHORTLY: Duration = Duration::from_millis(1);

    /// Children that are none of a program's: whoever begins us in its own place hands over those that it has.
    static OTHERS: OnceLock<Vec<Pid>> = OnceLock::new();

    /// A command line as a shell runs it, in a group of its own.
    pub(in super::super) fn shell(command: &str) -> Command {
        OTHERS.get_or_init(children);
        adopt_orphans();
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).process_group(0);
        shell
    }

    /// Ends the group and, where the system hands orphans to us, whoever has left it.
    pub(in super::super) fn end(group: u32) {
        let Ok(group) = i32::try_from(group) else {
            return;
        };
        // Whoever is left, even if the first of them has ended.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        let until = Instant::now() + AT_MOST;
        while Instant::now() < until {
            let family = family();
            if family.is_empty() {
                return;
            }
            for pid in family {
                let _ = kill(pid, Signal::SIGKILL);
                let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
            }
            thread::sleep(SHORTLY);
        }
    }

    /// Asks for the status of those who have ended: nobody else does, and until then they count as running. The
    /// program itself has an owner who asks.
    pub(in super::super) fn bury(program: u32) {
        let others = family().into_iter();
        for pid in others.filter(|pid| u32::try_from(pid.as_raw()) != Ok(program)) {
            let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
        }
    }

    /// The program with whoever has lost his parent.
    fn family() -> Vec<Pid> {
        let mut family = children();
        family.retain(|pid| !OTHERS.get().is_some_and(|others| others.contains(pid)));
        family
    }

    /// From now on, whoever loses its parent among our descendants becomes our child.
    #[cfg(target_os = "linux")]
    fn adopt_orphans() {
        // Where this cannot be had (before Linux 3.4), the group is what we can end.
        let _ = nix::sys::prctl::set_child_subreaper(true);
    }

    #[cfg(target_os = "linux")]
    fn children() -> Vec<Pid> {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let children = processes.filter_map(|process| {
            let pid = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            // `PID (NAME) STATE PARENT …`, and a name may hold anything.
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
