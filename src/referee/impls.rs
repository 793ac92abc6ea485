//! The pure and the fast referee, each behind the same traits.

use super::traits::{Playable, Referee};
use crate::basics::{
    Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError, Size,
};
use crate::fast::FastGame;
use crate::pure::{BoardRecord, check_move, explain_move, legal_moves, play_move};

impl Referee for BoardRecord {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError> {
        *self = BoardRecord::try_from(setup)?.with_rules(rules);
        Ok(())
    }

    fn under(&mut self, rules: Rules) {
        *self = self.with_rules(rules);
    }

    fn to_play(&self) -> Color {
        BoardRecord::to_play(self)
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
        Some(chain.map_or_else(Vec::new, |chain| chain.stones))
    }

    fn liberties(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.board().chain(point);
        Some(chain.map_or_else(Vec::new, |chain| chain.liberties))
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

impl Playable for BoardRecord {
    fn size(&self) -> Size {
        BoardRecord::size(self)
    }

    fn rules(&self) -> Rules {
        BoardRecord::rules(self)
    }

    fn turns(&self) -> usize {
        BoardRecord::turns(self)
    }

    fn last_turn(&self) -> Option<Move> {
        BoardRecord::last_turn(self)
    }

    fn is_over(&self) -> bool {
        BoardRecord::is_over(self)
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        legal_moves(self).into_iter()
    }
}

impl Referee for FastGame {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError> {
        *self = FastGame::try_from(setup)?.with_rules(rules);
        Ok(())
    }

    fn under(&mut self, rules: Rules) {
        FastGame::under(self, rules);
    }

    fn to_play(&self) -> Color {
        FastGame::to_play(self)
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        FastGame::check(self, mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        FastGame::play(self, mv)
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        FastGame::stone_at(self, point)
    }

    fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        FastGame::resume(self, side)
    }

    fn hand_turn(&mut self, side: Color) {
        FastGame::hand_turn(self, side);
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

impl Playable for FastGame {
    fn size(&self) -> Size {
        FastGame::size(self)
    }

    fn rules(&self) -> Rules {
        FastGame::rules(self)
    }

    fn turns(&self) -> usize {
        FastGame::turns(self)
    }

    fn last_turn(&self) -> Option<Move> {
        FastGame::last_turn(self)
    }

    fn is_over(&self) -> bool {
        FastGame::is_over(self)
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        FastGame::legal_moves(self)
    }
}
