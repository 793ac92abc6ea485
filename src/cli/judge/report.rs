//! What another program got right, rule by rule, for people.

use std::collections::BTreeMap;

use gokata::fixture::NotAsked;
use gokata::questions::{Answer, Expected, Question};
use gokata::{Color, Diagram, Labels, Setup, Size};

use super::program::Trouble;
use super::{About, Reply};
use crate::corpus::{Corpus, Source};
use crate::output::{BAD, GOOD, Output, Status, name, plain, styled};
use crate::sum::number;

/// One question and what came of it.
pub(super) struct Finding<'a> {
    pub(super) source: &'a Source,
    pub(super) question: &'a Question,
    pub(super) id: String,
    pub(super) expected: String,
    pub(super) outcome: Outcome,
    /// The whole question, if it is to be shown.
    pub(super) text: Option<String>,
}

pub(super) enum Outcome {
    Right,
    /// What it said instead.
    Wrong(String),
    CannotBeAsked(String),
    Crashed(String),
    /// What it had begun to say.
    TimedOut(Option<String>),
    Nonsense(String),
}

impl Outcome {
    /// Every outcome's name, in the order of the report.
    pub(super) const NAMES: [&'static str; 6] = [
        "right",
        "wrong",
        "cannot be asked",
        "crashed",
        "timed out",
        "nonsense",
    ];

    fn index(&self) -> usize {
        match self {
            Outcome::Right => 0,
            Outcome::Wrong(_) => 1,
            Outcome::CannotBeAsked(_) => 2,
            Outcome::Crashed(_) => 3,
            Outcome::TimedOut(_) => 4,
            Outcome::Nonsense(_) => 5,
        }
    }

    pub(super) fn name(&self) -> &'static str {
        Outcome::NAMES[self.index()]
    }

    /// Did no answer come, although the question was asked?
    pub(super) fn is_trouble(&self) -> bool {
        matches!(
            self,
            Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Nonsense(_)
        )
    }

    /// Is it none of the program's merits?
    pub(super) fn is_bad(&self) -> bool {
        self.is_trouble() || matches!(self, Outcome::Wrong(_))
    }

    /// What it said, or why it said nothing.
    pub(super) fn detail(&self) -> Option<&str> {
        match self {
            Outcome::Right => None,
            Outcome::TimedOut(begun) => begun.as_deref(),
            Outcome::Wrong(said)
            | Outcome::CannotBeAsked(said)
            | Outcome::Crashed(said)
            | Outcome::Nonsense(said) => Some(said),
        }
    }
}

impl<'a> Finding<'a> {
    pub(super) fn of(source: &'a Source, question: &'a Question, id: String, reply: Reply) -> Self {
        let size = question.before.size();
        let outcome = match reply {
            Reply::Said(answer) if question.accepts(&answer) => Outcome::Right,
            Reply::Said(answer) => Outcome::Wrong(said(&answer, size)),
            Reply::CannotBeAsked(why) => Outcome::CannotBeAsked(why),
            Reply::Nothing(Trouble::TimedOut(begun)) => Outcome::TimedOut(begun),
            Reply::Nothing(Trouble::Nonsense(what)) => Outcome::Nonsense(what),
            Reply::Nothing(Trouble::Crashed(how) | Trouble::NotStarted(how)) => {
                Outcome::Crashed(how)
            }
        };
        Finding {
            source,
            question,
            id,
            expected: expected(question),
            outcome,
            text: None,
        }
    }

    /// Where it stands: file, line and column.
    pub(super) fn place(&self) -> String {
        let file = name(&self.source.file);
        format!("{file}:{}:{}", self.question.line, self.question.column)
    }

    /// The move asked about, for people.
    pub(super) fn asked(&self) -> String {
        let mv = self.question.mv.describe(self.question.before.size());
        match self.question.expected {
            Expected::Verdict(_) => mv,
            Expected::Board(_) => format!("the board after {mv}"),
        }
    }

    /// What the right answer is called in the report: a reason, `legal`, or `board`.
    fn answer(&self) -> &'static str {
        match self.question.expected {
            Expected::Verdict(Ok(())) => "legal",
            Expected::Verdict(Err(reason)) => reason.name(),
            Expected::Board(_) => "board",
        }
    }

    /// The rules that matter to the answer.
    pub(super) fn rules(&self) -> String {
        let rules = self.question.before.rules();
        format!("ko={} suicide={}", rules.ko, rules.suicide)
    }

    /// An answer on one line: of a board, the side that plays next, if it is known, and the rows.
    pub(super) fn on_a_line(&self, answer: &str) -> String {
        let mut lines: Vec<&str> = answer.lines().collect();
        let has_side = lines.len() > self.question.before.size().rows();
        match lines.first() {
            Some(side) if has_side => {
                let side = format!("{side} ");
                side + &lines.split_off(1).join("/")
            }
            _ => lines.join("/"),
        }
    }

    /// What did not go as it should. Of trouble that is as it was before, no more than that.
    pub(super) fn sentence(&self, before: Option<&str>) -> String {
        let (place, asked, rules) = (self.place(), self.asked(), self.rules());
        let case = self.question.case.as_deref();
        let case = case.map_or(String::new(), |case| format!(", case `{}`", plain(case)));
        let head = format!(
            "{} {place}: {asked} ({rules}{case})",
            styled(BAD, self.outcome.name())
        );
        match &self.outcome {
            Outcome::Wrong(said) => {
                let (expected, said) = (self.on_a_line(&self.expected), self.on_a_line(said));
                format!("{head}: expected {expected}, got {said}")
            }
            other => match other.detail() {
                Some(detail) if Some(detail) == before => format!("{head}: as before"),
                Some(detail) => format!("{head}: {detail}"),
                None => head,
            },
        }
    }
}

fn expected(question: &Question) -> String {
    match &question.expected {
        Expected::Verdict(Ok(())) => "legal".to_owned(),
        Expected::Verdict(Err(reason)) => format!("illegal {}", reason.name()),
        Expected::Board(setup) => drawn(setup.clone()),
    }
}

fn said(answer: &Answer, size: Size) -> String {
    match answer {
        Answer::Legal => "legal".to_owned(),
        Answer::Illegal(None) => "illegal".to_owned(),
        Answer::Illegal(Some(reason)) => format!("illegal {}", reason.name()),
        Answer::Board(side, stones) => {
            let stone = |(point, stone): (_, &Option<Color>)| Some((point, (*stone)?));
            let setup = Setup {
                size,
                stones: size.points().zip(stones).filter_map(stone).collect(),
                to_play: side.unwrap_or(Color::Black),
            };
            let drawn = drawn(setup);
            match side {
                Some(_) => drawn,
                // Its first line is the side to play, of which nothing was said.
                None => drawn
                    .split_once('\n')
                    .map_or("", |(_, rows)| rows)
                    .to_owned(),
            }
        }
    }
}

fn drawn(setup: Setup) -> String {
    let labels = Labels::new();
    Diagram { setup, labels }.to_string()
}

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
