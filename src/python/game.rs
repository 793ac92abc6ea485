//! The class `Game`.

use gokata::{FastGame, Random};
use pyo3::prelude::*;

use crate::names::{self, read_color, value_error};
use crate::numbers::natural;
use crate::points::read_size;
use crate::rules::read_rules;
use crate::state::{self, Game, Position, Record};

#[pymethods]
impl Game {
    /// An empty board: the arguments are those of `Record`.
    #[new]
    #[pyo3(signature = (size=None, *, rules=None, komi=None))]
    fn new(
        size: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        komi: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<PyClassInitializer<Game>> {
        let size = size.map(read_size).transpose()?.unwrap_or_default();
        let game = FastGame::new(size).with_rules(read_rules(py, rules, komi)?);
        Ok(PyClassInitializer::from(Position::from(game)).add_subclass(Game))
    }

    /// Makes a move. Raises `IllegalMove`; the game is then as it was.
    #[pyo3(signature = (point, color=None))]
    fn play(
        slf: &Bound<'_, Self>,
        point: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let position = slf.as_super().get();
        let mv = position.read(point, color)?;
        match position.change(|game| game.play(mv)) {
            Some(Err(_)) => Err(position.refusal(mv, None, slf.py())),
            _ => Ok(()),
        }
    }

    /// Makes a move. Returns the first `Reason` against it, or `None` if it was made.
    #[pyo3(signature = (point, color=None))]
    fn try_play(
        slf: &Bound<'_, Self>,
        point: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let position = slf.as_super().get();
        let mv = position.read(point, color)?;
        match position.change(|game| game.play(mv)) {
            Some(Err(reason)) => names::reason(slf.py(), reason).map(Some),
            _ => Ok(None),
        }
    }

    /// Takes the last turn back, and returns its move; `None` before the first.
    fn undo(slf: &Bound<'_, Self>) -> Option<String> {
        let position = slf.as_super().get();
        let undone = position.change(FastGame::undo).flatten()?;
        Some(undone.action.describe(position.inner_size()))
    }

    /// Another game in the same state.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Game>> {
        state::game(slf.py(), slf.as_super().get().to_game())
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Game>> {
        Game::copy(slf)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Game>> {
        Game::copy(slf)
    }

    /// Hands the turn to this side.
    fn hand_turn(slf: &Bound<'_, Self>, color: &Bound<'_, PyAny>) -> PyResult<()> {
        let color = read_color(color)?;
        slf.as_super().get().change(|game| game.hand_turn(color));
        Ok(())
    }

    /// Takes play up again after passes have ended the game. Raises `ValueError` otherwise.
    #[pyo3(signature = (color=None))]
    fn resume(slf: &Bound<'_, Self>, color: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let color = color.map(read_color).transpose()?;
        match slf.as_super().get().change(|game| game.resume(color)) {
            Some(Err(error)) => Err(value_error(error)),
            _ => Ok(()),
        }
    }

    /// The same game on the pure referee, which never changes.
    fn record<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Record>> {
        state::record(slf.py(), slf.as_super().get().to_record())
    }

    /// Plays random moves to the end, filling no eyes, and returns the number of plies and the points of Black's and
    /// White's area. The game is unchanged; equal seeds play equal games.
    fn playout(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> (usize, (usize, usize)) {
        let position = slf.as_super().get();
        let played = position.change(|game| game.playout(&mut Random::new(seed)));
        played.map_or((0, (0, 0)), |end| {
            (end.plies, (end.area.black, end.area.white))
        })
    }

    /// The planes of the position for machine learning, as a NumPy array of `uint8`: `PLANES` names them.
    ///
    /// >>> from gokata import Game
    /// >>> Game(9).planes().shape, len(Game.PLANES)
    /// ((9, 9, 9), 9)
    fn planes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let position = slf.as_super().get();
        let (game, size) = (position.to_game(), position.inner_size());
        let planes = gokata::planes::planes(&game);
        let shape = (gokata::planes::PLANES.len(), size.rows(), size.cols());
        names::array(slf.py(), &planes, "uint8", shape)
    }

    /// The names of `planes`.
    #[classattr]
    #[pyo3(name = "PLANES")]
    fn plane_names(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, gokata::planes::PLANES)
    }
}
