//! Output, errors of commands, signals and threads. Independent of Go.

pub(crate) mod error;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod signals;
pub(crate) mod text;
pub(crate) mod workers;
