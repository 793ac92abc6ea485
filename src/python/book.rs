//! The classes of `gokata.dlgo`, with the names of *Deep Learning and the Game of Go*: what must be fast. The Python module
//! adds their other methods. The book counts rows from 1 at the bottom, and columns from 1.

use std::cell::RefCell;
use std::sync::OnceLock;

use gokata::{Action, Color, FastGame, Move, Point, PointSet, Setup, Size};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyAssertionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::game::{Game, made};
use crate::names::setup_error;
use crate::points::read_size;

fn player(py: Python<'_>, color: Color) -> PyResult<Bound<'_, PyAny>> {
    static PLAYERS: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();
    let players = PLAYERS.import(py, "gokata.dlgo.goboard", "PLAYERS")?;
    players.get_item(color as usize)
}

fn read_player(value: &Bound<'_, PyAny>) -> PyResult<Color> {
    for color in Color::BOTH {
        if player(value.py(), color)?.is(value) {
            return Ok(color);
        }
    }
    let why = "expected Player.black or Player.white";
    Err(PyTypeError::new_err(format!("{why}, not {value}")))
}

/// Calls a function of the Python module that does what is rare.
fn rare<'py>(py: Python<'py>, name: &str, of: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import("gokata.dlgo.goboard")?.getattr(name)?.call1(of)
}

/// Row and column of a point in the book's numbers; `None` for anything else.
fn read_pair(point: &Bound<'_, PyAny>) -> Option<(i32, i32)> {
    let pair = point.cast::<PyTuple>().ok()?;
    let number = |place| pair.get_borrowed_item(place).ok()?.extract().ok();
    Some((number(0)?, number(1)?))
}

fn turned((row, col): (i32, i32), size: Size) -> Point {
    let rows = i32::try_from(size.rows()).unwrap_or(i32::MAX);
    Point::from((rows.saturating_sub(row), col.saturating_sub(1)))
}

/// Asks a game. It is locked meanwhile: `ask` must not run Python code.
fn ask<T>(py: Python<'_>, game: &Py<Game>, ask: impl FnOnce(&FastGame) -> T) -> T {
    let answer = game.bind(py).as_super().get().change(|game| ask(game));
    answer.expect("a game, not a record")
}

#[pyclass(module = "gokata.dlgo.goboard", name = "Move", subclass, frozen)]
pub(crate) struct BookMove {
    #[pyo3(get)]
    point: Option<Py<PyAny>>,
    at: (i32, i32),
    #[pyo3(get)]
    is_play: bool,
    #[pyo3(get)]
    is_pass: bool,
    #[pyo3(get)]
    is_resign: bool,
}

#[pymethods]
impl BookMove {
    #[new]
    #[pyo3(signature = (point=None, is_pass=false, is_resign=false))]
    fn new(point: Option<Bound<'_, PyAny>>, is_pass: bool, is_resign: bool) -> PyResult<BookMove> {
        let (is_play, pair) = (point.is_some(), point.as_ref().map(read_pair));
        let is_one = u8::from(is_play) + u8::from(is_pass) + u8::from(is_resign) == 1;
        let at = pair.unwrap_or(Some((0, 0))).filter(|_| is_one);
        let why = "a move is either a play on a Point, or a pass, or a resignation";
        Ok(BookMove {
            point: point.map(Bound::unbind),
            at: at.ok_or_else(|| PyAssertionError::new_err(why))?,
            is_play,
            is_pass,
            is_resign,
        })
    }
}

/// Reads a move of this class, or of another one with the same attributes.
fn read_action(mv: &Bound<'_, PyAny>, size: Size) -> PyResult<Action> {
    let Ok(mv) = mv.cast::<BookMove>() else {
        let mv = rare(mv.py(), "_read_move", (mv,))?;
        return read_action(mv.cast::<BookMove>()?.as_any(), size);
    };
    let mv = mv.get();
    Ok(match (mv.is_play, mv.is_pass) {
        (true, _) => Action::Play(turned(mv.at, size)),
        (_, true) => Action::Pass,
        _ => Action::Resign,
    })
}

#[pyclass(module = "gokata.dlgo.goboard", name = "Board", subclass, frozen)]
pub(crate) struct BookBoard {
    #[pyo3(get)]
    num_rows: usize,
    #[pyo3(get)]
    num_cols: usize,
    /// A game on the board. A state shares it.
    #[pyo3(get, name = "_game")]
    game: Py<Game>,
    /// What was asked for before: strings by point, and ages.
    #[pyo3(get, name = "_known")]
    known: Py<PyDict>,
}

impl BookBoard {
    fn of(game: Bound<'_, Game>) -> BookBoard {
        let size = game.as_super().get().inner_size();
        BookBoard {
            num_rows: size.rows(),
            num_cols: size.cols(),
            known: PyDict::new(game.py()).unbind(),
            game: game.unbind(),
        }
    }
}

#[pymethods]
impl BookBoard {
    #[new]
    fn new(num_rows: &Bound<'_, PyAny>, num_cols: &Bound<'_, PyAny>) -> PyResult<BookBoard> {
        let py = num_rows.py();
        let size = read_size((num_rows, num_cols).into_pyobject(py)?.as_any())?;
        Ok(BookBoard::of(made(py, FastGame::new(size))?))
    }

    fn get<'py>(&self, point: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, pair) = (point.py(), read_pair(point));
        let stone = |game: &FastGame| game.stone_at(turned(pair?, game.size()));
        let stone = ask(py, &self.game, stone);
        stone.map(|color| player(py, color)).transpose()
    }

    /// A board with these stones, and without a past.
    fn __copy__(&self, py: Python<'_>) -> PyResult<BookBoard> {
        let setup = ask(py, &self.game, |game| Setup::from(game));
        let game = FastGame::try_from(&setup).map_err(setup_error)?;
        Ok(BookBoard::of(made(py, game)?))
    }
}

/// Whether a point is an eye of a player.
#[pyfunction]
pub(crate) fn is_point_an_eye(
    board: &Bound<'_, BookBoard>,
    point: &Bound<'_, PyAny>,
    color: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let (color, pair) = (read_player(color)?, read_pair(point));
    Ok(ask(board.py(), &board.get().game, |game| {
        pair.is_some_and(|pair| game.eyes(color).contains(turned(pair, game.size())))
    }))
}

type State = Option<Py<BookState>>;

#[pyclass(module = "gokata.dlgo.goboard", name = "GameState", subclass, frozen)]
pub(crate) struct BookState {
    #[pyo3(get, name = "_game")]
    game: Py<Game>,
    size: Size,
    board: OnceLock<Py<BookBoard>>,
    /// The legal plays after so many turns. Bots ask for every point.
    legal: OnceLock<(usize, PointSet)>,
    #[pyo3(get)]
    previous_state: State,
    #[pyo3(get)]
    last_move: Option<Py<PyAny>>,
}

impl BookState {
    fn of(game: Bound<'_, Game>, previous: State, last_move: Option<Py<PyAny>>) -> BookState {
        BookState {
            size: game.as_super().get().inner_size(),
            game: game.unbind(),
            board: OnceLock::new(),
            legal: OnceLock::new(),
            previous_state: previous,
            last_move,
        }
    }
}

#[pymethods]
impl BookState {
    #[new]
    #[pyo3(signature = (board, next_player, previous, r#move))]
    fn new(
        board: &Bound<'_, PyAny>,
        next_player: &Bound<'_, PyAny>,
        previous: State,
        r#move: Option<Py<PyAny>>,
    ) -> PyResult<BookState> {
        let of = (board, next_player, &previous, &r#move);
        let game = rare(board.py(), "_opening", of)?.cast_into()?;
        Ok(BookState::of(game, previous, r#move))
    }

    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<&Py<BookBoard>> {
        if let Some(board) = self.board.get() {
            return Ok(board);
        }
        let board = Py::new(py, BookBoard::of(self.game.bind(py).clone()))?;
        Ok(self.board.get_or_init(|| board))
    }

    #[getter]
    fn next_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        player(py, ask(py, &self.game, FastGame::to_play))
    }

    fn apply_move(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<BookState> {
        let (py, state) = (slf.py(), slf.get());
        let action = read_action(r#move, state.size)?;
        let mut game = state.game.bind(py).as_super().get().to_game();
        let color = game.to_play();
        let game = match game.play(Move { color, action }) {
            Ok(()) => made(py, game)?,
            Err(_) => rare(py, "_after", (&state.game, r#move))?.cast_into()?,
        };
        let (previous, mv) = (slf.clone().unbind(), r#move.clone().unbind());
        Ok(BookState::of(game, Some(previous), Some(mv)))
    }

    fn is_valid_move(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let action = read_action(r#move, self.size)?;
        Ok(ask(r#move.py(), &self.game, |game| {
            let (turns, legal) = self
                .legal
                .get_or_init(|| (game.turns(), game.legal_points()));
            match action {
                // Stones that were put on the board later are turns, too.
                Action::Play(point) if *turns == game.turns() => legal.contains(point),
                action => game.is_legal(Move {
                    color: game.to_play(),
                    action,
                }),
            }
        }))
    }
}

impl Drop for BookState {
    /// Drops the states before it one after the other: those of a long game would use up the stack.
    fn drop(&mut self) {
        thread_local!(static LEFT: RefCell<(bool, Vec<Py<BookState>>)> = RefCell::default());
        let is_first = LEFT.with_borrow_mut(|(is_busy, left)| {
            left.extend(self.previous_state.take());
            !std::mem::replace(is_busy, true)
        });
        while is_first && let Some(state) = LEFT.with_borrow_mut(|(_, left)| left.pop()) {
            drop(state);
        }
        LEFT.with_borrow_mut(|(is_busy, _)| *is_busy &= !is_first);
    }
}
