//! Puts questions to a referee of this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::line_protocol::handed_at_first;
use super::question::{Asked, Question, about_moves};
use super::tally::QuestionOutcome;
use crate::basics::{Color, Rules};
use crate::fixture::Do;
use crate::referee::log::{GameLog, Logged};
use crate::referee::{Answer, Referee};

impl Question {
    /// Starts the game on the referee, makes the moves before the question, and asks it.
    pub fn put_to(&self, referee: &mut dyn Referee) -> QuestionOutcome {
        // A referee in any state starts afresh with the next question.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let asked = self.under(|asked| referee.own_rules(asked))?;
            asked.answer_of(referee)
        }));
        match answer {
            Err(panic) => QuestionOutcome::Crashed(message(&*panic)),
            Ok(Err(why) | Ok(Answer::Cannot(why))) => QuestionOutcome::CannotBeAsked(why),
            Ok(Ok(answer)) if self.accepts(&answer) => QuestionOutcome::Right,
            Ok(Ok(answer)) => QuestionOutcome::Wrong(answer),
        }
    }

    fn answer_of(&self, referee: &mut dyn Referee) -> Result<Answer, String> {
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
        referee.start(&opening, rules)?;
        let mut log = GameLog::new(opening, rules);
        let mut number = 0;
        for act in actions {
            // Rules for the count are not the game's: they come with the question.
            if matches!(act, Do::Rules(_, next) if about_moves(next) == about_moves(log.rules())) {
                continue;
            }
            let Some(step) = act.on_game(log.to_play()) else {
                continue;
            };
            number += usize::from(!matches!(step, Logged::Rules(_)));
            match (log.apply(step, referee), step) {
                (Answer::Legal, _) => {}
                (Answer::Cannot(why), _) => return Err(why),
                (_, Logged::Try(_)) => return Ok(Answer::Accepted(number)),
                (answer, _) => {
                    let (step, answer) = (log.steps.len() + 1, answer.describe(size));
                    let why = format!("step {step} of the game before the question: {answer}");
                    return Err(format!("it has refused {why}"));
                }
            }
        }
        let stones = |referee: &dyn Referee| -> Vec<Option<Color>> {
            let points = size.points();
            points.map(|point| referee.stone_at(point)).collect()
        };
        let now = stones(referee);
        if !self.before.board().points().eq(now.iter().copied()) {
            if !self.steps.is_empty() {
                return Ok(Answer::Board(referee.side_to_play(), now));
            }
            return Err("it has another board before the question".to_owned());
        }
        Ok(match &self.asked {
            Asked::Legal(mv, _) => referee.judge(*mv),
            Asked::Board(mv, _) => match referee.play(*mv) {
                Answer::Legal => Answer::Board(referee.side_to_play(), stones(referee)),
                other => other,
            },
            Asked::Now(_) => Answer::Board(referee.side_to_play(), now),
            Asked::Prisoners(_) => {
                let tally = referee.prisoners();
                Answer::Prisoners(tally.ok_or("it keeps no tally of prisoners")?)
            }
            Asked::Score(counted, _) => Answer::Score(referee.score(&counted.standing)?),
            Asked::Owner(counted, _) => Answer::Owners(referee.owners(&counted.standing)?),
            Asked::Dead(counted, _) => {
                let dead = referee.dead(&counted.standing)?;
                let is_dead = |point| Some(dead.contains(point));
                Answer::Dead(size.points().map(is_dead).collect())
            }
        })
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}
