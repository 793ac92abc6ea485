//! What the Python modules define and this one hands out: colors, reasons, exceptions; and NumPy's arrays.

use std::fmt::Display;

use gokata::{Color, IllegalMove, Move, ParseError, Size, TextError};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyString};

use crate::numbers::integer;

/// A public name of the package.
fn named<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static PACKAGE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let package = PACKAGE.get_or_try_init(py, || py.import("gokata").map(Bound::unbind));
    package?.bind(py).getattr(name)
}

/// An object of a class that is written in Python, from its parts.
pub(crate) fn made<'py>(
    py: Python<'py>,
    class: &str,
    parts: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    named(py, class)?.call1(parts)
}

/// The member of `Color`.
pub(crate) fn color(py: Python<'_>, color: Color) -> PyResult<Py<PyAny>> {
    named(py, ["BLACK", "WHITE"][color as usize]).map(Bound::unbind)
}

/// The member of `Color`, or `None`.
pub(crate) fn stone(py: Python<'_>, stone: Option<Color>) -> PyResult<Option<Py<PyAny>>> {
    stone.map(|stone| color(py, stone)).transpose()
}

/// A move as Python programs read it: whose it is, and `C3`, `pass` or `resign`.
pub(crate) fn written(py: Python<'_>, mv: Move, size: Size) -> PyResult<(Py<PyAny>, String)> {
    Ok((color(py, mv.color)?, mv.action.describe(size)))
}

/// The member of `Reason`.
pub(crate) fn reason(py: Python<'_>, reason: IllegalMove) -> PyResult<Py<PyAny>> {
    made(py, "Reason", (reason.name(),)).map(Bound::unbind)
}

/// The exception about a text of one line.
pub(crate) fn parse_error(py: Python<'_>, error: &ParseError) -> PyErr {
    raised(py, (error.to_string(),))
}

/// The exception about a text of several lines.
pub(crate) fn text_error(py: Python<'_>, error: &TextError) -> PyErr {
    raised(py, (error.to_string(), error.line(), error.column()))
}

/// The exception about what cannot be.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn raised<'py>(py: Python<'py>, parts: impl PyCallArgs<'py>) -> PyErr {
    made(py, "ParseError", parts).map_or_else(|error| error, PyErr::from_value)
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
    static FROM_BUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let buffer = PyByteArray::new(py, bytes);
    let from_buffer = FROM_BUFFER.import(py, "numpy", "frombuffer")?;
    let flat = from_buffer.call1((buffer, dtype))?;
    flat.call_method1("reshape", (shape,))
}

/// A board in numbers, from what is on its points in reading order.
pub(crate) fn board(
    py: Python<'_>,
    size: Size,
    stones: impl IntoIterator<Item = Option<Color>>,
) -> PyResult<Bound<'_, PyAny>> {
    let bytes: Vec<u8> = stones.into_iter().map(stone_byte).collect();
    array(py, &bytes, "int8", (size.rows(), size.cols()))
}

/// The value of a stone on a board in numbers, as a byte.
fn stone_byte(stone: Option<Color>) -> u8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 1_u8.wrapping_neg(),
    }
}
