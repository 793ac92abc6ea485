//! Reads the results of `gokata check --exec` or `--engine` with `--format ndjson`: one run or several in a file.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

use serde::de::DeserializeOwned;

use crate::judge::ndjson::{
    EndLine, FileLine, Head, NotAskedLine, ProgramLine, QuestionLine, SCHEMA,
};
use crate::program::process::{cut, shortened};

/// The results of one run.
pub(super) struct Run {
    pub(super) program: ProgramLine,
    pub(super) by_folder: BTreeMap<String, Counts>,
    pub(super) total: Counts,
    /// For each reason why questions could not be asked, their number.
    pub(super) cannot: BTreeMap<String, usize>,
    /// The wrong and missing answers.
    pub(super) deviations: Vec<Found>,
    pub(super) unusable: Vec<FileLine>,
    /// Questions that `--rules` or `--first` has left out.
    pub(super) left_out: usize,
    pub(super) unrequested: Option<String>,
    /// The file and the number of its first line.
    pub(super) place: String,
    /// A hash of its lines, by which the same run is recognized.
    pub(super) hash: u64,
}

/// A wrong or missing answer, and where it was read.
pub(super) struct Found {
    pub(super) place: String,
    pub(super) question: QuestionLine,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) cannot: usize,
    /// Crashed, timed out, nonsense.
    pub(super) failed: usize,
}

impl Counts {
    fn add(&mut self, outcome: &str) -> Result<(), String> {
        let count = match outcome {
            "right" => &mut self.right,
            "wrong" => &mut self.wrong,
            "cannot-be-asked" => &mut self.cannot,
            "crashed" | "timed-out" | "nonsense" => &mut self.failed,
            other => return Err(format!("`{}` is no outcome", shortened(other))),
        };
        *count += 1;
        Ok(())
    }

    pub(super) fn all(self) -> usize {
        self.right + self.wrong + self.cannot + self.failed
    }
}

const HOW: &str = "`gokata check --exec CMD --format ndjson` writes what is read here";

const UNFINISHED: &str =
    "the run that begins here has no end, so it was interrupted: run check again";

const UNFINISHED_BEFORE: &str = "another run begins here, but the one before has no end, so it was interrupted: run check \
    again";

/// Reads all runs in a file of this name, which messages begin with.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Vec<Run>, String> {
    let mut done = Vec::new();
    // The run that is being read, and the hash of its lines.
    let mut open: Option<(Run, DefaultHasher)> = None;
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = format!("{file}:{number}");
        let is_end = read_line(&mut open, line, &place).map_err(|why| format!("{place}: {why}"))?;
        if let Some((mut run, hash)) = open.take_if(|_| is_end) {
            run.hash = hash.finish();
            done.push(run);
        }
    }
    if let Some((run, _)) = open {
        return Err(format!("{}: {UNFINISHED}", run.place));
    }
    if done.is_empty() {
        return Err(format!("{file}: there is nothing in it; {HOW}"));
    }
    Ok(done)
}

/// Adds a line to the run, which it may begin. Returns true if it ends the run.
fn read_line(
    open: &mut Option<(Run, DefaultHasher)>,
    line: &[u8],
    place: &str,
) -> Result<bool, String> {
    let text = str::from_utf8(line).map_err(|_| "this is not UTF-8".to_owned())?;
    let head: Head = object(text)?;
    if head.schema != SCHEMA {
        return Err(other_schema(&head.schema));
    }
    if head.kind == "program" {
        if open.is_some() {
            return Err(UNFINISHED_BEFORE.to_owned());
        }
        let run = Run::new(object(text)?, place.to_owned());
        *open = Some((run, DefaultHasher::new()));
    }
    let Some((run, hash)) = open else {
        return Err(
            "the line about the program, with which a run begins, is not before this one"
                .to_owned(),
        );
    };
    hash.write(line);
    match &*head.kind {
        "program" => {}
        "question" => run.question(object(text)?, place)?,
        "line" => run.not_asked(&object(text)?)?,
        "file" => run.unusable.push(object(text)?),
        "end" => run.end(&object(text)?)?,
        other => return Err(format!("`{}` is no kind of line", shortened(other))),
    }
    Ok(head.kind == "end")
}

impl Run {
    fn new(program: ProgramLine, place: String) -> Run {
        Run {
            program,
            by_folder: BTreeMap::new(),
            total: Counts::default(),
            cannot: BTreeMap::new(),
            deviations: Vec::new(),
            unusable: Vec::new(),
            left_out: 0,
            unrequested: None,
            place,
            hash: 0,
        }
    }

    fn question(&mut self, question: QuestionLine, place: &str) -> Result<(), String> {
        self.count(&question.rule, &question.outcome)?;
        match &*question.outcome {
            "right" => {}
            "cannot-be-asked" => self.add_reason(question.detail.unwrap_or_default()),
            _ => self.deviations.push(Found {
                place: place.to_owned(),
                question,
            }),
        }
        Ok(())
    }

    fn not_asked(&mut self, line: &NotAskedLine) -> Result<(), String> {
        self.count(&line.rule, &line.outcome)?;
        self.add_reason(line.detail.clone());
        Ok(())
    }

    fn count(&mut self, folder: &str, outcome: &str) -> Result<(), String> {
        let counts = self.by_folder.entry(folder.to_owned()).or_default();
        counts.add(outcome)?;
        self.total.add(outcome)
    }

    fn add_reason(&mut self, why: String) {
        *self.cannot.entry(why).or_default() += 1;
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

fn object<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The line is counted in the file, not in this text.
        let message = message.split(" at line ").next().unwrap_or_default();
        match error.classify() {
            serde_json::error::Category::Eof => {
                "the line is cut off, so the run was interrupted: run check again".to_owned()
            }
            serde_json::error::Category::Data => {
                format!("not a line that gokata writes: {}", cut(message, 100))
            }
            _ => format!(
                "column {}: this is no JSON ({}); {HOW}",
                error.column(),
                cut(message, 100)
            ),
        }
    })
}

/// Returns the message about a line in another format.
fn other_schema(schema: &str) -> String {
    let number = |text: &str| text.strip_prefix("gokata-judge-")?.parse::<u32>().ok();
    let shown = shortened(schema);
    match (number(schema), number(SCHEMA)) {
        (Some(other), Some(own)) if other < own => {
            format!("made by an older gokata ({shown}, now {SCHEMA}): run check again")
        }
        (Some(_), _) => format!("made by a newer gokata ({shown}, here {SCHEMA})"),
        _ if schema.is_empty() => format!("no result of a judged program; {HOW}"),
        _ => format!("a line of {shown}, which is not about a judged program; {HOW}"),
    }
}
