//! A question, rebuilt from its line among the results.

use std::error::Error;

use gokata::fixture::{Failure, Fixture};
use gokata::questions::{OwnRules, Question, Questions};
use gokata::scoring::{Standing, Status};
use gokata::{BoardRecord, Diagram, PureGame, Setup};

use super::results::Found;
use crate::judge::ndjson::{ProgramLine, QuestionLine};
use crate::program::process::cut;
use crate::read::rules::rules;
use crate::terminal::error::CommandError;
use crate::terminal::text::plain;

/// Why a line is no question as gokata writes it.
type Fault = Box<dyn Error>;

/// Returns the question of a line, and the same as the program was asked: under its own rules, if it has any.
pub(super) fn rebuilt(
    found: &Found,
    program: &ProgramLine,
) -> Result<(Question, Question), CommandError> {
    let question = question(&found.question).map_err(|why| {
        let (place, why) = (&found.place, cut(&why.to_string(), 200));
        let what = "this is not a question as gokata writes it";
        CommandError::usage(format!("{place}: {what}: {why}"))
    })?;
    let own = own_rules(program);
    let asked = own.map_or_else(|| question.clone(), |own| own.put_under(&question));
    Ok((question, asked))
}

pub(super) fn own_rules(program: &ProgramLine) -> Option<OwnRules> {
    let own = program.own_rules.as_deref()?;
    rules(own).ok().map(OwnRules)
}

/// The referee plays the game again, and must give the expected answer.
fn question(line: &QuestionLine) -> Result<Question, Fault> {
    let opening = line.opening.as_ref().unwrap_or(&line.board);
    let case = plain(line.case.as_deref().unwrap_or_default()).replace('\n', " ");
    let case = match case.trim() {
        "" => String::new(),
        _ => format!("case {case}\n"),
    };
    let (acts, expected) = (line.actions.join("\n"), &line.expected);
    let asked = match (&line.r#move, &*line.question) {
        (Some(mv), "board") => format!("play {mv}\nboard\n{expected}"),
        (Some(mv), _) => format!("{expected} {mv}\n"),
        (None, "owner") => format!("owner\n{expected}"),
        (None, "dead") => statuses(&format!("{opening}\n{acts}\n"), expected)?,
        (None, _) => format!("score {expected}\n"),
    };
    let fixture = Fixture::parse(format!("{opening}\n{case}{acts}\n{asked}").as_bytes())?;
    let wrong = |it: Box<Failure>| format!("{}: {}, not {}", it.asked, it.got, it.expected);
    let mut questions = Questions::of(&fixture).map_err(wrong)?.questions;
    let last = questions.pop().ok_or("nothing is asked")?;
    if last.before.setup() != setup(&line.board)? {
        return Err("the actions do not lead to the board".into());
    }
    Ok(last)
}

/// Returns what a question about dead stones states, as lines of a fixture: of stones that are not dead, the finder says
/// whether they are in seki. `game`: what leads to the question.
fn statuses(game: &str, expected: &str) -> Result<String, Fault> {
    let game = Fixture::parse(game.as_bytes())?;
    let mut played = PureGame::from(BoardRecord::try_from(&game.opening.setup)?);
    for case in &game.cases {
        let all = game.play(case, &mut played);
        all.map_err(|line| format!("line {line} cannot be played"))?;
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

pub(super) fn setup(board: &str) -> Result<Setup, Fault> {
    let diagram = Diagram::parse(board.as_bytes())?;
    if diagram.labels.is_empty() {
        Ok(diagram.setup)
    } else {
        Err("the board has labels".into())
    }
}
