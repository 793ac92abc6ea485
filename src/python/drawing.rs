//! The arguments of `svg`.

use gokata::Size;
use gokata::picture::{Overlay, Shape};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::as_array;
use crate::counting::Marks;
use crate::names::value_error;
use crate::points::{read_point, read_points};

/// Adds shapes: a dictionary of points, the dead stones of `Marks`, or points, which get a circle.
pub(crate) fn add_shapes(
    overlay: &mut Overlay,
    marks: &Bound<'_, PyAny>,
    size: Size,
) -> PyResult<()> {
    if let Ok(named) = marks.cast::<PyDict>() {
        for (point, name) in named {
            let text = name.extract::<&str>()?;
            let shape = Shape::ALL.into_iter().find(|shape| shape.name() == text);
            let shape = shape.ok_or_else(|| {
                let why = "is not a mark: circle, square, triangle or cross";
                value_error(format!("'{text}' {why}"))
            })?;
            overlay.shapes.push((read_point(&point, size)?, shape));
        }
    } else if let Ok(marks) = marks.cast::<Marks>() {
        let marks = marks.try_borrow()?;
        let crosses = marks.0.dead().into_iter().map(|it| (it, Shape::Cross));
        overlay.shapes.extend(crosses);
    } else {
        let points = read_points(marks, size)?.into_iter();
        let circles = points.map(|point| (point, Shape::Circle));
        overlay.shapes.extend(circles);
    }
    Ok(())
}

/// Adds labels: a dictionary of points.
pub(crate) fn add_labels(
    overlay: &mut Overlay,
    labels: &Bound<'_, PyDict>,
    size: Size,
) -> PyResult<()> {
    for (point, text) in labels {
        let text = text.str()?.to_str()?.to_owned();
        if text.contains(|c| c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}')) {
            let why = format!("{text:?} is not a label: it has characters that no picture shows");
            return Err(value_error(why));
        }
        overlay.labels.push((read_point(&point, size)?, text));
    }
    Ok(())
}

/// Adds a number for each point: a matrix, or a flat array, whose last place may be the pass.
pub(crate) fn add_heat(overlay: &mut Overlay, heat: &Bound<'_, PyAny>, size: Size) -> PyResult<()> {
    let array = as_array(heat)?;
    let shape = array.shape();
    let fits = match *shape {
        [rows, cols] => (rows, cols) == (size.rows(), size.cols()),
        [places] => places == size.point_count() || places == size.point_count() + 1,
        _ => false,
    };
    if !fits {
        return Err(PyTypeError::new_err(format!(
            "heat is a number for each point of a board of {size}, not an array of shape {shape:?}"
        )));
    }
    let array = array.call_method1("astype", ("float64",))?;
    let values = array.call_method0("ravel")?.call_method0("tolist")?;
    let values: Vec<f64> = values.extract()?;
    overlay.heat.extend(size.points().zip(values));
    Ok(())
}
