//! What a thread reports about a file: what is printed, and what is counted.

use std::path::Path;

use crate::terminal::output::Status;
use crate::terminal::report::{Entry, Finding};
use crate::terminal::text::name;

/// The report about a file, or about some of its games.
#[derive(Default)]
pub(super) struct FileReport {
    pub(super) status: Status,
    pub(super) messages: Vec<Message>,
    pub(super) counts: Vec<(Count, usize)>,
    /// Of each line of a fixture that was not checked, why.
    pub(super) not_asked: Vec<&'static str>,
    /// The name of a fixture, and that in the corpus, if it is there.
    pub(super) fixture: Option<(String, Option<&'static str>)>,
}

pub(super) enum Message {
    /// To be printed at once.
    Entry(Entry),
    Warning(Finding),
    /// A game without moves.
    NoMoves(Finding),
    /// The number of warnings about a game that are not listed.
    Unlisted(String, usize),
}

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Count {
    Fixtures,
    Cases,
    Questions,
    /// Fixtures that were rejected as expected.
    Refused,
    /// Fixtures that are not as expected.
    Failed,
    /// Fixtures that cannot be read.
    Unreadable,
    /// Fixtures on which the referees disagree.
    Disputed,
    /// Files of game records.
    Records,
    Games,
    Moves,
    Illegal,
    WithoutMoves,
    /// Files and games that cannot be read or parsed completely.
    NotUnderstood,
    /// Games whose text ends before they do.
    Incomplete,
    DisputedGames,
    /// Variations not judged, because only main lines are judged.
    Variations,
    /// Variations not judged, because they branch off after an illegal move or a parse error.
    CutOff,
}

impl Count {
    pub(super) const ALL: usize = Count::CutOff as usize + 1;
}

impl FileReport {
    /// The report about a file on which the check panicked. The panic has been printed.
    pub(super) fn of_bug(file: &Path) -> FileReport {
        let message = format!("{}: not checked", name(file));
        let bug = Entry::Finding(Finding::of_file("bug", file, None, &message));
        FileReport {
            status: Status::Internal,
            messages: vec![Message::Entry(bug)],
            ..FileReport::default()
        }
    }
}
