//! Reads input: files, lists of files, arguments, positions, game records, and the questions of fixtures.

pub(crate) mod arguments;
pub(crate) mod boards;
pub(crate) mod corpus;
pub(crate) mod corpus_version;
pub(crate) mod files;
pub(crate) mod link;
pub(crate) mod pasted;
pub(crate) mod paths;
pub(crate) mod position;
pub(crate) mod record;
pub(crate) mod rules;
