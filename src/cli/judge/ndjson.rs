//! What a run finds, as data: all reports show it, `--format ndjson` prints it as JSON, one object per line, and
//! `gokata report` reads that. `judge.schema.json` describes the format.

use std::path::Path;

use gokata::questions::Class;
use serde::{Deserialize, Serialize};

use crate::read::arguments::today;
use crate::read::corpus_version::CorpusVersion;
use crate::terminal::text::{name, one_line};

pub(crate) const SCHEMA: &str = "gokata-judge-5";

/// The questions about the count.
pub(crate) const COUNTS: [&str; 3] = ["score", "owner", "dead"];

/// Returns an object of this kind, on one line.
pub(super) fn json<T: Serialize>(kind: &str, object: &T) -> String {
    #[derive(Serialize)]
    struct Line<'a, T> {
        schema: &'a str,
        kind: &'a str,
        #[serde(flatten)]
        object: &'a T,
    }
    let schema = SCHEMA;
    one_line(&Line {
        schema,
        kind,
        object,
    })
}

/// What stands at the beginning of each object.
#[derive(Deserialize)]
pub(crate) struct Head {
    #[serde(default)]
    pub(crate) schema: String,
    #[serde(default)]
    pub(crate) kind: String,
}

/// The program under test, of kind `program`.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct ProgramLine {
    pub(crate) command: String,
    /// `exec` or `engine`.
    pub(crate) option: String,
    /// The name and the version that it gives itself.
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) rules: String,
    pub(crate) own_rules: Option<String>,
    /// What it can do besides judging moves: `score`, `owner`, `dead`, `steps`, `prisoners`.
    pub(crate) can: Vec<String>,
    /// The boards that it has, if it says so, or is asked so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sizes: Option<String>,
    /// The day of that version, if somebody says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) released: Option<String>,
    /// The version of gokata that asks, and the day.
    pub(crate) gokata: String,
    pub(crate) date: String,
    /// Remarks that help to interpret the results.
    pub(crate) notes: Vec<String>,
    pub(crate) corpus: Option<CorpusVersion>,
    /// Why right answers may count as wrong, and how to prevent it.
    #[serde(skip)]
    pub(crate) warning: Option<&'static str>,
}

impl ProgramLine {
    /// Asked by this gokata, today.
    pub(super) fn here() -> ProgramLine {
        ProgramLine {
            gokata: env!("CARGO_PKG_VERSION").to_owned(),
            date: today(),
            ..ProgramLine::default()
        }
    }

    /// True if it answers questions about the count.
    pub(super) fn counts(&self) -> bool {
        let mut can = self.can.iter();
        can.any(|can| COUNTS.contains(&&**can))
    }

    /// Returns the name and the version, if the program has given itself a name.
    pub(crate) fn title(&self) -> Option<String> {
        let name = self.name.as_deref()?;
        let version = self.version.as_deref().unwrap_or_default();
        Some(format!("{name} {version}").trim_end().to_owned())
    }
}

/// A question with its answer, of kind `question`.
#[derive(Serialize, Deserialize)]
pub(crate) struct QuestionLine {
    pub(crate) id: String,
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) case: Option<String>,
    pub(crate) rule: String,
    pub(crate) rules: String,
    /// The opening, if actions lead from it to `board`.
    pub(crate) opening: Option<String>,
    pub(crate) actions: Vec<String>,
    pub(crate) board: String,
    /// `None` for a question about the count, prisoners, or the board as it stands.
    pub(crate) r#move: Option<String>,
    /// [`Asked::kind`](gokata::questions::Asked::kind).
    pub(crate) question: String,
    pub(crate) expected: String,
    pub(crate) got: Option<String>,
    pub(crate) outcome: Class,
    pub(crate) detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question_text: Option<String>,
}

impl QuestionLine {
    pub(crate) fn place(&self) -> String {
        let file = name(Path::new(&self.file));
        format!("{file}:{}:{}", self.line, self.column)
    }

    /// Returns the row of the table that counts this question: a reason, `legal`, `board`, `score` or `owner`.
    pub(crate) fn right_answer(&self) -> &str {
        match self.expected.strip_prefix("illegal ") {
            Some(reason) => reason,
            None => &self.question,
        }
    }

    /// Returns what is wrong, without the place and the board.
    pub(crate) fn kind(&self) -> String {
        let (name, got) = (self.outcome.name(), self.got.as_deref());
        match got.filter(|_| self.outcome == Class::Wrong) {
            None => name.to_owned(),
            Some(got) if got.starts_with("accepted ") => {
                format!("{name}: an illegal move is accepted on the way")
            }
            Some(_) if self.question == "prisoners" => format!("{name}: other prisoners"),
            Some(_) if self.question == "owner" => format!("{name}: other owners"),
            Some(_) if self.question == "dead" => format!("{name}: other dead stones"),
            Some(_) if self.question == "score" => format!("{name}: another score"),
            // Only a board has line ends then.
            Some(got) if got.contains('\n') => format!("{name}: another board"),
            Some(got) if self.question == "board" => format!("{name}: expected a board, got {got}"),
            Some(got) => format!("{name}: expected {}, got {got}", self.expected),
        }
    }

    /// Puts an answer on one line. For a board: the side to play, if the answer contains it, and the rows.
    pub(crate) fn on_one_line(&self, answer: &str) -> String {
        let has_side = answer.lines().count() == self.board.lines().count();
        let answer = answer.trim_end();
        match answer.split_once('\n') {
            Some((side, rows)) if has_side => format!("{side} {}", rows.replace('\n', "/")),
            _ => answer.replace('\n', "/"),
        }
    }

    /// Returns what came instead of the right answer.
    pub(crate) fn instead(&self) -> String {
        let outcome = self.outcome.name();
        match (&self.got, &self.detail) {
            (Some(got), _) => self.on_one_line(got),
            (None, Some(why)) => format!("{outcome}: {why}"),
            (None, None) => outcome.to_owned(),
        }
    }
}

/// A line of a fixture that is no question, of kind `line`.
#[derive(Serialize, Deserialize)]
pub(crate) struct NotAskedLine {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) rule: String,
    pub(crate) outcome: Class,
    pub(crate) detail: String,
}

/// A file that cannot be used, of kind `file`.
#[derive(Serialize, Deserialize)]
pub(crate) struct FileLine {
    pub(crate) file: String,
    pub(crate) error: String,
}

/// The end of a run that was not interrupted, of kind `end`.
#[derive(Serialize, Deserialize)]
pub(crate) struct EndLine {
    /// The number of objects of the kinds `question` and `line`.
    pub(crate) counted: usize,
    /// The number of questions that `--rules` or `--first` has left out.
    pub(crate) left_out: usize,
    pub(crate) unrequested: Option<String>,
}
