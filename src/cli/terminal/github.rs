//! Workflow commands of GitHub Actions: lines that become annotations of files in a pull request.
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use std::fmt;

use super::text::plain;

/// A finding at a place in a file.
#[derive(Clone)]
pub(crate) struct Annotation {
    pub(crate) level: Level,
    /// The file as it was given.
    pub(crate) file: Option<String>,
    /// Line and column, from 1.
    pub(crate) place: Option<(usize, usize)>,
    pub(crate) title: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Error,
    Warning,
}

impl Annotation {
    /// An error in a file.
    pub(crate) fn error(
        file: impl Into<String>,
        place: Option<(usize, usize)>,
        title: impl Into<String>,
        message: impl Into<String>,
    ) -> Annotation {
        Annotation {
            level: Level::Error,
            file: Some(file.into()),
            place,
            title: title.into(),
            message: message.into(),
        }
    }
}

/// Writes the command on one line.
impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.level {
            Level::Error => "::error ",
            Level::Warning => "::warning ",
        })?;
        if let Some(file) = &self.file {
            write!(f, "file={},", property(file))?;
        }
        if let Some((line, column)) = self.place {
            write!(f, "line={line},col={column},")?;
        }
        let (title, message) = (property(&self.title), data(&self.message));
        write!(f, "title={title}::{message}")
    }
}

/// Escapes a message.
fn data(text: &str) -> String {
    // No CR is left, but the grammar names it.
    let text = plain(text.trim_end()).replace("##[", "## [");
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Changes a text so that none of its lines is a command: neither `::NAME …` at the beginning of a line, nor the older
/// `##[NAME …]` anywhere.
pub(crate) fn no_command(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line = line.replace("##[", "## [");
        if line.trim_start().starts_with("::") {
            format!("| {line}")
        } else {
            line
        }
    });
    lines.collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_lines_are_no_commands() {
        for (text, expected) in [
            ("a ::b", "a ::b"),
            ("::error::x", "| ::error::x"),
            ("a\n \t::stop-commands::b\n", "a\n|  \t::stop-commands::b\n"),
            ("a ##[error]b", "a ## [error]b"),
            ("###[[", "### [["),
        ] {
            assert_eq!(no_command(text), expected);
        }
    }
}
