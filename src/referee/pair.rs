//! Runs two referees side by side and records where they differ.

use std::cell::RefCell;
use std::collections::HashSet;

use super::difference::{Difference, Query, Response, report};
use super::step::{GameLog, Step, sorted};
use super::traits::{Playable, Referee, situation};
use crate::basics::{
    Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError, Size,
};

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
    compared: Compared,
    /// The game that both play; `None` before the first one, and when they have diverged.
    game: Option<GameLog>,
    notes: RefCell<Notes>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// The answers to queries and the results of actions.
    Answers,
    /// After every action, also the boards and the moves of the side to play.
    Everything,
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
            compared: Compared::Everything,
            game: None,
            notes: RefCell::default(),
        }
    }

    /// Compares only the answers to queries and the results of actions from here on.
    pub(crate) fn answers_only(mut self) -> Both<A, B> {
        self.compared = Compared::Answers;
        self
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

    /// Compares the boards and describes the first difference found so far.
    pub(crate) fn first_difference(&self) -> Option<String> {
        self.compare_boards();
        let notes = self.notes.borrow();
        let difference = notes.kept.first()?;
        let asked = difference.query.describe(difference.size());
        Some(format!("{asked}: {}", report(self.names, &difference.says)))
    }

    /// The second referee and the size of the board, as long as both play the same game.
    fn other(&self) -> Option<(&B, Size)> {
        let game = self.game.as_ref()?;
        Some((&self.second, game.opening.size))
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
        if let Some((second, _)) = self.other()
            && let Some(other) = ask(second)
        {
            self.compare(query, [answer, other].map(response));
        }
    }

    /// Compares the stones and the side to play. True if they are equal or the games have diverged already.
    fn compare_boards(&self) -> bool {
        let Some((second, size)) = self.other() else {
            return true;
        };
        let boards = [situation(&self.first, size), situation(second, size)];
        let same = boards[0] == boards[1];
        self.compare(Query::Board, boards.map(Response::Board));
        same
    }

    /// Compares the results of a step that was sent to both.
    fn acted<E: Copy>(
        &mut self,
        step: Step,
        query: Query,
        outcomes: [Result<(), E>; 2],
        response: fn(Result<(), E>) -> Response,
    ) {
        self.compare(query, outcomes.map(response));
        match outcomes.map(|outcome| outcome.is_ok()) {
            [true, true] => self.done(step),
            [false, false] => {}
            _ => self.game = None,
        }
    }

    /// Logs a step that both have accepted, and compares the games.
    fn done(&mut self, step: Step) {
        if let Some(game) = &mut self.game {
            game.steps.push(step);
            self.look_around();
        }
    }

    /// Compares the boards, then the moves of the side to play, up to the first new difference.
    fn look_around(&mut self) {
        if self.compared == Compared::Answers {
            return;
        }
        if !self.compare_boards() {
            self.game = None;
        }
        let Some((second, size)) = self.other() else {
            return;
        };
        let side = self.first.to_play();
        let plays = size.points().map(|point| Move::play(side, point));
        for mv in plays.chain([Move::pass(side)]) {
            let verdicts = [self.first.check(mv), second.check(mv)];
            if self.compare(Query::Check(mv), verdicts.map(Response::Verdict)) {
                break;
            }
        }
    }
}

impl<A: Playable, B: Playable> Both<A, B> {
    /// Compares two games that are in the same position. Reports show the game from this position on.
    pub fn of_games(first: A, second: B, names: [&'static str; 2]) -> Both<A, B> {
        let mut both = Both::new(first, second, names);
        both.begin_log();
        both.look_around();
        both
    }

    /// Changes both games without the methods of [`Referee`]. Reports show the game after the change.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut A, &mut B)) {
        change(&mut self.first, &mut self.second);
        if self.game.is_some() {
            self.begin_log();
        }
    }

    fn begin_log(&mut self) {
        self.game = Some(GameLog::new(self.first.setup(), self.first.rules()));
    }
}

impl<A: Referee, B: Referee> Referee for Both<A, B> {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError> {
        let outcomes = [
            self.first.start(setup, rules),
            self.second.start(setup, rules),
        ];
        self.game = Some(GameLog::new(setup.clone(), rules));
        self.notes.get_mut().noted.clear();
        self.compare(Query::Start, outcomes.map(Response::Started));
        if outcomes == [Ok(()), Ok(())] {
            self.look_around();
        } else {
            self.game = None;
        }
        outcomes[0]
    }

    fn under(&mut self, rules: Rules) {
        self.first.under(rules);
        if self.game.is_some() {
            self.second.under(rules);
            self.done(Step::Rules(rules));
        }
    }

    fn to_play(&self) -> Color {
        let side = self.first.to_play();
        if self.second.to_play() != side {
            self.compare_boards();
        }
        side
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let verdict = self.first.check(mv);
        let ask = |second: &B| Some(second.check(mv));
        self.also_ask(Query::Check(mv), verdict, ask, Response::Verdict);
        verdict
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.game.is_none() {
            return self.first.play(mv);
        }
        // If `check` gives the same verdicts as `play`, reports the difference as one of `check`, which is easier to
        // investigate.
        let checked = (self.compared == Compared::Everything)
            .then(|| [self.first.check(mv), self.second.check(mv)]);
        let played = [self.first.play(mv), self.second.play(mv)];
        let query = if checked == Some(played) {
            Query::Check(mv)
        } else {
            Query::Play(mv)
        };
        self.acted(Step::Play(mv), query, played, Response::Verdict);
        played[0]
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let stone = self.first.stone_at(point);
        if let Some((second, size)) = self.other() {
            let other = second.stone_at(point);
            if !size.contains(point) {
                self.compare(Query::Stone(point), [stone, other].map(Response::Stone));
            } else if stone != other {
                self.compare_boards();
            }
        }
        stone
    }

    fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        if self.game.is_none() {
            return self.first.resume(side);
        }
        let outcomes = [self.first.resume(side), self.second.resume(side)];
        let (step, query) = (Step::Resume(side), Query::Resume(side));
        self.acted(step, query, outcomes, Response::Resumed);
        outcomes[0]
    }

    fn hand_turn(&mut self, side: Color) {
        self.first.hand_turn(side);
        if self.game.is_some() {
            self.second.hand_turn(side);
            self.done(Step::HandTurn(side));
        }
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

/// Returns the first referee's answers. They follow from the stones and turns, which are compared.
impl<A: Playable, B: Playable> Playable for Both<A, B> {
    fn size(&self) -> Size {
        self.first.size()
    }

    fn rules(&self) -> Rules {
        self.first.rules()
    }

    fn turns(&self) -> usize {
        self.first.turns()
    }

    fn last_turn(&self) -> Option<Move> {
        self.first.last_turn()
    }

    fn is_over(&self) -> bool {
        self.first.is_over()
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.first.legal_moves()
    }
}
