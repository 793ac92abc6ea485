//! The arguments of `svg`.

use gokata::Size;
use gokata::picture::{Overlay, Shape};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::made;
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
    let values = made("as_heat", (heat, size.rows(), size.cols()), heat.py())?;
    let values: Vec<f64> = values.call_method0("tolist")?.extract()?;
    overlay.heat.extend(size.points().zip(values));
    Ok(())
}
