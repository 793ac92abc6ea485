//! What must be fast in `gokata.dlgo`. Names and points are those of *Deep Learning and the Game of Go*.

use gokata::{Action, Color, FastGame, Move, Point, PointSet, Setup, Size};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyAssertionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::names::value_error;
use crate::points::{index, read_size};
use crate::state::{Game, game as made};

fn player(py: Python<'_>, color: Color) -> PyResult<Bound<'_, PyAny>> {
    static PLAYERS: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();
    let players = PLAYERS.import(py, "gokata.dlgo.goboard", "PLAYERS")?;
    players.get_item(color as usize)
}

fn read_player(value: &Bound<'_, PyAny>) -> PyResult<Color> {
    let is_it = |color: &Color| player(value.py(), *color).is_ok_and(|player| player.is(value));
    let wrong = || PyTypeError::new_err(format!("expected a Player of gokata.dlgo, not {value}"));
    Color::BOTH.into_iter().find(is_it).ok_or_else(wrong)
}

/// Calls a function of the Python module that does what is rare.
fn rare<'py>(py: Python<'py>, name: &str, of: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || PyResult::Ok(py.import("gokata.dlgo.goboard")?.unbind());
    let module = MODULE.get_or_try_init(py, import)?;
    module.bind(py).getattr(name)?.call1(of)
}

/// A row counted from 1 at the bottom, and a column counted from 1; `None` for anything else.
fn read_pair(point: &Bound<'_, PyAny>) -> Option<(i32, i32)> {
    let pair = point.cast::<PyTuple>().ok()?;
    let number = |place| pair.get_borrowed_item(place).ok()?.extract().ok();
    Some((number(0)?, number(1)?))
}

fn turned((row, col): (i32, i32), size: Size) -> Point {
    let rows = i32::try_from(size.rows()).unwrap_or(i32::MAX);
    Point::from((rows.saturating_sub(row), col.saturating_sub(1)))
}

fn indices(points: PointSet) -> Vec<usize> {
    let index = |point| index(Action::Play(point), points.size());
    points.iter().filter_map(index).collect()
}

/// Asks a game. It is locked meanwhile: `ask` must not run Python code.
fn ask<T>(py: Python<'_>, game: &Py<Game>, ask: impl FnOnce(&FastGame) -> T) -> T {
    let answer = game.bind(py).as_super().get().change(|game| ask(game));
    answer.expect("a game, not a record")
}

#[pyclass(module = "gokata.dlgo", name = "Move", subclass, frozen)]
pub(crate) struct BookMove {
    at: Option<(i32, i32)>,
    #[pyo3(get)]
    point: Option<Py<PyAny>>,
    #[pyo3(get)]
    is_pass: bool,
}

#[pymethods]
impl BookMove {
    #[new]
    #[pyo3(signature = (point=None, is_pass=false, is_resign=false))]
    fn new(point: Option<Bound<'_, PyAny>>, is_pass: bool, is_resign: bool) -> PyResult<BookMove> {
        let at = point.as_ref().and_then(read_pair);
        let kinds = [point.is_some(), is_pass, is_resign].map(u8::from);
        if kinds.iter().sum::<u8>() != 1 || point.is_some() != at.is_some() {
            let why = "a move is either a play on a Point, or a pass, or a resignation";
            return Err(PyAssertionError::new_err(why));
        }
        let point = point.map(Bound::unbind);
        Ok(BookMove { at, point, is_pass })
    }
}

fn of_side_to_play(game: &FastGame, mv: &BookMove) -> Move {
    match mv.at {
        Some(at) => Move::play(game.to_play(), turned(at, game.size())),
        None if mv.is_pass => Move::pass(game.to_play()),
        None => Move::resign(game.to_play()),
    }
}

/// Reads a move of this class, or of another one with the same attributes.
fn read_move<'py>(mv: &Bound<'py, PyAny>) -> PyResult<Bound<'py, BookMove>> {
    let other = |_| Ok(rare(mv.py(), "_read_move", (mv,))?.cast_into()?);
    mv.cast().cloned().or_else(other)
}

#[pyclass(module = "gokata.dlgo", name = "Board", subclass, frozen, get_all)]
pub(crate) struct BookBoard {
    num_rows: usize,
    num_cols: usize,
    #[pyo3(name = "_game")]
    game: Py<Game>,
    /// What was asked for before: strings by index, and ages.
    #[pyo3(name = "_known")]
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

type Answer<'py> = PyResult<Option<Bound<'py, PyAny>>>;

#[pymethods]
impl BookBoard {
    #[new]
    #[pyo3(signature = (*lines))]
    fn new(lines: &Bound<'_, PyTuple>) -> PyResult<BookBoard> {
        let game = FastGame::new(read_size(lines)?);
        Ok(BookBoard::of(made(lines.py(), game)?))
    }

    /// The player whose stone is on a point; `None` for an empty point, and for anything that is no point of the board.
    fn get<'py>(&self, point: &Bound<'py, PyAny>) -> Answer<'py> {
        let (py, pair) = (point.py(), read_pair(point));
        let stone = |game: &FastGame| game.stone_at(turned(pair?, game.size()));
        let stone = ask(py, &self.game, stone);
        stone.map(|color| player(py, color)).transpose()
    }

    /// The string of the stone on a point; `None` where there is none.
    fn get_go_string<'py>(&self, point: &Bound<'py, PyAny>) -> Answer<'py> {
        let (py, pair) = (point.py(), read_pair(point));
        let stone = ask(py, &self.game, |game| {
            let at = turned(pair?, game.size());
            Some((at, index(Action::Play(at), game.size()), game.stone_at(at)?))
        });
        let Some((at, index, color)) = stone else {
            return Ok(None);
        };
        let known = self.known.bind(py);
        if let Some(string) = known.get_item(index)? {
            return Ok(Some(string));
        }
        let chain = ask(py, &self.game, |game| game.chain(at));
        let [stones, liberties] = chain.map_or_else(Default::default, |chain| {
            [chain.stones, chain.liberties].map(indices)
        });
        let size = (self.num_rows, self.num_cols);
        let of = (player(py, color)?, &stones, liberties, size);
        let string = rare(py, "GoString", of)?;
        let know = |stone| known.set_item(stone, &string);
        stones.into_iter().try_for_each(know)?;
        Ok(Some(string))
    }

    /// A board with these stones, and without a past.
    fn __copy__(&self, py: Python<'_>) -> PyResult<BookBoard> {
        let setup = ask(py, &self.game, |game| Setup::from(game));
        let game = FastGame::try_from(&setup).map_err(value_error)?;
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

#[pyclass(module = "gokata.dlgo", name = "GameState", subclass, frozen)]
pub(crate) struct BookState {
    game: Py<Game>,
    /// The state before and the last move. Python drops nested tuples of any depth.
    #[pyo3(get, name = "_links")]
    links: Py<PyTuple>,
    board: PyOnceLock<Py<BookBoard>>,
    /// The legal plays after so many turns; stones put on the board later are turns, too. Bots ask for every point.
    legal: PyOnceLock<(usize, PointSet)>,
}

impl BookState {
    fn of(game: Bound<'_, Game>, links: Bound<'_, PyTuple>) -> BookState {
        BookState {
            game: game.unbind(),
            links: links.unbind(),
            board: PyOnceLock::new(),
            legal: PyOnceLock::new(),
        }
    }
}

#[pymethods]
impl BookState {
    #[new]
    #[pyo3(signature = (*of))]
    fn new(of: &Bound<'_, PyTuple>) -> PyResult<BookState> {
        let game = rare(of.py(), "_opening", of.clone())?.cast_into()?;
        Ok(BookState::of(game, of.get_slice(2, 4)))
    }

    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<&Py<BookBoard>> {
        let board = || Py::new(py, BookBoard::of(self.game.bind(py).clone()));
        self.board.get_or_try_init(py, board)
    }

    #[getter]
    fn next_player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        player(py, ask(py, &self.game, FastGame::to_play))
    }

    /// The state after a move. Raises `IllegalMoveError`, but makes a play that repeats a position, and goes on after passes.
    fn apply_move(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<BookState> {
        let (py, asked, own) = (slf.py(), read_move(r#move)?, &slf.get().game);
        let mut game = own.bind(py).as_super().get().to_game();
        let game = match game.play(of_side_to_play(&game, asked.get())) {
            Ok(()) => made(py, game)?,
            Err(_) => rare(py, "_after", (own, asked))?.cast_into()?,
        };
        Ok(BookState::of(game, (slf, r#move).into_pyobject(py)?))
    }

    /// Whether a move is legal now. None is after the end of the game.
    fn is_valid_move(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, asked) = (r#move.py(), read_move(r#move)?);
        Ok(ask(py, &self.game, |game| {
            let plays = || (game.turns(), game.legal_points());
            let (turns, legal) = self.legal.get_or_init(py, plays);
            let mv = of_side_to_play(game, asked.get());
            match mv.action {
                Action::Play(point) if *turns == game.turns() => legal.contains(point),
                _ => game.is_legal(mv),
            }
        }))
    }
}
