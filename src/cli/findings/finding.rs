//! What is found about one thing that is checked. No format is known here.

use std::path::{Path, PathBuf};

/// One thing that is checked: a case of a fixture, a game of a record, a question to a program.
#[derive(Clone, Default)]
pub(crate) struct Finding {
    /// The file as it was given; empty for something that the program did.
    pub(crate) file: PathBuf,
    /// True for a fixture of gokata's own corpus.
    pub(crate) is_own: bool,
    /// What was asked: a name that is the same in every run.
    pub(crate) asked: String,
    /// The line in the file, from 1.
    pub(crate) line: Option<usize>,
    pub(crate) outcome: Outcome,
    /// All that is known, in the order of a report as text.
    pub(crate) evidence: Vec<Remark>,
    /// What kind of error it is. Of some kinds, a report as text shows only the first few.
    pub(crate) kind: Option<String>,
    /// The line of `--format ndjson`. A run in another format may have none.
    pub(crate) json: Option<String>,
}

/// How something that was asked has come out.
#[derive(Clone, Default)]
pub(crate) enum Outcome {
    #[default]
    Right,
    /// Holds a sentence: what was expected, and what came instead.
    Wrong(String),
    /// Nothing could be judged. Holds a sentence.
    Trouble(String),
    /// Wrong, and on a list of known deviations. Holds a sentence.
    Known(String),
    /// Holds the reason.
    NotAsked(String),
}

#[derive(Clone, Default)]
pub(crate) struct Remark {
    pub(crate) level: Level,
    /// What it is in a word or two: `illegal`.
    pub(crate) label: &'static str,
    /// Line and column, from 1.
    pub(crate) place: Option<(usize, usize)>,
    /// The title of an annotation, where it is not the label.
    pub(crate) title: Option<String>,
    pub(crate) message: String,
    /// What stands behind the label in a report as text, if it is not the file, the place and the message.
    pub(crate) text: Option<String>,
    pub(crate) failure: Option<Failure>,
    pub(crate) id: Option<String>,
    /// A command that explains the right answer.
    pub(crate) see: Option<String>,
    pub(crate) drawing: Option<String>,
    /// The question as it was sent.
    pub(crate) question: Option<String>,
}

/// Why a program has not answered. A message has all of it, a report as text one line below the other.
#[derive(Clone)]
pub(crate) struct Failure {
    pub(crate) all: String,
    /// Without these lines of standard error.
    pub(crate) short: String,
    pub(crate) trace: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Level {
    /// Something is not as expected.
    #[default]
    Error,
    /// The whole cannot be read. The message begins with the name of the file.
    Unread,
    /// A part cannot be read.
    CutOff,
    /// A game has no moves. Equal messages are grouped.
    NoMoves,
    /// Equal messages are grouped.
    Warning,
    /// The number of warnings that are not listed. The message says where.
    MoreWarnings(usize),
    /// A line below the errors.
    Line,
    /// How many more there are, for text alone.
    Rest,
    /// For a report that lists everything.
    Aside,
}

impl Finding {
    pub(crate) fn new(file: &Path, asked: impl Into<String>, outcome: Outcome) -> Finding {
        Finding {
            file: file.to_owned(),
            asked: asked.into(),
            outcome,
            ..Finding::default()
        }
    }

    /// A file that cannot be read. The message begins with its name.
    pub(crate) fn unread(
        (file, asked): (&Path, String),
        label: &'static str,
        place: Option<(usize, usize)>,
        message: &str,
    ) -> Finding {
        let sentence = message.lines().next().unwrap_or_default();
        Finding {
            line: place.map(|(line, _)| line),
            evidence: vec![Remark {
                text: Some(message.to_owned()),
                ..Remark::new(Level::Unread, label, place, message)
            }],
            ..Finding::new(file, asked, Outcome::Trouble(sentence.to_owned()))
        }
    }
}

impl Remark {
    pub(crate) fn new(
        level: Level,
        label: &'static str,
        place: Option<(usize, usize)>,
        message: impl Into<String>,
    ) -> Remark {
        Remark {
            level,
            label,
            place,
            message: message.into(),
            ..Remark::default()
        }
    }

    pub(crate) fn line(level: Level, message: impl Into<String>) -> Remark {
        Remark::new(level, "", None, message)
    }

    /// An error with a title of its own.
    pub(crate) fn error(
        label: &'static str,
        place: Option<(usize, usize)>,
        title: impl Into<String>,
        message: impl Into<String>,
    ) -> Remark {
        Remark {
            title: Some(title.into()),
            ..Remark::new(Level::Error, label, place, message)
        }
    }

    pub(crate) fn is_warning(&self) -> bool {
        use Level::{MoreWarnings, NoMoves, Warning};
        matches!(self.level, Warning | NoMoves | MoreWarnings(_))
    }
}
