//! Reads the results of `gokata check --exec` or `--engine` with `--format ndjson`: one run or several in a file.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

use serde::Deserialize;

use crate::judge::ndjson::{
    EndLine, FileLine, Head, NotAskedLine, ProgramLine, QuestionLine, SCHEMA,
};
use crate::program::process::{cut, shortened};

/// The results of one run.
pub(super) struct Run<'a> {
    pub(super) program: ProgramLine<'a>,
    pub(super) by_folder: BTreeMap<String, Counts>,
    pub(super) total: Counts,
    /// For each reason why questions could not be asked, their number.
    pub(super) cannot: BTreeMap<String, usize>,
    /// The wrong and missing answers.
    pub(super) deviations: Vec<Found<'a>>,
    pub(super) unusable: Vec<FileLine<'a>>,
    /// Questions that `--rules` or `--first` has left out.
    pub(super) left_out: usize,
    pub(super) unrequested: Option<String>,
    /// The file and the number of its first line.
    pub(super) place: String,
    /// A hash of its lines, by which the same run is recognized.
    pub(super) hash: u64,
}

/// A wrong or missing answer, and where it was read.
pub(super) struct Found<'a> {
    pub(super) place: String,
    pub(super) question: QuestionLine<'a>,
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

/// Reads all runs in a file of this name, which messages begin with.
pub(super) fn read<'a>(file: &str, bytes: &'a [u8]) -> Result<Vec<Run<'a>>, String> {
    let mut reader = Reader {
        file,
        done: Vec::new(),
        open: None,
    };
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if !line.trim_ascii().is_empty() {
            let read = reader.line(number, line);
            read.map_err(|why| format!("{file}:{number}: {why}"))?;
        }
    }
    if let Some((run, _)) = reader.open {
        return Err(format!("{}: {UNFINISHED}", run.place));
    }
    if reader.done.is_empty() {
        return Err(format!("{file}: there is nothing in it; {HOW}"));
    }
    Ok(reader.done)
}

const HOW: &str = "`gokata check --exec CMD --format ndjson` writes what is read here";

const UNFINISHED: &str =
    "the run that begins here has no end, so it was interrupted: run check again";

struct Reader<'f, 'a> {
    file: &'f str,
    done: Vec<Run<'a>>,
    /// The run that is being read, and the hash of its lines.
    open: Option<(Run<'a>, DefaultHasher)>,
}

impl<'a> Reader<'_, 'a> {
    fn line(&mut self, number: usize, line: &'a [u8]) -> Result<(), String> {
        let text = str::from_utf8(line).map_err(|_| "this is not UTF-8".to_owned())?;
        let head: Head = object(text)?;
        if head.schema != SCHEMA {
            return Err(other_schema(&head.schema));
        }
        if head.kind == "program" {
            return self.begin(object(text)?, number, line);
        }
        let Some((run, hash)) = &mut self.open else {
            return Err(
                "the line about the program, with which a run begins, is not before this one"
                    .to_owned(),
            );
        };
        hash.write(line);
        match &*head.kind {
            "question" => run.question(object(text)?, || format!("{}:{number}", self.file)),
            "line" => run.not_asked(&object(text)?),
            "file" => {
                run.unusable.push(object(text)?);
                Ok(())
            }
            "end" => {
                let end: EndLine = object(text)?;
                run.end(end)?;
                if let Some((mut run, hash)) = self.open.take() {
                    run.hash = hash.finish();
                    self.done.push(run);
                }
                Ok(())
            }
            other => Err(format!("`{}` is no kind of line", shortened(other))),
        }
    }

    fn begin(
        &mut self,
        program: ProgramLine<'a>,
        number: usize,
        line: &[u8],
    ) -> Result<(), String> {
        if self.open.is_some() {
            return Err(
                "another run begins here, but the one before has no end, so it was interrupted: run check again"
                    .to_owned(),
            );
        }
        let run = Run::new(program, format!("{}:{number}", self.file));
        let mut hash = DefaultHasher::new();
        hash.write(line);
        self.open = Some((run, hash));
        Ok(())
    }
}

impl<'a> Run<'a> {
    fn new(program: ProgramLine<'a>, place: String) -> Run<'a> {
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

    fn question(
        &mut self,
        question: QuestionLine<'a>,
        place: impl FnOnce() -> String,
    ) -> Result<(), String> {
        self.count(&question.rule, &question.outcome)?;
        match &*question.outcome {
            "right" => {}
            "cannot-be-asked" => self.add_reason(question.detail.as_deref().unwrap_or_default()),
            _ => self.deviations.push(Found {
                place: place(),
                question,
            }),
        }
        Ok(())
    }

    fn not_asked(&mut self, line: &NotAskedLine<'_>) -> Result<(), String> {
        self.count(&line.rule, &line.outcome)?;
        self.add_reason(&line.detail);
        Ok(())
    }

    fn count(&mut self, folder: &str, outcome: &str) -> Result<(), String> {
        if !self.by_folder.contains_key(folder) {
            self.by_folder.insert(folder.to_owned(), Counts::default());
        }
        if let Some(counts) = self.by_folder.get_mut(folder) {
            counts.add(outcome)?;
        }
        self.total.add(outcome)
    }

    fn add_reason(&mut self, why: &str) {
        match self.cannot.get_mut(why) {
            Some(count) => *count += 1,
            None => drop(self.cannot.insert(why.to_owned(), 1)),
        }
    }

    fn end(&mut self, end: EndLine<'_>) -> Result<(), String> {
        let (counted, all) = (end.counted, self.total.all());
        if counted != all {
            return Err(format!(
                "the run had {counted} questions and lines, but {all} are here: lines are missing or too many"
            ));
        }
        self.left_out = end.left_out;
        self.unrequested = end.unrequested.map(|what| cut(&what, 200));
        Ok(())
    }
}

fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let told = error.to_string();
        // The line is counted in the file, not in this text.
        let told = told.split(" at line ").next().unwrap_or_default();
        match error.classify() {
            serde_json::error::Category::Eof => {
                "the line is cut off, so the run was interrupted: run check again".to_owned()
            }
            serde_json::error::Category::Data => {
                format!("not a line that gokata writes: {}", cut(told, 100))
            }
            _ => format!(
                "column {}: this is no JSON ({}); {HOW}",
                error.column(),
                cut(told, 100)
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
