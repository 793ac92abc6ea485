//! The descendants of the programs that gokata has started, on Linux. They are found in `/proc` even if they have left the program's
//! process group or their parents have ended.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, waitid, waitpid};
use nix::unistd::Pid;

use crate::terminal::workers::lock;

/// The longest time to stop all descendants before they are killed.
const FREEZE: Duration = Duration::from_secs(2);
/// The longest time to end all descendants. Reached only by processes that wait for a device.
const AT_MOST: Duration = Duration::from_secs(10);
/// How long to wait for killed processes before `/proc` is read again.
const DEATH: Duration = Duration::from_millis(100);
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The descendants that this process had before it started its first program, inherited if a shell replaced itself
/// with gokata by `exec`. They are not ended. `None` until the first program is started.
static INHERITED: Mutex<Option<HashSet<i32>>> = Mutex::new(None);

/// Makes gokata the new parent of every descendant whose parent ends.
pub(super) fn adopt_orphans() {
    let mut inherited = lock(&INHERITED);
    if inherited.is_none() {
        let mut tree = Tree::default();
        if has_children() {
            tree.scan(false);
        }
        *inherited = Some(tree.found);
        // Before Linux 3.4 this fails, and descendants whose parent has ended are not found.
        let _ = set_child_subreaper(true);
    }
}

/// True if the program has more running descendants than this, itself included.
pub(super) fn has_more_than(limit: usize) -> bool {
    // Opens the files of the processes only if the machine has more than `limit` of them.
    let all = std::fs::read_dir("/proc").map_or(0, Iterator::count);
    if all <= limit {
        return false;
    }
    let mut tree = Tree::of_program();
    tree.scan(false);
    tree.living.len() > limit
}

/// Ends all descendants: stops them first, because a process that forks faster than it is killed would survive.
pub(super) fn end() {
    let deadline = Instant::now() + AT_MOST;
    while has_children() && Instant::now() < deadline {
        let mut tree = Tree::of_program();
        tree.freeze(deadline.min(Instant::now() + FREEZE));
        // The end of a process can resume others: those of a process group that thereby loses its last link to the
        // session. If one of them forks before its own signal arrives, the loop finds the child.
        tree.living
            .retain(|pid| kill(Pid::from_raw(*pid), Signal::SIGKILL).is_ok());
        let until = deadline.min(Instant::now() + DEATH);
        let is_end = tree.living.is_empty();
        loop {
            // Those that have ended and are gokata's children.
            for pid in &tree.found {
                let _ = waitpid(Pid::from_raw(*pid), Some(WaitPidFlag::WNOHANG));
            }
            tree.living
                .retain(|pid| kill(Pid::from_raw(*pid), None).is_ok());
            if tree.living.is_empty() || Instant::now() >= until {
                break;
            }
            thread::sleep(POLL_INTERVAL);
        }
        if is_end {
            return;
        }
    }
}

/// True if this process has a child, running or ended. Without one it has no descendants.
fn has_children() -> bool {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    waitid(Id::All, flags) != Err(Errno::ECHILD)
}

/// Reaps the children that have ended, up to the first of the programs, whose status `Process` reads.
pub(super) fn reap_orphans(programs: &[u32]) {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG;
    while let Ok(status) = waitid(Id::All, flags | WaitPidFlag::WNOWAIT) {
        let Some(pid) = status.pid() else { return };
        if u32::try_from(pid.as_raw()).is_ok_and(|pid| programs.contains(&pid)) {
            return;
        }
        let _ = waitid(Id::Pid(pid), flags);
        // Its number may now become the number of any other process.
        lock(&INHERITED)
            .as_mut()
            .map(|pids| pids.remove(&pid.as_raw()));
    }
}

/// The descendants of gokata found in one or more scans of `/proc`.
#[derive(Default)]
struct Tree {
    inherited: HashSet<i32>,
    found: HashSet<i32>,
    /// Those found by the last scan that have not ended.
    living: Vec<i32>,
}

impl Tree {
    /// Returns an empty tree that leaves out the inherited processes.
    fn of_program() -> Tree {
        Tree {
            inherited: lock(&INHERITED).clone().unwrap_or_default(),
            ..Tree::default()
        }
    }

    /// Adds the descendants in `/proc`; with `stops`, stops each of them as soon as it is found. Returns true if one of them is
    /// new or runs. `/proc` is in the order of process numbers and read in portions, so that a scan meets most children after
    /// their parents, even new ones.
    fn scan(&mut self, stops: bool) -> bool {
        let own = i32::try_from(std::process::id()).unwrap_or(0);
        self.living.clear();
        let mut has_news = false;
        let mut later = Vec::new();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let pid = entry.file_name().to_str().and_then(|pid| pid.parse().ok());
            let Some(pid) = pid.filter(|pid| !self.inherited.contains(pid)) else {
                continue;
            };
            let Some((parent, state)) = parent_and_state(pid) else {
                continue;
            };
            if parent == own || self.found.contains(&parent) {
                has_news |= self.add(pid, state, stops);
            } else {
                later.push((pid, parent, state));
            }
        }
        // Descendants whose numbers are smaller than those of their parents.
        loop {
            let before = later.len();
            later.retain(|(pid, parent, state)| {
                let is_ours = self.found.contains(parent);
                if is_ours {
                    has_news |= self.add(*pid, *state, stops);
                }
                !is_ours
            });
            if later.len() == before {
                return has_news;
            }
        }
    }

    /// Adds a process in this state, as in `/proc/PID/stat`. Returns true if it is new or runs.
    fn add(&mut self, pid: i32, state: char, stops: bool) -> bool {
        let is_new = self.found.insert(pid);
        if matches!(state, 'Z' | 'X') {
            return is_new;
        }
        self.living.push(pid);
        if !stops || matches!(state, 'T' | 't') {
            return is_new;
        }
        // Another user's process cannot be stopped. A process in state D will stop before it runs on.
        let stopped = kill(Pid::from_raw(pid), Signal::SIGSTOP);
        is_new || stopped != Err(Errno::EPERM) && state != 'D'
    }

    /// Stops all descendants. Ends when two scans in a row have found none that is new or runs: a child that the first
    /// scan missed, because its parent forked meanwhile, is found by the second. No ended child of gokata is reaped
    /// meanwhile, so each scan finds every new one.
    fn freeze(&mut self, deadline: Instant) {
        let mut scans_without_news = 0;
        while scans_without_news < 2 && Instant::now() < deadline {
            if self.scan(true) {
                scans_without_news = 0;
                thread::sleep(POLL_INTERVAL);
            } else {
                scans_without_news += 1;
            }
        }
    }
}

/// Returns the parent and the state of a process; `None` if it no longer exists.
fn parent_and_state(pid: i32) -> Option<(i32, char)> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // `PID (NAME) STATE PARENT …`, where NAME may contain anything.
    let (_, behind) = stat.rsplit_once(") ")?;
    let mut words = behind.split(' ');
    let state = words.next()?.chars().next()?;
    Some((words.next()?.parse().ok()?, state))
}
