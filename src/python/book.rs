//! The classes of `gokata.dlgo`, with the names of *Deep Learning and the Game of Go*: what must be fast. The Python module
//! adds their other methods. The book counts rows from 1 at the bottom, and columns from 1.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use gokata::{Action, Color, FastGame, IllegalMove, Move, Point, Setup, Size};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyAssertionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::game::{Game, made};
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
    let why = format!("expected Player.black or Player.white of gokata.dlgo, not {value}");
    Err(PyTypeError::new_err(why))
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

fn size_of(game: &Bound<'_, Game>) -> Size {
    game.as_super().get().inner_size()
}

/// Asks a game, which is not locked while Python code runs.
fn ask<T>(game: &Py<Game>, py: Python<'_>, ask: impl FnOnce(&mut FastGame) -> T) -> Option<T> {
    game.bind(py).as_super().get().change(ask)
}

#[pyclass(
    module = "gokata.dlgo.goboard",
    name = "Move",
    subclass,
    frozen,
    get_all
)]
pub(crate) struct BookMove {
    point: Option<Py<PyAny>>,
    is_play: bool,
    is_pass: bool,
    is_resign: bool,
    at: (i32, i32),
}

#[pymethods]
impl BookMove {
    #[new]
    #[pyo3(signature = (point=None, is_pass=false, is_resign=false))]
    fn new(point: Option<Bound<'_, PyAny>>, is_pass: bool, is_resign: bool) -> PyResult<BookMove> {
        let (is_play, pair) = (point.is_some(), point.as_ref().map(read_pair));
        let is_one = u8::from(is_play) + u8::from(is_pass) + u8::from(is_resign) == 1;
        let why = "a move is either a play on a Point, or a pass, or a resignation";
        let at = pair.unwrap_or(Some((0, 0))).filter(|_| is_one);
        Ok(BookMove {
            point: point.map(Bound::unbind),
            is_play,
            is_pass,
            is_resign,
            at: at.ok_or_else(|| PyAssertionError::new_err(why))?,
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let parts = |mv: &BookMove| (mv.at, mv.is_play, mv.is_pass);
        let other = other.cast::<BookMove>();
        other.is_ok_and(|other| parts(other.get()) == parts(self))
    }

    fn __hash__(&self) -> i64 {
        (i64::from(self.at.0) << 32) ^ i64::from(self.at.1) ^ i64::from(self.is_pass)
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

#[pyclass(
    module = "gokata.dlgo.goboard",
    name = "Board",
    subclass,
    frozen,
    get_all
)]
pub(crate) struct BookBoard {
    num_rows: usize,
    num_cols: usize,
    /// A game on the board, which a state may share.
    #[pyo3(name = "_game")]
    game: Py<Game>,
    /// What was asked for before: strings by point, and ages.
    #[pyo3(name = "_known")]
    known: Py<PyDict>,
}

#[pymethods]
impl BookBoard {
    /// An empty board, or that of a game.
    #[new]
    #[pyo3(signature = (num_rows, num_cols=None))]
    fn new(num_rows: Bound<'_, PyAny>, num_cols: Option<Bound<'_, PyAny>>) -> PyResult<BookBoard> {
        let py = num_rows.py();
        let game = match num_rows.cast_into::<Game>() {
            Ok(game) => game,
            Err(other) => {
                let size = (other.into_inner(), num_cols).into_pyobject(py)?;
                made(py, FastGame::new(read_size(&size)?))?
            }
        };
        Ok(BookBoard {
            num_rows: size_of(&game).rows(),
            num_cols: size_of(&game).cols(),
            game: game.unbind(),
            known: PyDict::new(py).unbind(),
        })
    }

    fn get<'py>(&self, point: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, pair) = (point.py(), read_pair(point));
        let stone = |game: &mut FastGame| game.stone_at(turned(pair?, game.size()));
        let stone = ask(&self.game, py, stone).flatten();
        stone.map(|color| player(py, color)).transpose()
    }

    /// Lets the game begin with this board.
    fn _forget(&self, py: Python<'_>) {
        ask(&self.game, py, |game| {
            let new = FastGame::try_from(&Setup::from(&*game));
            *game = new.map_or_else(|_| game.clone(), |new| new.with_rules(game.rules()));
        });
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
    let is_eye = |game: &mut FastGame| {
        pair.is_some_and(|pair| game.eyes(color).contains(turned(pair, game.size())))
    };
    Ok(ask(&board.get().game, board.py(), is_eye).unwrap_or_default())
}

#[pyclass(module = "gokata.dlgo.goboard", name = "GameState", subclass, frozen)]
pub(crate) struct BookState {
    #[pyo3(get, name = "_game")]
    game: Py<Game>,
    size: Size,
    board: OnceLock<Py<BookBoard>>,
    previous: Mutex<Option<Py<BookState>>>,
    #[pyo3(get)]
    last_move: Option<Py<PyAny>>,
}

type State = Option<Py<BookState>>;

impl BookState {
    fn of(game: Bound<'_, Game>, previous: State, last_move: Option<Py<PyAny>>) -> BookState {
        BookState {
            size: size_of(&game),
            game: game.unbind(),
            board: OnceLock::new(),
            previous: Mutex::new(previous),
            last_move,
        }
    }

    fn previous(&self) -> MutexGuard<'_, State> {
        self.previous.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<IllegalMove>> {
        let action = read_action(mv, self.size)?;
        let reason = ask(&self.game, mv.py(), |game| {
            let color = game.to_play();
            game.check(Move { color, action }).err()
        });
        Ok(reason.flatten())
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
        let game = self.game.bind(py).clone().into_any();
        let board = Py::new(py, BookBoard::new(game, None)?)?;
        Ok(self.board.get_or_init(|| board))
    }

    #[getter]
    fn next_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let color = ask(&self.game, py, |game| game.to_play());
        player(py, color.unwrap_or(Color::Black))
    }

    #[getter]
    fn previous_state(&self, py: Python<'_>) -> State {
        self.previous().as_ref().map(|state| state.clone_ref(py))
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
        Ok(self.check(r#move)?.is_none())
    }

    /// Why the next player may not make a move.
    fn _reason(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        Ok(self.check(r#move)?.map(IllegalMove::name))
    }
}

impl Drop for BookState {
    /// Drops the states before it one by one: those of a long game would use up the stack.
    fn drop(&mut self) {
        let mut next = self.previous().take();
        Python::attach(|py| {
            while let Some(state) = next.take_if(|state| state.get_refcnt(py) == 1) {
                next = state.get().previous().take();
            }
        });
    }
}
