//! Where a game begins: boards in text, boards in numbers, and saved games.

use gokata::{BoardRecord, Color, Diagram, GameEvent, Pasted, PastedError, Point, Setup, Size};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;

use crate::arrays::{as_array, integers, unexpected};
use crate::names::{self, read_color, text_error, value_error};
use crate::rules::read_rules;

/// The record that an opening of this kind begins.
pub(crate) fn opened(
    setup: &Setup,
    rules: Option<&Bound<'_, PyAny>>,
    komi: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<BoardRecord> {
    let record = BoardRecord::try_from(setup).map_err(value_error)?;
    Ok(record.with_rules(read_rules(py, rules, komi)?))
}

/// Reads a board in text.
pub(crate) fn parsed(
    text: &str,
    rules: Option<&Bound<'_, PyAny>>,
    komi: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<BoardRecord> {
    let rules = read_rules(py, rules, komi)?;
    let diagram = Diagram::parse(text.as_bytes()).map_err(|error| text_error(py, &error))?;
    // In fixtures a letter labels an empty point. Here it may be meant for a stone, which must not get lost.
    let unlabelled = diagram.unlabelled();
    unlabelled.map_err(|error| text_error(py, &error))?;
    let record: BoardRecord = text.parse().map_err(|error| text_error(py, &error))?;
    Ok(record.with_rules(rules))
}

/// Reads a board as people paste it. `black`: the sign of Black's stones; `to_move`: the side where the text names none.
pub(crate) fn pasted(
    text: &str,
    rules: Option<&Bound<'_, PyAny>>,
    komi: Option<&Bound<'_, PyAny>>,
    black: Option<&str>,
    to_move: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<BoardRecord> {
    let refused = |error: PastedError| text_error(py, error.text_error());
    let pasted = Pasted::read(text, black).map_err(refused)?;
    let to_move = to_move.map(read_color).transpose()?;
    if to_move.or(pasted.to_play).is_none() {
        return Err(value_error("nothing says who plays next: give to_move"));
    }
    let record = pasted.record(to_move).map_err(refused)?;
    let is_given = rules.is_some() || komi.is_some() || pasted.rules.is_none();
    Ok(if is_given {
        record.with_rules(read_rules(py, rules, komi)?)
    } else {
        record
    })
}

/// Reads a board in numbers.
pub(crate) fn read_board(
    board: &Bound<'_, PyAny>,
    to_move: Option<&Bound<'_, PyAny>>,
) -> PyResult<Setup> {
    let array = as_array(board)?;
    let what = "a board is a matrix of integers";
    let [rows, cols] = *array.shape() else {
        return Err(unexpected(&array, what));
    };
    let size = Size::new(rows, cols).map_err(value_error)?;
    let values = integers(&array, &[rows, cols], what)?;
    let side = to_move.map(read_color).transpose()?;
    let mut setup = Setup::new(size, side.unwrap_or(Color::Black));
    for (point, value) in size.points().zip(values) {
        let color = match value {
            0 => continue,
            1 => Color::Black,
            -1 => Color::White,
            _ => {
                let Point { row, col } = point;
                let why = "a board has 1 for Black, -1 for White, 0";
                let why = format!("row {row}, column {col} is {value}: {why}");
                return Err(value_error(why));
            }
        };
        setup.stones.push((point, color));
    }
    Ok(setup)
}

/// Makes a saved game again.
pub(crate) fn loaded(
    opening: &str,
    rules: &str,
    events: &[String],
    py: Python<'_>,
) -> PyResult<BoardRecord> {
    let record: BoardRecord = opening.parse().map_err(|error| text_error(py, &error))?;
    let rules = rules.parse().map_err(|it| names::parse_error(py, &it))?;
    let events: Result<Vec<GameEvent>, _> = events.iter().map(|event| event.parse()).collect();
    let events = events.map_err(|error| names::parse_error(py, &error))?;
    let record = record.with_rules(rules).apply_all(&events);
    record.map_err(value_error)
}
