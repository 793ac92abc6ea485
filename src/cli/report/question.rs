//! Makes a question of a line of the results.

use std::fmt::Write;

use gokata::fixture::Fixture;
use gokata::questions::{Question, Questions};
use gokata::{Color, Diagram, Labels, Setup};

use crate::judge::ndjson::QuestionLine;
use crate::terminal::text::plain;

/// Returns the question. The referee plays the game again, and must give the expected answer.
pub(super) fn question(line: &QuestionLine) -> Result<Question, String> {
    let mut fixture = line.opening.as_ref().unwrap_or(&line.board).clone();
    fixture.push('\n');
    let case = line
        .case
        .as_deref()
        .map(|case| plain(case).replace('\n', " "));
    if let Some(case) = case.filter(|case| !case.trim().is_empty()) {
        let _ = writeln!(fixture, "case {case}");
    }
    for act in &line.actions {
        let _ = writeln!(fixture, "{act}");
    }
    let mv = &line.r#move;
    let _ = match &*line.question {
        "board" => write!(fixture, "play {mv}\nboard\n{}", line.expected),
        _ => writeln!(fixture, "{} {mv}", line.expected),
    };
    let fixture = Fixture::parse(fixture.as_bytes()).map_err(|error| error.to_string())?;
    let questions = Questions::of(&fixture).map_err(|failure| {
        format!(
            "{}: {}, not {}",
            failure.asked, failure.got, failure.expected
        )
    })?;
    let last = questions.questions.into_iter().next_back();
    let last = last.ok_or_else(|| "nothing is asked".to_owned())?;
    if last.before.setup() != setup(&line.board)? {
        return Err("the actions do not lead to the board".to_owned());
    }
    Ok(last)
}

fn setup(board: &str) -> Result<Setup, String> {
    let diagram = Diagram::parse(board.as_bytes()).map_err(|error| error.to_string())?;
    let none = Labels::new();
    if diagram.labels == none {
        Ok(diagram.setup)
    } else {
        Err("the board has labels".to_owned())
    }
}

/// Returns the board in an answer, and the side to play, which may be missing.
pub(super) fn board(answer: &str) -> Option<(Option<Color>, Setup)> {
    if let Ok(setup) = setup(answer) {
        return Some((Some(setup.to_play), setup));
    }
    Some((None, setup(&format!("x\n{answer}")).ok()?))
}
