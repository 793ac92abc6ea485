//! The classes `Position`, `Record` and `Game` without their methods in Python.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gokata::scoring::Standing;
use gokata::{BoardRecord, FastGame, GameEvent, Move, Setup, Size};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::points::read_move;

/// A position with its past: a `Record` or a `Game`.
///
/// Wherever a method takes a point or a move, it is `"C3"`, `(row, col)` counted from 0 at the top left, or an index, `row *
/// cols + col`, where `rows * cols` is the pass. `"pass"` and `"resign"` are moves, too. Moves are those of the side to play,
/// if no color is given.
#[pyclass(module = "gokata", subclass, frozen)]
pub(crate) struct Position(pub(crate) State);

pub(crate) enum State {
    Record(BoardRecord),
    Game(Mutex<FastGame>),
}

/// Evaluates an expression with the referee's own game.
macro_rules! on {
    ($position:expr, $game:ident => $value:expr) => {
        match &$position.0 {
            $crate::state::State::Record($game) => $value,
            $crate::state::State::Game(game) => {
                let $game = &*$crate::state::locked(game);
                $value
            }
        }
    };
}

pub(crate) use on;

/// Locks it, whether or not a panic has interrupted a call: that is no reason to refuse all later ones.
pub(crate) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<BoardRecord> for Position {
    fn from(record: BoardRecord) -> Position {
        Position(State::Record(record))
    }
}

impl From<FastGame> for Position {
    fn from(game: FastGame) -> Position {
        Position(State::Game(Mutex::new(game)))
    }
}

impl Position {
    pub(crate) fn inner_size(&self) -> Size {
        on!(self, game => game.size())
    }

    /// The move, and whether it is one of the side to play if nothing else is said.
    pub(crate) fn read(
        &self,
        asked: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Move> {
        let (size, side) = on!(self, game => (game.size(), game.to_play()));
        read_move(asked, color, size, side)
    }

    /// The game as a record.
    pub(crate) fn to_record(&self) -> BoardRecord {
        match &self.0 {
            State::Record(record) => record.clone(),
            State::Game(game) => BoardRecord::from(&*locked(game)),
        }
    }

    /// The game on the fast referee, as a copy.
    pub(crate) fn to_game(&self) -> FastGame {
        match &self.0 {
            State::Record(record) => FastGame::from(record),
            State::Game(game) => locked(game).clone(),
        }
    }

    /// Changes a game in place. A record stays as it is.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut FastGame) -> T) -> Option<T> {
        match &self.0 {
            State::Record(_) => None,
            State::Game(game) => Some(change(&mut locked(game))),
        }
    }

    pub(crate) fn standing(&self) -> Standing {
        on!(self, game => Standing::from(game))
    }

    pub(crate) fn setup(&self) -> Setup {
        on!(self, game => Setup::from(game))
    }

    pub(crate) fn events(&self) -> Vec<GameEvent> {
        on!(self, game => game.events())
    }

    /// What makes it again: the opening, the rules, and the events.
    pub(crate) fn parts(&self) -> (String, String, Vec<String>) {
        let record = self.to_record();
        let events = record.events().iter().map(GameEvent::to_string).collect();
        let opening = record.opening_setup().to_string();
        (opening, record.rules().to_string(), events)
    }
}

/// A game so far, which never changes: each move gives a new record. Records can be compared, hashed and pickled.
///
/// >>> from gokata import Record
/// >>> game = Record(9, rules="japanese", komi=6.5)
/// >>> after = game.play("E5").play("C3")
/// >>> game.turns, after.turns, after
/// (0, 2, <gokata.Record 9x9, 2 turns, Black to play>)
#[pyclass(module = "gokata", extends = Position, frozen)]
pub(crate) struct Record;

/// Makes the Python object.
pub(crate) fn record(py: Python<'_>, record: BoardRecord) -> PyResult<Bound<'_, Record>> {
    Bound::new(
        py,
        PyClassInitializer::from(Position::from(record)).add_subclass(Record),
    )
}

/// A game on the fast referee, which changes in place: for search and for millions of moves. It gives the same verdicts as a
/// `Record`.
///
/// >>> from gokata import Game
/// >>> game = Game(9)
/// >>> for point in ["E5", "C3", "pass"]:
/// ...     game.play(point)
/// >>> game.undo(), game.turns
/// ('pass', 2)
#[pyclass(module = "gokata", extends = Position, frozen)]
pub(crate) struct Game;

/// Makes the Python object.
pub(crate) fn game(py: Python<'_>, game: FastGame) -> PyResult<Bound<'_, Game>> {
    Bound::new(
        py,
        PyClassInitializer::from(Position::from(game)).add_subclass(Game),
    )
}

/// Makes the Python object of this class.
pub(crate) fn of_class<'py>(
    class: &Bound<'py, PyType>,
    made: BoardRecord,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(if class.is_subclass_of::<Game>()? {
        game(class.py(), FastGame::from(&made))?.into_any()
    } else {
        record(class.py(), made)?.into_any()
    })
}
