//! The classes `Batch` and `SavedGame`.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZero;

use gokata::planes::{History, Layout};
use gokata::{
    Batch as Inner, BatchError, Observation, OnIllegal, Rules as InnerRules, SavedGame as Saved,
    Size,
};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;

use crate::arrays::{Reused, read_actions, read_flags, read_logits, wrong};
use crate::names::value_error;
use crate::numbers::{natural, number, place};
use crate::points::read_size;
use crate::rules::{Rules, read_komis, read_rules};
use crate::state::{self, Game, Position};

/// Many games of one size under the same rules, stepped together: for self-play and playouts. Games are numbered from 0. A
/// call while another thread is in one raises `RuntimeError` ("Already borrowed"); games and records may be shared. A call
/// that raises has changed no game.
///
/// `mask`, `terminated`, `to_move`, `rewards`, `reasons` and `planes()` are arrays that are written again and again: each time
/// the same object, which `step` and `draw` change. After other calls, and after errors, ask anew. `.copy()` keeps one. What a
/// program writes into them changes no game.
///
/// >>> from gokata import Batch
/// >>> batch = Batch(1000, 9, komi=7.5, seed=42)
/// >>> batch.step([40] * 1000)
/// >>> batch.mask.shape, bool(batch.mask[0, 40])
/// ((1000, 82), False)
/// >>> batch.play_out()
/// >>> bool(batch.terminated.all()), batch.areas().shape
/// (True, (1000, 2))
#[pyclass(module = "gokata")]
pub(crate) struct Batch {
    inner: Inner,
    /// `None` until somebody asks for it: most of the time of a step goes into it.
    mask: Option<Reused<u8>>,
    terminated: Reused<u8>,
    to_move: Reused<i8>,
    rewards: Reused<f32>,
    reasons: Reused<u8>,
    planes: HashMap<(usize, Layout), Reused<u8>>,
    /// 1 for each game that the arrays do not show as it is, 2 for one whose mask alone is to be written.
    stale: Vec<u8>,
}

#[pymethods]
impl Batch {
    /// This many games on empty boards. `komi` is a number, or one for each game. Equal seeds give equal games, for any number
    /// of threads.
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
            let why = format!("a batch has at most {MOST_GAMES} games, not {games}");
            return Err(value_error(why));
        }
        let threads =
            NonZero::new(threads).ok_or_else(|| value_error("a batch has one thread or more"))?;
        let komis = komi.map(read_komis).transpose()?.flatten();
        let rules = read_rules(py, rules, komi.filter(|_| komis.is_none()))?;
        let mut inner = Inner::new(games, size, rules, seed).with_threads(threads);
        if let Some(komis) = komis {
            if komis.len() != games {
                let why = format!("komi is one number or {games}, not {}", komis.len());
                return Err(value_error(why));
            }
            inner.set_komis(&komis);
        }
        Ok(Batch {
            inner,
            mask: None,
            terminated: Reused::new(py, "bool", &[games])?,
            to_move: Reused::new(py, "int8", &[games])?,
            rewards: Reused::new(py, "float32", &[games])?,
            reasons: Reused::new(py, "uint8", &[games])?,
            planes: HashMap::new(),
            stale: vec![1; games],
        })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// `(rows, cols)`.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.inner.size().rows(), self.inner.size().cols())
    }

    /// The rules. Games may have a komi of their own.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.inner.rules())
    }

    /// The legal moves of all games, as an array of `bool`: a row for each game, as `legal_mask` gives it.
    #[getter]
    fn mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mask = if let Some(mask) = self.mask.take() {
            mask
        } else {
            self.stale.iter_mut().for_each(|stale| *stale |= 2);
            Reused::new(py, "bool", &self.moves())?
        };
        let view = self.mask.insert(mask).view(py);
        self.see(py, true).map(|()| view)
    }

    /// Which games are over, as an array of `bool`.
    #[getter]
    fn terminated<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.see(py, false).map(|()| self.terminated.view(py))
    }

    /// The side to play in each game, as an array of `int8`: 1 Black, -1 White.
    #[getter(to_move)]
    fn sides<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.see(py, false).map(|()| self.to_move.view(py))
    }

    /// Who has won each game, as an array of `float32`: 1 Black, -1 White, 0 a draw or a game that goes on; times `to_move`
    /// before the step, it is the reward of the player who has moved. Counts area with komi and button, all stones alive,
    /// whatever the rules say about territory; a resignation loses.
    #[getter]
    fn rewards<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.see(py, false).map(|()| self.rewards.view(py))
    }

    /// Why the actions of the latest step were refused, as an array of `uint8`: places in `REASONS`, 0 if they were not, for
    /// games that another call has changed since, and after a step that has raised.
    #[getter]
    fn reasons<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.see(py, false).map(|()| self.reasons.view(py))
    }

    /// The latest boards of each game for a network, as an array of `uint8`: for each of 1 to 8 boards, the latest first, the
    /// stones of the side to play and those of the opponent; and last, ones if Black is to play. `layout` is `NCHW` (game,
    /// plane, row, column) or `NHWC`. Boards before the first are empty.
    #[pyo3(signature = (history=8, layout="NCHW"))]
    fn planes<'py>(
        &mut self,
        #[pyo3(from_py_with = number)] history: usize,
        layout: &str,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (layout, place) = match layout {
            "NCHW" => (Layout::ChannelsFirst, 1),
            "NHWC" => (Layout::ChannelsLast, 3),
            _ => {
                let why = format!("a layout is 'NCHW' or 'NHWC', not '{layout}'");
                return Err(value_error(why));
            }
        };
        if !(1..=History::MOST).contains(&history) {
            return Err(wrong(BatchError::Boards(history)));
        }
        let mut shape = self.shape().to_vec();
        shape.insert(place, History::planes(history));
        let planes = match self.planes.entry((history, layout)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Reused::new(py, "uint8", &shape)?),
        };
        planes.filled(&mut self.inner, py, |inner, planes| {
            inner.planes_into(history, layout, planes)
        })
    }

    /// Which games are over: a copy of `terminated`.
    #[getter]
    fn over<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.terminated(py)?.call_method0("copy")
    }

    /// The legal moves of all games: a copy of `mask`.
    fn legal_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask(py)?.call_method0("copy")
    }

    /// The boards of all games, as a new array of `int8`: 1 Black, -1 White, 0.
    fn boards<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Reused::new(py, "int8", &self.shape())?.filled(&mut self.inner, py, Inner::boards_into)
    }

    /// Who owns each point, as a new array of `int8`: the color of its stone, or the color that alone an empty point reaches.
    fn owners<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Reused::new(py, "int8", &self.shape())?.filled(&mut self.inner, py, Inner::owners_into)
    }

    /// The points that Black and White own in each game, as a new array.
    fn areas<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let areas = Reused::new(py, "int32", &[self.inner.len(), 2])?;
        let areas = areas.filled(&mut self.inner, py, Inner::areas_into)?;
        areas.call_method1("astype", ("int64",))
    }

    /// Makes a move of the side to play in each game: an index for each, `rows * cols` for a pass, -1 to leave the game as it
    /// is. An illegal move raises `IllegalMove`, and no game moves; with `illegal="lose"` its player resigns, with
    /// `illegal="keep"` its game stays as it is, and `reasons` says why.
    ///
    /// >>> from gokata import REASONS, Batch
    /// >>> batch = Batch(3, 5)
    /// >>> batch.step([12, -1, 25])
    /// >>> batch.step([12, 25, 0], illegal="lose")
    /// >>> REASONS[batch.reasons[0]], batch.terminated.tolist(), batch.rewards.tolist()
    /// (<Reason.OCCUPIED: 'occupied'>, [True, False, False], [1.0, 0.0, 0.0])
    #[pyo3(signature = (actions, illegal="raise"))]
    fn step(&mut self, actions: &Bound<'_, PyAny>, illegal: &str) -> PyResult<()> {
        self.stale.fill(1); // for a step that raises: no reason of the one before stays
        let on_illegal = match illegal {
            "raise" => OnIllegal::Refuse,
            "lose" => OnIllegal::Lose,
            "keep" => OnIllegal::Keep,
            _ => {
                let why = format!("illegal is 'raise', 'lose' or 'keep', not '{illegal}'");
                return Err(value_error(why));
            }
        };
        let (py, actions) = (actions.py(), read_actions(actions, self.moves())?);
        self.write(py, true, |inner, seen| {
            inner.step_into(&actions, on_illegal, seen)
        })
    }

    /// Draws a move for each game that is not over, and makes it: without logits, a legal play that fills no eye, or a pass.
    ///
    /// With logits, floating-point numbers with the shape of `mask`, a legal move with a probability proportional to
    /// `exp(logit / temperature)`; at temperature 0, the one with the largest logit. Those of illegal moves are not looked at,
    /// minus infinity is never drawn. Returns a new array of `int32` with the indices, -1 for games that are over; with
    /// `make=False`, the games stay as they are. Equal seeds and equal logits give equal moves.
    #[pyo3(signature = (logits=None, temperature=1.0, *, make=true))]
    fn draw<'py>(
        &mut self,
        logits: Option<&Bound<'py, PyAny>>,
        temperature: f32,
        make: bool,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyArray1<i32>>>> {
        let Some(logits) = logits else {
            if !make {
                return Err(PyTypeError::new_err("make=False needs logits"));
            }
            let inner = &mut self.inner;
            py.detach(|| inner.draw());
            self.stale.fill(1);
            return Ok(None);
        };
        let logits = read_logits(logits, self.moves())?;
        let mut actions = vec![-1; self.inner.len()];
        if make {
            self.write(py, true, |inner, seen| {
                inner.draw_from(&logits, temperature, &mut actions, seen)
            })?;
        } else {
            let inner = &mut self.inner;
            py.detach(|| inner.choose_from(&logits, temperature, &mut actions))
                .map_err(wrong)?;
        }
        Ok(Some(PyArray1::from_vec(py, actions)))
    }

    /// Draws moves in each game to its end, but at most three for each point. After Ctrl-C, some games are as they were.
    fn play_out(&mut self, py: Python<'_>) -> PyResult<()> {
        let threading = py.import("threading")?;
        let current = threading.call_method0("current_thread")?;
        let is_main = current.is(&threading.call_method0("main_thread")?);
        let inner = &mut self.inner;
        let interrupt = py.detach(|| {
            let (parts, interrupt) = (Cell::new(0_usize), OnceCell::new());
            inner.play_out_while(|| {
                parts.set(parts.get() + 1);
                // Only the main thread receives signals. Others may keep it waiting here.
                let asks = is_main && parts.get().is_multiple_of(8);
                let check = |py: Python<'_>| py.check_signals().map_err(|it| interrupt.set(it));
                !asks || Python::attach(check).is_ok()
            });
            interrupt.into_inner()
        });
        self.stale.fill(1);
        interrupt.map_or(Ok(()), Err)
    }

    /// A game with its history, as a copy.
    fn game<'py>(&self, nth: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Game>> {
        let game = self.inner.game(place(nth)?);
        state::game(nth.py(), game.ok_or_else(|| self.no_game(nth))?)
    }

    /// Puts a game in the place of another. Raises `ValueError` if its size, its rules or its komi are others.
    fn put(&mut self, nth: &Bound<'_, PyAny>, game: &Bound<'_, Position>) -> PyResult<()> {
        let game = game.get().to_game();
        let of = (game.size(), game.rules());
        self.replace(nth, of, |inner, nth| inner.put(nth, game))
    }

    /// A game as it is now, for `restore`: cheaper than a copy.
    fn save(&mut self, nth: &Bound<'_, PyAny>) -> PyResult<SavedGame> {
        let saved = self.inner.save(place(nth)?).map(SavedGame);
        saved.ok_or_else(|| self.no_game(nth))
    }

    /// Puts a saved game in the place of any game with the same komi, as `put` does.
    fn restore(&mut self, nth: &Bound<'_, PyAny>, saved: &Bound<'_, SavedGame>) -> PyResult<()> {
        let (saved, game) = (&saved.get().0, saved.get().0.game());
        let of = (game.size(), game.rules());
        self.replace(nth, of, |inner, nth| inner.restore(nth, saved))
    }

    /// Starts games anew: one, those that are true in an array of `bool`, or all that are over.
    #[pyo3(signature = (which=None))]
    fn reset(&mut self, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let games = self.inner.len();
        let is_over = |nth| u8::from(self.inner.is_over(nth) == Some(true));
        let flags = match which {
            None => (0..games).map(is_over).collect(),
            Some(which) if which.len().is_ok() => read_flags(which, games)?,
            Some(nth) => {
                let of = (self.inner.size(), self.inner.rules());
                return self.replace(nth, of, |inner, nth| {
                    inner.reset(nth);
                    true
                });
            }
        };
        self.inner.reset_where(&flags);
        let games = self.stale.iter_mut().zip(flags);
        games.for_each(|(stale, flag)| *stale |= flag.min(1));
        Ok(())
    }

    /// Begins the draws anew, as those of a new batch with this seed. The games stay as they are.
    fn reseed(&mut self, #[pyo3(from_py_with = natural)] seed: u64) {
        self.inner.reseed(seed);
    }

    fn __reduce__(&self) -> PyResult<()> {
        let why = "cannot be copied or pickled: `save` keeps a game of it";
        Err(PyTypeError::new_err(format!("{} {why}", self.__repr__())))
    }

    fn __repr__(&self) -> String {
        let (games, size) = (self.inner.len(), self.inner.size());
        format!("<gokata.Batch of {games} games, {size}>")
    }
}

/// A game of a `Batch` as it was when it was saved.
///
/// >>> from gokata import Batch
/// >>> batch = Batch(2, 9)
/// >>> saved = batch.save(0)
/// >>> batch.step([40, 41])
/// >>> batch.restore(0, saved)
/// >>> batch.game(0).turns, batch.game(1).turns, saved.game().turns
/// (0, 1, 0)
#[pyclass(module = "gokata", frozen)]
pub(crate) struct SavedGame(Saved);

#[pymethods]
impl SavedGame {
    /// The game with its history, as a copy.
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Game>> {
        state::game(py, self.0.game().clone())
    }
}

/// About 2.4 GB.
const MOST_GAMES: usize = 10_000_000;

impl Batch {
    /// A number for each move of each game: on a point, or the pass.
    fn moves(&self) -> [usize; 2] {
        [self.inner.len(), self.inner.size().point_count() + 1]
    }

    /// A number for each point of each game.
    fn shape(&self) -> [usize; 3] {
        let (rows, cols) = self.size();
        [self.inner.len(), rows, cols]
    }

    /// Steps the games or looks at them, and writes the arrays.
    fn write(
        &mut self,
        py: Python<'_>,
        with_mask: bool,
        step: impl FnOnce(&mut Inner, Observation<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let mask = self.mask.as_ref().filter(|_| with_mask);
        let mut mask = mask.map(|mask| mask.writable(py)).transpose()?;
        let (mut ended, mut to_play) = (self.terminated.writable(py)?, self.to_move.writable(py)?);
        let (mut rewards, mut reasons) = (self.rewards.writable(py)?, self.reasons.writable(py)?);
        let seen = Observation {
            mask: match &mut mask {
                Some(mask) => mask.as_slice_mut()?,
                None => &mut [],
            },
            ended: ended.as_slice_mut()?,
            to_play: to_play.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            reasons: reasons.as_slice_mut()?,
        };
        let inner = &mut self.inner;
        let made = py.detach(|| step(inner, seen));
        made.map_err(|error| self.refusal(error, py))?;
        if with_mask || self.mask.is_none() {
            self.stale.fill(0);
        }
        Ok(())
    }

    /// Brings the arrays up to date, or all but the mask.
    fn see(&mut self, py: Python<'_>, with_mask: bool) -> PyResult<()> {
        if self.stale.iter().all(|stale| *stale == 0) {
            return Ok(());
        }
        let stale = self.stale.clone();
        self.write(py, with_mask, |inner, seen| {
            for (reason, stale) in seen.reasons.iter_mut().zip(&stale) {
                *reason *= u8::from(stale & 1 == 0);
            }
            let reasons = Default::default();
            inner.observe_where(&stale, Observation { reasons, ..seen })
        })
    }

    /// Puts another game in the place of one.
    fn replace(
        &mut self,
        nth: &Bound<'_, PyAny>,
        (size, rules): (Size, InnerRules),
        put: impl FnOnce(&mut Inner, usize) -> bool,
    ) -> PyResult<()> {
        let number = place(nth)?;
        let Some(stale) = self.stale.get_mut(number) else {
            return Err(self.no_game(nth));
        };
        if put(&mut self.inner, number) {
            *stale |= 1;
            return Ok(());
        }
        let (batch, komi) = (&self.inner, self.inner.komi(number).unwrap_or_default());
        let (own_size, own) = (batch.size(), batch.rules().with_komi(komi));
        let why = "the game has another size or other rules";
        Err(value_error(format!(
            "{why}: {size}, {rules}, not {own_size}, {own}"
        )))
    }

    /// The exception about a move that is illegal, or about something else.
    fn refusal(&self, error: BatchError, py: Python<'_>) -> PyErr {
        if let BatchError::Illegal { game: nth, mv, .. } = error
            && let Some(game) = self.inner.game(nth)
        {
            return Position::from(game).refusal(mv, Some(nth), py);
        }
        wrong(error)
    }

    fn no_game(&self, nth: &Bound<'_, PyAny>) -> PyErr {
        let games = self.inner.len();
        let why = |nth| format!("there is no game {nth}: the batch has {games}");
        let text = nth.str(); // of a long number, there is none
        text.map_or_else(|error| error, |nth| PyIndexError::new_err(why(nth)))
    }
}
