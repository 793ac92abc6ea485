//! Prints the report of `gokata check` on fixtures, and the totals over all files.

use std::path::Path;

use super::fixture::FixtureResult;
use super::fixture_cases::{annotations, test_cases};
use super::fixture_json::json;
use super::record_report::{Line, Message, RecordCounts, RecordReport};
use super::warnings::{Warning, Warnings, more_like_this};
use crate::read::corpus::lasting_name;
use crate::read::corpus_version::{CorpusFiles, FromCorpus};
use crate::terminal::github::Level;
use crate::terminal::junit::{Document, TestCase, TestResult};
use crate::terminal::output::{BAD, Detail, Format, GOOD, Output, Status, styled};
use crate::terminal::text::{name, number, plain};

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
    without_moves: WithoutMoves,
    format: Format,
    junit: Document,
}

/// The messages about games without moves. Only the first is held.
#[derive(Default)]
struct WithoutMoves {
    first: Option<Warning>,
    more: usize,
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
            format,
            warnings: Warnings::new(detail, format),
            ..Summary::default()
        }
    }

    /// Prints and counts the report about a file. `None` means that the check panicked and the message was printed.
    pub(super) fn add(&mut self, file: &Path, report: Option<FileReport>, output: &mut Output) {
        match report {
            Some(FileReport::Fixture(result, corpus_name)) => {
                self.status = self.status.max(result.status());
                self.fixtures.add(&result);
                self.fixtures
                    .from_corpus
                    .add(&lasting_name(file), corpus_name);
                match self.format {
                    Format::Text | Format::Markdown => print_fixture(file, &result, output),
                    Format::Ndjson => output.line(json(file, &result, corpus_name.is_some())),
                    Format::Junit => {
                        for case in &test_cases(file, &result) {
                            self.test_case(file, case, output);
                        }
                    }
                    Format::Github => {
                        for finding in &annotations(file, &result) {
                            output.annotation(finding);
                        }
                    }
                }
            }
            Some(FileReport::Records(report)) => {
                self.status = self.status.max(report.status);
                self.record_files += usize::from(!report.is_part);
                self.records += report.counts;
                for message in report.log {
                    match message {
                        Message::Error(message) => output.log_in_order(&message),
                        Message::Warning(warning) => self.warnings.add(warning, output),
                        Message::Unlisted(game, count) => {
                            self.warnings.add_unlisted(&game, count, output);
                        }
                        Message::NoMoves(about) if self.detail.list_all => {
                            self.print_no_moves(&about, "", output);
                        }
                        Message::NoMoves(about) => self.without_moves.add(about),
                    }
                }
                for line in &report.lines {
                    match line {
                        Line::Text(line) => output.line(line),
                        Line::Finding(finding) => output.annotation(finding),
                        Line::Case(case) => self.test_case(file, case, output),
                    }
                }
            }
            None => {
                self.status = Status::Internal;
                let (bug, shown) = (styled(BAD, "bug"), name(file));
                output.log_in_order(&format!("{bug} {shown}: not checked"));
                if self.format == Format::Junit {
                    let bug = "a bug of gokata: not checked".to_owned();
                    let bug = TestResult::Error(bug, String::new());
                    self.test_case(file, &TestCase::new(&shown, bug), output);
                }
            }
        }
    }

    fn test_case(&mut self, file: &Path, case: &TestCase, output: &mut Output) {
        let suite = lasting_name(file);
        let lines = self.junit.add(&suite, &file.display().to_string(), case);
        for line in lines {
            output.line(line);
        }
    }

    fn print_no_moves(&self, about: &Warning, more: &str, output: &mut Output) {
        if self.format == Format::Github {
            output.annotation(&about.annotation(Level::Error, "not judged", more));
        } else {
            let (what, file) = (styled(BAD, "not judged"), name(&about.file));
            output.log_in_order(&format!("{what} {file}: {}{more}", about.message));
        }
    }

    pub(super) fn has_records(&self) -> bool {
        self.record_files > 0
    }

    /// Prints the messages that were held back, and the totals. `others`: the number of files passed over in folders.
    pub(super) fn print(&mut self, others: usize, output: &mut Output) {
        match self.format {
            Format::Text | Format::Markdown | Format::Github => {}
            Format::Ndjson => return,
            Format::Junit => {
                for line in self.junit.end() {
                    output.line(line);
                }
                return;
            }
        }
        self.warnings.print(output);
        if let WithoutMoves {
            first: Some(first),
            more,
        } = &self.without_moves
        {
            self.print_no_moves(first, &more_like_this(*more), output);
        }
        if self.detail.quiet {
            return;
        }
        if self.fixtures.files > 0 || self.record_files == 0 {
            self.fixtures.print(output);
        }
        if self.record_files > 0 {
            self.print_records(output);
            if others > 0 {
                let (files, were) = (
                    number(others, "other file"),
                    if others == 1 { "was" } else { "were" },
                );
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

impl WithoutMoves {
    fn add(&mut self, about: Warning) {
        match self.first {
            None => self.first = Some(about),
            Some(_) => self.more += 1,
        }
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

/// Prints the failures and disagreements of a fixture, or the error if it cannot be read.
fn print_fixture(file: &Path, result: &FixtureResult, output: &mut Output) {
    let name = name(file);
    let failed = styled(BAD, "failed");
    match result {
        FixtureResult::Refused => {}
        FixtureResult::Checked {
            report,
            disagreements,
            more_disagreements,
            ..
        } => {
            for failure in &report.failures {
                output.line(format!("{failed} {}", plain(&failure.describe(&name))));
            }
            if report.more_failures > 0 {
                let more = number(report.more_failures, "more failure");
                output.line(format!("{name}: {more}\n"));
            }
            for disagreement in disagreements {
                output.line(format!("{} {name}: {disagreement}", styled(BAD, "bug")));
            }
            if *more_disagreements > 0 {
                output.line(format!(
                    "{name}: {more_disagreements} more answers differ\n"
                ));
            }
        }
        FixtureResult::NotRefused { expected, got } => {
            output.line(format!("{failed} {name}: expected the refusal"));
            output.line(format!("{}\ngot\n{got}\n", plain(expected)));
        }
        FixtureResult::Unreadable { message, .. } => {
            output.log_in_order(&format!("{} {message}", styled(BAD, "cannot read")));
        }
    }
}
