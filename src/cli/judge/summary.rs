//! The results of a whole run, and their notes.

use gokata::questions::{Class, Reasons, Tallies};

use super::client::NoAnswer;
use super::ndjson::{NotAskedLine, ProgramLine};
use super::verdict::Judged;
use crate::read::corpus::Corpus;
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};
use crate::terminal::text::{number, plain};

#[derive(Default)]
pub(super) struct JudgeSummary {
    pub(super) program: ProgramLine,
    pub(super) tallies: Tallies,
    /// Why questions could not be sent.
    unaskable: Reasons,
    /// Why the program cannot answer questions, as it says.
    declined: Reasons,
    /// The wrong and missing answers, without the known ones.
    pub(super) bad: Vec<Judged>,
    /// The known wrong answers.
    pub(super) known: Vec<Judged>,
    /// What the program wrote after its last answer.
    pub(super) unrequested: Option<String>,
    /// The name of the list of known deviations.
    pub(super) known_list: String,
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

impl JudgeSummary {
    pub(super) fn new(corpus: &Corpus) -> Self {
        let mut summary = JudgeSummary {
            version: corpus.version_note(),
            unreadable: corpus.unusable.len(),
            ..JudgeSummary::default()
        };
        summary.tallies.files = corpus.sources.len();
        summary
    }

    pub(super) fn add(&mut self, judged: Judged) {
        let (line, class) = (&judged.line, judged.class());
        self.tallies.add(&line.rule, line.right_answer(), class);
        match &judged.missing {
            Some(NoAnswer::Unaskable(why)) => self.unaskable.add(why),
            Some(NoAnswer::Declined(why)) => self.declined.add(why),
            _ => {}
        }
        if let Some(listed) = judged.known.filter(|_| judged.is_right_now()) {
            self.tallies.right_now.push((listed, judged.line.id));
        } else if class == Class::Known {
            self.known.push(judged);
        } else if class.is_bad() {
            self.bad.push(judged);
        }
    }

    /// Counts a line of a fixture that cannot be sent as a question about a move.
    pub(super) fn add_line(&mut self, line: NotAskedLine) {
        self.tallies.add_line(&line.rule);
        self.unaskable.add(line.detail);
    }

    pub(super) fn status(&self) -> Status {
        let total = self.tallies.total;
        let failures = self.unreadable + total.failures();
        if failures > 0 || self.unrequested.is_some() || total.answers() == 0 {
            Status::Trouble
        } else if total[Class::Wrong] > 0 {
            Status::NotAsExpected
        } else {
            Status::Fine
        }
    }

    /// Returns a line for each known question that is answered right, up to a number.
    fn right_now_notes(&self) -> Vec<String> {
        self.tallies.right_now_lines(&self.known_list)
    }

    fn unrequested_note(&self) -> Option<String> {
        let what = self.unrequested.as_ref()?;
        Some(format!("nonsense after the last answer: {what}"))
    }

    /// Returns why a program has never answered, if it has been asked and failed each time.
    fn cause(&self) -> Option<String> {
        let is_answer = self.tallies.total.answers() > 0 || self.declined.iter().next().is_some();
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
        notes.extend(self.unaskable.lines());
        notes.extend(self.declined.most_frequent_lines());
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

pub(super) fn print(summary: &JudgeSummary, output: &mut Output) {
    if !summary.bad.is_empty() {
        output.line("");
    }
    let cause = summary.cause();
    let is_short = summary.is_cut_short || cause.is_some();
    for table in summary.tallies.tables().iter().filter(|_| !is_short) {
        for row in table.to_string().lines() {
            output.line(row);
        }
        output.line("");
    }
    if let Some(title) = summary.program.title() {
        output.line(plain(&title));
    }
    let is_fine = summary.status() == Status::Fine;
    let style = if is_fine { GOOD } else { BAD };
    output.line(styled(style, summary.tallies.sentence()));
    for note in summary.notes() {
        output.line(format!("  {}", plain(&note)));
    }
    if let Some(cause) = cause {
        output.line(styled(BAD, plain(&cause)));
    }
}

/// Prints what no wrong or missing answer shows: that there was nothing to judge, or nonsense at the end.
pub(super) fn print_faults(summary: &JudgeSummary, output: &mut Output) {
    let total = summary.tallies.total;
    if total.answers() + total.failures() == 0 {
        output.line(styled(BAD, summary.tallies.sentence()));
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
