//! The format of a report.

use clap::ValueEnum;

/// The format of a report of `gokata check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object per line.
    #[value(alias = "json")]
    Ndjson,
    /// A page about the program given by --engine or --exec.
    Markdown,
}
