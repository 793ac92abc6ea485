//! The pure and the fast referee, each behind the same traits.

use super::traits::{Playable, Referee};
use crate::basics::{
    Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError, Size,
};
use crate::fast::FastGame;
use crate::pure::{BoardRecord, check_move, explain_move, legal_moves, play_move};

/// Implements queries of a trait by the type's own methods of the same name.
macro_rules! own_queries {
    ($type:ident: $($query:ident($($argument:ident: $input:ty)?) -> $output:ty;)+) => {$(
        fn $query(&self, $($argument: $input)?) -> $output {
            $type::$query(self, $($argument)?)
        }
    )+};
}

/// Implements actions of a trait by the type's own methods of the same name.
macro_rules! own_actions {
    ($type:ident: $($action:ident($argument:ident: $input:ty) -> $output:ty;)+) => {$(
        fn $action(&mut self, $argument: $input) -> $output {
            $type::$action(self, $argument)
        }
    )+};
}

impl Referee for BoardRecord {
    own_queries! { BoardRecord: to_play() -> Color; }

    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError> {
        *self = BoardRecord::try_from(setup)?.with_rules(rules);
        Ok(())
    }

    fn under(&mut self, rules: Rules) {
        *self = self.with_rules(rules);
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        check_move(mv, self)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        *self = play_move(mv, self)?;
        Ok(())
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        self.board().stone_at(point)
    }

    fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        *self = BoardRecord::resume(self, side)?;
        Ok(())
    }

    fn hand_turn(&mut self, side: Color) {
        *self = BoardRecord::hand_turn(self, side);
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

impl Referee for FastGame {
    own_queries! { FastGame:
        to_play() -> Color;
        check(mv: Move) -> Result<(), IllegalMove>;
        stone_at(point: Point) -> Option<Color>;
    }

    own_actions! { FastGame:
        under(rules: Rules) -> ();
        play(mv: Move) -> Result<(), IllegalMove>;
        resume(side: Option<Color>) -> Result<(), NotPassedOut>;
        hand_turn(side: Color) -> ();
    }

    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError> {
        *self = FastGame::try_from(setup)?.with_rules(rules);
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

/// Implements `Playable` by the type's own methods, and `legal_moves` by the given expression.
macro_rules! playable {
    ($type:ident, $game:ident => $legal_moves:expr) => {
        impl Playable for $type {
            own_queries! { $type:
                size() -> Size;
                rules() -> Rules;
                turns() -> usize;
                last_turn() -> Option<Move>;
                is_over() -> bool;
            }

            fn legal_moves(&self) -> impl Iterator<Item = Move> {
                let $game = self;
                $legal_moves
            }
        }
    };
}

playable!(BoardRecord, record => legal_moves(record).into_iter());
playable!(FastGame, game => FastGame::legal_moves(game));
