//! The referees that judge a record: pure, fast, or both. Each can also be forced to play an illegal move that the
//! record contains.

use crate::basics::{GameEvent, Move, Rules, Setup, SetupError};
use crate::fast::FastGame;
use crate::pure::{BoardRecord, explain_move};
use crate::referee::exchange::{followed_by, opened};
use crate::referee::pair::Both;
use crate::referee::{Playable, Referee};

/// Both referees, which must agree.
pub(super) type Pair = Both<BoardRecord, FastGame>;

/// A referee that can also play illegal moves.
pub(super) trait Umpire: Playable {
    fn begin(setup: &Setup, rules: Rules) -> Result<Self, SetupError>;

    /// Plays an illegal move of the side to play on an empty point.
    fn force(&mut self, mv: Move);

    /// Returns the turn whose board the move would repeat; 0 for the opening board.
    fn repeats(&self, mv: Move, replay: &mut PureReplay) -> Option<usize>;

    /// Returns the first difference between two referees.
    fn disagreement(&self) -> Option<String> {
        None
    }
}

impl Umpire for BoardRecord {
    fn begin(setup: &Setup, rules: Rules) -> Result<BoardRecord, SetupError> {
        Ok(BoardRecord::try_from(setup)?.with_rules(rules))
    }

    fn force(&mut self, mv: Move) {
        *self = followed_by(self.clone(), &GameEvent::Turn(mv));
    }

    fn repeats(&self, mv: Move, _: &mut PureReplay) -> Option<usize> {
        explain_move(mv, self).repeats()
    }
}

impl Umpire for FastGame {
    fn begin(setup: &Setup, rules: Rules) -> Result<FastGame, SetupError> {
        Ok(FastGame::try_from(setup)?.with_rules(rules))
    }

    fn force(&mut self, mv: Move) {
        self.replay(GameEvent::Turn(mv));
    }

    fn repeats(&self, mv: Move, replay: &mut PureReplay) -> Option<usize> {
        explain_move(mv, replay.record(self)).repeats()
    }
}

impl Umpire for Pair {
    fn begin(setup: &Setup, rules: Rules) -> Result<Pair, SetupError> {
        let (pure, fast) = (BoardRecord::new(setup.size), FastGame::new(setup.size));
        let mut pair = Both::new(pure, fast, ["pure", "fast"]).answers_only();
        pair.start(setup, rules)?;
        Ok(pair)
    }

    fn force(&mut self, mv: Move) {
        self.change(|pure, fast| {
            Umpire::force(pure, mv);
            fast.force(mv);
        });
    }

    fn repeats(&self, mv: Move, replay: &mut PureReplay) -> Option<usize> {
        self.first().repeats(mv, replay)
    }

    fn disagreement(&self) -> Option<String> {
        self.first_difference()
    }
}

/// The fast referee's game replayed in the pure one, which finds the turn that a move repeats. While the game goes on,
/// only its new events are replayed.
#[derive(Default)]
pub(super) struct PureReplay {
    latest: Option<(Setup, Vec<GameEvent>, BoardRecord)>,
    /// Events replayed so far.
    pub(super) events: usize,
}

impl PureReplay {
    fn record(&mut self, game: &FastGame) -> &BoardRecord {
        let (opening, events) = (game.opening(), game.events());
        let known = self.latest.take().filter(|(start, known, record)| {
            *start == opening && events.starts_with(known) && record.rules() == game.rules()
        });
        let (known, record) = match known {
            Some((_, known, record)) => (known.len(), record),
            None => (0, opened(game)),
        };
        self.events += events.len() - known;
        let record = events[known..].iter().fold(record, followed_by);
        &self.latest.insert((opening, events, record)).2
    }
}
