//! The terminal, pipes and scripts: output, formats, signals, threads. Knows nothing of Go.

pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod signals;
pub(crate) mod text;
pub(crate) mod workers;
