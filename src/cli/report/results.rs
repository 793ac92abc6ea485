//! Reads the results of `gokata check --exec` or `--engine` with `--format ndjson`: one run or several in a file.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hasher};

use gokata::questions::{Class, Reasons, Tally};
use serde::de::DeserializeOwned;

use super::question::QuestionError;
use crate::judge::ndjson::{
    EndLine, FileLine, Head, NotAskedLine, ProgramLine, QuestionLine, SCHEMA,
};
use crate::program::process::{cut, shortened};
use crate::terminal::error::CommandError;

/// The results of one run.
#[derive(Default)]
pub(super) struct Run {
    pub(super) program: ProgramLine,
    pub(super) by_folder: BTreeMap<String, Tally>,
    pub(super) total: Tally,
    /// Why questions could not be asked.
    pub(super) cannot: Reasons,
    /// For each set of rules, the numbers of answers.
    pub(super) by_rules: BTreeMap<String, Tally>,
    /// The numbers of answers about moves, and about the count.
    pub(super) moves: Tally,
    pub(super) counts: Tally,
    /// The wrong and missing answers.
    pub(super) deviations: Vec<Found>,
    /// The right answers.
    pub(super) right: Vec<Found>,
    pub(super) unusable: Vec<FileLine>,
    /// Questions that `--rules` or `--first` has left out.
    pub(super) left_out: usize,
    pub(super) unrequested: Option<String>,
    /// The file and the number of its first line.
    pub(super) place: String,
    /// A hash of its lines, by which the same run is recognized.
    pub(super) hash: DefaultHasher,
    /// The name of its page and its badge, without their endings.
    pub(super) page: String,
}

/// A wrong or missing answer, and where it was read.
pub(super) struct Found {
    pub(super) place: String,
    pub(super) question: QuestionLine,
}

/// Why results cannot be read. Texts from the file are escaped and shortened.
#[derive(Debug)]
pub(super) enum ResultsError {
    Nothing,
    /// The line is cut off.
    CutOff,
    /// The column, and what is wrong there.
    NotJson(usize, String),
    Schema(String),
    Kind(String),
    /// A line that belongs to no run.
    NoProgram,
    /// A run that does not end.
    Unfinished,
    /// Another run begins before this one, which begins at this place, has ended.
    Begun(String),
    /// The numbers of lines that the run had, and that are there.
    Lines(usize, usize),
    /// The run begins at this place, too.
    Again(String),
    NoQuestion(QuestionError),
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HOW: &str = "`gokata check --exec CMD --format ndjson` writes what is read here";
        const UNFINISHED: &str = "this run has no end, so it was interrupted: run check again";
        match self {
            ResultsError::Nothing => write!(f, "there is nothing in it; {HOW}"),
            ResultsError::CutOff => {
                f.write_str("the line is cut off, so the run was interrupted: run check again")
            }
            ResultsError::NotJson(column, what) => {
                write!(
                    f,
                    "column {column}: not a line that gokata writes ({what}); {HOW}"
                )
            }
            ResultsError::Schema(schema) => {
                write!(
                    f,
                    "the format is `{schema}`, not {SCHEMA}: run check again; {HOW}"
                )
            }
            ResultsError::Kind(kind) => write!(f, "`{kind}` is no kind of line"),
            ResultsError::NoProgram => {
                f.write_str("no line about the program, with which a run begins, is before it")
            }
            ResultsError::Unfinished => f.write_str(UNFINISHED),
            ResultsError::Begun(place) => {
                write!(f, "another run begins here. {place}: {UNFINISHED}")
            }
            ResultsError::Lines(counted, all) => write!(
                f,
                "the run had {counted} questions and lines, but {all} are here: lines are missing or too many"
            ),
            ResultsError::Again(place) => write!(f, "the same run as {place}"),
            ResultsError::NoQuestion(why) => {
                let why = cut(&why.to_string(), 200);
                write!(f, "this is not a question as gokata writes it: {why}")
            }
        }
    }
}

impl ResultsError {
    /// The error at a place, which is a file, or a line of one.
    pub(super) fn at(self, place: &str) -> CommandError {
        CommandError::usage(format!("{place}: {self}"))
    }
}

/// Reads all runs in a file of this name, which messages begin with.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Vec<Run>, CommandError> {
    let mut done = Vec::new();
    // The run that is being read.
    let mut open: Option<Run> = None;
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = format!("{file}:{number}");
        let is_end = read_line(&mut open, line, &place).map_err(|error| error.at(&place))?;
        done.extend(open.take_if(|_| is_end));
    }
    match open {
        Some(run) => Err(ResultsError::Unfinished.at(&run.place)),
        None if done.is_empty() => Err(ResultsError::Nothing.at(file)),
        None => Ok(done),
    }
}

/// Adds a line to the run, which it may begin. Returns true if it ends the run.
fn read_line(open: &mut Option<Run>, line: &[u8], place: &str) -> Result<bool, ResultsError> {
    let head: Head = object(line)?;
    if head.schema != SCHEMA {
        return Err(ResultsError::Schema(shortened(&head.schema)));
    }
    if head.kind == "program" {
        if let Some(run) = open {
            return Err(ResultsError::Begun(run.place.clone()));
        }
        *open = Some(Run {
            program: object(line)?,
            place: place.to_owned(),
            ..Run::default()
        });
    }
    let Some(run) = open else {
        return Err(ResultsError::NoProgram);
    };
    run.hash.write(line);
    match &*head.kind {
        "program" => {}
        "question" => run.question(object(line)?, place),
        "line" => {
            let line: NotAskedLine = object(line)?;
            run.count(&line.rule, line.outcome, &line.detail);
        }
        "file" => run.unusable.push(object(line)?),
        "end" => run.end(&object(line)?)?,
        other => return Err(ResultsError::Kind(shortened(other))),
    }
    Ok(head.kind == "end")
}

impl Run {
    fn question(&mut self, question: QuestionLine, place: &str) {
        let why = question.detail.as_deref().unwrap_or_default();
        self.count(&question.rule, question.outcome, why);
        let outcome = question.outcome;
        let about = if question.is_about_count() {
            &mut self.counts
        } else {
            &mut self.moves
        };
        about.add(outcome);
        let rules = self.by_rules.entry(rules_row(&question)).or_default();
        rules.add(outcome);
        let place = place.to_owned();
        if outcome.is_bad() {
            self.deviations.push(Found { place, question });
        } else if outcome == Class::Right {
            self.right.push(Found { place, question });
        }
    }

    /// `why`: why it could not be asked.
    fn count(&mut self, folder: &str, outcome: Class, why: &str) {
        let folder = self.by_folder.entry(folder.to_owned());
        folder.or_default().add(outcome);
        self.total.add(outcome);
        if outcome == Class::CannotBeAsked {
            self.cannot.add(why);
        }
    }

    fn end(&mut self, end: &EndLine) -> Result<(), ResultsError> {
        let (counted, all) = (end.counted, self.total.all());
        if counted != all {
            return Err(ResultsError::Lines(counted, all));
        }
        self.left_out = end.left_out;
        self.unrequested = end.unrequested.as_ref().map(|what| cut(what, 200));
        Ok(())
    }
}

/// Returns the anchor of a deviation, if it is the first with its id.
pub(super) fn anchor_of(question: &QuestionLine) -> String {
    cut(&question.id, 1000).replace(char::is_whitespace, "_")
}

/// The number of words in the actions, then whether the board is so small that it confuses, then its size.
pub(super) fn simplicity(found: &Found) -> (usize, bool, usize) {
    let actions = found.question.actions.iter();
    let words = actions.map(|act| act.split_whitespace().count()).sum();
    let board = &found.question.board;
    let mut rows = board.lines().skip(1);
    let is_tiny = rows.clone().count() < 3 || rows.any(|row| row.len() < 3);
    (words, is_tiny, board.len())
}

/// Returns the row of the table by rules: ko and suicide for a move, scoring and tax for a count.
fn rules_row(question: &QuestionLine) -> String {
    let keys = if question.is_about_count() {
        ["scoring=", "tax="]
    } else {
        ["ko=", "suicide="]
    };
    let words = question.rules.split(' ');
    let words: Vec<&str> = words
        .filter(|word| keys.iter().any(|key| word.starts_with(key)))
        .collect();
    shortened(&words.join(" "))
}

fn object<T: DeserializeOwned>(line: &[u8]) -> Result<T, ResultsError> {
    serde_json::from_slice(line).map_err(|error| {
        let message = error.to_string();
        // The line is counted in the file, not in this text.
        let message = message.split(" at line ").next().unwrap_or_default();
        if error.is_eof() {
            return ResultsError::CutOff;
        }
        ResultsError::NotJson(error.column(), cut(message, 100))
    })
}
