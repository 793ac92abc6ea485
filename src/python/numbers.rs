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

/// Reads an integer as an argument, as `integer` does.
fn required(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    let kind = value.get_type().name()?;
    let why = || PyTypeError::new_err(format!("expected an integer, not {kind}"));
    integer(value)?.ok_or_else(why)
}

/// Reads an integer that is not negative: an argument.
pub(crate) fn natural(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    required(value)?;
    let why = "expected an integer from 0 to 2 ** 64 - 1";
    value.extract().map_err(|_| PyValueError::new_err(why))
}

/// Reads the place of something among others; one that cannot be is the largest.
pub(crate) fn place(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(required(value)?).unwrap_or(usize::MAX))
}

/// Reads a number of things; one that does not fit is the largest.
pub(crate) fn number(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(natural(value)?).unwrap_or(usize::MAX))
}
