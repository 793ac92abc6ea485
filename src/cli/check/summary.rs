//! Prints the reports of `gokata check` on files, and the totals over all of them.

use std::path::Path;

use super::fixture::FixtureResult;
use super::fixture_report;
use super::record_report::{Message, RecordCounts, RecordReport};
use super::warnings::Warnings;
use crate::read::corpus::lasting_name;
use crate::read::corpus_version::{CorpusFiles, FromCorpus};
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{BAD, Detail, Format, GOOD, Output, Status, styled};
use crate::terminal::report::{Entry, Printer};
use crate::terminal::text::{name, number};

/// The report about one file: a fixture or a file of game records.
pub(super) enum FileReport {
    /// The result, and the name of the fixture in the corpus, if it is there.
    Fixture(FixtureResult, Option<&'static str>),
    Records(RecordReport),
}

/// Totals over all files reported so far.
#[derive(Default)]
pub(super) struct Summary {
    detail: Detail,
    pub(super) status: Status,
    fixtures: FixtureCounts,
    record_files: usize,
    records: RecordCounts,
    warnings: Warnings,
    printer: Printer,
}

#[derive(Default)]
struct FixtureCounts {
    files: usize,
    cases: usize,
    questions: usize,
    refused: usize,
    /// The number of files with each status.
    by_status: [usize; 4],
    from_corpus: FromCorpus,
    /// The number of fixture lines that were not checked, by reason.
    not_asked: Vec<(&'static str, usize)>,
}

impl Summary {
    pub(super) fn new(detail: Detail, format: Format) -> Summary {
        Summary {
            detail,
            warnings: Warnings::new(detail),
            printer: Printer::new(format),
            ..Summary::default()
        }
    }

    /// Prints and counts the report about a file. `None` means that the check panicked and the message was printed.
    pub(super) fn add(&mut self, file: &Path, report: Option<FileReport>, output: &mut Output) {
        match report {
            Some(FileReport::Fixture(result, corpus_name)) => {
                self.status = self.status.max(result.status());
                self.fixtures.add(&result);
                let from_corpus = &mut self.fixtures.from_corpus;
                from_corpus.add(&lasting_name(file), corpus_name);
                let format = self.printer.format;
                for entry in fixture_report::report(file, &result, corpus_name.is_some(), format) {
                    self.printer.print(&entry, output);
                }
            }
            Some(FileReport::Records(report)) => {
                self.status = self.status.max(report.status);
                self.record_files += usize::from(!report.is_part);
                self.records += report.counts;
                let (printer, warnings) = (&mut self.printer, &mut self.warnings);
                for message in report.log {
                    match message {
                        Message::Error(finding) => printer.finding(&finding, output),
                        Message::Warning(warning) => warnings.add(warning, printer, output),
                        Message::Unlisted(game, count) => {
                            warnings.add_unlisted(&game, count, output);
                        }
                        Message::NoMoves(game) => warnings.add_without_moves(game, printer, output),
                    }
                }
                for entry in &report.entries {
                    printer.print(entry, output);
                }
            }
            None => {
                self.status = Status::Internal;
                let (bug, shown) = (styled(BAD, "bug"), name(file));
                output.log_in_order(&format!("{bug} {shown}: not checked"));
                if self.printer.format == Format::Junit {
                    let bug = "a bug of gokata: not checked".to_owned();
                    let bug = TestResult::Error(bug, String::new());
                    let path = file.display().to_string();
                    let case = TestCase::new(&lasting_name(file), &path, shown, bug);
                    self.printer.print(&Entry::Case(case), output);
                }
            }
        }
    }

    pub(super) fn has_records(&self) -> bool {
        self.record_files > 0
    }

    /// Prints the messages that were held back, and the totals. `others`: the number of files passed over in folders.
    pub(super) fn print(&mut self, others: usize, output: &mut Output) {
        self.printer.end(output);
        if matches!(self.printer.format, Format::Ndjson | Format::Junit) {
            return;
        }
        self.warnings.print(&self.printer, output);
        if self.detail.quiet {
            return;
        }
        if self.fixtures.files > 0 || self.record_files == 0 {
            self.fixtures.print(output);
        }
        if self.record_files > 0 {
            self.print_records(output);
            if others > 0 {
                let files = number(others, "other file");
                let were = if others == 1 { "was" } else { "were" };
                output.line(format!(
                    "  {files} {were} passed over: in folders, only .sgf and .txt are read"
                ));
            }
        }
    }

    fn print_records(&self, output: &mut Output) {
        let counts = &self.records;
        let faults = [
            (counts.illegal, "with an illegal move"),
            (counts.without_moves, "without moves"),
            (counts.not_understood, "not understood"),
            (counts.incomplete, "incomplete"),
            (counts.disputed, "on which the referees disagree"),
        ];
        let faults = faults.map(|(count, what)| (count, format!("{count} {what}")));
        output.line(format!(
            "{}, {}, {}: {}",
            number(self.record_files, "record"),
            number(counts.games, "game"),
            number(counts.moves, "move"),
            verdict("all legal", faults)
        ));
        if counts.variations > 0 {
            let variations = number(counts.variations, "variation");
            output.line(format!(
                "  {variations} not judged; use --variations to judge all"
            ));
        }
        if counts.cut_off > 0 {
            let variations = number(counts.cut_off, "variation");
            output.line(format!(
                "  {variations} not judged, because an earlier move is illegal or not understood"
            ));
        }
    }
}

/// Returns the faults in red, or `good` in green if there are none.
fn verdict(good: &str, faults: impl IntoIterator<Item = (usize, String)>) -> String {
    let faults = faults.into_iter().filter(|(count, _)| *count > 0);
    let faults: Vec<String> = faults.map(|(_, fault)| fault).collect();
    if faults.is_empty() {
        styled(GOOD, good)
    } else {
        styled(BAD, faults.join(", "))
    }
}

impl FixtureCounts {
    fn add(&mut self, result: &FixtureResult) {
        self.files += 1;
        self.by_status[result.status() as usize] += 1;
        match result {
            FixtureResult::Refused => self.refused += 1,
            FixtureResult::Checked { cases, report, .. } => {
                self.cases += cases.len();
                self.questions += report.asked;
                for line in &report.not_asked {
                    match self.not_asked.iter_mut().find(|(why, _)| *why == line.why) {
                        Some((_, lines)) => *lines += 1,
                        None => self.not_asked.push((line.why, 1)),
                    }
                }
            }
            FixtureResult::NotRefused { .. } | FixtureResult::Unreadable { .. } => {}
        }
    }

    fn print(&self, output: &mut Output) {
        let files = |count: usize| number(count, "file");
        let [_, failed, unreadable, disputed] = self.by_status;
        let faults = [
            (failed, format!("{} not as expected", files(failed))),
            (
                unreadable,
                format!("{} could not be read", files(unreadable)),
            ),
            (
                disputed,
                format!("the referees disagree in {}", files(disputed)),
            ),
        ];
        output.line(format!(
            "{}, {}, {}: {}",
            files(self.files),
            number(self.cases, "case"),
            number(self.questions, "question"),
            verdict("all as expected", faults)
        ));
        if self.refused > 0 {
            let was = if self.refused == 1 { "was" } else { "were" };
            let refused = files(self.refused);
            output.line(format!(
                "  {refused} with intended errors {was} refused, as expected"
            ));
        }
        if let Some(note) = self.from_corpus.note(CorpusFiles::All) {
            output.line(format!("  {note}"));
        }
        for (why, lines) in &self.not_asked {
            output.line(format!("  {} not asked: {why}", number(*lines, "line")));
        }
    }
}
