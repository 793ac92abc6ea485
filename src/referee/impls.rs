//! Both referees of this library as [`Playable`]s and as [`Referee`]s.

use super::exchange::followed_by;
use super::game::{IllegalEvent, Internal, Playable, Sealed};
use super::traits::{Answer, Referee};
use crate::basics::{
    Color, GameEvent, IllegalMove, Move, Point, PointSet, Rules, Setup, SetupError, Size,
};
use crate::fast::FastGame;
use crate::pure::legality::verdict;
use crate::pure::{BoardRecord, explain_move, play_move};
use crate::scoring::{Score, Standing, Status};

/// The methods of [`Playable`] that both types have under the same names.
macro_rules! game_queries {
    ($type:ident) => {
        game_queries! { $type:
            size() -> Size;
            rules() -> Rules;
            to_play() -> Color;
            turns() -> usize;
            last_turn() -> Option<Move>;
            is_over() -> bool;
            stone_at(point: Point) -> Option<Color>;
            check(mv: Move) -> Result<(), IllegalMove>;
            legal_points() -> PointSet;
        }

        fn legal_moves(&self) -> Vec<Move> {
            $type::legal_moves(self).collect()
        }

        fn boxed(&self) -> Box<dyn Playable> {
            Box::new(self.clone())
        }
    };
    ($type:ident: $($query:ident($($about:ident: $input:ty)?) -> $output:ty;)+) => {$(
        #[inline]
        fn $query(&self, $($about: $input)?) -> $output {
            $type::$query(self, $($about)?)
        }
    )+};
}

/// The methods of [`Referee`] by those of [`Playable`].
macro_rules! referee_by_game {
    () => {
        fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
            *self = Self::begin(setup, rules).map_err(|error| error.to_string())?;
            Ok(())
        }

        fn judge(&self, mv: Move) -> Answer {
            Playable::check(self, mv).into()
        }

        fn play(&mut self, mv: Move) -> Answer {
            self.make(mv).into()
        }

        fn stone_at(&self, point: Point) -> Option<Color> {
            Playable::stone_at(self, point)
        }

        fn follow(&mut self, event: GameEvent) -> Answer {
            let done = Playable::apply(self, event);
            done.map_or_else(
                |illegal| Answer::Illegal(illegal.reason),
                |()| Answer::Legal,
            )
        }

        fn to_play(&self) -> Option<Color> {
            Some(Playable::to_play(self))
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
            Ok(life.stones(|finding| finding.status() == Some(Status::Dead)))
        }
    };
}

impl Playable for BoardRecord {
    game_queries!(BoardRecord);

    fn sensible_plays(&self) -> PointSet {
        let is_eye = |point: &Point| self.board().is_eye(*point, self.to_play());
        let plays = BoardRecord::legal_points(self).into_iter();
        PointSet::new(self.size(), plays.filter(|point| !is_eye(point)))
    }

    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        *self = play_move(mv, self)?;
        Ok(())
    }

    fn apply(&mut self, event: GameEvent) -> Result<(), IllegalEvent> {
        let refused = |reason| IllegalEvent::new(event, reason);
        *self = match event {
            GameEvent::Turn(mv) => play_move(mv, self).map_err(|reason| refused(Some(reason)))?,
            GameEvent::HandTurn(side) if side == self.to_play() => return Err(refused(None)),
            GameEvent::HandTurn(side) => self.hand_turn(side),
            GameEvent::Resume(side) => self.resume(Some(side)).map_err(|_| refused(None))?,
        };
        Ok(())
    }
}

impl Referee for BoardRecord {
    referee_by_game!();

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        *self = self.with_rules(rules);
        Ok(())
    }

    fn chain(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.board().chain(point);
        Some(chain.map_or_else(Vec::new, |chain| chain.stones.list()))
    }

    fn liberties(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.board().chain(point);
        Some(chain.map_or_else(Vec::new, |chain| chain.liberties.list()))
    }

    fn eye(&self, point: Point, side: Color) -> Option<bool> {
        Some(self.board().is_eye(point, side))
    }

    fn evidence(&self, mv: Move) -> Option<String> {
        explain_move(mv, self).repeats().map(|turn| match turn {
            0 => "repeats the opening board".to_owned(),
            _ => format!("repeats turn {turn}"),
        })
    }
}

impl Internal for BoardRecord {
    fn begin(setup: &Setup, rules: Rules) -> Result<BoardRecord, SetupError> {
        Ok(BoardRecord::try_from(setup)?.with_rules(rules))
    }

    fn force(&mut self, mv: Move, _: Sealed) {
        *self = followed_by(self.clone(), &GameEvent::Turn(mv));
    }

    fn repeats(&self, mv: Move, _: &mut usize) -> Option<usize> {
        explain_move(mv, self).repeats()
    }

    fn each_play(&self, mut found: impl FnMut(Result<[u32; 2], IllegalMove>)) -> u64 {
        let count = |points: &[Point]| u32::try_from(points.len()).unwrap_or(u32::MAX);
        for point in self.size().points() {
            let play = verdict(Move::play(self.to_play(), point), self);
            if let Some(placement) = play.transpose() {
                found(
                    placement.map(|placement| {
                        [placement.captured(), placement.self_captured()].map(count)
                    }),
                );
            }
        }
        0
    }

    fn ends_with_a_pass(&self) -> bool {
        let after = play_move(Move::pass(self.to_play()), self);
        after.is_ok_and(|after| after.is_over())
    }
}

impl Playable for FastGame {
    game_queries!(FastGame);

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
        let refused = |reason| IllegalEvent::new(event, reason);
        match event {
            GameEvent::Turn(mv) => {
                FastGame::play(self, mv).map_err(|reason| refused(Some(reason)))?;
            }
            GameEvent::HandTurn(side) if side == FastGame::to_play(self) => {
                return Err(refused(None));
            }
            GameEvent::HandTurn(side) => self.hand_turn(side),
            GameEvent::Resume(side) => self.resume(Some(side)).map_err(|_| refused(None))?,
        }
        Ok(())
    }
}

impl Referee for FastGame {
    referee_by_game!();

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        FastGame::under(self, rules);
        Ok(())
    }

    fn chain(&self, point: Point) -> Option<Vec<Point>> {
        Some(FastGame::chain(self, point).iter().collect())
    }

    fn liberties(&self, point: Point) -> Option<Vec<Point>> {
        Some(FastGame::liberties(self, point).iter().collect())
    }

    fn eye(&self, point: Point, side: Color) -> Option<bool> {
        Some(self.eyes(side).contains(point))
    }
}

impl Internal for FastGame {
    fn begin(setup: &Setup, rules: Rules) -> Result<FastGame, SetupError> {
        Ok(FastGame::try_from(setup)?.with_rules(rules))
    }

    fn force(&mut self, mv: Move, _: Sealed) {
        self.replay(GameEvent::Turn(mv));
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
