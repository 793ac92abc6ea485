//! NumPy's arrays: those that a batch writes again and again, and those that it is given.

use gokata::{Batch, BatchError};
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyReadwriteArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::names::value_error;

/// An array of which each caller gets the same view. What a program does to the view (another type, another shape, no writing)
/// does not change the array below it; that one is checked before each use, because `view.base` leads to it.
pub(crate) struct Reused<T> {
    array: Py<PyArray1<T>>,
    view: Py<PyAny>,
}

impl<T: Element + Send> Reused<T> {
    /// Zeros, which take no memory until they are written. The type of the view is as wide as `T`.
    pub(crate) fn new(py: Python<'_>, dtype: &str, shape: &[usize]) -> PyResult<Reused<T>> {
        let zeros = py.import("numpy")?.getattr("zeros")?;
        let array = zeros.call1((shape.iter().product::<usize>(), T::get_dtype(py)))?;
        let view = array.call_method1("view", (dtype,))?;
        Ok(Reused {
            array: array.cast_into()?.unbind(),
            view: view.call_method1("reshape", (shape,))?.unbind(),
        })
    }

    pub(crate) fn view<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.view.bind(py).clone()
    }

    pub(crate) fn writable<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArray1<'py, T>> {
        let array = self.array.bind(py).as_any().cast::<PyArray1<T>>();
        let writable = array.ok().and_then(|array| array.try_readwrite().ok());
        let why =
            "the `base` of an array of the batch has another type or shape, or is not writeable";
        writable.ok_or_else(|| PyTypeError::new_err(why))
    }

    /// The view, with the numbers that `write` puts into it.
    pub(crate) fn filled<'py>(
        &self,
        batch: &mut Batch,
        py: Python<'py>,
        write: impl FnOnce(&mut Batch, &mut [T]) -> Result<(), BatchError> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = self.writable(py)?;
        let numbers = array.as_slice_mut()?;
        py.detach(|| write(batch, numbers)).map_err(wrong)?;
        Ok(self.view(py))
    }
}

/// The exception about an argument.
pub(crate) fn wrong(error: BatchError) -> PyErr {
    let text = error.to_string();
    match error {
        BatchError::NotAMove { .. } => PyIndexError::new_err(text),
        BatchError::NotFinite { .. } => value_error(format!("{text}, or too large for float32")),
        _ => value_error(text),
    }
}

/// What a function of the Python module makes of an object: an array.
pub(crate) fn made<'py>(
    name: &str,
    of: impl PyCallArgs<'py>,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || PyResult::Ok(py.import("gokata._arrays")?.unbind());
    let module = MODULE.get_or_try_init(py, import)?;
    Ok(module.bind(py).getattr(name)?.call1(of)?.cast_into()?)
}

/// What NumPy makes of an object.
pub(crate) fn as_array<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    made("as_array", (value,), value.py())
}

/// An array with numbers of this type, one after the other: the one that is given, or a copy. Its own type is one of `kinds`,
/// as NumPy abbreviates them, unless it is empty. `what` says what is expected.
fn numbers<'py, T: Element>(
    given: &Bound<'py, PyUntypedArray>,
    kinds: &[u8],
    shape: &[usize],
    what: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let is_kind = kinds.contains(&given.dtype().kind()) || given.is_empty();
    if given.shape() != shape || !is_kind {
        return Err(unexpected(given, what));
    }
    if let Ok(array) = given.cast::<PyArrayDyn<T>>()
        && array.is_c_contiguous()
        && array.is_aligned()
    {
        return Ok(array.try_readonly()?);
    }
    let copy = given.call_method1("astype", (T::get_dtype(given.py()), "C"))?;
    Ok(copy.cast_into::<PyArrayDyn<T>>()?.try_readonly()?)
}

/// The exception about an array of another type or shape than `what` says.
pub(crate) fn unexpected(given: &Bound<'_, PyUntypedArray>, what: &str) -> PyErr {
    let (dtype, shape) = (given.dtype(), given.shape());
    let why = format!("{what}, not an array of {dtype} with shape {shape:?}");
    PyTypeError::new_err(why)
}

/// Integers of any type. One that does not fit is the largest.
pub(crate) fn integers(
    given: &Bound<'_, PyUntypedArray>,
    shape: &[usize],
    what: &str,
) -> PyResult<Vec<i64>> {
    let numbers = numbers::<i64>(given, b"iu", shape, what)?;
    let is_unsigned = given.dtype().kind() == b'u';
    let fitted = |number: &i64| match *number {
        ..0 if is_unsigned => i64::MAX,
        number => number,
    };
    Ok(numbers.as_slice()?.iter().map(fitted).collect())
}

/// Reads an action for each game.
pub(crate) fn read_actions(
    given: &Bound<'_, PyAny>,
    [games, moves]: [usize; 2],
) -> PyResult<Vec<i32>> {
    let (given, what) = (as_array(given)?, format!("actions are {games} integers"));
    let actions = integers(&given, &[games], &what)?.into_iter().enumerate();
    let read = |(game, action)| {
        i32::try_from(action).or_else(|_| {
            let (last, action) = (moves - 1, given.get_item(game)?);
            let why = format!("game {game}: an index is 0 to {last}, or -1, not {action}");
            Err(PyIndexError::new_err(why))
        })
    };
    actions.map(read).collect()
}

/// Copies the logits of each game from floating-point numbers of any type: another thread may change them while they are used.
pub(crate) fn read_logits(given: &Bound<'_, PyAny>, shape: [usize; 2]) -> PyResult<Vec<f32>> {
    let what = format!("logits are floating-point numbers with shape {shape:?}");
    let logits = made("as_logits", (given,), given.py())?;
    let logits = numbers::<f32>(&logits, b"f", &shape, &what)?;
    Ok(logits.as_slice()?.to_vec())
}

/// Reads a bool for each game.
pub(crate) fn read_flags(given: &Bound<'_, PyAny>, games: usize) -> PyResult<Vec<u8>> {
    let what = format!("the games to reset are a number or {games} bools");
    let flags = numbers::<u8>(&as_array(given)?, b"b", &[games], &what)?;
    Ok(flags.as_slice()?.to_vec())
}
