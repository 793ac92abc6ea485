//! The class `Explanation`.

use gokata::{Action, IllegalMove};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::counting::stone_byte;
use crate::names;
use crate::points::vertices;
use crate::rules::Rules;
use crate::state::{self, Explanation, Position, Record};

#[pymethods]
impl Explanation {
    /// Whether the move is legal. An explanation of an illegal move is false as a condition.
    #[getter]
    fn legal(&self) -> bool {
        self.inner.is_legal()
    }

    fn __bool__(&self) -> bool {
        self.inner.is_legal()
    }

    /// The move: `C3`, `pass` or `resign`.
    #[getter]
    fn asked(&self) -> String {
        self.inner.asked().action.describe(self.size())
    }

    /// Whose move it would be.
    #[getter]
    fn color(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        names::color(py, self.inner.asked().color)
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.before.rules()
    }

    /// Every `Reason` against the move, in the order in which rules are checked.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let reasons = self.inner.reasons().iter();
        let reasons: PyResult<Vec<_>> = reasons.map(|it| names::reason(py, *it)).collect();
        PyTuple::new(py, reasons?)
    }

    /// The opposing stones that the move takes, or would take.
    #[getter]
    fn captured(&self) -> Vec<String> {
        vertices(self.inner.captured().iter().copied(), self.size())
    }

    /// The player's own stones that would be left without a liberty, the new stone included.
    #[getter]
    fn self_captured(&self) -> Vec<String> {
        vertices(self.inner.self_captured().iter().copied(), self.size())
    }

    /// The number of turns after which the repeated position last occurred: 0 is the opening board.
    #[getter]
    fn repeats(&self) -> Option<usize> {
        self.inner.repeats()
    }

    /// The board after the move, legal or not; `None` for a pass, and for a play on a stone or off the board.
    #[getter]
    fn board_after<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(board) = self.inner.board_after() else {
            return Ok(None);
        };
        let bytes: Vec<u8> = board.points().map(stone_byte).collect();
        let shape = (self.size().rows(), self.size().cols());
        names::array(py, &bytes, "int8", shape).map(Some)
    }

    /// The reasons, and the stones that the move takes, a sentence each.
    #[getter]
    fn sentences(&self) -> Vec<String> {
        self.inner.sentences()
    }

    /// Explains the move again.
    #[expect(clippy::type_complexity, reason = "what pickle expects")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (Bound<'py, Record>, Bound<'py, PyAny>, Py<PyAny>),
    )> {
        let record = state::record(py, self.before.to_record())?;
        let explain = py.get_type::<Position>().getattr("explain")?;
        let asked = match self.inner.asked().action {
            // Not every point off the board has a name.
            Action::Play(point) => (point.row, point.col).into_pyobject(py)?.into_any(),
            other => other.to_string().into_pyobject(py)?.into_any(),
        };
        Ok((explain, (record, asked, self.color(py)?)))
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let reasons = self.inner.reasons().iter().map(|reason| reason.name());
        let reasons: Vec<&str> = reasons.collect();
        let mv = self.inner.asked();
        let (color, action) = (mv.color, mv.action.describe(self.size()));
        let verdict = if reasons.is_empty() {
            "legal".to_owned()
        } else {
            format!("illegal: {}", reasons.join(", "))
        };
        format!("<gokata.Explanation {color} {action} {verdict}>")
    }
}

/// The sentence about a reason.
#[pyfunction]
#[pyo3(name = "_sentence")]
pub(crate) fn sentence(name: &str) -> Option<String> {
    let text = IllegalMove::from_name(name)?.to_string();
    Some(text.split_once(": ")?.1.to_owned())
}
