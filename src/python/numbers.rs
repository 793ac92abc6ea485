//! Integers as arguments.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// An integer, but no bool; one that does not fit is the largest. `None` for other objects.
pub(crate) fn integer(value: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    // NumPy's bools were integers before version 2.
    let is_int = value.is_exact_instance_of::<PyInt>();
    if !is_int && matches!(value.get_type().name()?.to_str()?, "bool" | "bool_") {
        return Ok(None);
    }
    match value.extract() {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(Some(i64::MAX)),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads an integer that is not negative: an argument.
pub(crate) fn natural(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            PyValueError::new_err("expected an integer from 0 to 2 ** 64 - 1")
        } else {
            error
        }
    })
}

/// Reads a number of things; one that does not fit is the largest.
pub(crate) fn number(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(natural(value)?).unwrap_or(usize::MAX))
}

/// Reads a number of things, or `None`.
pub(crate) fn some_number(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let value = Some(value).filter(|value| !value.is_none());
    value.map(number).transpose()
}
