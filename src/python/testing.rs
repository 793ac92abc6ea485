//! The questions of the fixtures, and the tables of their answers: the module `gokata.testing` has these.

use std::sync::{LazyLock, Mutex};

use gokata::corpus::Corpus;
use gokata::questions::games::{Asks, RandomGame, RandomGames, ask_about};
use gokata::questions::line_protocol::{outcome, situations, text};
use gokata::questions::{
    Answers as Inner, Asked, Class, Deviation, KnownList, OwnRules, Question as InnerQuestion,
    QuestionIds, QuestionOutcome, Sizes, Step, fixture_of, in_force,
};
use gokata::{ByColor, Move, Point, PointSet, Situation, Size};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::names::{self, value_error};
use crate::numbers::{natural, number};
use crate::points::read_size;
use crate::rules::Rules;
use crate::state::{self, Record, locked};

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let (version, fingerprint) = (gokata_corpus::VERSION, gokata_corpus::FINGERPRINT);
    Corpus::new(gokata_corpus::FILES, version, fingerprint).with_boards(gokata_corpus::BOARDS)
});

/// A question of the fixtures: a game, and what is asked about it.
#[pyclass(module = "gokata.testing", frozen, name = "_Question", subclass)]
pub(crate) struct Question {
    id: String,
    inner: InnerQuestion,
}

/// A move: whose it is, and its point; `None` for a pass.
type Turn = (Py<PyAny>, Option<(i32, i32)>);

impl Question {
    fn size_of(&self) -> Size {
        self.inner.before.size()
    }

    fn turn(mv: Move, py: Python<'_>) -> PyResult<Turn> {
        let point = mv.action.point().map(|point| (point.row, point.col));
        Ok((names::color(py, mv.color)?, point))
    }

    /// The situation in which the game began; `None` for a count, which needs no game.
    fn first(&self) -> Option<&Situation> {
        let is_count = self.inner.asked.counted().is_some();
        let first = situations(&self.inner).into_iter().next();
        first.filter(|_| !is_count)
    }

    fn points(points: PointSet) -> Vec<(i32, i32)> {
        let at = |point: Point| (point.row, point.col);
        points.into_iter().map(at).collect()
    }
}

#[pymethods]
impl Question {
    /// The identifier, as in reports of `gokata check --exec`: `kata/6-ko/retake-at-once#C3-xugq7`.
    #[getter]
    fn id(&self) -> &str {
        &self.id
    }

    /// `legal`, `board`, `prisoners`, `score`, `owner` or `dead`.
    #[getter]
    fn asks(&self) -> &'static str {
        self.inner.asked.kind()
    }

    /// `(rows, cols)`.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.size_of().rows(), self.size_of().cols())
    }

    /// The rules in force.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(match self.inner.asked.counted() {
            Some(counted) => counted.standing.rules,
            None => self.inner.before.rules(),
        })
    }

    /// The board on which the game began, as `Record.board` gives it; in a question about the count, the board to be counted.
    #[getter]
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let first = self.first();
        let board = first.map_or(self.inner.before.board(), |first| &first.board);
        names::board(py, self.size_of(), board.points())
    }

    /// The side that plays on the opening.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let first = self.first().map(|first| first.to_play);
        names::color(py, first.unwrap_or(self.inner.before.to_play()))
    }

    /// The moves before the question, and in a question about a board the move that leads to it. A count needs no game; behind
    /// steps, these have the moves.
    #[getter]
    #[pyo3(name = "_moves")]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Turn>> {
        if self.inner.asked.counted().is_some() || !self.inner.steps.is_empty() {
            return Ok(Vec::new());
        }
        let mut moves = self.inner.before.moves();
        if let Asked::Board(mv, _) = &self.inner.asked {
            moves.push(*mv);
        }
        moves.into_iter().map(|mv| Question::turn(mv, py)).collect()
    }

    /// What leads from the opening to a question behind moves that must be refused, or turns that are taken back: `play`, `try` or
    /// `undo`, with the move.
    #[getter]
    #[pyo3(name = "_steps")]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Option<Turn>)>> {
        let steps = self.inner.steps.iter().map(|step| match *step {
            Step::Play(mv) => Ok(("play", Some(Question::turn(mv, py)?))),
            Step::Try(mv) => Ok(("try", Some(Question::turn(mv, py)?))),
            Step::Undo => Ok(("undo", None)),
        });
        steps.collect()
    }

    /// The move that is asked about; `None` for a count, for prisoners, and for the board as it stands.
    #[getter]
    #[pyo3(name = "_move")]
    fn asked_move(&self, py: Python<'_>) -> PyResult<Option<Turn>> {
        let mv = self.inner.asked.mv();
        mv.map(|mv| Question::turn(mv, py)).transpose()
    }

    /// The game before the question.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Record>> {
        state::record(py, self.inner.before.clone())
    }

    /// What a count depends on besides the board: `dead` and `neutral` points, `prisoners` of Black and of White, `handicap`,
    /// `first_pass`. `None` for a question about a move.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(counted) = self.inner.asked.counted() else {
            return Ok(None);
        };
        let standing = &counted.standing;
        let count = PyDict::new(py);
        let ByColor { black, white } = standing.prisoners;
        count.set_item("dead", Question::points(standing.marks.dead()))?;
        count.set_item("neutral", Question::points(standing.marks.neutral()))?;
        count.set_item("prisoners", (black, white))?;
        count.set_item("handicap", standing.handicap)?;
        count.set_item("first_pass", names::stone(py, standing.first_pass)?)?;
        Ok(Some(count))
    }

    /// The question in the line protocol; `None` if the protocol cannot express it.
    #[getter]
    fn text(&self) -> Option<String> {
        text(&self.inner, &self.id).ok()
    }

    /// The right answer, as the protocol writes it.
    #[getter]
    fn expected(&self) -> String {
        self.inner.asked.answer().describe(self.size_of())
    }

    /// A fixture that asks this question.
    #[getter]
    fn fixture(&self) -> String {
        self.inner.fixture().to_string()
    }

    /// The question for a program with rules of its own, or why it has another answer under them.
    #[pyo3(name = "_under")]
    fn under(&self, own: &str, py: Python<'_>) -> PyResult<(Option<Question>, String)> {
        let own: OwnRules = own.parse().map_err(|it| names::parse_error(py, &it))?;
        Ok(match own.under(&self.inner) {
            Ok(inner) => {
                let id = self.id.clone();
                (Some(Question { id, inner }), String::new())
            }
            Err(why) => (None, why),
        })
    }

    /// The question on the first of these boards on which it can be asked; `None` if there is none.
    #[pyo3(name = "_on")]
    fn on(&self, sizes: &str, py: Python<'_>) -> PyResult<Option<Question>> {
        let sizes: Sizes = sizes.parse().map_err(|it| names::parse_error(py, &it))?;
        let fixture = fixture_of(&self.id);
        let inner = CORPUS.on(fixture, &self.inner, |size| sizes.has(size));
        Ok(inner.map(|inner| Question {
            id: inner.id_in(fixture),
            inner,
        }))
    }

    /// Why the line protocol has no words for it, so that a program would need more than boards and moves.
    #[getter]
    #[pyo3(name = "_unaskable")]
    fn unaskable(&self) -> Option<&'static str> {
        text(&self.inner, &self.id).err()
    }

    /// Whether moves before the question were made under other rules than those in force.
    #[getter]
    #[pyo3(name = "_rules_change")]
    fn rules_change(&self) -> bool {
        let now = in_force(self.inner.before.rules());
        let mut then = self.inner.rules_then.iter();
        then.any(|then| in_force(*then) != now)
    }

    /// Judges an answer, in the lines of the protocol: the class, and a report if it is wrong.
    #[pyo3(name = "_judge")]
    fn judge(&self, lines: Vec<String>) -> (&'static str, String) {
        let outcome = outcome(&self.inner, &lines);
        let class = outcome.class().name();
        (class, self.report(outcome))
    }
}

impl Question {
    fn report(&self, outcome: QuestionOutcome) -> String {
        match outcome {
            QuestionOutcome::Right => String::new(),
            QuestionOutcome::CannotBeAsked(why) => why,
            outcome => Deviation::new(self.id.clone(), self.inner.clone(), outcome).to_string(),
        }
    }
}

/// Returns every question of the corpus.
#[pyfunction]
pub(crate) fn _questions() -> Vec<Question> {
    let all = CORPUS.questions();
    all.map(|(id, inner)| Question { id, inner }).collect()
}

/// Returns the lines of a list of known deviations, and raises `ParseError` for an unknown identifier.
fn known(list: &str, py: Python<'_>) -> PyResult<KnownList> {
    let questions = CORPUS.questions();
    let ids = questions.flat_map(|(id, question)| CORPUS.ids(fixture_of(&id), &question));
    let ids: QuestionIds = ids.collect();
    let known = KnownList::parse(list, &ids, |_| false);
    known.map_err(|error| names::text_error(py, &error))
}

/// The answers to all questions.
#[pyclass(module = "gokata.testing", frozen, name = "_Answers")]
pub(crate) struct Answers {
    answers: Mutex<Inner>,
    known: KnownList,
}

#[pymethods]
impl Answers {
    #[new]
    fn new(known_list: &str, py: Python<'_>) -> PyResult<Answers> {
        let known = known(known_list, py)?;
        let answers = Mutex::new(Inner::new(known.clone()));
        Ok(Answers { answers, known })
    }

    /// Counts the lines of the fixtures that give no question.
    fn add_lines(&self) {
        let mut answers = locked(&self.answers);
        for file in CORPUS.files() {
            if let Some(asked) = file.asked() {
                answers.add_fixture(file.name, &asked.not_asked);
            }
        }
    }

    /// Counts an answer in the lines of the protocol, or a crash.
    fn add(&self, question: &Question, lines: Vec<String>, crash: Option<String>) -> &'static str {
        let outcome = match crash {
            Some(why) => QuestionOutcome::Crashed(why),
            None => outcome(&question.inner, &lines),
        };
        let class = outcome.class().name();
        let mut answers = locked(&self.answers);
        answers.add(question.id.clone(), question.inner.clone(), outcome);
        class
    }

    /// Whether a wrong answer to this question is known.
    fn is_known(&self, question: &Question) -> bool {
        self.known.line(&question.id, Class::Wrong).is_some()
    }

    /// The numbers of answers: for each class its name and number.
    fn numbers(&self) -> Vec<(&'static str, usize)> {
        let answers = locked(&self.answers);
        let number = |class: Class| (class.name(), answers.tallies.total[class]);
        Class::ALL.into_iter().map(number).collect()
    }

    /// The wrong and missing answers that are not known: for each the identifier, and a report with a fixture.
    fn wrong(&self) -> Vec<(String, String)> {
        let answers = locked(&self.answers);
        let wrong = answers.wrong.iter();
        wrong.map(|it| (it.id.clone(), it.to_string())).collect()
    }

    /// The rules about which too little was asked.
    fn untested(&self) -> Vec<&'static str> {
        locked(&self.answers).tallies.untested()
    }

    /// The identifiers on the list that are right now.
    fn right_now(&self) -> Vec<String> {
        let answers = locked(&self.answers);
        let right = answers.tallies.right_now.iter();
        right.map(|(_, id)| id.clone()).collect()
    }

    /// The tables that `gokata check --exec` prints.
    fn summary(&self, list: &str) -> String {
        locked(&self.answers).summary(list)
    }
}

/// A callable that answers questions: with the lines of the protocol, or with the reason of a crash.
struct Caller<'py> {
    ask: Bound<'py, PyAny>,
    answers: Inner,
    error: Option<PyErr>,
}

impl Caller<'_> {
    fn outcome(&self, id: String, question: &InnerQuestion) -> PyResult<QuestionOutcome> {
        let inner = question.clone();
        let asked = Question { id, inner };
        let answer: (Vec<String>, Option<String>) = self.ask.call1((asked,))?.extract()?;
        Ok(match answer {
            (_, Some(why)) => QuestionOutcome::Crashed(why),
            (lines, None) => outcome(question, &lines),
        })
    }
}

impl Asks for Caller<'_> {
    fn ask(&mut self, game: &RandomGame, question: &InnerQuestion) -> QuestionOutcome {
        let outcome = self.outcome(question.id_in(&game.name()), question);
        outcome.unwrap_or_else(|error| {
            self.error = Some(error);
            QuestionOutcome::TimedOut
        })
    }

    fn count(
        &mut self,
        game: &RandomGame,
        question: InnerQuestion,
        outcome: QuestionOutcome,
        is_first: bool,
    ) {
        let id = question.id_in(&game.name());
        self.answers.add_of_game(id, question, outcome, is_first);
    }

    fn goes_on(&self) -> bool {
        self.error.is_none()
    }
}

/// Asks about random games. `boards`: those that the program has; `rules`: those that it plays by.
#[pyfunction]
pub(crate) fn _games(
    ask: Bound<'_, PyAny>,
    #[pyo3(from_py_with = number)] count: usize,
    size: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = natural)] seed: u64,
    boards: Option<&str>,
    rules: Option<&str>,
) -> PyResult<Answers> {
    let py = ask.py();
    let wrong = |error| names::parse_error(py, &error);
    let boards: Option<Sizes> = boards.map(str::parse).transpose().map_err(wrong)?;
    let own: Option<OwnRules> = rules.map(str::parse).transpose().map_err(wrong)?;
    let sizes = match size {
        Some(size) => vec![read_size(&size)?],
        None => RandomGames::sizes().collect(),
    };
    let has = |size: &Size| boards.as_ref().is_none_or(|boards| boards.has(*size));
    let sizes: Vec<Size> = sizes.into_iter().filter(has).collect();
    if sizes.is_empty() {
        let why = "the program has no board of this size: `size` names one of its `sizes`";
        return Err(value_error(why));
    }
    let rules = own.and_then(OwnRules::named_of_moves);
    let mut games = RandomGames::new(seed, &sizes, rules.as_slice());
    let mut caller = Caller {
        ask,
        answers: Inner::default(),
        error: None,
    };
    ask_about(&mut games, count, &mut caller);
    caller.error.map_or(Ok(()), Err)?;
    let (answers, known) = (Mutex::new(caller.answers), KnownList::default());
    Ok(Answers { answers, known })
}
