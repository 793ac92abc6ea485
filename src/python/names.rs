//! What the Python modules define and this one hands out: colors, reasons, exceptions; and NumPy's arrays.

use gokata::{Action, Color, IllegalMove, ParseError, SetupError, Size, TextError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyString};

use crate::numbers::integer;

struct Names {
    black: Py<PyAny>,
    white: Py<PyAny>,
    reasons: [Py<PyAny>; IllegalMove::ALL.len()],
    explanation: Py<PyAny>,
    illegal_move: Py<PyAny>,
    parse_error: Py<PyAny>,
    picture: Py<PyAny>,
    frombuffer: Py<PyAny>,
}

/// Imports them once.
fn names(py: Python<'_>) -> PyResult<&Names> {
    static NAMES: PyOnceLock<Names> = PyOnceLock::new();
    NAMES.get_or_try_init(py, || {
        let module = py.import("gokata._names")?;
        let color = module.getattr("Color")?;
        let reason = module.getattr("Reason")?;
        let mut reasons = Vec::new();
        for known in IllegalMove::ALL {
            reasons.push(reason.call1((known.name(),))?.unbind());
        }
        let reasons = reasons.try_into();
        Ok(Names {
            black: color.getattr("BLACK")?.unbind(),
            white: color.getattr("WHITE")?.unbind(),
            reasons: reasons.map_err(|_| PyValueError::new_err("reasons"))?,
            explanation: py
                .import("gokata._explanation")?
                .getattr("Explanation")?
                .unbind(),
            illegal_move: module.getattr("IllegalMove")?.unbind(),
            parse_error: module.getattr("ParseError")?.unbind(),
            picture: module.getattr("Picture")?.unbind(),
            frombuffer: py.import("numpy")?.getattr("frombuffer")?.unbind(),
        })
    })
}

/// The member of `Color`.
pub(crate) fn color(py: Python<'_>, color: Color) -> PyResult<Py<PyAny>> {
    let names = names(py)?;
    Ok(match color {
        Color::Black => names.black.clone_ref(py),
        Color::White => names.white.clone_ref(py),
    })
}

/// The member of `Color`, or `None`.
pub(crate) fn stone(py: Python<'_>, stone: Option<Color>) -> PyResult<Option<Py<PyAny>>> {
    stone.map(|stone| color(py, stone)).transpose()
}

/// A move as Python programs read it: whose it is, and `C3`, `pass` or `resign`.
pub(crate) fn written(
    py: Python<'_>,
    color: Color,
    action: Action,
    size: Size,
) -> PyResult<(Py<PyAny>, String)> {
    Ok((self::color(py, color)?, action.describe(size)))
}

/// The member of `Reason`.
pub(crate) fn reason(py: Python<'_>, reason: IllegalMove) -> PyResult<Py<PyAny>> {
    Ok(names(py)?.reasons[reason as usize].clone_ref(py))
}

/// The explanation of a move, from its parts.
pub(crate) fn explanation<'py>(
    py: Python<'py>,
    parts: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    names(py)?.explanation.bind(py).call1(parts)
}

/// The exception about a move, with its explanation.
pub(crate) fn illegal_move(explanation: &Bound<'_, PyAny>) -> PyErr {
    let py = explanation.py();
    let made = names(py).and_then(|names| names.illegal_move.bind(py).call1((explanation,)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The exception about a text of one line.
pub(crate) fn parse_error(py: Python<'_>, error: &ParseError) -> PyErr {
    raised(py, (error.to_string(),))
}

/// The exception about a text of several lines.
pub(crate) fn text_error(py: Python<'_>, error: &TextError) -> PyErr {
    raised(py, (error.to_string(), error.line(), error.column()))
}

/// The exception about stones that cannot stand there.
pub(crate) fn setup_error(error: SetupError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn raised<'py>(py: Python<'py>, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = names(py).and_then(|names| names.parse_error.bind(py).call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A picture from its SVG.
pub(crate) fn picture(py: Python<'_>, svg: String) -> PyResult<Py<PyAny>> {
    Ok(names(py)?.picture.bind(py).call1((svg,))?.unbind())
}

/// The color with this name.
#[pyfunction]
pub(crate) fn _color(text: &str, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let named = text.parse().map_err(|error| parse_error(py, &error))?;
    color(py, named)
}

/// A color: a member of `Color`, 1 or -1, or a text such as `white`.
pub(crate) fn read_color(value: &Bound<'_, PyAny>) -> PyResult<Color> {
    if let Ok(text) = value.cast::<PyString>() {
        let color = text.to_str()?.parse();
        return color.map_err(|error| parse_error(value.py(), &error));
    }
    match integer(value)? {
        Some(1) => Ok(Color::Black),
        Some(-1) => Ok(Color::White),
        Some(other) => Err(PyValueError::new_err(format!(
            "{other} is not a color: BLACK is 1, WHITE is -1"
        ))),
        None => Err(PyTypeError::new_err(format!(
            "a color is BLACK, WHITE or a text such as 'white', not {}",
            value.get_type().name()?
        ))),
    }
}

/// An array of NumPy's that can be written to. `dtype` names a type of one byte.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    dtype: &str,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let buffer = PyByteArray::new(py, bytes);
    let flat = names(py)?.frombuffer.bind(py).call1((buffer, dtype))?;
    flat.call_method1("reshape", (shape,))
}
