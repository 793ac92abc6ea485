//! The questions of the fixtures, and the tables of their answers: `gokata/testing` has these. The fixtures are data beside the
//! package, which it hands over once.

use std::sync::OnceLock;

use gokata::corpus::Corpus;
use gokata::questions::line_protocol::{outcome, situations, text};
use gokata::questions::{
    Answers as Inner, Asked, Class, Counted, Deviation, KnownList, OwnRules,
    Question as InnerQuestion, QuestionIds, QuestionOutcome, Sizes, Step, fixture_of, in_force,
};
use gokata::{Action, Move, PointSet, Size};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::convert::{Result, color_name, stone_number, text_error, unreadable};
use crate::position::Position;

static CORPUS: OnceLock<Corpus> = OnceLock::new();

/// Takes the fixtures: the name and the text of each, in the order of the names, and the file `BOARDS`. A second call does nothing.
#[wasm_bindgen(js_name = takeCorpus)]
pub fn take_corpus(names: Vec<String>, texts: Vec<String>, boards: String) {
    CORPUS.get_or_init(|| {
        // A corpus borrows its texts for ever, and there is one as long as the program runs: so they are leaked, once.
        let leak = |text: String| -> &'static str { text.leak() };
        let file = |(name, text)| (leak(name), leak(text).as_bytes(), None);
        let files: Vec<_> = names.into_iter().zip(texts).map(file).collect();
        Corpus::new(&files, "", "").with_boards(leak(boards))
    });
}

fn corpus() -> Result<&'static Corpus> {
    CORPUS.get().ok_or_else(|| "there are no fixtures".into())
}

/// A question of the fixtures: a game, and what is asked about it.
#[wasm_bindgen]
pub struct Question {
    id: String,
    inner: InnerQuestion,
    /// Why a program cannot be asked this.
    cannot: Option<String>,
}

#[wasm_bindgen]
impl Question {
    /// What it asks, as JSON. The moves are those that lead to it; a count needs none, and steps have them themselves. Those to a board
    /// end with the one that leads to it.
    pub fn fields(&self) -> String {
        let (before, asked, size) = (
            &self.inner.before,
            &self.inner.asked,
            self.inner.before.size(),
        );
        let (counted, mv) = (asked.counted(), asked.mv());
        // A count begins and ends on its board.
        let first = situations(&self.inner).into_iter().next();
        let first = first.filter(|_| counted.is_none());
        let board = first.map_or(before.board(), |first| &first.board);
        let stones: Vec<i8> = board.points().map(stone_number).collect();
        let mut moves = Vec::new();
        if counted.is_none() && self.inner.steps.is_empty() {
            moves = before.moves();
            moves.extend(mv.filter(|_| matches!(asked, Asked::Board(..))));
        }
        let rules = counted.map_or(before.rules(), |counted| counted.standing.rules);
        let (now, mut then) = (in_force(before.rules()), self.inner.rules_then.iter());
        let count = counted.map(|Counted { standing, .. }| {
            json!({
                "dead": points(standing.marks.dead()),
                "neutral": points(standing.marks.neutral()),
                "prisoners": (standing.prisoners.black, standing.prisoners.white),
                "handicap": standing.handicap,
                "firstPass": standing.first_pass.map(color_name),
            })
        });
        let (text, hidden) = match text(&self.inner, &self.id) {
            Ok(text) => (Some(text), None),
            Err(why) => (None, Some(why)),
        };
        let fields = json!({
            "id": self.id,
            // The question in the line protocol, or why that has no words for it.
            "text": text,
            "cannot": self.cannot.as_deref().or(hidden),
            "asks": asked.kind(),
            "size": (size.rows(), size.cols()),
            "rules": rules.to_string(),
            "opening": stones.chunks(size.cols()).collect::<Vec<_>>(),
            "toMove": color_name(first.map_or(before.to_play(), |first| first.to_play)),
            "moves": moves.into_iter().map(|mv| turn(mv, size)).collect::<Vec<_>>(),
            "steps": self.inner.steps.iter().map(|it| step(*it, size)).collect::<Vec<_>>(),
            "move": mv.map(|mv| turn(mv, size)),
            "count": count,
            "expected": asked.answer().describe(size),
            // The side to play on the board that is asked for, as the protocol writes it.
            "next": mv.map_or(before.to_play(), |mv| !mv.color).letter(),
            // Whether moves before the question were made under other rules than those in force.
            "rulesChange": then.any(|then| in_force(*then) != now),
        });
        fields.to_string()
    }

    /// The game before the question.
    pub fn record(&self) -> Position {
        self.inner.before.clone().into()
    }

    /// A fixture that asks this question.
    pub fn fixture(&self) -> String {
        self.inner.fixture().to_string()
    }

    /// The question as a program with boards and rules of its own is asked: on the first of its boards, and under its rules;
    /// `cannot` says if there is none.
    pub fn fit(&self, sizes: Option<String>, rules: Option<String>) -> Result<Question> {
        let (mut id, mut inner, mut cannot) = (self.id.clone(), self.inner.clone(), None);
        if let Some(sizes) = sizes {
            let sizes: Sizes = sizes.parse().map_err(|error| unreadable(&error))?;
            let fixture = fixture_of(&self.id);
            match corpus()?.on(fixture, &inner, |size| sizes.has(size)) {
                Some(moved) => (id, inner) = (moved.id_in(fixture), moved),
                None => cannot = Some("the program has no board on which it can be asked".into()),
            }
        }
        if let Some(rules) = rules {
            let own: OwnRules = rules.parse().map_err(|error| unreadable(&error))?;
            match own.under(&inner) {
                Ok(under) => inner = under,
                Err(why) => cannot = cannot.or(Some(why)),
            }
        }
        Ok(Question { id, inner, cannot })
    }

    /// Judges an answer, in the lines of the protocol: the class, and a report if it is not right.
    pub fn judge(&self, lines: Vec<String>) -> Vec<String> {
        let outcome = outcome(&self.inner, &lines);
        let class = outcome.class().name().to_owned();
        let report = match outcome {
            QuestionOutcome::Right => String::new(),
            QuestionOutcome::CannotBeAsked(why) => why,
            outcome => Deviation::new(self.id.clone(), self.inner.clone(), outcome).to_string(),
        };
        vec![class, report]
    }
}

fn turn(mv: Move, size: Size) -> Value {
    let point = match mv.action {
        Action::Play(point) => Some((point.row, point.col)),
        Action::Pass | Action::Resign => None,
    };
    json!({ "color": color_name(mv.color), "point": point, "vertex": mv.action.describe(size) })
}

fn step(step: Step, size: Size) -> Value {
    match step {
        Step::Play(mv) => json!({ "do": "play", "move": turn(mv, size) }),
        Step::Try(mv) => json!({ "do": "try", "move": turn(mv, size) }),
        Step::Undo => json!({ "do": "undo", "move": null }),
    }
}

fn points(points: PointSet) -> Vec<(i32, i32)> {
    let points = points.into_iter();
    points.map(|point| (point.row, point.col)).collect()
}

/// Every question of the fixtures, in the order of their files.
#[wasm_bindgen(js_name = allQuestions)]
pub fn all_questions() -> Result<Vec<Question>> {
    let all = corpus()?.questions();
    let all = all.map(|(id, inner)| Question {
        id,
        inner,
        cannot: None,
    });
    Ok(all.collect())
}

/// The answers to questions.
#[wasm_bindgen]
pub struct Answers {
    inner: Inner,
    known: KnownList,
}

#[wasm_bindgen]
impl Answers {
    /// No answers yet. `known`: the list of known deviations. `lines`: the lines of the fixtures that give no question are counted.
    #[wasm_bindgen(constructor)]
    pub fn new(known: &str, lines: bool) -> Result<Answers> {
        let corpus = corpus()?;
        let ids = |(id, question): (String, _)| corpus.ids(fixture_of(&id), &question);
        let most = if known.is_empty() { 0 } else { usize::MAX };
        let named = corpus.questions().take(most);
        let ids: QuestionIds = named.flat_map(ids).collect();
        let known = KnownList::parse(known, &ids, |_| false);
        let known = known.map_err(|error| text_error(&error))?;
        let mut inner = Inner::new(known.clone());
        for file in corpus.files().iter().filter(|_| lines) {
            if let Some(asked) = file.asked() {
                inner.add_fixture(file.name, &asked.not_asked);
            }
        }
        Ok(Answers { inner, known })
    }

    /// Counts an answer in the lines of the protocol, or a crash.
    pub fn add(&mut self, question: &Question, lines: Vec<String>, crash: Option<String>) {
        let crash = crash.map(QuestionOutcome::Crashed);
        let outcome = crash.unwrap_or_else(|| outcome(&question.inner, &lines));
        let (id, asked) = (question.id.clone(), question.inner.clone());
        self.inner.add(id, asked, outcome);
    }

    /// Whether a wrong answer to this question is known.
    #[wasm_bindgen(js_name = isKnown)]
    pub fn is_known(&self, question: &Question) -> bool {
        self.known.line(&question.id, Class::Wrong).is_some()
    }

    /// What came of the questions, as JSON. `text` has the tables that `gokata check --exec` prints.
    pub fn fields(&self) -> String {
        let (tallies, wrong) = (&self.inner.tallies, self.inner.wrong.iter());
        let (classes, right) = (Class::ALL.into_iter(), tallies.right_now.iter());
        let fields = json!({
            "numbers": classes.map(|it| (it.name(), tallies.total[it])).collect::<Vec<_>>(),
            "wrong": wrong.map(|it| (&it.id, it.to_string())).collect::<Vec<_>>(),
            "untested": tallies.untested(),
            "rightNow": right.map(|(_, id)| id).collect::<Vec<_>>(),
            "text": self.inner.summary("known"),
        });
        fields.to_string()
    }
}
