"""What the compiled module and `gokata.gym` make of the arrays that they are given."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def as_array(value: Any) -> npt.NDArray[Any]:
    """What NumPy makes of an object. It would ignore the mask of a masked array."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError("masked arrays are refused, because their masks would be ignored: use `filled`")
    return np.asarray(value)


def as_logits(value: Any) -> npt.NDArray[Any]:
    """Floating-point numbers of at most 32 bits, without NumPy's warning of those that become infinite."""
    array = as_array(value)
    if array.dtype.kind != "f" or array.dtype.itemsize <= 4:
        return array
    with np.errstate(over="ignore"):
        return array.astype(np.float32)


def as_heat(value: Any, rows: int, cols: int) -> npt.NDArray[np.float64]:
    """A number for each point, one after the other, and perhaps one for the pass."""
    array = as_array(value)
    if array.shape not in ((rows, cols), (rows * cols,), (rows * cols + 1,)):
        raise TypeError(f"heat is a number for each point of a board of {rows}x{cols}, not an array of shape {list(array.shape)}")
    return array.astype(np.float64).ravel()
