//! The report about game records: its parts, and the test case that the text about a game becomes.

use std::ops::AddAssign;

use gokata::sgf::{Judgement, Refusal, Verdict};

use super::warnings::Warning;
use crate::terminal::github::Annotation;
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{Status, unstyled};
use crate::terminal::text::number;

/// The report about one file, or about some of its games.
#[derive(Default)]
pub(super) struct RecordReport {
    /// True if another report about the same file follows.
    pub(super) is_part: bool,
    pub(super) status: Status,
    /// For standard output.
    pub(super) lines: Vec<Line>,
    /// For standard error.
    pub(super) log: Vec<Message>,
    pub(super) counts: RecordCounts,
}

/// What a report has on standard output.
pub(super) enum Line {
    Text(String),
    Finding(Annotation),
    Case(TestCase),
}

pub(super) enum Message {
    Error(String),
    Warning(Warning),
    /// A game without moves.
    NoMoves(Warning),
    /// The number of warnings about a game that are not listed.
    Unlisted(String, usize),
}

#[derive(Clone, Copy, Default)]
pub(super) struct RecordCounts {
    pub(super) games: usize,
    pub(super) moves: usize,
    pub(super) illegal: usize,
    /// Games without moves.
    pub(super) without_moves: usize,
    /// Files and games that cannot be read or parsed completely.
    pub(super) not_understood: usize,
    /// Games whose text ends before they do.
    pub(super) incomplete: usize,
    pub(super) disputed: usize,
    /// Variations not judged, because only main lines are judged.
    pub(super) variations: usize,
    /// Variations not judged, because they branch off after an illegal move or a parse error.
    pub(super) cut_off: usize,
}

impl AddAssign for RecordCounts {
    fn add_assign(&mut self, other: RecordCounts) {
        self.games += other.games;
        self.moves += other.moves;
        self.illegal += other.illegal;
        self.without_moves += other.without_moves;
        self.not_understood += other.not_understood;
        self.incomplete += other.incomplete;
        self.disputed += other.disputed;
        self.variations += other.variations;
        self.cut_off += other.cut_off;
    }
}

pub(super) const NO_MOVES: &str = "there is no move in the main line";

/// Returns the test case about a game. `text`: the report about it as text.
pub(super) fn test_case(name: String, judgement: &Judgement, text: RecordReport) -> TestCase {
    let lines = text.lines.into_iter().filter_map(|line| match line {
        Line::Text(line) => Some(unstyled(&line)),
        Line::Finding(_) | Line::Case(_) => None,
    });
    let lines = lines.collect::<Vec<String>>().join("\n");
    let remarks = text.log.iter().map(|message| match message {
        Message::Error(message) => unstyled(message),
        Message::Warning(warning) => warning.to_string(),
        Message::NoMoves(about) => about.message.clone(),
        Message::Unlisted(place, count) => format!("{place}{}", number(*count, "more warning")),
    });
    let mut remarks: Vec<String> = remarks.collect();
    let fault = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
    let result = match (judgement.verdict(), fault) {
        (Verdict::Legal, _) => {
            // What was counted (--stats).
            remarks.extend(Some(lines).filter(|lines| !lines.is_empty()));
            TestResult::Passed
        }
        (Verdict::Illegal, _) => {
            let first = judgement.illegal.first().map(Refusal::sentence);
            TestResult::Failed(first.unwrap_or_default(), lines)
        }
        (Verdict::Disagreement, _) => {
            TestResult::Error("a bug of gokata: its referees disagree".to_owned(), lines)
        }
        (Verdict::Partial | Verdict::Incomplete, Some(fault)) => {
            TestResult::Error(fault.to_string(), lines)
        }
        (Verdict::Partial | Verdict::Incomplete | Verdict::NoMoves, _) => {
            TestResult::Error(NO_MOVES.to_owned(), lines)
        }
    };
    TestCase {
        name,
        line: judgement.illegal.first().map(|refusal| refusal.line),
        result,
        remarks: remarks.join("\n"),
    }
}
