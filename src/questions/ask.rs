//! Puts questions to a referee of this process, and counts its answers.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::alone::about_moves;
use super::line_protocol::handed_at_first;
use super::question::{Asked, Question};
use crate::basics::Rules;
use crate::fixture::Do;
use crate::referee::log::GameLog;
use crate::referee::{Answer, Referee};

/// What became of a question. The same classes as in a report of `gokata check --exec`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The answer is right.
    Right,
    /// The answer is wrong: this one.
    Wrong(Answer),
    /// The referee declines, or the game before the question did not come about with it, for this reason.
    CannotBeAsked(String),
    /// The referee panicked, with this message.
    Crashed(String),
}

impl Question {
    /// Starts the game on the referee, makes the moves before the question, and asks it.
    pub fn put_to(&self, referee: &mut dyn Referee) -> Outcome {
        // A referee in any state starts afresh with the next question.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            match self.under(|asked| referee.own_rules(asked)) {
                Ok(asked) => asked.answer_of(referee),
                Err(why) => Answer::Cannot(why),
            }
        }));
        match answer {
            Err(panic) => Outcome::Crashed(message(&*panic)),
            Ok(Answer::Cannot(why)) => Outcome::CannotBeAsked(why),
            Ok(answer) if self.accepts(&answer) => Outcome::Right,
            Ok(answer) => Outcome::Wrong(answer),
        }
    }

    fn answer_of(&self, referee: &mut dyn Referee) -> Answer {
        let size = self.before.size();
        let mut opening = self.opening();
        let mut actions = self.actions().into_iter().peekable();
        for _ in 0..handed_at_first(self) {
            if let Some(Do::ToPlay(side)) = actions.next() {
                opening.to_play = side;
            }
        }
        let mut rules = match actions.next_if(|act| matches!(act, Do::Rules(..))) {
            Some(Do::Rules(_, rules)) => rules,
            _ => Rules::default(),
        };
        let now = self.before.rules();
        if self.asked.counted().is_some() && about_moves(now) == about_moves(rules) {
            rules = now;
        }
        if let Err(why) = referee.start(&opening, rules) {
            return Answer::Cannot(why);
        }
        let mut log = GameLog::new(opening, rules);
        for act in actions {
            let Some(step) = act.on_game(log.to_play()) else {
                continue;
            };
            // Rules for the count are not the game's: they come with the question.
            if matches!(act, Do::Rules(_, next) if about_moves(next) == about_moves(log.rules())) {
                continue;
            }
            let answer = log.apply(step, referee);
            if let Answer::Cannot(_) = answer {
                return answer;
            } else if answer != Answer::Legal {
                let (step, answer) = (log.steps.len() + 1, answer.describe(size));
                let why = format!("step {step} of the game before the question: {answer}");
                return Answer::Cannot(format!("it has refused {why}"));
            }
        }
        let stones = |referee: &dyn Referee| {
            let points = size.points().map(|point| referee.stone_at(point));
            points.collect::<Vec<_>>()
        };
        if stones(referee) != stones(&self.before) {
            return Answer::Cannot("it has another board before the question".to_owned());
        }
        match &self.asked {
            Asked::Legal(mv, _) => referee.judge(*mv),
            Asked::Board(mv, _) => match referee.play(*mv) {
                Answer::Legal => Answer::Board(referee.to_play(), stones(referee)),
                other => other,
            },
            Asked::Score(counted, _) => {
                let score = referee.score(&counted.standing);
                score.map_or_else(Answer::Cannot, Answer::Score)
            }
            Asked::Owner(counted, _) => {
                let owners = referee.owners(&counted.standing);
                owners.map_or_else(Answer::Cannot, Answer::Owners)
            }
            Asked::Dead(counted, _) => match referee.dead(&counted.standing) {
                Err(why) => Answer::Cannot(why),
                Ok(dead) => Answer::Dead(
                    size.points()
                        .map(|point| Some(dead.contains(point)))
                        .collect(),
                ),
            },
        }
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

/// A referee's answers to many questions. `Display` writes them for a developer: the totals, each wrong answer with a
/// fixture that reproduces it, and why the others cannot be asked.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Answers {
    /// The number of right answers.
    pub right: usize,
    /// The wrong answers, and the panics.
    pub wrong: Vec<Deviation>,
    /// For each reason, the number of questions that cannot be asked.
    pub cannot: BTreeMap<String, usize>,
}

/// A wrong answer, or a panic. `Display` writes what was asked, expected and given, and a fixture that reproduces it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Deviation {
    /// The identifier, as in reports of `gokata check --exec`: `kata/6-ko/retake-at-once#C3-xugq7`.
    pub id: String,
    /// The question.
    pub question: Question,
    /// [`Outcome::Wrong`] or [`Outcome::Crashed`].
    pub outcome: Outcome,
}

impl Answers {
    /// Counts an outcome.
    pub fn add(&mut self, id: String, question: Question, outcome: Outcome) {
        match outcome {
            Outcome::Right => self.right += 1,
            Outcome::CannotBeAsked(why) => *self.cannot.entry(why).or_default() += 1,
            outcome => self.wrong.push(Deviation {
                id,
                question,
                outcome,
            }),
        }
    }

    /// The number of questions, and of lines that give none because they are about chains, liberties, eyes or states of points.
    pub fn all(&self) -> usize {
        self.right + self.wrong.len() + self.cannot.values().sum::<usize>()
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_crash = |wrong: &&Deviation| matches!(wrong.outcome, Outcome::Crashed(_));
        let crashed = self.wrong.iter().filter(is_crash).count();
        let (all, right, wrong) = (self.all(), self.right, self.wrong.len() - crashed);
        let cannot = all - right - self.wrong.len();
        write!(
            f,
            "{all} questions: {right} right, {wrong} wrong, {cannot} cannot be asked"
        )?;
        if crashed > 0 {
            write!(f, ", {crashed} crashed")?;
        }
        for (why, count) in &self.cannot {
            write!(f, "\n  {count} cannot be asked: {why}")?;
        }
        for wrong in &self.wrong {
            write!(f, "\n\n{wrong}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = &self.question;
        let (size, rules) = (asked.before.size(), asked.rules());
        let (name, got) = match &self.outcome {
            Outcome::Wrong(answer) => ("wrong", format!("got {}", answer.describe(size))),
            Outcome::Crashed(why) | Outcome::CannotBeAsked(why) => {
                ("crashed", format!("panicked: {why}"))
            }
            Outcome::Right => ("right", String::new()),
        };
        let wanted = asked.asked.answer().describe(size);
        let (id, about, fixture) = (&self.id, asked.describe(), asked.fixture().to_string());
        let case = asked.case.as_deref();
        let case = case.map_or(String::new(), |case| format!(", case `{case}`"));
        // A board on one line: the side to play, if it is known, and the rows.
        let line = |text: &str| match text.trim_end().split_once('\n') {
            Some((side, rows)) if text.lines().count() > size.rows() => {
                format!("{side} {}", rows.replace('\n', "/"))
            }
            _ => text.trim_end().replace('\n', "/"),
        };
        let (wanted, got) = (line(&wanted), line(&got));
        writeln!(
            f,
            "{name} {id}: {about} ({rules}{case}): expected {wanted}, {got}\n"
        )?;
        f.write_str(fixture.trim_end())
    }
}
