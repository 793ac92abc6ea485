//! The results of a whole run, and their tables and notes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use gokata::fixture::NotAsked;

use super::client::{NoAnswer, ProgramInfo};
use super::verdict::{AnswerOutcome, JudgedQuestion};
use crate::program::error::Crash;
use crate::read::corpus::{Corpus, Source};
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};
use crate::terminal::text::{number, plain, plain_line};

/// The number of a program's own reasons that a report lists.
const MOST_REASONS: usize = 20;

#[derive(Default)]
pub(super) struct JudgeSummary<'a> {
    pub(super) command: &'a str,
    pub(super) program: ProgramInfo,
    by_folder: BTreeMap<&'a str, OutcomeCounts>,
    by_right_answer: BTreeMap<&'a str, OutcomeCounts>,
    total: OutcomeCounts,
    /// For each reason why a question could not be sent, the number of questions.
    unaskable: BTreeMap<String, usize>,
    /// For each reason that the program gives, the number of questions that it cannot answer.
    declined: BTreeMap<String, usize>,
    /// The wrong and missing answers, without the known ones.
    pub(super) bad: Vec<JudgedQuestion<'a>>,
    /// The known wrong answers.
    pub(super) known: Vec<JudgedQuestion<'a>>,
    /// The known questions that are answered right: their lines in the list, and their identifiers.
    pub(super) right_now: Vec<(usize, String)>,
    /// What the program wrote after its last answer.
    pub(super) unrequested: Option<String>,
    /// The name of the list of known deviations.
    pub(super) known_list: String,
    files: usize,
    /// A sentence about the version of the fixtures, if they have one.
    version: Option<String>,
    /// True if the run was ended by `--first`, so that the tables say little.
    is_cut_short: bool,
    /// A question about a common mistake, for a program that has never answered.
    pub(super) hint: Option<&'static str>,
    left_out: Vec<String>,
    unreadable: usize,
}

/// The number of questions with each outcome, in the order of [`AnswerOutcome::NAMES`]; the last one counts known wrong
/// answers, which are not among the wrong ones.
type OutcomeCounts = [usize; KNOWN + 1];

const KNOWN: usize = AnswerOutcome::NAMES.len();

/// Returns the heading of a column.
fn column_name(index: usize) -> &'static str {
    AnswerOutcome::NAMES.get(index).copied().unwrap_or("known")
}

impl<'a> JudgeSummary<'a> {
    pub(super) fn new(command: &'a str, corpus: &Corpus, known_list: String) -> Self {
        JudgeSummary {
            command,
            known_list,
            files: corpus.sources.len(),
            version: corpus.version_note(),
            left_out: corpus.left_out(),
            unreadable: corpus.unusable.len(),
            ..JudgeSummary::default()
        }
    }

    pub(super) fn add(&mut self, judged: JudgedQuestion<'a>) {
        let index = if judged.is_known() {
            KNOWN
        } else {
            judged.outcome.index()
        };
        let right_answer = judged.right_answer();
        self.by_right_answer.entry(right_answer).or_default()[index] += 1;
        self.count(judged.source, index);
        match &judged.outcome {
            AnswerOutcome::Missing(NoAnswer::Unaskable(why)) => {
                *self.unaskable.entry(why.clone()).or_default() += 1;
            }
            AnswerOutcome::Missing(NoAnswer::Declined(why)) => {
                *self.declined.entry(why.clone()).or_default() += 1;
            }
            _ => {}
        }
        if let Some(line) = judged.known.filter(|_| judged.is_right_now()) {
            self.right_now.push((line, judged.id));
        } else if judged.is_known() {
            self.known.push(judged);
        } else if judged.is_bad() {
            self.bad.push(judged);
        }
    }

    /// Counts a line of a fixture that cannot be sent as a question about a move.
    pub(super) fn add_line(&mut self, source: &'a Source, line: &NotAsked) {
        self.count(source, AnswerOutcome::UNASKABLE);
        *self.unaskable.entry(line.why.to_owned()).or_default() += 1;
    }

    /// Notes that questions are left out.
    pub(super) fn leave_out(&mut self, questions: usize, why: &str) {
        if questions > 0 {
            let questions = number(questions, "question");
            self.left_out.push(format!("left out: {questions} {why}"));
        }
    }

    /// Notes that the run was ended in the file of this number. `left`: the number of questions not asked.
    pub(super) fn cut_short(&mut self, files: usize, left: usize) {
        self.is_cut_short = true;
        self.files = files;
        let bad = number(self.bad.len(), "wrong or missing answer");
        self.leave_out(left, &format!("after {bad} (--first)"));
    }

    fn count(&mut self, source: &'a Source, index: usize) {
        self.by_folder.entry(source.rule()).or_default()[index] += 1;
        self.total[index] += 1;
    }

    pub(super) fn status(&self) -> Status {
        let [right, wrong, _, crashed, timed_out, nonsense, known] = self.total;
        let failures = self.unreadable + crashed + timed_out + nonsense;
        if failures > 0 || self.unrequested.is_some() || right + wrong + known == 0 {
            Status::Trouble
        } else if wrong > 0 {
            Status::NotAsExpected
        } else {
            Status::Fine
        }
    }

    /// Returns the outcomes that have a column in the tables: always the first three, the others only if they occurred.
    fn columns(&self) -> Vec<usize> {
        let is_shown = |index: &usize| *index < 3 || self.total[*index] > 0;
        (0..=KNOWN).filter(is_shown).collect()
    }

    /// Returns two tables, the outcomes by folder and by expected answer. The first row holds the headings.
    pub(super) fn tables(&self) -> [Vec<Vec<String>>; 2] {
        [
            self.table("folder", &self.by_folder),
            self.table("right answer", &self.by_right_answer),
        ]
    }

    fn table(&self, heading: &str, rows: &BTreeMap<&str, OutcomeCounts>) -> Vec<Vec<String>> {
        let columns = self.columns();
        let row = |name: &str, cell: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|index| cell(*index));
            [name.to_owned()].into_iter().chain(cells).collect()
        };
        let headings = row(heading, &|index| column_name(index).to_owned());
        let counts = rows
            .iter()
            .map(|(name, counts)| row(name, &|index| counts[index].to_string()));
        [headings].into_iter().chain(counts).collect()
    }

    pub(super) fn sentence(&self) -> String {
        let columns = self.columns().into_iter();
        let counts = columns.map(|index| format!("{} {}", self.total[index], column_name(index)));
        format!(
            "{}, {}: {}",
            number(self.files, "file"),
            number(self.total.iter().sum(), "question"),
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

    /// Returns a line for each of the program's reasons, the most frequent first. A program may give each question a
    /// reason of its own, so their number is limited.
    fn declined_notes(&self) -> Vec<String> {
        let mut reasons: Vec<(&String, &usize)> = self.declined.iter().collect();
        reasons.sort_by_key(|(_, count)| Reverse(**count));
        let (shown, others) = reasons.split_at(reasons.len().min(MOST_REASONS));
        let mut notes: Vec<String> = shown.iter().copied().map(cannot_be_asked).collect();
        if !others.is_empty() {
            let count = others.iter().map(|(_, count)| **count).sum();
            let why = format!("the program gives {}", number(others.len(), "other reason"));
            notes.push(cannot_be_asked((&why, &count)));
        }
        notes
    }

    /// Returns why a program has never answered, if it has been asked and failed each time.
    fn cause(&self) -> Option<String> {
        let [right, wrong, _, _, _, _, known] = self.total;
        let failed = self.bad.iter().find(|judged| judged.outcome.is_failure())?;
        if self.is_cut_short || right + wrong + known > 0 || !self.declined.is_empty() {
            return None;
        }
        let outcome = &failed.outcome;
        let why = outcome.crash().map(Crash::without_trace);
        let why = why.or_else(|| outcome.why_none());
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        let name = outcome.name();
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

pub(super) fn print(summary: &JudgeSummary<'_>, output: &mut Output) {
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
pub(super) fn print_faults(summary: &JudgeSummary<'_>, output: &mut Output) {
    let unaskable = summary.total[AnswerOutcome::UNASKABLE];
    if summary.total.iter().sum::<usize>() == unaskable {
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
