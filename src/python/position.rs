//! The class `Position`: what a `Record` and a `Game` have in common.

use gokata::picture::Overlay;
use gokata::{BoardRecord, Color, GameEvent, Move, Setup, Size, Symmetry, picture};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::counting::{self, Life, Marks, marked};
use crate::drawing::{add_heat, add_labels, add_shapes};
use crate::names::{self, read_color, value_error, written};
use crate::numbers::number;
use crate::openings::{loaded, opened, parsed, pasted, read_board};
use crate::points::{index, read_move, read_point, vertices};
use crate::rules::Rules;
use crate::state::{self, Position, on};

#[pymethods]
impl Position {
    /// Reads a board in text: the side to play, then the rows of `x`, `o` and `-`. Raises `ParseError` with line and column.
    ///
    /// >>> from gokata import Game
    /// >>> Game.parse("o\n-x-\nx--\n---\n")
    /// <gokata.Game 3x3, 0 turns, White to play>
    ///
    /// With `tolerant`, reads boards as people paste them: what Go programs print, diagrams, tables, arrays. `black` is the sign of
    /// Black's stones, if it is not a usual one; `to_move` the side to play, which beats the text. A board has no past: what
    /// a ko forbids is not known.
    ///
    /// >>> text = ". X O .\nX . . O\n. X O .\nWhite to play"
    /// >>> Game.parse(text, tolerant=True)
    /// <gokata.Game 3x4, 0 turns, White to play>
    #[classmethod]
    #[pyo3(signature = (text, *, rules=None, komi=None, tolerant=false, black=None, to_move=None))]
    fn parse<'py>(
        cls: &Bound<'py, PyType>,
        text: &str,
        rules: Option<&Bound<'py, PyAny>>,
        komi: Option<&Bound<'py, PyAny>>,
        tolerant: bool,
        black: Option<&str>,
        to_move: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !tolerant && (black.is_some() || to_move.is_some()) {
            return Err(value_error("black and to_move go with tolerant=True"));
        }
        let strict = parsed(text, rules, komi, cls.py());
        let record = match strict {
            Ok(_) if to_move.is_some() => {
                let why = "the text names the side to play: leave out to_move";
                return Err(value_error(why));
            }
            Err(_) if tolerant => pasted(text, rules, komi, black, to_move, cls.py())?,
            strict => strict?,
        };
        state::of_class(cls, record)
    }

    /// Reads a board in numbers, such as `board` returns: a matrix with 1 for Black, -1 for White, 0.
    #[classmethod]
    #[pyo3(signature = (board, to_move=None, *, rules=None, komi=None))]
    fn from_board<'py>(
        cls: &Bound<'py, PyType>,
        board: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        rules: Option<&Bound<'py, PyAny>>,
        komi: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let record = opened(&read_board(board, to_move)?, rules, komi, cls.py())?;
        state::of_class(cls, record)
    }

    #[expect(clippy::type_complexity, reason = "what pickle expects")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, String, Vec<String>))> {
        let parts = slf.get().parts();
        // The past must be legal under the present rules, or nobody can load it.
        loaded(&parts.0, &parts.1, &parts.2, slf.py())?;
        Ok((slf.get_type().getattr("_load")?, parts))
    }

    #[classmethod]
    fn _load<'py>(
        cls: &Bound<'py, PyType>,
        opening: &str,
        rules: &str,
        events: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        state::of_class(cls, loaded(opening, rules, &events, cls.py())?)
    }

    /// `(rows, cols)`.
    #[getter]
    fn size(&self) -> (usize, usize) {
        let size = self.inner_size();
        (size.rows(), size.cols())
    }

    /// The rules in force.
    #[getter]
    pub(crate) fn rules(&self) -> Rules {
        Rules(on!(self, game => game.rules()))
    }

    /// The side to play.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        names::color(py, on!(self, game => game.to_play()))
    }

    /// The number of turns so far, passes included.
    #[getter]
    fn turns(&self) -> usize {
        on!(self, game => game.turns())
    }

    /// Whether passes or a resignation have ended the game.
    #[getter]
    fn is_over(&self) -> bool {
        on!(self, game => game.is_over())
    }

    /// Every move so far: whose it was, and `C3`, `pass` or `resign`.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<(Py<PyAny>, String)>> {
        let (moves, size) = on!(self, game => (game.moves(), game.size()));
        moves.into_iter().map(|mv| written(py, mv, size)).collect()
    }

    /// The last move; `None` before the first.
    #[getter]
    fn last_move(&self, py: Python<'_>) -> PyResult<Option<(Py<PyAny>, String)>> {
        let (last, size) = on!(self, game => (game.last_turn(), game.size()));
        last.map(|mv| written(py, mv, size)).transpose()
    }

    /// The board as a NumPy array of `int8`, rows from the top: 1 Black, -1 White, 0 empty. It is a copy.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.inner_size();
        // Collected first: what Python runs while an array is made may ask this game, too.
        let stones: Vec<_> = on!(self, game => size.points().map(|at| game.stone_at(at)).collect());
        names::board(py, size, stones)
    }

    /// The stone on a point; `None` where there is none, and off the board.
    fn stone_at(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let at = read_point(point, self.inner_size())?;
        names::stone(point.py(), on!(self, game => game.stone_at(at)))
    }

    /// The number of prisoners that a side holds.
    fn prisoners(&self, color: &Bound<'_, PyAny>) -> PyResult<usize> {
        let color = read_color(color)?;
        Ok(on!(self, game => game.prisoners(color)))
    }

    /// Whether a move is legal now. A point off the board is not.
    ///
    /// >>> from gokata import Record, WHITE
    /// >>> empty = Record(9)
    /// >>> empty.is_legal("E5"), empty.is_legal((4, 4)), empty.is_legal(81), empty.is_legal((9, 0))
    /// (True, True, True, False)
    /// >>> empty.is_legal("E5", WHITE)
    /// False
    #[pyo3(signature = (point, color=None))]
    fn is_legal(
        &self,
        point: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let mv = self.read(point, color)?;
        Ok(on!(self, game => game.is_legal(mv)))
    }

    /// The first `Reason` against a move; `None` if it is legal.
    #[pyo3(signature = (point, color=None))]
    fn check(
        &self,
        point: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let mv = self.read(point, color)?;
        let verdict = on!(self, game => game.check(mv));
        let reason = verdict.err().map(|it| names::reason(point.py(), it));
        reason.transpose()
    }

    /// Every reason for and against a move, with its evidence.
    #[pyo3(signature = (point, color=None))]
    fn explain<'py>(
        &self,
        point: &Bound<'py, PyAny>,
        color: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.why(self.read(point, color)?, point.py())
    }

    /// What `str` writes of an explanation.
    fn _explained(
        &self,
        point: &Bound<'_, PyAny>,
        color: &Bound<'_, PyAny>,
        columns: usize,
    ) -> PyResult<String> {
        let (record, mv) = (self.to_record(), self.read(point, Some(color))?);
        Ok(picture::explained(&record, &record.explain(mv), columns))
    }

    /// Every legal move of the side to play, as text; `pass` and `resign` are the last ones.
    ///
    /// >>> from gokata import Record
    /// >>> Record.parse("o\n-x-\nx--\n---\n").legal_moves()
    /// ['C3', 'B2', 'C2', 'A1', 'B1', 'C1', 'pass', 'resign']
    fn legal_moves(&self) -> Vec<String> {
        let size = self.inner_size();
        let moves: Vec<Move> = on!(self, game => game.legal_moves());
        moves.iter().map(|mv| mv.action.describe(size)).collect()
    }

    /// Every legal move as a NumPy array of `bool`, of `rows * cols + 1` places: the last one is the pass.
    ///
    /// >>> from gokata import Record
    /// >>> Record.parse("o\n-x-\nx--\n---\n").legal_mask().nonzero()[0].tolist()
    /// [2, 4, 5, 6, 7, 8, 9]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (legal, over) = on!(self, game => (game.legal_points(), game.is_over()));
        let mut mask = vec![u8::from(!over); legal.size().point_count() + 1];
        legal.fill(&mut mask);
        names::array(py, &mask, "bool", (mask.len(),))
    }

    /// The stones of the chain on a point; none on an empty point.
    fn chain(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let size = self.inner_size();
        let point = read_point(point, size)?;
        let chain = on!(self, game => game.chain(point));
        Ok(chain.map_or_else(Vec::new, |chain| vertices(chain.stones, size)))
    }

    /// The liberties of the chain on a point; none on an empty point.
    fn liberties(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let size = self.inner_size();
        let point = read_point(point, size)?;
        let chain = on!(self, game => game.chain(point));
        Ok(chain.map_or_else(Vec::new, |chain| vertices(chain.liberties, size)))
    }

    /// A hash of the stones, and of the side to play if `side` is true: 64 bits, the same in every process and version.
    ///
    /// The past is not in it, nor are prisoners and rules: two positions with equal keys may differ in what a ko or superko
    /// forbids.
    ///
    /// >>> from gokata import Record
    /// >>> Record(9).key(), Record(9).play("pass").key() == Record(9).key()
    /// (1902771893069587733, True)
    #[pyo3(signature = (side=false))]
    fn key(&self, side: bool) -> u64 {
        let setup = self.setup();
        if side {
            setup.situation_key()
        } else {
            setup.position_key()
        }
    }

    /// The stones, all alive, for marks.
    #[getter]
    fn marks(&self) -> Marks {
        Marks(self.standing().marks)
    }

    /// The count by the rules. `marks` are `Marks`, a `Life`, or a list with a point of each dead chain; without them, all
    /// stones are alive.
    #[pyo3(signature = (marks=None))]
    fn count<'py>(
        &self,
        marks: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        counting::count(py, &marked(self.standing(), marks)?.count())
    }

    /// The score by the rules: as `count`, the difference alone.
    #[pyo3(signature = (marks=None))]
    fn score<'py>(
        &self,
        marks: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        counting::score(py, marked(self.standing(), marks)?.count().score())
    }

    /// The outcome; `None` while the game goes on.
    ///
    /// >>> from gokata import Record
    /// >>> game = Record(5, rules="chinese").play("C3").play("pass").play("pass")
    /// >>> outcome = game.outcome()
    /// >>> outcome.winner, outcome.how, outcome.margin, str(outcome)
    /// (<Color.BLACK: 1>, 'count', 17.5, 'B+17.5')
    #[pyo3(signature = (marks=None))]
    fn outcome<'py>(
        &self,
        marks: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = marked(self.standing(), marks)?.outcome();
        let outcome = outcome.map(|outcome| counting::outcome(py, outcome));
        outcome.transpose()
    }

    /// Looks for dead stones and sekis. On 19x19 this takes some milliseconds, of hard positions up to a second.
    fn suggest(&self, py: Python<'_>) -> Life {
        let standing = self.standing();
        Life(py.detach(|| standing.life()))
    }

    /// The same game on a board that is turned or mirrored. Raises `ValueError` if the rules were changed during the game and
    /// its past is not legal under the present ones.
    fn transformed<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = number)] symmetry: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(symmetry) = Symmetry::ALL.get(symmetry).copied() else {
            let why = format!("a symmetry is 0 to 7, not {symmetry}");
            return Err(PyIndexError::new_err(why));
        };
        let (position, size) = (slf.get(), slf.get().inner_size());
        let record = position.to_record();
        let turned = symmetry.setup(&record.opening_setup());
        let turned = BoardRecord::try_from(&turned).map_err(value_error)?;
        let turned = turned.with_rules(record.rules());
        let events = record.events().into_iter();
        let events = events.map(|event| turned_event(event, symmetry, size));
        let events: Vec<GameEvent> = events.collect();
        let turned = turned.apply_all(&events).map_err(value_error)?;
        state::of_class(&slf.get_type(), turned)
    }

    /// `row * cols + col` of a point, and `rows * cols` for a pass. Raises `ValueError` off the board.
    fn index(&self, point: &Bound<'_, PyAny>) -> PyResult<usize> {
        let size = self.inner_size();
        let action = read_move(point, None, size, Color::Black)?.action;
        let why = || value_error(format!("{} has no index", action.describe(size)));
        index(action, size).ok_or_else(why)
    }

    /// The name of a point or a move: `C3`, `pass`, `resign`.
    fn vertex(&self, point: &Bound<'_, PyAny>) -> PyResult<String> {
        let size = self.inner_size();
        let action = read_move(point, None, size, Color::Black)?.action;
        Ok(action.describe(size))
    }

    /// Row and column of a point, from the top left.
    fn row_col(&self, point: &Bound<'_, PyAny>) -> PyResult<(i32, i32)> {
        let point = read_point(point, self.inner_size())?;
        Ok((point.row, point.col))
    }

    /// The board as a picture, in SVG, with a ring on the last stone. `marks` gives points a shape (`circle`, `square`, `triangle`,
    /// `cross`), `labels` a short text, `heat` a number from -1 to 1 that colors them; `size` is the width in pixels.
    ///
    /// >>> from gokata import Record
    /// >>> picture = Record(9).play("E5").svg(labels={"C3": "A"}, marks={"E5": "triangle"}, size=240)
    /// >>> picture.startswith("<svg"), ">A</text>" in picture
    /// (True, True)
    #[pyo3(signature = (*, marks=None, labels=None, heat=None, size=None))]
    fn svg(
        &self,
        marks: Option<&Bound<'_, PyAny>>,
        labels: Option<&Bound<'_, PyDict>>,
        heat: Option<&Bound<'_, PyAny>>,
        size: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let (setup, last) = on!(self, game => (Setup::from(game), game.last_turn()));
        let mut overlay = Overlay {
            last: last.and_then(|mv| mv.action.point()),
            width: size.map(number).transpose()?,
            ..Overlay::default()
        };
        if let Some(heat) = heat {
            add_heat(&mut overlay, heat, setup.size)?;
        }
        if let Some(marks) = marks {
            add_shapes(&mut overlay, marks, setup.size)?;
        }
        if let Some(labels) = labels {
            add_labels(&mut overlay, labels, setup.size)?;
        }
        names::made(py, "Picture", (picture::drawn(&setup, &overlay),)).map(Bound::unbind)
    }

    /// What a notebook shows: the board as a picture.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.svg(None, None, None, None, py)
    }

    /// The board in text, as fixtures have it: the side to play, then the rows.
    fn __str__(&self) -> String {
        self.setup().to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let position = slf.get();
        let (size, turns, side) =
            on!(position, game => (game.size(), game.turns(), game.to_play()));
        let s = if turns == 1 { "" } else { "s" };
        let state = if position.is_over() {
            "over".to_owned()
        } else {
            format!("{side} to play")
        };
        let class = slf.get_type().name()?;
        Ok(format!("<gokata.{class} {size}, {turns} turn{s}, {state}>"))
    }

    /// The events of the game, as a record of it is saved: moves, turns handed over, play resumed.
    #[getter]
    #[pyo3(name = "events")]
    fn events_written(&self) -> Vec<String> {
        self.events().iter().map(GameEvent::to_string).collect()
    }
}

fn turned_event(event: GameEvent, symmetry: Symmetry, size: Size) -> GameEvent {
    let GameEvent::Turn(Move {
        color,
        action: gokata::Action::Play(point),
    }) = event
    else {
        return event;
    };
    GameEvent::Turn(Move::play(color, symmetry.point(point, size)))
}
