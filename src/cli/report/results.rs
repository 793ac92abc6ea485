//! Reads the results of `gokata check --exec` or `--engine` with `--format ndjson`: one run or several in a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{DefaultHasher, Hasher};

use gokata::questions::{Class, Reasons, Tallies, Tally};
use serde::de::DeserializeOwned;

use crate::judge::ndjson::{
    COUNTS, EndLine, FileLine, Head, NotAskedLine, ProgramLine, QuestionLine, SCHEMA,
};
use crate::program::process::{cut, shortened};
use crate::terminal::error::CommandError;

#[derive(Default)]
pub(super) struct Run {
    pub(super) program: ProgramLine,
    /// How much was asked of which rule.
    pub(super) tallies: Tallies,
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
    pub(super) right: Vec<Found>,
    /// The questions that cannot be asked.
    pub(super) not_asked: Vec<Found>,
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

const HOW: &str = "`gokata check --exec CMD --format ndjson` writes what is read here";

const UNFINISHED: &str = "this run has no end, so it was interrupted: run check again";

/// Reads all runs in a file of this name, which messages begin with. They escape and shorten texts from the file.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Vec<Run>, CommandError> {
    let mut done = Vec::new();
    // The run that is being read.
    let mut open: Option<Run> = None;
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = format!("{file}:{number}");
        let is_end = read_line(&mut open, line, &place);
        let is_end = is_end.map_err(|why| CommandError::usage(format!("{place}: {why}")))?;
        done.extend(open.take_if(|_| is_end));
    }
    match open {
        Some(run) => Err(format!("{}: {UNFINISHED}", run.place).into()),
        None if done.is_empty() => Err(format!("{file}: there is nothing in it; {HOW}").into()),
        None => Ok(done),
    }
}

/// Adds a line to the run, which it may begin. Returns true if it ends the run.
fn read_line(open: &mut Option<Run>, line: &[u8], place: &str) -> Result<bool, Box<dyn Error>> {
    let head: Head = object(line)?;
    if head.schema != SCHEMA {
        let schema = shortened(&head.schema);
        let why = format!("the format is `{schema}`, not {SCHEMA}: run check again; {HOW}");
        return Err(why.into());
    }
    if head.kind == "program" {
        if let Some(run) = open {
            return Err(format!("another run begins here. {}: {UNFINISHED}", run.place).into());
        }
        *open = Some(Run {
            program: object(line)?,
            place: place.to_owned(),
            ..Run::default()
        });
    }
    let run = open.as_mut();
    let run = run.ok_or("no line about the program, with which a run begins, is before it")?;
    run.hash.write(line);
    match &*head.kind {
        "program" => {}
        "question" => run.question(object(line)?, place),
        "line" => {
            let line: NotAskedLine = object(line)?;
            run.tallies.add_line(&line.rule);
            run.count(&line.rule, line.outcome, &line.detail);
        }
        "file" => run.unusable.push(object(line)?),
        "end" => run.end(&object(line)?)?,
        other => return Err(format!("`{}` is no kind of line", shortened(other)).into()),
    }
    Ok(head.kind == "end")
}

fn object<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|error| {
        if error.is_eof() {
            return "the line is cut off, so the run was interrupted: run check again".to_owned();
        }
        // The line is counted in the file, not in this text.
        let message = error.to_string();
        let what = cut(message.split(" at line ").next().unwrap_or_default(), 100);
        let column = error.column();
        format!("column {column}: not a line that gokata writes ({what}); {HOW}")
    })
}

impl Run {
    fn question(&mut self, question: QuestionLine, place: &str) {
        let why = question.detail.as_deref().unwrap_or_default();
        let (folder, expected) = (&question.rule, question.right_answer());
        self.tallies.add(folder, expected, question.outcome);
        self.tallies.note(expected, why);
        self.count(folder, question.outcome, why);
        let outcome = question.outcome;
        // A row for ko and suicide of a move, for scoring and tax of a count.
        let (about, keys) = if COUNTS.contains(&&*question.question) {
            (&mut self.counts, ["scoring=", "tax="])
        } else {
            (&mut self.moves, ["ko=", "suicide="])
        };
        about.add(outcome);
        let rules = rules_of(&question.rules, &keys);
        self.by_rules.entry(rules).or_default().add(outcome);
        let place = place.to_owned();
        if outcome.is_bad() {
            self.deviations.push(Found { place, question });
        } else if outcome == Class::Right {
            self.right.push(Found { place, question });
        } else {
            self.not_asked.push(Found { place, question });
        }
    }

    fn count(&mut self, folder: &str, outcome: Class, why: &str) {
        let folder = self.by_folder.entry(folder.to_owned());
        folder.or_default().add(outcome);
        self.total.add(outcome);
        if outcome == Class::CannotBeAsked {
            self.cannot.add(why);
        }
    }

    fn end(&mut self, end: &EndLine) -> Result<(), String> {
        let (counted, all) = (end.counted, self.total.all());
        if counted != all {
            return Err(format!(
                "the run had {counted} questions and lines, but {all} are here: lines are missing or too many"
            ));
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

/// The smaller, the simpler: few turns and stones, a small board, but not one so small that it confuses.
pub(super) fn simplicity(found: &Found) -> (usize, usize) {
    let actions = found.question.actions.iter();
    let words: usize = actions.map(|act| act.split_whitespace().count()).sum();
    let board = &found.question.board;
    let mut rows = board.lines().skip(1);
    let lines = rows.clone().count() + rows.clone().next().map_or(0, str::len);
    let is_tiny = rows.clone().count() < 3 || rows.any(|row| row.len() < 3);
    let stones = board.matches(['x', 'o']).count();
    (
        2 * words + stones + lines + 12 * usize::from(is_tiny),
        board.len(),
    )
}

/// Returns the words about these keys.
pub(super) fn rules_of(rules: &str, keys: &[&str]) -> String {
    let is_of = |word: &&str| keys.iter().any(|key| word.starts_with(key));
    let words: Vec<&str> = rules.split(' ').filter(is_of).collect();
    shortened(&words.join(" "))
}
