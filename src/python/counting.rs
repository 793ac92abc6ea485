//! Who has won: `Marks`, `Score`, `Count`, `Outcome` and `Life`.

use gokata::scoring::{self, Finding, HalfPoints, Item, Mark, Standing};
use gokata::{ByColor, Color, Point, Size};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::names::{self, value_error};
use crate::points::{read_point, read_points, vertices};

/// The dead stones and the neutral regions of a final position. A new one has neither.
///
/// >>> from gokata import Record
/// >>> end = Record.parse("o\n--xo-\n--xo-\n--xo-\n--xo-\no-xo-\n", rules="japanese")
/// >>> marks = end.marks
/// >>> marks.mark("A1", "dead")
/// >>> marks.dead, str(end.score(marks))
/// (['A1'], 'o+0.5')
#[pyclass(module = "gokata", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Marks(pub(crate) scoring::Marks);

#[pymethods]
impl Marks {
    /// Marks what is on a point as `dead` or `alive` (its chain, and those that live or die with it), `neutral` or `counted`
    /// (its empty region). Raises `ValueError` if that is impossible there.
    fn mark(&mut self, point: &Bound<'_, PyAny>, mark: &str) -> PyResult<()> {
        let size = self.0.size();
        let known = Mark::ALL.into_iter().find(|known| known.name() == mark);
        let why = || format!("'{mark}' is not a mark: dead, alive, neutral or counted");
        let mark = known.ok_or_else(|| value_error(why()))?;
        let point = read_point(point, size)?;
        let marked = self.0.mark(point, mark);
        marked.map_err(|error| value_error(error.describe(size)))?;
        Ok(())
    }

    /// The dead stones.
    #[getter]
    fn dead(&self) -> Vec<String> {
        vertices(self.0.dead(), self.0.size())
    }

    /// The empty points that count for nobody by a mark.
    #[getter]
    fn neutral(&self) -> Vec<String> {
        vertices(self.0.neutral(), self.0.size())
    }

    /// Who owns each point, as a NumPy array of `int8`: 1 Black, -1 White, 0 nobody.
    fn owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        names::board(py, self.0.size(), self.0.owners())
    }

    fn __copy__(&self) -> Marks {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Marks {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!(
            "<gokata.Marks dead={:?} neutral={:?}>",
            self.dead(),
            self.neutral()
        )
    }
}

/// A `Score`.
pub(crate) fn score(py: Python<'_>, score: scoring::Score) -> PyResult<Bound<'_, PyAny>> {
    let winner = names::stone(py, score.winner())?;
    names::made(py, "Score", (winner, margin(score), score.to_string()))
}

fn margin(score: scoring::Score) -> f64 {
    match score {
        scoring::Score::Draw => 0.0,
        scoring::Score::Win(_, halves) => f64::from(halves.get()) / 2.0,
    }
}

/// A `Count`.
pub(crate) fn count<'py>(py: Python<'py>, count: &scoring::Count) -> PyResult<Bound<'py, PyAny>> {
    let lines = PyDict::new(py);
    for (item, ByColor { black, white }) in count.lines() {
        lines.set_item(Item::name(item), (points(black), points(white)))?;
    }
    let [black, white] = [Color::Black, Color::White].map(|color| points(count.total(color)));
    let score = score(py, count.score())?;
    names::made(py, "Count", (lines, black, white, score, count.to_string()))
}

#[expect(clippy::cast_precision_loss, reason = "points are few")]
fn points(halves: HalfPoints) -> f64 {
    halves.0 as f64 / 2.0
}

/// An `Outcome`.
pub(crate) fn outcome(py: Python<'_>, outcome: scoring::Outcome) -> PyResult<Bound<'_, PyAny>> {
    let (how, margin) = match outcome {
        scoring::Outcome::Counted(score) => ("count", Some(margin(score))),
        scoring::Outcome::Resignation { .. } => ("resignation", None),
        scoring::Outcome::Time { .. } => ("time", None),
        scoring::Outcome::Forfeit { .. } => ("forfeit", None),
        scoring::Outcome::Win { .. } => ("win", None),
        scoring::Outcome::Void => ("void", None),
        scoring::Outcome::Unknown => ("unknown", None),
    };
    let winner = names::stone(py, outcome.winner())?;
    let texts = (outcome.sentence(), outcome.to_string());
    names::made(py, "Outcome", (winner, how, margin, texts.0, texts.1))
}

/// Which chains of a final position are alive, dead or in seki: proven, likely, unsettled or open. It can be given to `score`, `count`
/// and `outcome`.
///
/// >>> from gokata import Record
/// >>> end = Record.parse("x\n-x-xo-\nxxxxo-\noooxo-\n---xo-\nxxxxo-\n-x-xo-\n", rules="japanese")
/// >>> life = end.suggest()
/// >>> life.dead, life.open, str(end.score(life))
/// (['A4', 'B4', 'C4'], [], 'x+0.5')
#[pyclass(module = "gokata", frozen)]
pub(crate) struct Life(pub(crate) scoring::Life);

impl Life {
    fn where_status(&self, holds: impl Fn(&Finding) -> bool) -> Vec<String> {
        vertices(self.0.stones_where(holds), self.size())
    }

    fn size(&self) -> Size {
        self.0.open().size()
    }
}

#[pymethods]
impl Life {
    /// The stones that are dead, proven or likely, and those of open or unsettled chains that are dead in most playouts.
    #[getter]
    fn dead(&self) -> Vec<String> {
        self.where_status(|finding| finding.better_guess() == scoring::Status::Dead)
    }

    /// The stones in seki.
    #[getter]
    fn seki(&self) -> Vec<String> {
        self.where_status(|finding| finding.better_guess() == scoring::Status::Seki)
    }

    /// The stones of which nothing is known with confidence, the unsettled ones included.
    #[getter]
    fn open(&self) -> Vec<String> {
        vertices(self.0.open(), self.size())
    }

    /// The stones about which the first move decides, or a ko: if there are any, the game is most likely not finished. `chains`
    /// has the first moves.
    #[getter]
    fn unsettled(&self) -> Vec<String> {
        self.where_status(|finding| matches!(finding, Finding::Unsettled { .. }))
    }

    /// The stones whose status is proven.
    #[getter]
    fn proven(&self) -> Vec<String> {
        self.where_status(Finding::is_proven)
    }

    /// The chains: for each `color`, `stones`, `status` (`alive`, `dead`, `seki`; for an open or unsettled one the better guess)
    /// and `how` (`proven`, `likely`, `ruling`, `open`, `unsettled`). An unsettled one has `moves`, too, where Black and White get
    /// what they want if they play first (`None` if no such move is known), and `ko`: whether a ko decides.
    #[getter]
    fn chains<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let chain = |chain: &scoring::ChainLife| {
            let found = PyDict::new(py);
            found.set_item("color", names::color(py, chain.color)?)?;
            found.set_item("stones", vertices(chain.stones, self.size()))?;
            found.set_item("status", chain.finding.better_guess().name())?;
            let how = match chain.finding {
                Finding::Proven(..) => "proven",
                Finding::Likely { .. } => "likely",
                Finding::Open { .. } => "open",
                Finding::Ruling => "ruling",
                Finding::Unsettled { .. } => "unsettled",
            };
            found.set_item("how", how)?;
            if let Finding::Unsettled { moves, ko, .. } = &chain.finding {
                let [black, white] = [moves.black, moves.white];
                let named = |point: Option<Point>| Some(point?.vertex(self.size()));
                found.set_item("moves", (named(black), named(white)))?;
                found.set_item("ko", ko)?;
            }
            Ok(found)
        };
        self.0.chains().iter().map(chain).collect()
    }

    /// These findings as marks, which can be corrected.
    #[getter]
    fn marks(&self) -> Marks {
        Marks(self.0.standing().marks)
    }

    /// The score if all findings and guesses are right.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        score(py, self.0.result())
    }

    /// The best score for Black and the best for White that open and unsettled chains allow.
    #[getter]
    fn range<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let ByColor { black, white } = self.0.range();
        Ok((score(py, black)?, score(py, white)?))
    }

    fn __repr__(&self) -> String {
        format!(
            "<gokata.Life {} dead, {} in seki, {} open: {}>",
            self.dead().len(),
            self.seki().len(),
            self.open().len(),
            self.0.result()
        )
    }
}

/// Puts marks on the stones of a game: `None`, `Marks`, a `Life`, or the points of dead chains.
pub(crate) fn marked(standing: Standing, marks: Option<&Bound<'_, PyAny>>) -> PyResult<Standing> {
    let Some(given) = marks else {
        return Ok(standing);
    };
    let size = standing.marks.size();
    let (marks, seki) = if let Ok(marks) = given.cast::<Marks>() {
        (marks.try_borrow()?.0.clone(), None)
    } else if let Ok(life) = given.cast::<Life>() {
        let found = life.get().0.standing();
        (found.marks, found.seki)
    } else {
        let dead = standing.marks.with_dead(&read_points(given, size)?);
        let dead = dead.map_err(|error| value_error(error.describe(size)))?;
        (dead, None)
    };
    let is_same = |point: Point| marks.stone_at(point) == standing.marks.stone_at(point);
    if marks.size() != size || !size.points().all(is_same) {
        return Err(value_error("these marks are of another board"));
    }
    Ok(Standing {
        marks,
        seki,
        ..standing
    })
}
