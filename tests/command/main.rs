//! The command `gokata`, run as a program.

mod cli;
mod collections;
#[cfg(unix)]
mod colors;
#[cfg(unix)]
mod dataset;
mod dataset_more;
#[cfg(unix)]
mod dojo;
mod export;
#[cfg(unix)]
mod files;
mod help;
#[cfg(unix)]
mod judge;
#[cfg(unix)]
mod judge_patience;
#[cfg(unix)]
mod judge_terminal;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod play_engine;
#[cfg(unix)]
mod play_kept;
mod records;

/// So that a run without the web game says what it leaves out: cargo does not. There is nothing to run here.
#[cfg(not(feature = "web"))]
#[test]
#[ignore = "the suite `web` needs --features web"]
fn web() {}

#[path = "../support"]
mod support {
    pub(crate) mod built_in;
    pub(crate) mod command;
    pub(crate) mod folder;
    #[cfg(unix)]
    pub(crate) mod judged;
    #[cfg(unix)]
    pub(crate) mod npy;
    #[cfg(unix)]
    pub(crate) mod processes;
    #[cfg(unix)]
    pub(crate) mod program;
    pub(crate) mod schema;
    #[cfg(unix)]
    pub(crate) mod terminal;
    #[cfg(unix)]
    pub(crate) mod waiting;
}
