//! What another program got right, rule by rule, for people.

use std::collections::BTreeMap;

use gokata::fixture::NotAsked;

use super::finding::{Finding, Outcome};
use super::protocol::About;
use crate::read::corpus::{Corpus, Source};
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};
use crate::terminal::text::{number, plain};

/// All results, by rule.
pub(super) struct Tally<'a> {
    pub(super) command: &'a str,
    pub(super) about: About,
    /// By folder.
    pub(super) rules: BTreeMap<&'a str, Counts>,
    /// By the right answer.
    pub(super) answers: BTreeMap<&'static str, Counts>,
    pub(super) all: Counts,
    /// Why questions could not be asked.
    pub(super) whys: BTreeMap<String, usize>,
    /// What was not right.
    pub(super) bad: Vec<Finding<'a>>,
    /// What it said after its last answer.
    end: Option<String>,
    files: usize,
    left_out: Vec<String>,
    not_understood: usize,
}

/// How many of each outcome, in the order of [`Outcome::NAMES`].
#[derive(Clone, Copy, Default)]
pub(super) struct Counts(pub(super) [usize; 6]);

impl Counts {
    fn add(&mut self, index: usize) {
        self.0[index] += 1;
    }

    fn sum(self) -> usize {
        self.0.iter().sum()
    }
}

impl<'a> Tally<'a> {
    pub(super) fn new(command: &'a str, about: About, corpus: &Corpus) -> Tally<'a> {
        Tally {
            command,
            about,
            rules: BTreeMap::new(),
            answers: BTreeMap::new(),
            all: Counts::default(),
            whys: BTreeMap::new(),
            bad: Vec::new(),
            end: None,
            files: corpus.sources.len(),
            left_out: corpus.left_out(),
            not_understood: corpus.troubles.len(),
        }
    }

    pub(super) fn add(&mut self, finding: Finding<'a>) {
        let index = finding.outcome.index();
        self.rules
            .entry(&finding.source.rule)
            .or_default()
            .add(index);
        self.answers.entry(finding.answer()).or_default().add(index);
        self.all.add(index);
        match &finding.outcome {
            Outcome::CannotBeAsked(why) => *self.whys.entry(why.clone()).or_default() += 1,
            outcome if outcome.is_bad() => self.bad.push(finding),
            _ => {}
        }
    }

    /// A line that is no question about a move.
    pub(super) fn add_line(&mut self, source: &'a Source, line: &NotAsked) {
        let index = Outcome::CannotBeAsked(String::new()).index();
        self.rules.entry(&source.rule).or_default().add(index);
        self.all.add(index);
        *self.whys.entry(line.why.to_owned()).or_default() += 1;
    }

    /// It went on talking after its last answer.
    pub(super) fn add_end(&mut self, what: String) {
        self.end = Some(what);
    }

    pub(super) fn status(&self) -> Status {
        let [right, wrong, _, crashed, timed_out, nonsense] = self.all.0;
        let trouble = self.not_understood + crashed + timed_out + nonsense;
        if trouble > 0 || self.end.is_some() || right + wrong == 0 {
            Status::Trouble
        } else if wrong > 0 {
            Status::NotAsExpected
        } else {
            Status::Fine
        }
    }

    /// The outcomes that have a column: the first three, and whatever else there was.
    pub(super) fn columns(&self) -> Vec<usize> {
        let is_told = |index: &usize| *index < 3 || self.all.0[*index] > 0;
        (0..Outcome::NAMES.len()).filter(is_told).collect()
    }

    /// The whole in a sentence.
    pub(super) fn sentence(&self) -> String {
        let columns = self.columns();
        let counts = columns
            .iter()
            .map(|index| format!("{} {}", self.all.0[*index], Outcome::NAMES[*index]));
        format!(
            "{}, {}: {}",
            number(self.files, "file"),
            number(self.all.sum(), "question"),
            counts.collect::<Vec<_>>().join(", ")
        )
    }

    /// What else has to be said of it.
    pub(super) fn notes(&self) -> Vec<String> {
        let whys = self.whys.iter();
        let whys = whys.map(|(why, count)| format!("{count} cannot be asked: {why}"));
        let end = self.end.iter();
        let end = end.map(|what| format!("nonsense after the last answer: {what}"));
        let rules = format!("rules: {}", self.about.rules);
        let mut notes = vec![rules];
        notes.extend(self.about.notes.iter().cloned());
        notes.extend(whys.chain(end));
        notes.extend(self.left_out.iter().cloned());
        if self.not_understood > 0 {
            notes.push(format!(
                "left out: {} that cannot be read, or of which something does not hold",
                number(self.not_understood, "file")
            ));
        }
        notes
    }
}

pub(super) fn print(tally: &Tally<'_>, output: &mut Output) {
    if !tally.bad.is_empty() {
        output.line("");
    }
    let folders = tally.rules.iter().map(|(rule, counts)| (*rule, *counts));
    table(tally, "folder", folders.collect(), output);
    output.line("");
    let answers = tally
        .answers
        .iter()
        .map(|(answer, counts)| (*answer, *counts));
    table(tally, "right answer", answers.collect(), output);
    output.line("");
    if let Some(name) = &tally.about.name {
        output.line(plain(name));
    }
    let style = if tally.status() == Status::Fine {
        GOOD
    } else {
        BAD
    };
    output.line(styled(style, tally.sentence()));
    for note in tally.notes() {
        output.line(format!("  {}", plain(&note)));
    }
}

fn table(tally: &Tally<'_>, first: &str, rows: Vec<(&str, Counts)>, output: &mut Output) {
    let columns = tally.columns();
    let names = rows.iter().map(|(name, _)| name.chars().count());
    let width = names.max().unwrap_or(0).max(first.len());
    let heads: Vec<&str> = columns.iter().map(|index| Outcome::NAMES[*index]).collect();
    output.line(format!("{first:width$}  {}", heads.join("  ")));
    for (name, counts) in rows {
        let cells = columns.iter().map(|index| {
            let width = Outcome::NAMES[*index].len();
            format!("{:width$}", counts.0[*index])
        });
        let cells: Vec<String> = cells.collect();
        output.line(format!("{name:width$}  {}", cells.join("  ")));
    }
}
