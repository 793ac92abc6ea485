//! What `gokata check` finds, as data, and a file for each format that prints it.

pub(crate) mod finding;
mod github;
mod junit;
mod known;
mod markdown;
mod ndjson;
pub(crate) mod renderer;
mod report_file;
pub(crate) mod reporter;
mod text;

use clap::ValueEnum;

pub(crate) use self::known::KnownList;
pub(crate) use self::report_file::ReportFile;

use self::renderer::{Detail, Renderer};

/// The format of a report of `gokata check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text.
    #[default]
    Text,
    /// One JSON object per line.
    #[value(alias = "json")]
    Ndjson,
    /// A Markdown page about the program given by --engine or --exec.
    Markdown,
    /// One XML document that most programs for continuous integration read.
    Junit,
    /// Annotations of files for GitHub Actions, and the totals of --format text.
    Github,
}

impl Format {
    /// Returns what prints this format into a file.
    pub(crate) fn for_file(self, detail: Detail) -> Box<dyn Renderer> {
        match self {
            Format::Text => Box::new(text::Text::for_file(detail)),
            other => other.renderer(detail, true),
        }
    }

    /// Returns what prints this format. `of_program`: whether answers of a program are reported.
    pub(crate) fn renderer(self, detail: Detail, of_program: bool) -> Box<dyn Renderer> {
        match self {
            Format::Text => Box::new(text::Text::new(detail, None)),
            Format::Ndjson => Box::new(ndjson::Ndjson {
                held: of_program.then(Vec::new),
            }),
            Format::Markdown => Box::new(markdown::Markdown),
            Format::Junit => Box::new(junit::Document::default()),
            Format::Github => Box::new(github::renderer(detail)),
        }
    }
}
