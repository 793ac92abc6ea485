//! What a format prints of a run: findings as they come, above a progress bar, and the totals.

use std::path::PathBuf;

use gokata::questions::Table;

use super::finding::{Finding, Remark};
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

    /// True if something is printed for this finding.
    fn shows(&self, _finding: &Finding) -> bool {
        true
    }

    /// Warns before the first finding.
    fn warn(&mut self, _title: &'static str, message: &str, output: &mut Output) {
        output.log_in_order(&format!("{} {message}", styled(BAD, "warning:")));
    }

    /// Introduces the program that answers, once it has said who it is: a line of `--format ndjson`.
    fn program(&mut self, _json: &str, _output: &mut Output) {}

    /// Prints some findings about one file.
    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output);

    /// Prints a line about the run.
    fn line(&mut self, _line: &str, _output: &mut Output) {}

    /// Ends the report. `totals`: none where an error has ended the run.
    fn end(&mut self, totals: Option<&Totals>, output: &mut Output);
}

/// The totals of a run.
#[derive(Default)]
pub(crate) struct Totals {
    pub(crate) text: Vec<String>,
    /// What the totals say about files, each with the file and the line. For annotations.
    pub(crate) remarks: Vec<(PathBuf, Remark)>,
    /// The last line of `--format ndjson`, if there is one.
    pub(crate) json: Option<String>,
    pub(crate) page: Option<Page>,
}

/// What a page says, as plain text.
pub(crate) struct Page {
    /// The name of the program and its command line.
    pub(crate) title: Option<String>,
    pub(crate) command: String,
    pub(crate) sentence: String,
    /// Why too little was asked.
    pub(crate) shortfalls: Vec<String>,
    pub(crate) warning: Option<&'static str>,
    pub(crate) tables: [Table; 2],
    /// The wrong answers: the id, the place, the case, the rules, what was asked, expected and got.
    pub(crate) wrong: Vec<[String; 7]>,
    /// Questions as they were sent, each with a heading.
    pub(crate) questions: Vec<(String, String)>,
    pub(crate) notes: Vec<String>,
}
