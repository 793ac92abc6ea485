//! Runs two referees side by side and records where they differ.

use std::cell::RefCell;
use std::collections::HashSet;

use super::difference::{Difference, Query, Response};
use super::game::Game;
use super::log::{GameLog, Logged, sorted};
use super::traits::{Answer, Referee};
use crate::basics::{Color, GameEvent, Move, Point, Rules, Setup};

/// Two referees side by side: sends every query to both and returns the first one's answer.
///
/// Records the differences. After every action, also compares the boards and the legality of every play of the side to
/// play and of a pass. Once the games have diverged (only one referee accepts an action, or the boards differ),
/// compares nothing until the next game starts.
///
/// ```
/// use gokata::BoardRecord;
/// use gokata::fixture::{Both, Fixture, check};
///
/// let fixture = Fixture::parse(b"o\n-x-\nxa-\n---\n\nlegal a\n")?;
/// let pure = BoardRecord::new(fixture.opening.setup.size);
/// let mut both = Both::new(pure.clone(), pure, ["pure", "as pure"]);
/// assert_eq!(check(&fixture, &mut both).failures, []);
/// assert_eq!(both.disagreements(), []);
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Both<A, B> {
    first: A,
    second: B,
    names: [&'static str; 2],
    /// The game that both play; `None` before the first one, and when they have diverged.
    game: Option<GameLog>,
    notes: RefCell<Notes>,
}

/// The number of differences kept. It is low because shortening a game for the report takes up to two seconds.
const MOST_DIFFERENCES: usize = 3;

#[derive(Debug, Clone, Default)]
struct Notes {
    /// The queries of this game whose responses differed.
    noted: HashSet<Query>,
    kept: Vec<Difference>,
    more: usize,
}

impl<A: Referee, B: Referee> Both<A, B> {
    /// Two referees and their names. They are compared from the next [`start`](Referee::start) on.
    pub fn new(first: A, second: B, names: [&'static str; 2]) -> Both<A, B> {
        Both {
            first,
            second,
            names,
            game: None,
            notes: RefCell::default(),
        }
    }

    /// The first referee.
    pub fn first(&self) -> &A {
        &self.first
    }

    /// The second referee.
    pub fn second(&self) -> &B {
        &self.second
    }

    pub(crate) fn names(&self) -> [&'static str; 2] {
        self.names
    }

    /// The first few differences, in the order in which they were found.
    pub(crate) fn differences(&self) -> Vec<Difference> {
        self.notes.borrow().kept.clone()
    }

    /// The number of disagreements beyond those that [`Both::disagreements`] lists.
    pub fn more_disagreements(&self) -> usize {
        self.notes.borrow().more
    }

    /// The game and the second referee, as long as both play the same game.
    fn other(&self) -> Option<(&GameLog, &B)> {
        Some((self.game.as_ref()?, &self.second))
    }

    /// Records the query if the responses differ. True if this is its first difference in this game.
    fn compare(&self, query: Query, responses: [Response; 2]) -> bool {
        let differ = responses[0] != responses[1];
        let Some(game) = self.game.as_ref().filter(|_| differ) else {
            return false;
        };
        let mut notes = self.notes.borrow_mut();
        let new = notes.noted.insert(query);
        if new && notes.kept.len() < MOST_DIFFERENCES {
            let game = game.clone();
            let says = responses.map(|response| response.describe(game.opening.size));
            notes.kept.push(Difference { game, query, says });
        } else if new {
            notes.more += 1;
        }
        new
    }

    /// Sends the query to the second referee and compares the answers, unless the games have diverged.
    fn also_ask<T>(
        &self,
        query: Query,
        answer: T,
        ask: impl FnOnce(&B) -> Option<T>,
        response: fn(T) -> Response,
    ) {
        if let Some((_, second)) = self.other()
            && let Some(other) = ask(second)
        {
            self.compare(query, [answer, other].map(response));
        }
    }

    /// Compares the stones and the side to play. True if they are equal or the games have diverged already.
    fn compare_boards(&self) -> bool {
        let Some((game, second)) = self.other() else {
            return true;
        };
        let boards = [game.shown_by(&self.first), game.shown_by(second)];
        let same = boards[0] == boards[1];
        self.compare(Query::Board, boards.map(Response::Board));
        same
    }

    /// Compares the answers to an event that was sent to both.
    fn acted(&mut self, event: GameEvent, query: Query, answers: [Answer; 2]) -> Answer {
        let [first, _] = answers.clone();
        match &answers {
            [Answer::Legal, Answer::Legal] => self.done(Logged::Event(event)),
            [Answer::Illegal(_), Answer::Illegal(_)] => {
                self.compare_answers(query, answers);
            }
            _ => {
                self.compare_answers(query, answers);
                self.game = None;
            }
        }
        first
    }

    /// As [`Both::compare`], unless a referee cannot answer.
    fn compare_answers(&self, query: Query, answers: [Answer; 2]) -> bool {
        let response = |answer| match query {
            Query::Do(event) => Response::to(event, answer),
            _ => Response::to_move(answer),
        };
        let [Some(first), Some(second)] = answers.map(response) else {
            return false;
        };
        self.compare(query, [first, second])
    }

    /// Logs a step that both have accepted, and compares the games.
    fn done(&mut self, step: Logged) {
        if let Some(game) = &mut self.game {
            game.steps.push(step);
            self.look_around();
        }
    }

    /// Compares the boards, then the moves of the side to play, up to the first new difference.
    fn look_around(&mut self) {
        if !self.compare_boards() {
            self.game = None;
        }
        let Some((game, second)) = self.other() else {
            return;
        };
        let side = self.first.to_play().unwrap_or(game.to_play());
        let plays = game.opening.size.points();
        let plays = plays.map(|point| Move::play(side, point));
        for mv in plays.chain([Move::pass(side)]) {
            let answers = [self.first.judge(mv), second.judge(mv)];
            if self.compare_answers(Query::Check(mv), answers) {
                break;
            }
        }
    }
}

impl<A: Referee + Game, B: Referee> Both<A, B> {
    /// Compares two games that are in the same position. Reports show the game from this position on.
    pub fn of_games(first: A, second: B, names: [&'static str; 2]) -> Both<A, B> {
        let mut both = Both::new(first, second, names);
        let (setup, rules) = (Game::setup(&both.first), both.first.rules());
        both.game = Some(GameLog::new(setup, rules));
        both.look_around();
        both
    }
}

impl<A: Referee, B: Referee> Referee for Both<A, B> {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
        let outcomes = [
            self.first.start(setup, rules),
            self.second.start(setup, rules),
        ];
        self.game = Some(GameLog::new(setup.clone(), rules));
        self.notes.get_mut().noted.clear();
        self.compare(Query::Start, outcomes.clone().map(Response::Started));
        if outcomes == [Ok(()), Ok(())] {
            self.look_around();
        } else {
            self.game = None;
        }
        let [first, _] = outcomes;
        first
    }

    fn judge(&self, mv: Move) -> Answer {
        let answer = self.first.judge(mv);
        if let Some((_, second)) = self.other() {
            self.compare_answers(Query::Check(mv), [answer.clone(), second.judge(mv)]);
        }
        answer
    }

    fn play(&mut self, mv: Move) -> Answer {
        if self.game.is_none() {
            return self.first.play(mv);
        }
        // If `judge` gives the same answers as `play`, reports the difference as one of `judge`, which is easier to
        // investigate.
        let judged = [self.first.judge(mv), self.second.judge(mv)];
        let played = [self.first.play(mv), self.second.play(mv)];
        let event = GameEvent::Turn(mv);
        let query = if judged == played {
            Query::Check(mv)
        } else {
            Query::Do(event)
        };
        self.acted(event, query, played)
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let stone = self.first.stone_at(point);
        if let Some((game, second)) = self.other() {
            let other = second.stone_at(point);
            if !game.opening.size.contains(point) {
                self.compare(Query::Stone(point), [stone, other].map(Response::Stone));
            } else if stone != other {
                self.compare_boards();
            }
        }
        stone
    }

    fn apply(&mut self, event: GameEvent) -> Answer {
        if let GameEvent::Turn(mv) = event {
            return self.play(mv);
        }
        if self.game.is_none() {
            return self.first.apply(event);
        }
        let answers = [self.first.apply(event), self.second.apply(event)];
        self.acted(event, Query::Do(event), answers)
    }

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        let changed = self.first.under(rules);
        if self.game.is_some() {
            if changed.is_ok() && self.second.under(rules).is_ok() {
                self.done(Logged::Rules(rules));
            } else {
                self.game = None;
            }
        }
        changed
    }

    fn to_play(&self) -> Option<Color> {
        let side = self.first.to_play();
        if self.second.to_play() != side {
            self.compare_boards();
        }
        side
    }

    fn chain(&self, point: Point) -> Option<Vec<Point>> {
        let stones = self.first.chain(point)?;
        let ask = |second: &B| second.chain(point).map(sorted);
        let own = sorted(stones.clone());
        self.also_ask(Query::Chain(point), own, ask, Response::Chain);
        Some(stones)
    }

    fn liberties(&self, point: Point) -> Option<Vec<Point>> {
        let points = self.first.liberties(point)?;
        let ask = |second: &B| second.liberties(point).map(sorted);
        let own = sorted(points.clone());
        self.also_ask(Query::Liberties(point), own, ask, Response::Liberties);
        Some(points)
    }

    fn eye(&self, point: Point, side: Color) -> Option<bool> {
        let eye = self.first.eye(point, side)?;
        let ask = |second: &B| second.eye(point, side);
        self.also_ask(Query::Eye(point, side), eye, ask, Response::Eye);
        Some(eye)
    }

    fn evidence(&self, mv: Move) -> Option<String> {
        self.first.evidence(mv)
    }
}
