//! The class `Batch`.

use std::num::NonZero;

use gokata::{Batch as Inner, Color, Move, Point, PointSet};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::names::{self, stone_byte};
use crate::numbers::{integer, natural, number, some_number};
use crate::points::{mask, read_size};
use crate::rules::{Rules, read_rules};
use crate::state::{self, Game, Position};

/// Many games of one size under the same rules, stepped together: for self-play and playouts. Games are numbered from 0. A
/// call while another thread is in one raises `RuntimeError`; games and records may be shared.
///
/// >>> from gokata import Batch
/// >>> batch = Batch(1000, 9, seed=42)
/// >>> batch.play_out()
/// >>> bool(batch.over.all()), batch.areas().shape
/// (True, (1000, 2))
#[pyclass(module = "gokata")]
pub(crate) struct Batch {
    batch: Inner,
    masks: Vec<PointSet>,
}

#[pymethods]
impl Batch {
    /// This many games on empty boards. Equal seeds give equal games, for any number of threads.
    #[new]
    #[pyo3(signature = (games, size=None, *, rules=None, komi=None, seed=0, threads=1))]
    fn new(
        #[pyo3(from_py_with = number)] games: usize,
        size: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        komi: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = natural)] seed: u64,
        #[pyo3(from_py_with = number)] threads: usize,
        py: Python<'_>,
    ) -> PyResult<Batch> {
        let size = size.map(read_size).transpose()?.unwrap_or_default();
        if games > MOST_GAMES {
            return Err(PyValueError::new_err(format!(
                "a batch has at most {MOST_GAMES} games, not {games}"
            )));
        }
        let threads = NonZero::new(threads)
            .ok_or_else(|| PyValueError::new_err("a batch has one thread or more"))?;
        let batch = Inner::new(games, size, read_rules(py, rules, komi)?, seed);
        Ok(Batch {
            batch: batch.with_threads(threads),
            masks: Vec::new(),
        })
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    /// `(rows, cols)`.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.batch.size().rows(), self.batch.size().cols())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.batch.rules())
    }

    /// Which games are over, as a NumPy array of `bool`.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let over = (0..self.batch.len()).map(|nth| u8::from(self.batch.is_over(nth) == Some(true)));
        names::array(py, &over.collect::<Vec<u8>>(), "bool", (self.batch.len(),))
    }

    /// The side to play in each game, as a NumPy array of `int8`: 1 Black, -1 White.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sides = (0..self.batch.len()).map(|nth| stone_byte(self.batch.to_play(nth)));
        names::array(py, &sides.collect::<Vec<u8>>(), "int8", (self.batch.len(),))
    }

    /// The legal moves of all games, as a NumPy array of `bool`: a row for each game, as `legal_mask` gives it.
    fn legal_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Batch { batch, masks } = self;
        py.detach(|| batch.legal_points(masks));
        let mut bytes = Vec::with_capacity(batch.len() * (batch.size().point_count() + 1));
        for (nth, points) in masks.iter().enumerate() {
            bytes.extend(mask(*points));
            bytes.push(u8::from(batch.is_over(nth) == Some(false)));
        }
        let shape = (batch.len(), batch.size().point_count() + 1);
        names::array(py, &bytes, "bool", shape)
    }

    /// The boards of all games, as a NumPy array of `int8`.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.batch.size();
        let mut bytes = Vec::with_capacity(self.batch.len() * size.point_count());
        for nth in 0..self.batch.len() {
            if let Some(game) = self.batch.game(nth) {
                bytes.extend(size.points().map(|point| stone_byte(game.stone_at(point))));
            }
        }
        let shape = (self.batch.len(), size.rows(), size.cols());
        names::array(py, &bytes, "int8", shape)
    }

    /// Makes a move of the side to play in each game: an index for each, `rows * cols` for a pass, -1 to leave the game as it
    /// is. Returns the first `Reason` against each move, or `None`; games with an illegal move stay as they were.
    fn step(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Py<PyAny>>>> {
        let py = moves.py();
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (moves,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        if shape != [self.batch.len()] || (!matches!(&*kind, "i" | "u") && !shape.contains(&0)) {
            let (dtype, games) = (array.getattr("dtype")?, self.batch.len());
            return Err(PyTypeError::new_err(format!(
                "moves are {games} integers, not an array of {dtype} with shape {shape:?}"
            )));
        }
        let indices: Vec<Bound<'_, PyAny>> = array.call_method0("tolist")?.extract()?;
        let chosen = indices.iter().enumerate();
        let chosen: PyResult<Vec<_>> = chosen.map(|(nth, at)| self.chosen(nth, at)).collect();
        let verdicts = self.batch.step(&chosen?);
        let reason = |verdict: Result<(), gokata::IllegalMove>| {
            let reason = verdict.err().map(|reason| names::reason(py, reason));
            reason.transpose()
        };
        verdicts.into_iter().map(reason).collect()
    }

    /// Draws a legal move that fills no eye, or a pass, in each game that is not over.
    fn draw(&mut self, py: Python<'_>) {
        let batch = &mut self.batch;
        py.detach(|| batch.draw());
    }

    /// Draws moves in each game to its end, or to three for each point. Ctrl-C waits for the end of it.
    fn play_out(&mut self, py: Python<'_>) {
        let batch = &mut self.batch;
        py.detach(|| batch.play_out());
    }

    /// The points of Black's and White's area in each game, as a NumPy array: stones, and empty points that reach one color
    /// alone.
    fn areas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let areas = (0..self.batch.len()).filter_map(|nth| self.batch.area(nth));
        let areas: Vec<[usize; 2]> = areas.map(|area| [area.black, area.white]).collect();
        let array = py
            .import("numpy")?
            .call_method1("array", (areas, "int64"))?;
        array.call_method1("reshape", ((self.batch.len(), 2),))
    }

    /// A game with its history, as a copy.
    fn game<'py>(
        &self,
        #[pyo3(from_py_with = number)] nth: usize,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, Game>> {
        let game = self.batch.game(nth).ok_or_else(|| self.no_game(nth))?;
        state::game(py, game)
    }

    /// Puts a game in the place of another. Raises `ValueError` if its size or its rules are others.
    fn put(
        &mut self,
        #[pyo3(from_py_with = number)] nth: usize,
        game: &Bound<'_, Position>,
    ) -> PyResult<()> {
        if nth >= self.batch.len() {
            return Err(self.no_game(nth));
        }
        if self.batch.put(nth, game.get().to_game()) {
            Ok(())
        } else {
            let why = "the game has another size or other rules than the batch";
            Err(PyValueError::new_err(why))
        }
    }

    /// Starts a game anew; without a number, all that are over.
    #[pyo3(signature = (nth=None))]
    fn reset(&mut self, #[pyo3(from_py_with = some_number)] nth: Option<usize>) -> PyResult<()> {
        match nth {
            Some(nth) if nth >= self.batch.len() => return Err(self.no_game(nth)),
            Some(nth) => self.batch.reset(nth),
            None => {
                for nth in 0..self.batch.len() {
                    if self.batch.is_over(nth) == Some(true) {
                        self.batch.reset(nth);
                    }
                }
            }
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!(
            "<gokata.Batch of {} games, {}>",
            self.batch.len(),
            self.batch.size()
        )
    }
}

/// About 2.4 GB.
const MOST_GAMES: usize = 10_000_000;

impl Batch {
    fn chosen(&self, nth: usize, index: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
        let index = integer(index)?.unwrap_or(i64::MAX);
        if index == -1 {
            return Ok(None);
        }
        let (area, cols) = (self.batch.size().point_count(), self.batch.size().cols());
        let side = self.batch.to_play(nth).unwrap_or(Color::Black);
        match usize::try_from(index) {
            Ok(pass) if pass == area => Ok(Some(Move::pass(side))),
            Ok(index) if index < area => {
                let point = Point::from((index / cols, index % cols));
                Ok(Some(Move::play(side, point)))
            }
            _ => Err(PyIndexError::new_err(format!(
                "game {nth}: an index is 0 to {area}, or -1, not {index}"
            ))),
        }
    }

    fn no_game(&self, nth: usize) -> PyErr {
        let games = self.batch.len();
        PyIndexError::new_err(format!("there is no game {nth}: the batch has {games}"))
    }
}
