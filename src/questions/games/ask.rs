//! Asks about random games, and looks for the shortest question of each kind that is answered wrong.

use std::collections::HashSet;

use super::draw::{RandomGame, RandomGames};
use super::shorten::shorten;
use crate::questions::answers::Answers;
use crate::questions::question::Question;
use crate::questions::tally::{Class, QuestionOutcome};
use crate::referee::{Answer, Referee};

/// Whoever is asked about random games: a referee, or another program.
pub trait Asks {
    /// Asks a question. It may be about a shortened game.
    fn ask(&mut self, game: &RandomGame, question: &Question) -> QuestionOutcome;

    /// Counts the outcome of the question that was asked last. `is_first`: it is the first wrong answer of its [kind](kind_of), and
    /// the question is as short as it gets.
    fn count(
        &mut self,
        game: &RandomGame,
        question: Question,
        outcome: QuestionOutcome,
        is_first: bool,
    );

    /// False if no more is to be asked.
    fn goes_on(&self) -> bool {
        true
    }
}

/// The questions at the beginning of a game that may be declined, one after the other, before the rest of it is left out.
const LET_GO: usize = 5;

/// Asks about random games until this number has been played. Each first wrong answer of its [kind](kind_of) is made as short as
/// it gets. Sizes and rules that are declined do not count as games.
pub fn ask_about(games: &mut RandomGames, count: usize, asks: &mut impl Asks) {
    let (mut kinds, mut played) = (HashSet::new(), 0);
    while played < count
        && asks.goes_on()
        && let Some(game) = games.draw()
    {
        let (mut is_known, mut is_refused, mut declined) = (false, false, 0);
        for question in &game.questions {
            if !asks.goes_on() || !is_known && declined == LET_GO {
                break;
            }
            let (mut question, mut outcome) = (question.clone(), asks.ask(&game, question));
            let is_declined = outcome.class() == Class::CannotBeAsked;
            if is_declined && is_known && !is_refused {
                // Perhaps it has refused a move on the way.
                is_refused = true;
                asks.count(&game, question.clone(), outcome.clone(), false);
                let turns = question.before.turns();
                let refused = game.moves().take(2 * turns).find_map(|mv| {
                    let outcome = asks.ask(&game, &mv);
                    kind_of(&mv, &outcome).map(|_| (mv, outcome))
                });
                let Some(refused) = refused else { continue };
                (question, outcome) = refused;
            }
            is_known |= !is_declined;
            declined += usize::from(is_declined);
            let kind = kind_of(&question, &outcome).filter(|kind| kinds.insert(kind.clone()));
            let is_first = kind.is_some();
            if let Some(kind) = kind.filter(|_| outcome != QuestionOutcome::TimedOut) {
                question = shorten(&question, |shorter| {
                    asks.goes_on()
                        && kind_of(shorter, &asks.ask(&game, shorter)).as_ref() == Some(&kind)
                });
                outcome = asks.ask(&game, &question);
            }
            asks.count(&game, question, outcome, is_first);
        }
        if is_known {
            played += 1;
        } else {
            games.leave_out(&game);
        }
    }
}

/// Returns what is wrong with an answer, without the place: equal for answers that are probably wrong for the same reason. `None`
/// if nothing is.
pub fn kind_of(question: &Question, outcome: &QuestionOutcome) -> Option<String> {
    let expected = question.asked.right_answer();
    match outcome {
        QuestionOutcome::Right | QuestionOutcome::CannotBeAsked(_) => None,
        QuestionOutcome::Wrong(Answer::Board(..)) => Some("another board".to_owned()),
        QuestionOutcome::Wrong(Answer::Accepted(_)) => {
            Some("an illegal move is accepted".to_owned())
        }
        QuestionOutcome::Wrong(answer) => {
            let got = answer.describe(question.before.size());
            Some(format!("expected {expected}, got {got}"))
        }
        failed => Some(failed.class().name().to_owned()),
    }
}

struct Judge<'a> {
    referee: &'a mut dyn Referee,
    answers: Answers,
}

impl Asks for Judge<'_> {
    fn ask(&mut self, _: &RandomGame, question: &Question) -> QuestionOutcome {
        question.put_to(self.referee)
    }

    fn count(
        &mut self,
        game: &RandomGame,
        question: Question,
        outcome: QuestionOutcome,
        is_first: bool,
    ) {
        let id = question.id_in(&game.name());
        self.answers.add_of_game(id, question, outcome, is_first);
    }
}

/// Asks a referee about this number of random games: see [`ask_about`]. Only the first wrong answer of each kind is listed.
pub fn check(referee: &mut dyn Referee, mut games: RandomGames, count: usize) -> Answers {
    let answers = Answers::default();
    let mut judge = Judge { referee, answers };
    ask_about(&mut games, count, &mut judge);
    judge.answers
}
