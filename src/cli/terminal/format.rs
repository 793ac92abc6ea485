//! The output format of `gokata check`, whoever is checked.

use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// An object of JSON on each line.
    #[value(alias = "json")]
    Ndjson,
    /// A page about the program given by --engine or --exec, and only about one.
    Markdown,
}
