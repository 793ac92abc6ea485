//! What `Explanation` in Python is made of.

use gokata::{IllegalMove, Move, explain_move};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::names;
use crate::points::vertices;
use crate::state::{self, Position, State, locked};

impl Position {
    /// The explanation of a move.
    pub(crate) fn why<'py>(&self, mv: Move, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (why, before) = match &self.0 {
            State::Record(record) => {
                let before = state::record(py, record.clone())?.into_any();
                (explain_move(mv, record), before)
            }
            State::Game(game) => {
                let copy = locked(game).clone();
                (copy.explain(mv), state::game(py, copy)?.into_any())
            }
        };
        let size = self.inner_size();
        let point = mv.action.point().map(|point| (point.row, point.col));
        let reasons = why.reasons().iter().map(|it| names::reason(py, *it));
        let after = why.board_after();
        let after = after.map(|board| names::board(py, size, board.points()));
        names::made(
            py,
            "Explanation",
            (
                before,
                names::color(py, mv.color)?,
                mv.action.describe(size),
                point,
                PyTuple::new(py, reasons.collect::<PyResult<Vec<_>>>()?)?,
                vertices(why.captured().iter().copied(), size),
                vertices(why.self_captured().iter().copied(), size),
                why.repeats(),
                after.transpose()?,
                why.sentences(),
            ),
        )
    }

    /// The exception about a move that is illegal here. A game of a batch has a number.
    pub(crate) fn refusal(&self, mv: Move, game: Option<usize>, py: Python<'_>) -> PyErr {
        let why = self.why(mv, py);
        let refusal = why.and_then(|why| names::made(py, "IllegalMove", (why, game)));
        refusal.map_or_else(|error| error, PyErr::from_value)
    }
}

/// The sentence about a reason.
#[pyfunction]
#[pyo3(name = "_sentence")]
pub(crate) fn sentence(name: &str) -> Option<String> {
    let text = IllegalMove::from_name(name)?.to_string();
    Some(text.split_once(": ")?.1.to_owned())
}
