//! A question, rebuilt from its line among the results.

use std::fmt;

use gokata::fixture::{Failure, Fixture};
use gokata::questions::{Question, Questions};
use gokata::scoring::{Standing, Status};
use gokata::{BoardRecord, Diagram, Labels, PureGame, Setup, SetupError, TextError};

use crate::judge::ndjson::QuestionLine;
use crate::terminal::text::plain;

/// Why a line is no question as gokata writes it.
#[derive(Debug)]
pub(super) enum QuestionError {
    Text(TextError),
    Setup(SetupError),
    /// A line of its actions that cannot be played.
    Unplayable(usize),
    /// The expected answer is not that of the referee.
    Wrong(Box<Failure>),
    Nothing,
    /// The actions do not lead to the board.
    OtherBoard,
    Labels,
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuestionError::Text(error) => error.fmt(f),
            QuestionError::Setup(error) => error.fmt(f),
            QuestionError::Unplayable(line) => write!(f, "line {line} cannot be played"),
            QuestionError::Wrong(it) => write!(f, "{}: {}, not {}", it.asked, it.got, it.expected),
            QuestionError::Nothing => f.write_str("nothing is asked"),
            QuestionError::OtherBoard => f.write_str("the actions do not lead to the board"),
            QuestionError::Labels => f.write_str("the board has labels"),
        }
    }
}

impl From<TextError> for QuestionError {
    fn from(error: TextError) -> QuestionError {
        QuestionError::Text(error)
    }
}

/// Returns what a question about dead stones states, as lines of a fixture: of stones that are not dead, the finder says
/// whether they are in seki. `game`: what leads to the question.
fn statuses(game: &str, expected: &str) -> Result<String, QuestionError> {
    let game = Fixture::parse(game.as_bytes())?;
    let opening = BoardRecord::try_from(&game.opening.setup);
    let mut played = PureGame::from(opening.map_err(QuestionError::Setup)?);
    for case in &game.cases {
        let all = game.play(case, &mut played);
        all.map_err(QuestionError::Unplayable)?;
    }
    let record = played.record();
    let (size, life) = (record.size(), Standing::from(record).life());
    let letters = expected.lines().flat_map(str::chars);
    let lines = size.points().zip(letters).filter_map(|(point, letter)| {
        let status = match (letter, life.chain_at(point)?.finding.status()) {
            ('d', _) => Status::Dead,
            ('-', Some(Status::Seki)) => Status::Seki,
            ('-', _) => Status::Alive,
            _ => return None,
        };
        Some(format!("status {} {}\n", status.name(), point.vertex(size)))
    });
    Ok(lines.collect())
}

/// Returns the question of a line. The referee plays the game again, and must give the expected answer.
pub(super) fn question(line: &QuestionLine) -> Result<Question, QuestionError> {
    let opening = line.opening.as_ref().unwrap_or(&line.board);
    let case = line
        .case
        .as_deref()
        .map(|case| plain(case).replace('\n', " "));
    let case = case.filter(|case| !case.trim().is_empty());
    let case = case.map_or(String::new(), |case| format!("case {case}\n"));
    let (acts, expected) = (line.actions.join("\n"), &line.expected);
    let asked = match (&line.r#move, &*line.question) {
        (Some(mv), "board") => format!("play {mv}\nboard\n{expected}"),
        (Some(mv), _) => format!("{expected} {mv}\n"),
        (None, "owner") => format!("owner\n{expected}"),
        (None, "dead") => statuses(&format!("{opening}\n{acts}\n"), expected)?,
        (None, _) => format!("score {expected}\n"),
    };
    let fixture = format!("{opening}\n{case}{acts}\n{asked}");
    let fixture = Fixture::parse(fixture.as_bytes())?;
    let questions = Questions::of(&fixture).map_err(QuestionError::Wrong)?;
    let last = questions.questions.into_iter().next_back();
    let last = last.ok_or(QuestionError::Nothing)?;
    if last.before.setup() != setup(&line.board)? {
        return Err(QuestionError::OtherBoard);
    }
    Ok(last)
}

pub(super) fn setup(board: &str) -> Result<Setup, QuestionError> {
    let diagram = Diagram::parse(board.as_bytes())?;
    if diagram.labels == Labels::new() {
        Ok(diagram.setup)
    } else {
        Err(QuestionError::Labels)
    }
}
