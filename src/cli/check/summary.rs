//! What `gokata check` tells people of each file, and of all together.

use std::path::Path;

use super::fixture::Outcome;
use super::fixture_json::json;
use super::records::Told;
use crate::terminal::format::Format;
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};
use crate::terminal::text::{name, number, plain};

/// What came of one file of either kind.
pub(super) enum Done {
    Fixture(Outcome),
    Record(Told),
}

/// All files so far.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) status: Status,
    files: usize,
    cases: usize,
    questions: usize,
    refused: usize,
    bad_files: usize,
    unreadable: usize,
    disputed: usize,
    not_asked: Vec<(&'static str, usize)>,
    records: Records,
}

/// All game records so far.
#[derive(Default)]
struct Records {
    files: usize,
    games: usize,
    moves: usize,
    illegal: usize,
    not_understood: usize,
    disputed: usize,
    variations: usize,
    cut_off: usize,
}

impl Sum {
    /// `None` is a panic, of which the message has been told.
    pub(super) fn add(
        &mut self,
        file: &Path,
        done: Option<Done>,
        format: Format,
        output: &mut Output,
    ) {
        match done {
            Some(Done::Fixture(outcome)) => self.add_fixture(file, &outcome, format, output),
            Some(Done::Record(told)) => self.add_record(&told, output),
            None => {
                self.status = Status::Internal;
                output.flush();
                Output::log(&format!(
                    "{} {}: not checked",
                    styled(BAD, "bug"),
                    name(file)
                ));
            }
        }
    }

    fn add_record(&mut self, told: &Told, output: &mut Output) {
        self.status = self.status.max(told.status);
        let records = &mut self.records;
        records.files += usize::from(!told.is_part);
        records.games += told.games;
        records.moves += told.moves;
        records.illegal += told.illegal;
        records.not_understood += told.not_understood;
        records.disputed += told.disputed;
        records.variations += told.variations;
        records.cut_off += told.cut_off;
        if !told.log.is_empty() {
            // In order with what stands on standard output.
            output.flush();
        }
        told.log.iter().for_each(|message| Output::log(message));
        told.lines.iter().for_each(|line| output.line(line));
    }

    fn add_fixture(&mut self, file: &Path, outcome: &Outcome, format: Format, output: &mut Output) {
        self.status = self.status.max(outcome.status());
        self.files += 1;
        self.refused += usize::from(matches!(outcome, Outcome::Refused));
        self.bad_files += usize::from(outcome.status() == Status::NotAsExpected);
        self.unreadable += usize::from(outcome.status() == Status::Trouble);
        self.disputed += usize::from(outcome.status() == Status::Internal);
        if let Outcome::Checked { cases, report, .. } = outcome {
            self.cases += cases;
            self.questions += report.asked;
            for line in &report.not_asked {
                match self.not_asked.iter_mut().find(|(why, _)| *why == line.why) {
                    Some((_, lines)) => *lines += 1,
                    None => self.not_asked.push((line.why, 1)),
                }
            }
        }
        match format {
            Format::Text | Format::Markdown => tell(file, outcome, output),
            Format::Ndjson => output.line(json(file, outcome)),
        }
    }

    pub(super) fn print(&self, output: &mut Output) {
        if self.files > 0 || self.records.files == 0 {
            self.print_fixtures(output);
        }
        if self.records.files > 0 {
            output.line(self.records.sentence());
            let left = [
                (self.records.variations, "not judged (--variations)"),
                (
                    self.records.cut_off,
                    "not judged: a line before it has ended",
                ),
            ];
            for (count, why) in left.into_iter().filter(|(count, _)| *count > 0) {
                output.line(format!("  {} {why}", number(count, "variation")));
            }
        }
    }

    fn print_fixtures(&self, output: &mut Output) {
        let counts = format!(
            "{}, {}, {}",
            number(self.files, "file"),
            number(self.cases, "case"),
            number(self.questions, "question")
        );
        let result = if self.bad_files + self.unreadable + self.disputed == 0 {
            styled(GOOD, "all as expected")
        } else {
            let mut words = Vec::new();
            if self.bad_files > 0 {
                words.push(format!(
                    "{} not as expected",
                    number(self.bad_files, "file")
                ));
            }
            if self.unreadable > 0 {
                words.push(format!(
                    "{} could not be read",
                    number(self.unreadable, "file")
                ));
            }
            if self.disputed > 0 {
                let files = number(self.disputed, "file");
                words.push(format!("the referees disagree in {files}"));
            }
            styled(BAD, words.join(", "))
        };
        output.line(format!("{counts}: {result}"));
        if self.refused > 0 {
            output.line(format!(
                "  {} had to be refused, and {}",
                number(self.refused, "file"),
                if self.refused == 1 { "was" } else { "were" }
            ));
        }
        for (why, lines) in &self.not_asked {
            output.line(format!("  {} not asked: {why}", number(*lines, "line")));
        }
    }
}

impl Records {
    fn sentence(&self) -> String {
        let counts = format!(
            "{}, {}, {}",
            number(self.files, "record"),
            number(self.games, "game"),
            number(self.moves, "move")
        );
        let faults = [
            (self.illegal, "with an illegal move"),
            (self.not_understood, "not understood"),
            (self.disputed, "on which the referees disagree"),
        ];
        let faults = faults.iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = faults
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let result = if words.is_empty() {
            styled(GOOD, "all legal")
        } else {
            styled(BAD, words.join(", "))
        };
        format!("{counts}: {result}")
    }
}

/// What is not as it should be, for people.
fn tell(file: &Path, outcome: &Outcome, output: &mut Output) {
    let name = name(file);
    match outcome {
        Outcome::Refused => {}
        Outcome::Checked {
            report,
            disagreements,
            more_disagreements,
            ..
        } => {
            for failure in &report.failures {
                output.line(styled(BAD, "failed") + " " + &plain(&failure.describe(&name)));
            }
            if report.more_failures > 0 {
                output.line(format!(
                    "{name}: {} more did not hold\n",
                    report.more_failures
                ));
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
        Outcome::WronglyRead { expected, got } => {
            output.line(format!(
                "{} {name}: expected the refusal",
                styled(BAD, "failed")
            ));
            output.line(format!("{}\ngot\n{got}\n", plain(expected)));
        }
        Outcome::Unreadable { message, .. } => {
            // In order with what stands on standard output.
            output.flush();
            Output::log(&format!("{} {message}", styled(BAD, "cannot read")));
        }
    }
}
