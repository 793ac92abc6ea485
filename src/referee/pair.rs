//! Runs two referees side by side and records where they differ.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::difference::{Difference, Query, start_text};
use super::game::Playable;
use super::log::{GameLog, Logged};
use super::traits::{Answer, Referee};
use crate::basics::{ByColor, Color, GameEvent, Move, Point, PointSet, Rules, Setup};
use crate::scoring::{Score, Standing};

/// Two referees side by side: sends every query to both and returns the first one's answer.
///
/// Records the differences; to decline an opening that the other accepts is one, to give no reason is not. After every
/// action, also compares the boards and the legality of every play of the side to play and of a pass. Once the games
/// have diverged (only one referee accepts an action, or the boards differ), compares nothing until the next game
/// starts.
///
/// ```
/// use gokata::PureGame;
/// use gokata::fixture::{Both, Fixture, check};
///
/// let fixture = Fixture::parse(b"o\n-x-\nxa-\n---\n\nlegal a\n")?;
/// let pure = PureGame::new(fixture.opening.setup.size);
/// let mut both = Both::new(pure.clone(), pure, ["pure", "as pure"]);
/// assert_eq!(check(&fixture, &mut both).failures, []);
/// assert_eq!(both.disagreements(), []);
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug)]
pub struct Both<A, B> {
    first: A,
    second: B,
    names: [&'static str; 2],
    /// The game that both play; `None` before the first one, and when they have diverged.
    game: Option<GameLog>,
    /// Queries find differences, too.
    notes: Mutex<Notes>,
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
            notes: Mutex::default(),
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
        self.notes().kept.clone()
    }

    /// The number of disagreements beyond those that [`Both::disagreements`] lists.
    pub fn more_disagreements(&self) -> usize {
        self.notes().more
    }

    /// A panic of a referee leaves the notes as they were.
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game and the second referee, as long as both play the same game.
    fn other(&self) -> Option<(&GameLog, &B)> {
        Some((self.game.as_ref()?, &self.second))
    }

    /// Records the query if the two responses differ. True if this is its first difference in this game.
    fn compare(&self, query: Query, says: [String; 2]) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| says[0] != says[1]) else {
            return false;
        };
        let mut notes = self.notes();
        let new = notes.noted.insert(query);
        if new && notes.kept.len() < MOST_DIFFERENCES {
            let game = game.clone();
            notes.kept.push(Difference { game, query, says });
        } else if new {
            notes.more += 1;
        }
        new
    }

    /// Sends both a query that changes nothing and compares the responses, unless the games have diverged.
    fn also_ask(&self, query: Query) {
        if let Some((game, second)) = self.other()
            && let Some(first) = query.look(game, &self.first)
            && let Some(second) = query.look(game, second)
        {
            self.compare(query, [first, second]);
        }
    }

    /// Compares the stones and the side to play. True if they are equal or the games have diverged already.
    fn compare_boards(&self) -> bool {
        let is_same =
            |(game, second): (&GameLog, &B)| game.shown_by(&self.first) == game.shown_by(second);
        let is_same = self.other().is_none_or(is_same);
        if !is_same {
            self.also_ask(Query::Board);
        }
        is_same
    }

    /// Compares the answers to a step that was sent to both.
    fn acted(&mut self, step: Logged, query: Query, answers: &[Answer; 2]) -> Answer {
        self.compare_answers(query, answers);
        match (answers, step) {
            ([Answer::Legal, Answer::Legal], _) => self.done(step),
            // A refused move may leave something behind.
            ([Answer::Illegal(_), Answer::Illegal(_)], Logged::Event(GameEvent::Turn(mv))) => {
                self.done(Logged::Try(mv));
            }
            ([Answer::Illegal(_), Answer::Illegal(_)], _) => {}
            _ => self.game = None,
        }
        answers[0].clone()
    }

    /// Compares two answers, unless a referee cannot answer. True if this is the first difference of this query.
    fn compare_answers(&self, query: Query, answers: &[Answer; 2]) -> bool {
        let [first, second] = answers;
        let Some((game, _)) = self.other().filter(|_| !first.is_alike(second)) else {
            return false;
        };
        let says = [first, second].map(|answer| query.answer_text(answer, game));
        let [Some(first), Some(second)] = says else {
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
        let side = self.first.side_to_play().unwrap_or(game.to_play());
        let plays = game.opening.size.points();
        let plays = plays.map(|point| Move::play(side, point));
        for mv in plays.chain([Move::pass(side)]) {
            let answers = [self.first.judge(mv), second.judge(mv)];
            if self.compare_answers(Query::Check(mv), &answers) {
                break;
            }
        }
    }
}

impl<A: Referee + Playable, B: Referee> Both<A, B> {
    /// Compares two games that are in the same position. Reports show the game from this position on.
    pub fn of_games(first: A, second: B, names: [&'static str; 2]) -> Both<A, B> {
        let mut both = Both::new(first, second, names);
        let (setup, rules) = (Playable::setup(&both.first), both.first.rules());
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
        self.notes().noted.clear();
        self.compare(Query::Start, outcomes.clone().map(start_text));
        if outcomes == [Ok(()), Ok(())] {
            self.look_around();
        } else {
            self.game = None;
        }
        let [first, _] = outcomes;
        first
    }

    fn own_rules(&self, asked: Rules) -> Rules {
        self.first.own_rules(asked)
    }

    fn score(&self, counted: &Standing) -> Result<Score, String> {
        self.first.score(counted)
    }

    fn owners(&self, counted: &Standing) -> Result<Vec<Option<Color>>, String> {
        self.first.owners(counted)
    }

    fn dead(&self, standing: &Standing) -> Result<PointSet, String> {
        self.first.dead(standing)
    }

    fn judge(&self, mv: Move) -> Answer {
        let answer = self.first.judge(mv);
        if let Some((_, second)) = self.other() {
            self.compare_answers(Query::Check(mv), &[answer.clone(), second.judge(mv)]);
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
        self.acted(Logged::Event(event), query, &played)
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let stone = self.first.stone_at(point);
        if let Some((game, second)) = self.other()
            && second.stone_at(point) != stone
        {
            let is_on_board = game.opening.size.contains(point);
            self.also_ask(if is_on_board {
                Query::Board
            } else {
                Query::Stone(point)
            });
        }
        stone
    }

    fn follow(&mut self, event: GameEvent) -> Answer {
        if let GameEvent::Turn(mv) = event {
            return self.play(mv);
        }
        if self.game.is_none() {
            return self.first.follow(event);
        }
        let answers = [self.first.follow(event), self.second.follow(event)];
        self.acted(Logged::Event(event), Query::Do(event), &answers)
    }

    fn undo(&mut self) -> Answer {
        if self.game.is_none() {
            return self.first.undo();
        }
        let answers = [self.first.undo(), self.second.undo()];
        self.acted(Logged::Undo, Query::Undo, &answers)
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

    fn side_to_play(&self) -> Option<Color> {
        let side = self.first.side_to_play();
        if self.second.side_to_play() != side {
            self.compare_boards();
        }
        side
    }

    fn prisoners(&self) -> Option<ByColor<u32>> {
        self.also_ask(Query::Prisoners);
        self.first.prisoners()
    }

    fn chain_stones(&self, point: Point) -> Option<Vec<Point>> {
        self.also_ask(Query::Chain(point));
        self.first.chain_stones(point)
    }

    fn chain_liberties(&self, point: Point) -> Option<Vec<Point>> {
        self.also_ask(Query::Liberties(point));
        self.first.chain_liberties(point)
    }

    fn eye(&self, point: Point, side: Color) -> Option<bool> {
        self.also_ask(Query::Eye(point, side));
        self.first.eye(point, side)
    }

    fn evidence(&self, mv: Move) -> Option<String> {
        self.first.evidence(mv)
    }
}
