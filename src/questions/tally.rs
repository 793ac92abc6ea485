//! What becomes of questions, and the numbers of a run: by class, folder and right answer, and why some cannot be asked.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;

use crate::basics::is_unseen;
use crate::basics::named::named;
use crate::basics::text::number;
use crate::referee::Answer;

use super::question::UNDER_OWN_RULES;

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuestionOutcome {
    /// The answer is right.
    Right,
    /// The answer is wrong: this one.
    Wrong(Answer),
    /// The referee declines, or the game before the question did not come about with it, for this reason.
    CannotBeAsked(String),
    /// The referee panicked, or failed in another way, with this message.
    Crashed(String),
    /// No answer came in the time that the caller allows. [`Question::put_to`](super::Question::put_to) sets no limit.
    TimedOut,
    /// Something came that is not an answer: this. [`Question::put_to`](super::Question::put_to) takes answers only.
    Nonsense(String),
}

impl QuestionOutcome {
    /// The class in which it is counted, as long as no list of known deviations is read.
    pub fn class(&self) -> Class {
        match self {
            QuestionOutcome::Right => Class::Right,
            QuestionOutcome::Wrong(_) => Class::Wrong,
            QuestionOutcome::CannotBeAsked(_) => Class::CannotBeAsked,
            QuestionOutcome::Crashed(_) => Class::Crashed,
            QuestionOutcome::TimedOut => Class::TimedOut,
            QuestionOutcome::Nonsense(_) => Class::Nonsense,
        }
    }
}

named! {
    /// A class of outcomes: a column of the tables, in this order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Class {
        /// Right answers.
        Right = "right",
        /// Wrong answers, without the known ones.
        Wrong = "wrong",
        /// Questions that the protocol cannot express or that the program declines.
        CannotBeAsked = "cannot be asked",
        /// Questions at which the program failed.
        Crashed = "crashed",
        /// Questions without an answer in time.
        TimedOut = "timed out",
        /// Questions to which the program said something that is not an answer.
        Nonsense = "nonsense",
        /// Wrong answers that a [`KnownList`](super::KnownList) names.
        #[cfg_attr(feature = "serde", serde(skip_deserializing))]
        Known = "known",
    }

    /// The heading of the column: `right`, `cannot be asked`.
    pub const fn name(self) -> &'static str;

    /// All classes.
    pub const ALL;
}

impl Class {
    /// True for wrong answers that are not known, and for failures to answer.
    pub fn is_bad(self) -> bool {
        !matches!(self, Class::Right | Class::CannotBeAsked | Class::Known)
    }
}

/// The number of questions of each class.
///
/// ```
/// use gokata::questions::{Class, Tally};
///
/// let mut tally = Tally::default();
/// [Class::Right, Class::Known, Class::Crashed].map(|class| tally.add(class));
/// assert_eq!((tally[Class::Known], tally.answers(), tally.failures(), tally.all()), (1, 2, 1, 3));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally([usize; Class::ALL.len()]);

impl Index<Class> for Tally {
    type Output = usize;

    fn index(&self, class: Class) -> &usize {
        &self.0[class as usize]
    }
}

impl Tally {
    /// Counts a question.
    pub fn add(&mut self, class: Class) {
        self.0[class as usize] += 1;
    }

    /// The number of questions.
    pub fn all(self) -> usize {
        self.0.iter().sum()
    }

    /// The number of answers: right, wrong and known ones.
    pub fn answers(self) -> usize {
        self[Class::Right] + self[Class::Wrong] + self[Class::Known]
    }

    /// The number of questions that were asked: answers, and failures to answer.
    pub fn asked(self) -> usize {
        self.answers() + self.failures()
    }

    /// The number of failures to answer.
    pub fn failures(self) -> usize {
        self[Class::Crashed] + self[Class::TimedOut] + self[Class::Nonsense]
    }
}

/// The numbers of a run, with the tables that `gokata check --exec` prints.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Tallies {
    /// The number of fixtures.
    pub files: usize,
    /// All questions, and all lines that are no questions.
    pub total: Tally,
    /// The questions of the fixtures in each folder, and the lines there that are no questions.
    pub by_folder: BTreeMap<String, Tally>,
    /// The questions by their right answers: see [`Asked::right_answer`](super::Asked::right_answer).
    pub by_right_answer: BTreeMap<String, Tally>,
    /// The questions, by their right answers, that are not asked because of rules of the program's own.
    pub of_other_rules: BTreeMap<String, usize>,
    /// The questions on a list of known deviations that are answered right: their lines in the list, and their identifiers.
    pub right_now: Vec<(usize, String)>,
}

/// The rules about moves of which a run should say something: right answers to questions about them.
const RULES: [&str; 3] = ["ko", "superko", "suicide"];

/// The questions about the count.
const COUNTS: [&str; 3] = ["score", "owner", "dead"];

impl Tallies {
    /// Fewer answers about a rule say nothing about it.
    pub const LEAST: usize = 5;

    /// Counts a question.
    pub fn add(&mut self, folder: &str, right_answer: &str, class: Class) {
        let row = self.by_right_answer.entry(right_answer.to_owned());
        row.or_default().add(class);
        self.count(folder, class);
    }

    /// Notes why a question with this right answer, which is counted, cannot be asked.
    pub fn note(&mut self, right_answer: &str, why: &str) {
        if why.starts_with(UNDER_OWN_RULES) {
            let row = self.of_other_rules.entry(right_answer.to_owned());
            *row.or_default() += 1;
        }
    }

    /// Counts a line of a fixture that is no question. It cannot be asked.
    pub fn add_line(&mut self, folder: &str) {
        self.count(folder, Class::CannotBeAsked);
    }

    fn count(&mut self, folder: &str, class: Class) {
        let row = self.by_folder.entry(folder.to_owned());
        row.or_default().add(class);
        self.total.add(class);
    }

    /// Returns two tables: the classes by folder and by right answer.
    pub fn tables(&self) -> [Table; 2] {
        let table = |heading: &str, rows: &BTreeMap<String, Tally>| {
            let row = |name: &str, cell: &dyn Fn(Class) -> String| -> Vec<String> {
                let cells = self.columns().map(cell);
                [name.to_owned()].into_iter().chain(cells).collect()
            };
            let headings = row(heading, &|class| class.name().to_owned());
            let rows = rows.iter();
            let rows = rows.map(|(name, tally)| row(name, &|class| tally[class].to_string()));
            Table([headings].into_iter().chain(rows).collect())
        };
        [
            table("folder", &self.by_folder),
            table("expected", &self.by_right_answer),
        ]
    }

    /// Returns the totals as a sentence.
    pub fn sentence(&self) -> String {
        format!("{}, {}", number(self.files, "file"), self.counts())
    }

    /// Returns the numbers of questions as a sentence, without that of the files.
    pub fn counts(&self) -> String {
        let counts = self.columns();
        let counts = counts.map(|class| format!("{} {}", self.total[class], class.name()));
        let counts: Vec<String> = counts.collect();
        let questions = number(self.total.all(), "question");
        format!("{questions}: {}", counts.join(", "))
    }

    /// Returns how much was asked, with an answer or without: `asked 176 of 11465 (1%); ko 1 of 249, superko 0 of 259`. Of the
    /// count, it names what was asked.
    pub fn asked(&self) -> String {
        let rules = self.rows(RULES).filter(|(_, row)| row.all() > 0);
        let counts = self.rows(COUNTS).filter(|(_, row)| row.asked() > 0);
        let of = |row: Tally| format!("{} of {}", row.asked(), row.all());
        let rows = rules.chain(counts);
        let rows: Vec<String> = rows
            .map(|(name, row)| format!("{name} {}", of(row)))
            .collect();
        let separator = if rows.is_empty() { "" } else { "; " };
        let rows = rows.join(", ");
        format!(
            "asked {} ({}){separator}{rows}",
            of(self.total),
            self.share()
        )
    }

    /// Returns the part of all questions that was asked: `2%`, `under 1%`.
    pub fn share(&self) -> String {
        let asked = self.total.asked();
        match 100 * asked / self.total.all().max(1) {
            0 if asked > 0 => "under 1%".to_owned(),
            percent => format!("{percent}%"),
        }
    }

    /// Returns the rules about which fewer than [`Tallies::LEAST`] questions were asked, although there are as many and no rules of
    /// the program's own exclude them: `ko`, `superko`, `suicide`. A program that answers nothing but questions about the count
    /// need not know these; `score`, `owner` and `dead` are named if they were asked.
    pub fn untested(&self) -> Vec<&'static str> {
        let counts: usize = self.rows(COUNTS).map(|(_, row)| row.asked()).sum();
        let is_counter = counts > 0 && counts == self.total.asked();
        let rules = self.rows(RULES).filter(|_| !is_counter);
        let counts = self.rows(COUNTS).filter(|(_, row)| row.asked() > 0);
        let is_untested = |(name, row): (&'static str, Tally)| {
            let others = self.of_other_rules.get(name).copied().unwrap_or_default();
            let is_few = row.asked() < Tallies::LEAST;
            (is_few && row.all().saturating_sub(others) >= Tallies::LEAST).then_some(name)
        };
        rules.chain(counts).filter_map(is_untested).collect()
    }

    /// Returns a sentence about the rules that are [untested](Tallies::untested), if there are some.
    pub fn untested_sentence(&self) -> Option<String> {
        let rules = self.untested();
        let (names, least) = (rules.join(", "), Tallies::LEAST);
        let each = if rules.len() > 1 { " about each" } else { "" };
        (!rules.is_empty())
            .then(|| format!("not tested: {names} (fewer than {least} answers{each})"))
    }

    fn rows(&self, names: [&'static str; 3]) -> impl Iterator<Item = (&'static str, Tally)> {
        let row = |name| self.by_right_answer.get(name).copied().unwrap_or_default();
        names.into_iter().map(move |name| (name, row(name)))
    }

    /// Returns a line for each question of `right_now`, up to a number. `list`: the name of the list of known deviations.
    pub fn right_now_lines(&self, list: &str) -> Vec<String> {
        let shown = self.right_now.iter().take(Reasons::MOST_SHOWN);
        let shown = shown.map(|(line, id)| {
            format!("right now, so no longer a known deviation: {list}:{line}: {id}")
        });
        let more = self.right_now.len().saturating_sub(Reasons::MOST_SHOWN);
        let more = (more > 0).then(|| format!("right now: {more} more of {list}"));
        shown.chain(more).collect()
    }

    /// The classes that have a column: always the first three, the others only if they occurred.
    fn columns(&self) -> impl Iterator<Item = Class> {
        let is_shown = |class: &Class| *class <= Class::CannotBeAsked || self.total[*class] > 0;
        Class::ALL.into_iter().filter(is_shown)
    }
}

/// A table of numbers. `Display` aligns the columns, and replaces characters that change the output of a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table(Vec<Vec<String>>);

impl Table {
    /// The rows. The first one holds the headings.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.0
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|row| row[0].chars().count());
        let width = names.max().unwrap_or(0);
        for row in &self.0 {
            let name = row[0].replace(is_unseen, "\u{fffd}");
            write!(f, "{name:width$}")?;
            for (cell, heading) in row.iter().zip(&self.0[0]).skip(1) {
                write!(f, "  {cell:>0$}", heading.len())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Reasons why questions cannot be asked, each with the number of its questions. A program may give each question a reason of
/// its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reasons(BTreeMap<String, usize>);

impl Reasons {
    /// The number of reasons that a report shows, where a program can give any number.
    pub const MOST_SHOWN: usize = 20;

    /// Counts a question with this reason.
    pub fn add(&mut self, why: impl Into<String>) {
        *self.0.entry(why.into()).or_default() += 1;
    }

    /// The reasons in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(why, count)| (&**why, *count))
    }

    /// Returns the most frequent reasons, at most 20, and the others: first those that are about boards, then the rules of the
    /// program's own, and what it does not say that it can do. Each of these two kinds is one reason.
    #[expect(clippy::type_complexity, reason = "two lists of the same kind")]
    pub fn most_frequent(&self) -> (Vec<(String, usize)>, Vec<(String, usize)>) {
        let mut groups: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        let mut can = Vec::new();
        for (why, count) in self.iter() {
            let is_of = |start: &&str| why.starts_with(start);
            let kind = KINDS.iter().position(is_of).unwrap_or(KINDS.len());
            let name = if kind == 1 || kind == 2 { "" } else { why };
            *groups.entry((kind, name)).or_default() += count;
            let ability = why.split_once("can=").filter(|_| kind == 2);
            can.extend(ability.map(|(_, word)| word.trim_end_matches(')')));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|((kind, _), count)| (*kind, Reverse(*count)));
        let text = |((kind, why), count)| {
            let why = match kind {
                1 => format!(
                    "{UNDER_OWN_RULES} a move before it is illegal, or the answer another one"
                ),
                2 => format!(
                    "{CAN} it can do this (start NAME VERSION can={})",
                    can.join(",")
                ),
                _ => String::from(why),
            };
            (why, count)
        };
        let mut reasons: Vec<(String, usize)> = groups.into_iter().map(text).collect();
        let others = reasons.split_off(reasons.len().min(Reasons::MOST_SHOWN));
        (reasons, others)
    }

    /// Returns a line for each of the [most frequent](Reasons::most_frequent) reasons, and one for the others.
    pub fn most_frequent_lines(&self) -> Vec<String> {
        let (mut shown, others) = self.most_frequent();
        let questions = others.iter().map(|(_, count)| count).sum();
        if !others.is_empty() {
            shown.push((number(others.len(), "other reason"), questions));
        }
        let lines = shown.into_iter();
        lines
            .map(|(why, count)| format!("{count} cannot be asked: {why}"))
            .collect()
    }
}

/// How the reasons of the first three kinds begin.
const KINDS: [&str; 3] = ["the program has no board", UNDER_OWN_RULES, CAN];

const CAN: &str = "the program does not say that";
