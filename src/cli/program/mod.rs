//! Other programs: starts them, exchanges lines or GTP commands with them, and ends them with all their descendants.

pub(crate) mod error;
pub(crate) mod gtp_connection;
mod pipes;
pub(crate) mod process;
mod process_group;
#[cfg(target_os = "linux")]
mod process_tree;
