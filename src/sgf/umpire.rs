//! Who is asked about the moves of a record: one referee, the other, or both. Each can also be told of a move
//! that it refuses, because it was made.

use std::fmt;

use crate::basics::{Action, Color, Event, IllegalMove, Move, Rules, Setup, SetupError};
use crate::fast::FastGame;
use crate::pure::legality::made;
use crate::pure::{BoardRecord, check_move, explain_move, play_move};
use crate::referee::exchange::{followed_by, opened};

/// A referee that follows a game as it was played, legal or not.
pub(super) trait Umpire: Clone {
    fn begin(setup: &Setup, rules: Rules) -> Result<Self, SetupError>;
    fn is_over(&self) -> bool;
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    /// Makes a move of the side to play that is refused, on an empty point.
    fn force(&mut self, mv: Move);
    fn hand_turn(&mut self, side: Color);
    fn resume(&mut self);
    fn turns(&self) -> usize;
    fn setup(&self) -> Setup;
    /// After how many turns there was what the move would bring back.
    fn repeats(&self, mv: Move, retold: &mut Retold) -> Option<usize>;
    /// Where two referees differ.
    fn disagreement(&self) -> Option<String> {
        None
    }
}

impl Umpire for BoardRecord {
    fn begin(setup: &Setup, rules: Rules) -> Result<BoardRecord, SetupError> {
        Ok(BoardRecord::try_from(setup)?.with_rules(rules))
    }

    fn is_over(&self) -> bool {
        BoardRecord::is_over(self)
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        check_move(mv, self)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        *self = play_move(mv, self)?;
        Ok(())
    }

    fn force(&mut self, mv: Move) {
        let placement = match mv.action {
            Action::Play(point) => self.board().place(point, mv.color),
            Action::Pass | Action::Resign => None,
        };
        *self = made(mv, self, placement.as_ref());
    }

    fn hand_turn(&mut self, side: Color) {
        *self = BoardRecord::hand_turn(self, side);
    }

    fn resume(&mut self) {
        if let Ok(resumed) = BoardRecord::resume(self, None) {
            *self = resumed;
        }
    }

    fn turns(&self) -> usize {
        BoardRecord::turns(self)
    }

    fn setup(&self) -> Setup {
        BoardRecord::setup(self)
    }

    fn repeats(&self, mv: Move, _: &mut Retold) -> Option<usize> {
        explain_move(mv, self).repeats()
    }
}

impl Umpire for FastGame {
    fn begin(setup: &Setup, rules: Rules) -> Result<FastGame, SetupError> {
        Ok(FastGame::try_from(setup)?.with_rules(rules))
    }

    fn is_over(&self) -> bool {
        FastGame::is_over(self)
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        FastGame::check(self, mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        FastGame::play(self, mv)
    }

    fn force(&mut self, mv: Move) {
        self.replay(Event::Turn(mv));
    }

    fn hand_turn(&mut self, side: Color) {
        FastGame::hand_turn(self, side);
    }

    fn resume(&mut self) {
        // Only asked when passes have ended the game.
        let _ = FastGame::resume(self, None);
    }

    fn turns(&self) -> usize {
        FastGame::turns(self)
    }

    fn setup(&self) -> Setup {
        Setup::from(self)
    }

    fn repeats(&self, mv: Move, retold: &mut Retold) -> Option<usize> {
        explain_move(mv, retold.told(self)).repeats()
    }
}

/// The fast referee's game as told to the pure one, who knows what a move repeats. Of a game that went on, only
/// what is new is told.
#[derive(Default)]
pub(super) struct Retold {
    latest: Option<(Setup, Vec<Event>, BoardRecord)>,
    /// Events told so far.
    pub(super) events: usize,
}

impl Retold {
    fn told(&mut self, game: &FastGame) -> &BoardRecord {
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

/// Both referees, which must agree.
pub(super) struct Pair {
    pure: BoardRecord,
    fast: FastGame,
    differ: Option<String>,
}

impl Clone for Pair {
    fn clone(&self) -> Pair {
        Pair {
            pure: self.pure.clone(),
            fast: self.fast.clone(),
            differ: self.differ.clone(),
        }
    }

    /// Keeps what memory there is.
    fn clone_from(&mut self, other: &Pair) {
        self.pure.clone_from(&other.pure);
        self.fast.clone_from(&other.fast);
        self.differ.clone_from(&other.differ);
    }
}

impl Pair {
    /// Notes the first difference.
    fn compare<T: PartialEq + fmt::Debug>(&mut self, what: impl fmt::Display, pure: &T, fast: &T) {
        if pure != fast && self.differ.is_none() {
            self.differ = Some(format!("{what}: pure says {pure:?}, fast says {fast:?}"));
        }
    }
}

impl Umpire for Pair {
    fn begin(setup: &Setup, rules: Rules) -> Result<Pair, SetupError> {
        let (pure, fast) = (
            BoardRecord::begin(setup, rules),
            FastGame::begin(setup, rules),
        );
        match (pure, fast) {
            (Ok(pure), Ok(fast)) => Ok(Pair {
                pure,
                fast,
                differ: None,
            }),
            // Fixtures hold both to the same refusals.
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    fn is_over(&self) -> bool {
        self.pure.is_over()
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        check_move(mv, &self.pure)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let pure = Umpire::play(&mut self.pure, mv);
        let fast = self.fast.play(mv);
        self.compare(mv.describe(self.pure.size()), &pure, &fast);
        pure
    }

    fn force(&mut self, mv: Move) {
        self.pure.force(mv);
        self.fast.force(mv);
    }

    fn hand_turn(&mut self, side: Color) {
        Umpire::hand_turn(&mut self.pure, side);
        self.fast.hand_turn(side);
    }

    fn resume(&mut self) {
        let (pure, fast) = (self.pure.is_over(), self.fast.is_over());
        self.compare("is the game over", &pure, &fast);
        Umpire::resume(&mut self.pure);
        Umpire::resume(&mut self.fast);
    }

    fn turns(&self) -> usize {
        self.pure.turns()
    }

    fn setup(&self) -> Setup {
        self.pure.setup()
    }

    fn repeats(&self, mv: Move, retold: &mut Retold) -> Option<usize> {
        self.pure.repeats(mv, retold)
    }

    fn disagreement(&self) -> Option<String> {
        let ends = [self.pure.setup(), Setup::from(&self.fast)];
        let differ = || {
            let [pure, fast] = ends.map(|end| (end.points(), end.to_play));
            (pure != fast).then(|| "the boards are not the same at the end".to_owned())
        };
        self.differ.clone().or_else(differ)
    }
}
