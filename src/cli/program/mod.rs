//! Other programs: starts them, exchanges lines or GTP commands with them, and ends them with all their descendants.

pub(crate) mod error;
pub(crate) mod gtp_connection;
#[cfg(not(unix))]
mod job;
mod pipes;
pub(crate) mod process;
mod process_group;
#[cfg(target_os = "linux")]
mod process_tree;

/// The descendants of a program are known on Linux only.
#[cfg(not(target_os = "linux"))]
mod process_tree {
    pub(super) fn adopt_orphans() {}
    pub(super) fn end() {}
    pub(super) fn reap_orphans(_programs: &[u32]) {}
    pub(super) fn has_more_than(_limit: usize) -> bool {
        false
    }
}
