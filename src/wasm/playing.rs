//! Moves: those that make a new record, and those that change a game in place.

use gokata::{FastGame, GameEvent, Move, play_move};
use wasm_bindgen::prelude::*;

use crate::convert::{Result, move_at, read_color, sentence, verdict_number, vertices};
use crate::position::{Position, State, on};

impl Position {
    fn move_at(&self, index: usize) -> Move {
        on!(self, game => move_at(index, game.size(), game.to_play()))
    }

    fn played(&self, mv: Move) -> Option<Position> {
        match &self.0 {
            State::Record(record) => play_move(mv, record).ok().map(Position::from),
            State::Game(_) => play_move(mv, &self.to_record()).ok().map(Position::from),
        }
    }

    /// Changes a game in place. A record has none.
    fn game(&mut self) -> Result<&mut FastGame> {
        match &mut self.0 {
            State::Record(_) => Err("a record does not change".into()),
            State::Game(game) => Ok(game),
        }
    }
}

#[wasm_bindgen]
impl Position {
    /// The record after a move; `None` if the move is illegal.
    pub fn play(&self, text: &str, color: Option<String>) -> Result<Option<Position>> {
        Ok(self.played(self.read(text, color.as_deref())?))
    }

    /// As `play`, by index.
    #[wasm_bindgen(js_name = playAt)]
    pub fn play_at(&self, index: usize) -> Option<Position> {
        self.played(self.move_at(index))
    }

    /// Plays in place; false if the move is illegal.
    pub fn make(&mut self, text: &str, color: Option<String>) -> Result<bool> {
        let mv = self.read(text, color.as_deref())?;
        Ok(self.game()?.play(mv).is_ok())
    }

    /// As `make`, by index. Without an error, which the call would pay for: a record refuses every move.
    #[wasm_bindgen(js_name = makeAt)]
    pub fn make_at(&mut self, index: usize) -> bool {
        let mv = self.move_at(index);
        self.game().is_ok_and(|game| game.play(mv).is_ok())
    }

    /// The record before the last turn.
    pub fn undo(&self) -> Option<Position> {
        self.to_record().undo().map(Position::from)
    }

    /// Takes the last turn back in place, and returns its move.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) -> Result<Option<String>> {
        let size = self.inner_size();
        let undone = self.game()?.undo();
        Ok(undone.map(|mv| mv.action.describe(size)))
    }

    /// The record after this number of turns.
    pub fn at(&self, turn: usize) -> Option<Position> {
        self.to_record().at(turn).map(Position::from)
    }

    /// Hands the turn over, or goes on after two passes: in a new record.
    pub fn handed(&self, color: &str) -> Result<Position> {
        let record = self.to_record();
        Ok(record.hand_turn(read_color(color)?).into())
    }

    /// As `handed`, in place.
    pub fn hand(&mut self, color: &str) -> Result<()> {
        let color = read_color(color)?;
        self.game()?.hand_turn(color);
        Ok(())
    }

    /// Goes on after the passes that have ended a game: in a new record.
    pub fn resumed(&self, color: Option<String>) -> Result<Position> {
        let color = color.as_deref().map(read_color).transpose()?;
        let record = self.to_record().resume(color);
        Ok(record.map_err(sentence)?.into())
    }

    /// As `resumed`, in place.
    pub fn resume(&mut self, color: Option<String>) -> Result<()> {
        let color = color.as_deref().map(read_color).transpose()?;
        self.game()?.resume(color).map_err(sentence)
    }

    /// The events that make the game again: moves, turns handed over, play resumed.
    pub fn events(&self) -> Vec<String> {
        let events = on!(self, game => game.events());
        events.iter().map(GameEvent::to_string).collect()
    }

    #[wasm_bindgen(js_name = isLegal)]
    #[allow(missing_docs, reason = "the library's method")]
    pub fn is_legal(&self, text: &str, color: Option<String>) -> Result<bool> {
        let mv = self.read(text, color.as_deref())?;
        Ok(on!(self, game => game.is_legal(mv)))
    }

    /// As `is_legal`, by index.
    #[wasm_bindgen(js_name = isLegalAt)]
    pub fn is_legal_at(&self, index: usize) -> bool {
        let mv = self.move_at(index);
        on!(self, game => game.is_legal(mv))
    }

    /// The number of the first reason against a move; 0 if it is legal.
    pub fn check(&self, text: &str, color: Option<String>) -> Result<u8> {
        let mv = self.read(text, color.as_deref())?;
        Ok(verdict_number(on!(self, game => game.check(mv))))
    }

    /// The legal points, by name.
    #[wasm_bindgen(js_name = legalPoints)]
    pub fn legal_points(&self) -> Vec<String> {
        vertices(on!(self, game => game.legal_points()), self.inner_size())
    }

    /// Writes 1 for each legal move into `rows * cols + 1` bytes, the last one for the pass, and 0 for the others.
    #[wasm_bindgen(js_name = legalMask)]
    pub fn legal_mask(&self, into: &mut [u8]) {
        let (legal, is_over) = on!(self, game => (game.legal_points(), game.is_over()));
        legal.fill(into);
        if let Some(pass) = into.get_mut(legal.size().point_count()) {
            *pass = u8::from(!is_over);
        }
    }

    /// The number of the first reason against a play on each point; 0 where it is legal.
    pub fn reasons(&self) -> Vec<u8> {
        let (size, side) = on!(self, game => (game.size(), game.to_play()));
        let plays = size.points().map(|point| Move::play(side, point));
        on!(self, game => plays.map(|mv| verdict_number(game.check(mv))).collect())
    }
}
