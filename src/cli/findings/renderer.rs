//! What a format prints of a run.

use std::path::PathBuf;

use gokata::questions::Table;

use super::finding::{Finding, Object, Remark};
use crate::terminal::output::{BAD, Output, styled};

/// How much a text report of `gokata check` says.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Detail {
    /// Print only what is wrong: no totals, no warnings.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print no warnings (in ndjson, objects keep theirs).
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) no_warnings: bool,
    /// Print each warning and wrong answer, not one for all of its kind.
    #[arg(long, visible_alias = "all")]
    pub(crate) list_all: bool,
}

impl Detail {
    pub(crate) fn warns(self) -> bool {
        !(self.quiet || self.no_warnings)
    }
}

/// Prints what is found in one format. What a format has no place for, it leaves out.
pub(crate) trait Renderer {
    /// True if wrong answers are drawn, for a person at a terminal.
    fn draws(&self) -> bool {
        false
    }

    /// Warns before the first finding.
    fn warn(&mut self, _title: &'static str, message: &str, output: &mut Output) {
        output.log_in_order(&format!("{} {message}", styled(BAD, "warning:")));
    }

    /// Introduces the program that answers, once it has said who it is.
    fn program(&mut self, _program: &dyn Object, _output: &mut Output) {}

    /// Prints some findings about one file.
    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output);

    /// Prints a line about the run.
    fn line(&mut self, _line: &str, _output: &mut Output) {}

    /// Ends the report. `totals`: none where an error has ended the run.
    fn end(&mut self, totals: Option<&dyn Totals>, output: &mut Output);
}

/// The totals of a run.
pub(crate) trait Totals {
    /// The lines of a report as text.
    fn text(&self) -> Vec<String>;

    /// What the totals say about files, each with the file and the line. For annotations.
    fn remarks(&self) -> Vec<(PathBuf, Remark)> {
        Vec::new()
    }

    /// The last object, if there is one.
    fn object(&self) -> Option<Box<dyn Object>> {
        None
    }

    /// A page about a program.
    fn page(&self) -> Option<Page<'_>> {
        None
    }
}

/// What a page says, as plain text.
pub(crate) struct Page<'a> {
    /// The name of the program and its command line.
    pub(crate) title: Option<String>,
    pub(crate) command: &'a str,
    pub(crate) sentence: String,
    pub(crate) warning: Option<&'a str>,
    pub(crate) tables: [Table; 2],
    /// The wrong answers: the id, the place, the case, the rules, what was asked, expected and got.
    pub(crate) wrong: Vec<[String; 7]>,
    /// Questions as they were sent, each with a heading.
    pub(crate) questions: Vec<(String, &'a str)>,
    pub(crate) notes: Vec<String>,
}
