//! The results of a whole run, and their notes.

use std::path::PathBuf;

use gokata::questions::{Class, Reasons, Tallies};

use super::client::NoAnswer;
use super::ndjson::{self, EndLine, NotAskedLine, ProgramLine};
use super::verdict::Judged;
use crate::findings::finding::{Level, Remark};
use crate::findings::renderer::{Page, Totals};
use crate::read::corpus::Corpus;
use crate::terminal::output::{BAD, GOOD, Status, styled};
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
    /// Whether only faults are printed.
    is_quiet: bool,
    /// The number of questions that were not asked.
    pub(super) not_asked: usize,
}

impl JudgeSummary {
    pub(super) fn new(corpus: &Corpus, is_quiet: bool) -> Self {
        let mut summary = JudgeSummary {
            version: corpus.version_note(),
            unreadable: corpus.unusable.len(),
            is_quiet,
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
        if let Some(listed) = judged.right_now() {
            let id = judged.line.id.clone();
            self.tallies.right_now.push((listed, id));
        } else if class == Class::Known {
            self.known.push(judged);
        } else if class.is_bad() {
            self.bad.push(judged);
        }
    }

    /// Counts a line of a fixture that cannot be sent as a question about a move.
    pub(super) fn add_line(&mut self, line: &NotAskedLine) {
        self.tallies.add_line(&line.rule);
        self.unaskable.add(&*line.detail);
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

    /// Returns why a program has never answered, if it has been asked and failed each time.
    fn cause(&self) -> Option<String> {
        let is_answer = self.tallies.total.answers() > 0 || self.declined.iter().next().is_some();
        let mut bad = self.bad.iter().filter(|_| !self.is_cut_short && !is_answer);
        let (name, why) = bad.find_map(|judged| match &judged.missing {
            Some(NoAnswer::Failed(error)) => Some((judged.line.outcome.name(), error.short().0)),
            _ => None,
        })?;
        let colon = if why.is_empty() { "" } else { ": " };
        let first = format!("the first question: {name}{colon}{why}");
        Some(format!("it has never answered; {first}"))
    }

    fn unrequested_note(&self) -> Option<String> {
        let what = self.unrequested.as_ref()?;
        Some(format!("nonsense after the last answer: {what}"))
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!("rules: {}", self.program.rules)];
        notes.extend(self.version.clone());
        notes.extend(self.program.notes.iter().cloned());
        notes.extend(self.unaskable.lines());
        notes.extend(self.declined.most_frequent_lines());
        notes.extend(self.tallies.right_now_lines(&self.known_list));
        notes.extend(self.unrequested_note());
        notes.extend(self.left_out.iter().cloned());
        if self.unreadable > 0 {
            let files = number(self.unreadable, "file");
            let why = "that cannot be read, or that contain a wrong statement";
            notes.push(format!("left out: {files} {why}"));
        }
        notes.extend(self.hint.map(str::to_owned));
        notes
    }

    /// The lines of a report as text.
    fn text(&self) -> Vec<String> {
        let (tallies, total, mut lines) = (&self.tallies, self.tallies.total, Vec::new());
        let bad = |text: &str| styled(BAD, plain(text));
        if self.is_quiet {
            // What no wrong or missing answer shows: that there was nothing to judge, or nonsense at the end.
            if total.answers() + total.failures() == 0 {
                lines.push(styled(BAD, tallies.sentence()));
            }
            let right_now = tallies.right_now_lines(&self.known_list);
            lines.extend(right_now.iter().map(|note| plain(note)));
            lines.extend(self.unrequested_note().map(|note| bad(&note)));
            lines.extend(self.hint.map(str::to_owned));
            return lines;
        }
        if !self.bad.is_empty() {
            lines.push(String::new());
        }
        let cause = self.cause();
        if !self.is_cut_short && cause.is_none() {
            lines.extend(tallies.tables().iter().map(ToString::to_string));
        }
        lines.extend(self.program.title().map(|title| plain(&title)));
        let is_fine = self.status() == Status::Fine;
        let style = if is_fine { GOOD } else { BAD };
        lines.push(styled(style, tallies.sentence()));
        let notes = self.notes().into_iter();
        lines.extend(notes.map(|note| format!("  {}", plain(&note))));
        lines.extend(cause.map(|cause| bad(&cause)));
        lines
    }

    pub(super) fn totals(&self) -> Totals<'_> {
        let end = EndLine {
            counted: self.tallies.total.all(),
            left_out: self.not_asked,
            unrequested: self.unrequested.clone(),
        };
        Totals {
            text: self.text(),
            remarks: self.remarks(),
            json: Some(ndjson::json("end", &end)),
            page: Some(self.page()),
        }
    }

    /// The known deviations that are none, and what the program wrote at the end.
    fn remarks(&self) -> Vec<(PathBuf, Remark)> {
        let right_now = self.tallies.right_now.iter().map(|(line, id)| {
            let (title, message) = ("no longer a known deviation", format!("{id} is right now"));
            let remark = Remark::new(Level::Warning, title, Some((*line, 1)), message);
            (PathBuf::from(&self.known_list), remark)
        });
        let unrequested = self.unrequested.iter().map(|what| {
            let title = "nonsense after the last answer";
            (PathBuf::new(), Remark::new(Level::Error, title, None, what))
        });
        right_now.chain(unrequested).collect()
    }

    fn page(&self) -> Page<'_> {
        let questions = self.bad.iter().filter_map(|judged| {
            let heading = format!("{}: {}", judged.line.place(), judged.asked);
            Some((heading, judged.line.question_text.as_deref()?))
        });
        let wrong = self.bad.iter().chain(&self.known).map(|judged| {
            let (line, class) = (&judged.line, judged.class());
            let known = if class == Class::Known {
                " (known)"
            } else {
                ""
            };
            [
                line.id.clone(),
                line.place(),
                line.case.clone().unwrap_or_default(),
                judged.rules.clone(),
                judged.asked.clone(),
                line.on_one_line(&line.expected),
                line.instead() + known,
            ]
        });
        Page {
            title: self.program.title(),
            command: &self.program.command,
            sentence: self.tallies.sentence(),
            warning: self.program.warning,
            tables: self.tallies.tables(),
            wrong: wrong.collect(),
            questions: questions.collect(),
            notes: self.notes(),
        }
    }
}
