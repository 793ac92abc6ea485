//! The class `Record`.

use std::hash::{DefaultHasher, Hash, Hasher};

use gokata::{BoardRecord, play_move};
use pyo3::prelude::*;

use crate::names::{self, read_color, value_error};
use crate::numbers::number;
use crate::points::read_size;
use crate::rules::read_rules;
use crate::state::{self, Game, Position, Record};

#[pymethods]
impl Record {
    /// An empty board. `size` is a number of lines or `(rows, cols)`, 19 if none is given; `rules` a text such as `"chinese"` or
    /// `"chinese,ko=positional"`, or `Rules`, else those of the kata, without komi; `komi` takes the place of theirs.
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
            Err(_) => Err(position.refusal(mv, None, slf.py())),
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
        record.map(|it| state::record(slf.py(), it)).transpose()
    }

    /// The record after this number of turns; `None` if there were fewer.
    fn at<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = number)] turn: usize,
    ) -> PyResult<Option<Bound<'py, Record>>> {
        let record = slf.as_super().get().to_record().at(turn);
        record.map(|it| state::record(slf.py(), it)).transpose()
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
        state::record(slf.py(), record.map_err(value_error)?)
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
}
