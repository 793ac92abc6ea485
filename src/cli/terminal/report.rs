//! The parts of a report, and how each format prints them. What is checked does not matter here.

use std::path::Path;

use super::github::{Annotation, Level};
use super::junit::{Document, TestCase};
use super::output::{BAD, Format, Output, styled};
use super::text::{name, plain};

/// A part of a report.
pub(crate) enum Entry {
    /// A line of standard output: of text, or one JSON object.
    Line(String),
    Finding(Finding),
    /// A test case, for `JUnit`.
    Case(TestCase),
}

/// Something to report about a file: an annotation for GitHub, else a line of text.
pub(crate) struct Finding {
    pub(crate) annotation: Annotation,
    /// The same as text.
    pub(crate) line: String,
    pub(crate) stream: Stream,
}

/// Where a finding is printed as text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    Output,
    Errors,
}

impl Finding {
    /// An error at a place in a file. As text, it begins with the label.
    pub(crate) fn error(
        label: &str,
        file: &Path,
        place: Option<(usize, usize)>,
        title: impl Into<String>,
        message: impl Into<String>,
    ) -> Finding {
        let message = message.into();
        Finding {
            line: sentence(&styled(BAD, label), file, place, &message),
            annotation: Annotation::error(file.display().to_string(), place, title, message),
            stream: Stream::Output,
        }
    }

    /// An error with a message that begins with the name of the file.
    pub(crate) fn of_file(
        label: &str,
        file: &Path,
        place: Option<(usize, usize)>,
        message: &str,
    ) -> Finding {
        Finding {
            line: format!("{} {message}", styled(BAD, label)),
            annotation: Annotation::error(file.display().to_string(), place, label, message),
            stream: Stream::Errors,
        }
    }

    pub(crate) fn warning(file: &Path, place: Option<(usize, usize)>, message: &str) -> Finding {
        let mut annotation =
            Annotation::error(file.display().to_string(), place, "warning", message);
        annotation.level = Level::Warning;
        Finding {
            line: sentence("warning", file, place, message),
            annotation,
            stream: Stream::Errors,
        }
    }

    /// Prints the line on standard error.
    pub(crate) fn on_errors(self) -> Finding {
        Finding {
            stream: Stream::Errors,
            ..self
        }
    }

    /// Adds words at the end.
    pub(crate) fn and(mut self, more: &str) -> Finding {
        self.annotation.message += more;
        self.line += more;
        self
    }
}

/// `LABEL FILE:LINE:COL: MESSAGE`
fn sentence(label: &str, file: &Path, place: Option<(usize, usize)>, message: &str) -> String {
    let at = place.map_or(String::new(), |(line, column)| format!("{line}:{column}:"));
    format!("{label} {}:{at} {}", name(file), plain(message))
}

/// Prints entries in one format.
#[derive(Default)]
pub(crate) struct Printer {
    pub(crate) format: Format,
    junit: Document,
}

impl Printer {
    pub(crate) fn new(format: Format) -> Printer {
        let junit = Document::default();
        Printer { format, junit }
    }

    pub(crate) fn print(&mut self, entry: &Entry, output: &mut Output) {
        match entry {
            Entry::Line(line) => output.line(line),
            Entry::Finding(finding) => self.finding(finding, output),
            Entry::Case(case) => {
                for line in self.junit.add(case) {
                    output.line(line);
                }
            }
        }
    }

    pub(crate) fn finding(&self, finding: &Finding, output: &mut Output) {
        match finding.stream {
            _ if self.format == Format::Github => output.annotation(&finding.annotation),
            Stream::Output => output.line(&finding.line),
            Stream::Errors => output.log_in_order(&finding.line),
        }
    }

    /// Ends the document, if the format has one.
    pub(crate) fn end(&mut self, output: &mut Output) {
        if self.format == Format::Junit {
            for line in self.junit.end() {
                output.line(line);
            }
        }
    }
}
