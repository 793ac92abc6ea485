//! The library, through its public paths.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)] // tests read files and may panic

mod answers;
mod architecture;
mod batch;
mod batch_arrays;
mod batch_drawn;
mod batch_refused;
mod bots;
mod conformance;
mod corpus_version;
mod dojo;
mod ending;
mod ending_disputes;
mod ending_log;
mod ending_saved;
mod ending_server;
mod ending_suggested;
mod ending_take_back;
mod gtp;
mod gtp_hostile;
mod gtp_loaded;
mod gtp_talk;
mod ids;
mod liars;
mod link;
mod malformed;
mod memory;
mod pasted;
mod picture;
mod planes;
mod printed;
mod record;
mod saved;
mod scoring;
mod sgf;
mod sgf_dialects;
mod sgf_faults;
mod sgf_formats;
mod sgf_lines;
mod sgf_read;
mod sgf_repair;
mod sgf_round;
mod sgf_tree;
mod sgf_variations;
mod small;
mod status;
mod strangers;
mod surface;
mod symmetry;
mod teire;
mod types;
mod undo;

/// Shared with the other test programs, which use other parts of it.
#[allow(dead_code)]
#[path = "../support"]
mod support {
    pub(crate) mod built_in;
    pub(crate) mod corpus;
    pub(crate) mod dojo_board;
    pub(crate) mod dojo_programs;
    pub(crate) mod gtp;
    pub(crate) mod imports;
    pub(crate) mod liar;
    pub(crate) mod naive;
    pub(crate) mod numbers;
    pub(crate) mod oracles;
    pub(crate) mod pair;
    pub(crate) mod rows;
    pub(crate) mod sgf;
    pub(crate) mod standing;
    pub(crate) mod table;
}

/// The command writes the bonus of the dojo kit with these.
#[path = "../../src/cli/dojo"]
mod dojo_files {
    pub(crate) mod sentences;
    pub(crate) mod steps;
}
