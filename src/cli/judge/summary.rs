//! The results of a whole run, and their tables and notes.

use std::collections::BTreeMap;

use super::client::NoAnswer;
use super::ndjson::{MOST_REASONS, NotAskedLine, Outcome, ProgramLine, Tally, most_frequent};
use super::verdict::Judged;
use crate::read::corpus::Corpus;
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};
use crate::terminal::text::{number, plain, plain_line};

#[derive(Default)]
pub(super) struct JudgeSummary {
    pub(super) program: ProgramLine,
    by_folder: BTreeMap<String, Tally>,
    by_right_answer: BTreeMap<String, Tally>,
    pub(super) total: Tally,
    /// For each reason why a question could not be sent, the number of questions.
    unaskable: BTreeMap<String, usize>,
    /// For each reason that the program gives, the number of questions that it cannot answer.
    declined: BTreeMap<String, usize>,
    /// The wrong and missing answers, without the known ones.
    pub(super) bad: Vec<Judged>,
    /// The known wrong answers.
    pub(super) known: Vec<Judged>,
    /// The known questions that are answered right: their lines in the list, and their identifiers.
    pub(super) right_now: Vec<(usize, String)>,
    /// What the program wrote after its last answer.
    pub(super) unrequested: Option<String>,
    /// The name of the list of known deviations.
    pub(super) known_list: String,
    pub(super) files: usize,
    /// A sentence about the version of the fixtures, if they have one.
    version: Option<String>,
    /// True if the run was ended by `--first`, so that the tables say little.
    pub(super) is_cut_short: bool,
    /// A question about a common mistake, for a program that has never answered.
    pub(super) hint: Option<&'static str>,
    /// What is not asked, and why.
    pub(super) left_out: Vec<String>,
    unreadable: usize,
}

/// The index of the known wrong answers in a tally.
const KNOWN: usize = Tally::NAMES.len() - 1;

impl JudgeSummary {
    pub(super) fn new(corpus: &Corpus) -> Self {
        JudgeSummary {
            files: corpus.sources.len(),
            version: corpus.version_note(),
            unreadable: corpus.unusable.len(),
            ..JudgeSummary::default()
        }
    }

    pub(super) fn add(&mut self, judged: Judged) {
        let line = &judged.line;
        let index = if judged.is_known() {
            KNOWN
        } else {
            line.outcome as usize
        };
        let right_answer = line.right_answer().to_owned();
        self.by_right_answer.entry(right_answer).or_default().0[index] += 1;
        self.count(&line.rule, index);
        match &judged.missing {
            Some(NoAnswer::Unaskable(why)) => *self.unaskable.entry(why.clone()).or_default() += 1,
            Some(NoAnswer::Declined(why)) => *self.declined.entry(why.clone()).or_default() += 1,
            _ => {}
        }
        if let Some(listed) = judged.known.filter(|_| judged.is_right_now()) {
            self.right_now.push((listed, judged.line.id));
        } else if judged.is_known() {
            self.known.push(judged);
        } else if judged.is_bad() {
            self.bad.push(judged);
        }
    }

    /// Counts a line of a fixture that cannot be sent as a question about a move.
    pub(super) fn add_line(&mut self, line: NotAskedLine) {
        self.count(&line.rule, line.outcome as usize);
        *self.unaskable.entry(line.detail).or_default() += 1;
    }

    fn count(&mut self, folder: &str, index: usize) {
        self.by_folder.entry(folder.to_owned()).or_default().0[index] += 1;
        self.total.0[index] += 1;
    }

    pub(super) fn status(&self) -> Status {
        let failures = self.unreadable + self.total.failures();
        if failures > 0 || self.unrequested.is_some() || self.total.answers() == 0 {
            Status::Trouble
        } else if self.total.0[Outcome::Wrong as usize] > 0 {
            Status::NotAsExpected
        } else {
            Status::Fine
        }
    }

    /// Returns the outcomes that have a column in the tables: always the first three, the others only if they occurred.
    fn columns(&self) -> Vec<usize> {
        let is_shown = |index: &usize| *index < 3 || self.total.0[*index] > 0;
        (0..=KNOWN).filter(is_shown).collect()
    }

    /// Returns two tables, the outcomes by folder and by expected answer. The first row holds the headings.
    pub(super) fn tables(&self) -> [Vec<Vec<String>>; 2] {
        [
            self.table("folder", &self.by_folder),
            self.table("right answer", &self.by_right_answer),
        ]
    }

    fn table(&self, heading: &str, rows: &BTreeMap<String, Tally>) -> Vec<Vec<String>> {
        let columns = self.columns();
        let row = |name: &str, cell: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|index| cell(*index));
            [name.to_owned()].into_iter().chain(cells).collect()
        };
        let headings = row(heading, &|index| Tally::NAMES[index].to_owned());
        let counts = rows.iter();
        let counts = counts.map(|(name, tally)| row(name, &|index| tally.0[index].to_string()));
        [headings].into_iter().chain(counts).collect()
    }

    pub(super) fn sentence(&self) -> String {
        let columns = self.columns().into_iter();
        let counts =
            columns.map(|index| format!("{} {}", self.total.0[index], Tally::NAMES[index]));
        format!(
            "{}, {}: {}",
            number(self.files, "file"),
            number(self.total.all(), "question"),
            counts.collect::<Vec<_>>().join(", ")
        )
    }

    /// Returns a line for each known question that is answered right, up to a number.
    fn right_now_notes(&self) -> Vec<String> {
        let list = &self.known_list;
        let shown = self.right_now.iter().take(MOST_REASONS);
        let mut notes: Vec<String> = shown
            .map(|(line, id)| {
                format!("right now, so no longer a known deviation: {list}:{line}: {id}")
            })
            .collect();
        if self.right_now.len() > MOST_REASONS {
            let more = self.right_now.len() - MOST_REASONS;
            notes.push(format!("right now: {more} more of {list}"));
        }
        notes
    }

    fn unrequested_note(&self) -> Option<String> {
        let what = self.unrequested.as_ref()?;
        Some(format!("nonsense after the last answer: {what}"))
    }

    /// Returns a line for each of the program's reasons, the most frequent first.
    fn declined_notes(&self) -> Vec<String> {
        let (shown, others, questions) = most_frequent(&self.declined);
        let mut notes: Vec<String> = shown.into_iter().map(cannot_be_asked).collect();
        if others > 0 {
            let why = format!("the program gives {}", number(others, "other reason"));
            notes.push(cannot_be_asked((&why, &questions)));
        }
        notes
    }

    /// Returns why a program has never answered, if it has been asked and failed each time.
    fn cause(&self) -> Option<String> {
        let is_answer = self.total.answers() > 0 || !self.declined.is_empty();
        let mut bad = self.bad.iter().filter(|_| !self.is_cut_short && !is_answer);
        let (name, why) = bad.find_map(|judged| match &judged.missing {
            Some(NoAnswer::Failed(error)) => Some((judged.line.outcome.name(), error.short().0)),
            _ => None,
        })?;
        let why = if why.is_empty() {
            why
        } else {
            format!(": {why}")
        };
        Some(format!(
            "it has never answered; the first question: {name}{why}"
        ))
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!("rules: {}", self.program.rules)];
        notes.extend(self.version.clone());
        notes.extend(self.program.notes.iter().cloned());
        notes.extend(self.unaskable.iter().map(cannot_be_asked));
        notes.extend(self.declined_notes());
        notes.extend(self.right_now_notes());
        notes.extend(self.unrequested_note());
        notes.extend(self.left_out.iter().cloned());
        if self.unreadable > 0 {
            notes.push(format!(
                "left out: {} that cannot be read, or that contain a wrong statement",
                number(self.unreadable, "file")
            ));
        }
        notes.extend(self.hint.map(str::to_owned));
        notes
    }
}

fn cannot_be_asked((why, count): (&String, &usize)) -> String {
    format!("{count} cannot be asked: {why}")
}

pub(super) fn print(summary: &JudgeSummary, output: &mut Output) {
    if !summary.bad.is_empty() {
        output.line("");
    }
    let cause = summary.cause();
    let is_short = summary.is_cut_short || cause.is_some();
    for table in summary.tables().into_iter().filter(|_| !is_short) {
        print_table(&table, output);
        output.line("");
    }
    if let Some(title) = summary.program.title() {
        output.line(plain(&title));
    }
    let is_fine = summary.status() == Status::Fine;
    let style = if is_fine { GOOD } else { BAD };
    output.line(styled(style, summary.sentence()));
    for note in summary.notes() {
        output.line(format!("  {}", plain(&note)));
    }
    if let Some(cause) = cause {
        output.line(styled(BAD, plain(&cause)));
    }
}

/// Prints what no wrong or missing answer shows: that there was nothing to judge, or nonsense at the end.
pub(super) fn print_faults(summary: &JudgeSummary, output: &mut Output) {
    if summary.total.answers() + summary.total.failures() == 0 {
        output.line(styled(BAD, summary.sentence()));
    }
    for note in summary.right_now_notes() {
        output.line(plain(&note));
    }
    if let Some(what) = summary.unrequested_note() {
        output.line(styled(BAD, plain(&what)));
    }
    if let Some(hint) = summary.hint {
        output.line(hint);
    }
}

fn print_table(table: &[Vec<String>], output: &mut Output) {
    let names = table.iter().map(|row| row[0].chars().count());
    let width = names.max().unwrap_or(0);
    for row in table {
        let cells = row.iter().zip(&table[0]).skip(1);
        let cells = cells.map(|(cell, heading)| format!("{cell:>0$}", heading.len()));
        let cells: Vec<String> = cells.collect();
        output.line(format!(
            "{:width$}  {}",
            plain_line(&row[0]),
            cells.join("  ")
        ));
    }
}
