//! The class `Record`.

use std::hash::{DefaultHasher, Hash, Hasher};

use gokata::{BoardRecord, play_move};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::names::{self, read_color};
use crate::numbers::number;
use crate::openings::{loaded, opened, parsed, read_board};
use crate::points::read_size;
use crate::rules::read_rules;
use crate::state::{self, Game, Position, Record};

#[pymethods]
impl Record {
    /// An empty board. `size` is a number of lines or `(rows, cols)`, `rules` a text such as `"chinese"` or
    /// `"chinese,ko=positional"`, or `Rules`.
    #[new]
    #[pyo3(signature = (size=None, *, rules=None, komi=None))]
    fn new(
        size: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        komi: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<PyClassInitializer<Record>> {
        let size = size.map(read_size).transpose()?.unwrap_or_default();
        let record = BoardRecord::new(size).with_rules(read_rules(py, rules, komi)?);
        Ok(PyClassInitializer::from(Position::from(record)).add_subclass(Record))
    }

    /// Reads a board in text: the side to play, then the rows of `x`, `o` and `-`. Raises `ParseError` with line and column.
    #[staticmethod]
    #[pyo3(signature = (text, *, rules=None, komi=None))]
    fn parse<'py>(
        text: &str,
        rules: Option<&Bound<'py, PyAny>>,
        komi: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, Record>> {
        state::record(py, parsed(text, rules, komi, py)?)
    }

    /// Reads a board in numbers, such as `board` returns: a matrix with 1 for Black, -1 for White, 0.
    #[staticmethod]
    #[pyo3(signature = (board, to_move=None, *, rules=None, komi=None))]
    fn from_board<'py>(
        board: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        rules: Option<&Bound<'py, PyAny>>,
        komi: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, Record>> {
        state::record(py, opened(&read_board(board, to_move)?, rules, komi, py)?)
    }

    /// Makes a move, and returns the new record. Raises `IllegalMove`.
    #[pyo3(signature = (point, color=None))]
    fn play<'py>(
        slf: &Bound<'py, Self>,
        point: &Bound<'py, PyAny>,
        color: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Record>> {
        let position = slf.as_super().get();
        let mv = position.read(point, color)?;
        match play_move(mv, &position.to_record()) {
            Ok(record) => state::record(slf.py(), record),
            Err(_) => Err(position.refusal(mv, slf.py())),
        }
    }

    /// Makes a move, and returns the new record, or the first `Reason` against the move.
    ///
    /// >>> from gokata import Reason, Record
    /// >>> Record(9).try_play("E5")
    /// <gokata.Record 9x9, 1 turn, White to play>
    /// >>> Record(9).try_play("K1")
    /// <Reason.OFF_BOARD: 'off-board'>
    #[pyo3(signature = (point, color=None))]
    fn try_play<'py>(
        slf: &Bound<'py, Self>,
        point: &Bound<'py, PyAny>,
        color: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let position = slf.as_super().get();
        let mv = position.read(point, color)?;
        match play_move(mv, &position.to_record()) {
            Ok(record) => Ok(state::record(slf.py(), record)?.into_any().unbind()),
            Err(reason) => names::reason(slf.py(), reason),
        }
    }

    /// The record before the last turn; `None` before the first.
    fn undo<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, Record>>> {
        let record = slf.as_super().get().to_record().undo();
        record
            .map(|record| state::record(slf.py(), record))
            .transpose()
    }

    /// The record after this number of turns; `None` if there were fewer.
    fn at<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = number)] turn: usize,
    ) -> PyResult<Option<Bound<'py, Record>>> {
        let record = slf.as_super().get().to_record().at(turn);
        record
            .map(|record| state::record(slf.py(), record))
            .transpose()
    }

    /// The same game with another side to play.
    fn hand_turn<'py>(
        slf: &Bound<'py, Self>,
        color: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Record>> {
        let record = slf.as_super().get().to_record();
        state::record(slf.py(), record.hand_turn(read_color(color)?))
    }

    /// Takes play up again after passes have ended the game. Raises `ValueError` otherwise.
    #[pyo3(signature = (color=None))]
    fn resume<'py>(
        slf: &Bound<'py, Self>,
        color: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Record>> {
        let color = color.map(read_color).transpose()?;
        let record = slf.as_super().get().to_record().resume(color);
        let record = record.map_err(|error| PyValueError::new_err(error.to_string()))?;
        state::record(slf.py(), record)
    }

    /// The same game under other rules from now on.
    #[pyo3(signature = (rules=None, *, komi=None))]
    fn with_rules<'py>(
        slf: &Bound<'py, Self>,
        rules: Option<&Bound<'py, PyAny>>,
        komi: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Record>> {
        let record = slf.as_super().get().to_record();
        let now = Bound::new(slf.py(), crate::rules::Rules(record.rules()))?;
        let rules = rules.unwrap_or(now.as_any());
        let rules = read_rules(slf.py(), Some(rules), komi)?;
        state::record(slf.py(), record.with_rules(rules))
    }

    /// The same game on the fast referee, which changes in place.
    fn game<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Game>> {
        state::game(slf.py(), slf.as_super().get().to_game())
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Record> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Record> {
        slf.clone()
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Record>) -> bool {
        slf.as_super().get().to_record() == other.as_super().get().to_record()
    }

    fn __hash__(slf: &Bound<'_, Self>) -> u64 {
        let record = slf.as_super().get().to_record();
        let mut hasher = DefaultHasher::new();
        (record.board(), record.turns()).hash(&mut hasher);
        hasher.finish()
    }

    #[expect(clippy::type_complexity, reason = "what pickle expects")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, String, Vec<String>))> {
        let py = slf.py();
        let parts = slf.as_super().get().parts();
        // The past must be legal under the present rules, or nobody can load it.
        loaded(&parts.0, &parts.1, &parts.2, py)?;
        Ok((slf.get_type().getattr("_load")?, parts))
    }

    #[staticmethod]
    fn _load<'py>(
        opening: &str,
        rules: &str,
        events: Vec<String>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, Record>> {
        state::record(py, loaded(opening, rules, &events, py)?)
    }
}
