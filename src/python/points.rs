//! Points and moves as Python programs write them: `"C3"`, `(row, col)`, or an index.

use gokata::{Action, Color, Move, Point, Size};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::names::{parse_error, read_color, value_error};
use crate::numbers::integer;

/// Reads a move. Without `color`, and without a color in the text, it is one of `side`.
pub(crate) fn read_move(
    asked: &Bound<'_, PyAny>,
    color: Option<&Bound<'_, PyAny>>,
    size: Size,
    side: Color,
) -> PyResult<Move> {
    let color = color.map(read_color).transpose()?;
    let side = color.unwrap_or(side);
    let Ok(text) = asked.cast::<PyString>() else {
        let (color, action) = (side, read_action(asked, size)?);
        return Ok(Move { color, action });
    };
    let text = text.to_str()?.trim();
    let has_color = text.contains([':', ' ', '\t']) && !text.starts_with('(');
    let mv = if has_color {
        size.parse_move(text)
    } else {
        size.parse_move(&format!("{}:{text}", side.letter()))
    };
    let mv = mv.map_err(|error| parse_error(asked.py(), &error))?;
    if color.is_some_and(|color| color != mv.color) {
        return Err(value_error(format!("{text} is not a move of {side}")));
    }
    Ok(mv)
}

/// Reads a point. A pass is none.
pub(crate) fn read_point(asked: &Bound<'_, PyAny>, size: Size) -> PyResult<Point> {
    match read_move(asked, None, size, Color::Black)?.action {
        Action::Play(point) => Ok(point),
        other => Err(value_error(format!("{other} is not a point"))),
    }
}

/// Reads points: an iterable of them.
pub(crate) fn read_points(asked: &Bound<'_, PyAny>, size: Size) -> PyResult<Vec<Point>> {
    if asked.is_instance_of::<PyString>() {
        let why = "expected a list of points, not a text: ['C3']";
        return Err(PyTypeError::new_err(why));
    }
    let points = asked.try_iter()?;
    points.map(|point| read_point(&point?, size)).collect()
}

fn read_action(asked: &Bound<'_, PyAny>, size: Size) -> PyResult<Action> {
    let wrong = |what: &str| {
        let why = "a point is 'C3', (row, col) or an index";
        PyTypeError::new_err(format!("{why}, not {what}"))
    };
    if let Ok(pair) = asked.cast::<PyTuple>() {
        let (row, col): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            pair.extract().map_err(|_| wrong("another tuple"))?;
        return match (integer(&row)?, integer(&col)?) {
            (Some(row), Some(col)) => {
                let point = (coordinate(row), coordinate(col));
                Ok(Action::Play(Point::from(point)))
            }
            _ => Err(wrong("a tuple of other things than integers")),
        };
    }
    let Some(index) = integer(asked)? else {
        return Err(wrong(&asked.get_type().name()?.to_string()));
    };
    match usize::try_from(index) {
        Ok(pass) if pass == size.point_count() => Ok(Action::Pass),
        Ok(index) if index < size.point_count() => Ok(Action::Play(Point::from((
            index / size.cols(),
            index % size.cols(),
        )))),
        _ => Err(PyIndexError::new_err(format!(
            "an index is 0 to {}, the pass, not {index}",
            size.point_count()
        ))),
    }
}

/// A coordinate; one that is too large for the type stands for a point off the board, as it is.
fn coordinate(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

/// The index of a point or of a pass; `None` for other moves and off the board.
pub(crate) fn index(action: Action, size: Size) -> Option<usize> {
    match action {
        Action::Play(point) if size.contains(point) => {
            let at = |index: i32| usize::try_from(index).unwrap_or(0);
            Some(at(point.row) * size.cols() + at(point.col))
        }
        Action::Pass => Some(size.point_count()),
        Action::Play(_) | Action::Resign => None,
    }
}

/// The names of points.
pub(crate) fn vertices(points: impl IntoIterator<Item = Point>, size: Size) -> Vec<String> {
    points.into_iter().map(|point| point.vertex(size)).collect()
}

/// A size: a number of lines, or `(rows, cols)`.
pub(crate) fn read_size(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    let why = "a size is a number of lines, or (rows, cols), of 1 to 25";
    let (rows, cols) = if let Ok(pair) = value.cast::<PyTuple>() {
        let pair: PyResult<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = pair.extract();
        let (rows, cols) = pair.map_err(|_| PyTypeError::new_err(why))?;
        (integer(&rows)?, integer(&cols)?)
    } else {
        let lines = integer(value)?;
        (lines, lines)
    };
    let (Some(rows), Some(cols)) = (rows, cols) else {
        return Err(PyTypeError::new_err(why));
    };
    let (Ok(rows), Ok(cols)) = (rows.try_into(), cols.try_into()) else {
        return Err(value_error(why));
    };
    Size::new(rows, cols).map_err(value_error)
}
