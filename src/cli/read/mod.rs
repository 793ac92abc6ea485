//! Input: files, lists of files, arguments, positions, game records, the fixtures as a corpus.

pub(crate) mod arguments;
pub(crate) mod corpus;
pub(crate) mod files;
pub(crate) mod paths;
pub(crate) mod position;
pub(crate) mod record;
