//! The reports of `gokata check` on files, and the totals over all of them.

use std::path::Path;

use super::warnings::{Message, Warnings};
use crate::read::corpus::lasting_name;
use crate::read::corpus_version::{CORPUS, FromCorpus};
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{BAD, Detail, Format, GOOD, Output, Status, styled};
use crate::terminal::report::{Entry, Finding, Printer};
use crate::terminal::text::{name, number};

/// The report about a file, or about some of its games.
#[derive(Default)]
pub(super) struct FileReport {
    pub(super) status: Status,
    pub(super) messages: Vec<Message>,
    pub(super) counts: Vec<(Count, usize)>,
    /// Of each line of a fixture that was not checked, why.
    pub(super) not_asked: Vec<String>,
    /// With `--stats`, the games whose result contradicts the count.
    pub(super) contradictions: Vec<String>,
    /// The name of a fixture, and that in the corpus, if it is there.
    pub(super) fixture: Option<(String, Option<&'static str>)>,
}

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Count {
    Fixtures,
    Cases,
    Questions,
    /// Fixtures that were rejected as expected.
    Refused,
    /// Fixtures that are not as expected.
    Failed,
    /// Fixtures that cannot be read.
    Unreadable,
    /// Fixtures on which the referees disagree.
    Disputed,
    /// Files of game records.
    Records,
    Games,
    Moves,
    Illegal,
    WithoutMoves,
    /// Files and games that cannot be read or parsed completely.
    NotUnderstood,
    /// Games whose text ends before they do.
    Incomplete,
    DisputedGames,
    /// Variations not judged, because only main lines are judged.
    Variations,
    /// Variations not judged, because they branch off after an illegal move or a parse error.
    CutOff,
}

const COUNTS: usize = Count::CutOff as usize + 1;

impl FileReport {
    /// The report about a file on which the check panicked. The panic has been printed.
    pub(super) fn of_bug(file: &Path, format: Format) -> FileReport {
        let message = format!("{}: not checked", name(file));
        let bug = Entry::Finding(Finding::of_file("bug", file, None, &message));
        let mut messages = vec![Message::Entry(bug)];
        if format == Format::Junit {
            let (suite, shown) = (lasting_name(file), file.display().to_string());
            let result = TestResult::Error("a bug of gokata: not checked".to_owned(), message);
            let case = TestCase::new(&suite, &shown, &*shown, result);
            messages.push(Message::Entry(Entry::Case(case)));
        }
        FileReport {
            status: Status::Internal,
            messages,
            ..FileReport::default()
        }
    }
}

/// Totals over all files reported so far.
#[derive(Default)]
pub(super) struct Summary {
    detail: Detail,
    pub(super) status: Status,
    counts: [usize; COUNTS],
    from_corpus: FromCorpus,
    /// The number of fixture lines that were not checked, by reason.
    not_asked: Vec<(String, usize)>,
    /// The first games whose result contradicts the count, and the number of the others.
    contradictions: (Vec<String>, usize),
    warnings: Warnings,
    printer: Printer,
}

/// The most games whose result contradicts the count that are listed.
const MOST_CONTRADICTIONS: usize = 1000;

impl Summary {
    pub(super) fn new(detail: Detail, format: Format) -> Summary {
        Summary {
            detail,
            printer: Printer::new(format),
            ..Summary::default()
        }
    }

    /// Prints and counts a report.
    pub(super) fn add(&mut self, report: FileReport, output: &mut Output) {
        self.status = self.status.max(report.status);
        for (count, more) in report.counts {
            self.counts[count as usize] += more;
        }
        for why in report.not_asked {
            match self.not_asked.iter_mut().find(|(known, _)| *known == why) {
                Some((_, lines)) => *lines += 1,
                None => self.not_asked.push((why, 1)),
            }
        }
        for game in report.contradictions {
            let (listed, others) = &mut self.contradictions;
            if listed.len() < MOST_CONTRADICTIONS {
                listed.push(game);
            } else {
                *others += 1;
            }
        }
        if let Some((name, own)) = report.fixture {
            self.from_corpus.add(&name, own);
        }
        // With --list-all, the warnings of a file come first.
        let is_warning = |message: &Message| !matches!(message, Message::Entry(_));
        let messages = report.messages.into_iter();
        let (warnings, others): (Vec<_>, Vec<_>) = messages.partition(is_warning);
        for message in warnings.into_iter().chain(others) {
            self.warnings
                .add(message, self.detail, &mut self.printer, output);
        }
    }

    pub(super) fn count(&self, count: Count) -> usize {
        self.counts[count as usize]
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
        let has_records = self.count(Count::Records) > 0;
        if self.count(Count::Fixtures) > 0 || !has_records {
            self.print_fixtures(output);
        }
        if has_records {
            self.print_records(others, output);
        }
    }

    fn print_fixtures(&self, output: &mut Output) {
        let faults = [
            (Count::Failed, "# not as expected"),
            (Count::Unreadable, "# could not be read"),
            (Count::Disputed, "the referees disagree in #"),
        ];
        let faults = faults.map(|(count, fault)| {
            let files = number(self.count(count), "file");
            (count, fault.replace('#', &files))
        });
        let totals = [
            (Count::Fixtures, "file"),
            (Count::Cases, "case"),
            (Count::Questions, "question"),
        ];
        self.print_total(totals, "all as expected", &faults, output);
        let refused = self.count(Count::Refused);
        if refused > 0 {
            let (files, was) = (number(refused, "file"), was(refused));
            output.line(format!(
                "  {files} with intended errors {was} refused, as expected"
            ));
        }
        if let Some(note) = self.from_corpus.note(CORPUS.files().len()) {
            output.line(format!("  {note}"));
        }
        for (why, lines) in &self.not_asked {
            output.line(format!("  {} not asked: {why}", number(*lines, "line")));
        }
    }

    fn print_records(&self, others: usize, output: &mut Output) {
        let faults = [
            (Count::Illegal, "with an illegal move"),
            (Count::WithoutMoves, "without moves"),
            (Count::NotUnderstood, "not understood"),
            (Count::Incomplete, "incomplete"),
            (Count::DisputedGames, "on which the referees disagree"),
        ];
        let faults = faults.map(|(count, what)| (count, format!("{} {what}", self.count(count))));
        let totals = [
            (Count::Records, "record"),
            (Count::Games, "game"),
            (Count::Moves, "move"),
        ];
        self.print_total(totals, "all legal", &faults, output);
        let unjudged = [
            (Count::Variations, "; use --variations to judge all"),
            (
                Count::CutOff,
                ", because an earlier move is illegal or not understood",
            ),
        ];
        for (count, why) in unjudged {
            if self.count(count) > 0 {
                let variations = number(self.count(count), "variation");
                output.line(format!("  {variations} not judged{why}"));
            }
        }
        let (listed, more) = &self.contradictions;
        if !listed.is_empty() {
            let games = number(listed.len() + more, "game");
            output.line(format!(
                "  {games} with another result (RE) than the count, although nothing is open:"
            ));
            for game in listed {
                output.line(format!("    {game}"));
            }
        }
        if others > 0 {
            let (files, were) = (number(others, "other file"), was(others));
            output.line(format!(
                "  {files} {were} passed over: in folders, only .sgf and .txt are read"
            ));
        }
    }

    /// Prints how much was checked, and the faults in red, or `good` in green if there are none.
    fn print_total(
        &self,
        totals: [(Count, &str); 3],
        good: &str,
        faults: &[(Count, String)],
        output: &mut Output,
    ) {
        let totals = totals.map(|(count, noun)| number(self.count(count), noun));
        let found = faults.iter().filter(|(count, _)| self.count(*count) > 0);
        let found: Vec<&str> = found.map(|(_, fault)| &**fault).collect();
        let verdict = if found.is_empty() {
            styled(GOOD, good)
        } else {
            styled(BAD, found.join(", "))
        };
        output.line(format!("{}: {verdict}", totals.join(", ")));
    }
}

fn was(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}
