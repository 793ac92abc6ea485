//! Both referees of this library as [`Playable`] games, and any such game as a [`Referee`].

use super::exchange::followed_by;
use super::game::{Internal, Playable, Sealed};
use super::traits::{Answer, Referee};
use crate::basics::{
    ByColor, Chain, Color, GameEvent, IllegalEvent, IllegalMove, Move, Point, PointSet, Rules,
    Setup, SetupError, Size,
};
use crate::fast::FastGame;
use crate::pure::BoardRecord;
use crate::pure::legality::verdict;
use crate::scoring::{Score, Standing, Status};

/// A game of the pure referee that changes: it holds a [`BoardRecord`], and each move replaces it. For bots, fixtures and
/// questions, which play in place; a record itself never changes.
///
/// ```
/// use gokata::{BoardRecord, Color, Move, Playable, PureGame, Size};
///
/// let empty = BoardRecord::new(Size::square(9)?);
/// let mut game = PureGame::from(empty.clone());
/// game.make(Move::play(Color::Black, (4, 4)))?;
/// assert_eq!((game.record().turns(), empty.turns()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PureGame(BoardRecord);

impl PureGame {
    /// An empty board, Black to play, the kata's rules.
    pub fn new(size: Size) -> PureGame {
        PureGame(BoardRecord::new(size))
    }

    /// The game so far.
    pub fn record(&self) -> &BoardRecord {
        &self.0
    }
}

impl From<BoardRecord> for PureGame {
    fn from(record: BoardRecord) -> PureGame {
        PureGame(record)
    }
}

impl From<PureGame> for BoardRecord {
    fn from(game: PureGame) -> BoardRecord {
        game.0
    }
}

impl TryFrom<&Setup> for PureGame {
    type Error = SetupError;

    /// A game that starts in this position, under the kata's rules.
    fn try_from(setup: &Setup) -> Result<PureGame, SetupError> {
        BoardRecord::try_from(setup).map(PureGame)
    }
}

/// The methods of [`Playable`] that a type has under the same names, and on which of its values: `self => &self.0`.
macro_rules! queries {
    ($self:ident => $game:expr, $type:ident) => {
        queries! { $self => $game, $type:
            size() -> Size;
            rules() -> Rules;
            to_play() -> Color;
            turns() -> usize;
            last_turn() -> Option<Move>;
            is_over() -> bool;
            stone_at(point: Point) -> Option<Color>;
            prisoners(color: Color) -> usize;
            chain(point: Point) -> Option<Chain>;
            check(mv: Move) -> Result<(), IllegalMove>;
            legal_points() -> PointSet;
            legal_moves() -> Vec<Move>;
        }

        fn boxed(&$self) -> Box<dyn Playable> {
            Box::new($self.clone())
        }
    };
    ($self:ident => $game:expr, $type:ident: $($query:ident($($about:ident: $input:ty)?) -> $output:ty;)+) => {$(
        #[inline]
        fn $query(&$self, $($about: $input)?) -> $output {
            $type::$query($game, $($about)?)
        }
    )+};
}

impl Playable for PureGame {
    queries!(self => &self.0, BoardRecord);

    fn sensible_plays(&self) -> PointSet {
        let is_eye = |point: &Point| self.is_eye(*point, self.0.to_play());
        let plays = self.0.legal_points().into_iter();
        PointSet::new(self.0.size(), plays.filter(|point| !is_eye(point)))
    }

    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.0 = self.0.play(mv)?;
        Ok(())
    }

    fn apply(&mut self, event: GameEvent) -> Result<(), IllegalEvent> {
        self.0 = self.0.apply(event)?;
        Ok(())
    }
}

impl Internal for PureGame {
    fn begin(setup: &Setup, rules: Rules) -> Result<PureGame, SetupError> {
        Ok(PureGame(BoardRecord::try_from(setup)?.with_rules(rules)))
    }

    fn change_rules(&mut self, rules: Rules, _: Sealed) {
        self.0 = self.0.with_rules(rules);
    }

    fn take_back(&mut self) -> bool {
        self.0.undo().map(|before| self.0 = before).is_some()
    }

    fn force(&mut self, mv: Move, _: Sealed) {
        self.0 = followed_by(self.0.clone(), &GameEvent::Turn(mv));
    }

    fn is_eye(&self, point: Point, side: Color) -> bool {
        self.0.board().is_eye(point, side)
    }

    fn repeats(&self, mv: Move, _: &mut usize) -> Option<usize> {
        self.0.explain(mv).repeats()
    }

    fn each_play(&self, mut found: impl FnMut(Result<[u32; 2], IllegalMove>)) -> u64 {
        let count = |points: &[Point]| u32::try_from(points.len()).unwrap_or(u32::MAX);
        for point in self.0.size().points() {
            let play = verdict(Move::play(self.0.to_play(), point), &self.0);
            if let Some(play) = play.transpose() {
                let taken =
                    play.map(|effect| [effect.captured(), effect.self_captured()].map(count));
                found(taken);
            }
        }
        0
    }

    fn ends_with_a_pass(&self) -> bool {
        let after = self.0.play(Move::pass(self.0.to_play()));
        after.is_ok_and(|after| after.is_over())
    }
}

impl Playable for FastGame {
    queries!(self => self, FastGame);

    #[inline]
    fn sensible_plays(&self) -> PointSet {
        let own_eyes = self.eyes(FastGame::to_play(self));
        FastGame::legal_points(self) - own_eyes
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        FastGame::play(self, mv)
    }

    fn apply(&mut self, event: GameEvent) -> Result<(), IllegalEvent> {
        let illegal = |reason| IllegalEvent::new(event, reason);
        match event {
            GameEvent::Turn(mv) => {
                FastGame::play(self, mv).map_err(|reason| illegal(Some(reason)))?;
            }
            GameEvent::HandTurn(side) if side == FastGame::to_play(self) => {
                return Err(illegal(None));
            }
            GameEvent::HandTurn(side) => self.hand_turn(side),
            GameEvent::Resume(side) => self.resume(Some(side)).map_err(|_| illegal(None))?,
        }
        Ok(())
    }
}

impl Internal for FastGame {
    fn begin(setup: &Setup, rules: Rules) -> Result<FastGame, SetupError> {
        Ok(FastGame::try_from(setup)?.with_rules(rules))
    }

    fn change_rules(&mut self, rules: Rules, _: Sealed) {
        self.under(rules);
    }

    fn take_back(&mut self) -> bool {
        FastGame::undo(self).is_some()
    }

    fn force(&mut self, mv: Move, _: Sealed) {
        self.replay(GameEvent::Turn(mv));
    }

    fn is_eye(&self, point: Point, side: Color) -> bool {
        self.eyes(side).contains(point)
    }

    fn repeats(&self, mv: Move, budget: &mut usize) -> Option<usize> {
        let left = budget.checked_sub(self.turns())?;
        *budget = left;
        FastGame::repeats(self, mv)
    }

    fn each_play(&self, mut found: impl FnMut(Result<[u32; 2], IllegalMove>)) -> u64 {
        FastGame::each_play(self, |play| {
            found(play.map(|taken| [taken.captured, taken.own]));
        })
    }

    fn ends_with_a_pass(&self) -> bool {
        FastGame::ends_with_a_pass(self)
    }
}

impl<G: Playable> Referee for G {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
        *self = G::begin(setup, rules).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn judge(&self, mv: Move) -> Answer {
        self.check(mv).into()
    }

    fn play(&mut self, mv: Move) -> Answer {
        self.make(mv).into()
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        Playable::stone_at(self, point)
    }

    fn follow(&mut self, event: GameEvent) -> Answer {
        match self.apply(event) {
            Ok(()) => Answer::Legal,
            Err(illegal) => Answer::Illegal(illegal.reason),
        }
    }

    fn undo(&mut self) -> Answer {
        if self.take_back() {
            Answer::Legal
        } else {
            Answer::Illegal(None)
        }
    }

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        self.change_rules(rules, Sealed(()));
        Ok(())
    }

    fn score(&self, counted: &Standing) -> Result<Score, String> {
        Ok(counted.count().score())
    }

    fn owners(&self, counted: &Standing) -> Result<Vec<Option<Color>>, String> {
        Ok(counted.marks.owners())
    }

    /// Fails if a chain is open.
    fn dead(&self, standing: &Standing) -> Result<PointSet, String> {
        let life = standing.life();
        let open = life.open();
        if !open.is_empty() {
            return Err(format!("open: {}", standing.marks.size().vertices(open)));
        }
        Ok(life.stones_where(|finding| finding.status() == Some(Status::Dead)))
    }

    fn side_to_play(&self) -> Option<Color> {
        Some(self.to_play())
    }

    /// `None` where passes cost stones: the referee counts these with the others.
    fn prisoners(&self) -> Option<ByColor<u32>> {
        let held = |color| u32::try_from(Playable::prisoners(self, color)).unwrap_or(u32::MAX);
        (!self.rules().pass_stones()).then(|| ByColor::from_fn(held))
    }

    fn chain_stones(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.chain(point);
        Some(chain.map_or_else(Vec::new, |chain| chain.stones.list()))
    }

    fn chain_liberties(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.chain(point);
        Some(chain.map_or_else(Vec::new, |chain| chain.liberties.list()))
    }

    fn eye(&self, point: Point, side: Color) -> Option<bool> {
        Some(self.is_eye(point, side))
    }

    /// The pure referee knows it. The fast one would have to replay the game.
    fn evidence(&self, mv: Move) -> Option<String> {
        self.repeats(mv, &mut 0).map(|turn| match turn {
            0 => "repeats the opening board".to_owned(),
            _ => format!("repeats turn {turn}"),
        })
    }
}
