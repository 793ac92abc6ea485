//! A game as a controller has it: either color moves at any time, and turns are taken back. Whether a move may be made is the
//! referee's to say.

use super::answer::Refusal;
use super::engine::Engine;
use crate::basics::{Color, Move, Point, Rules, Setup, SetupError, Size};
use crate::pure::{BoardRecord, play_move};
use crate::scoring::{MarkError, Standing};

#[derive(Debug, Clone)]
pub(super) struct Game {
    now: BoardRecord,
    /// The record before each turn, so that an undo gives back exactly what was.
    past: Vec<BoardRecord>,
    /// A point of each chain that the players call dead.
    dead: Vec<Point>,
}

impl Game {
    pub(super) fn new(size: Size, rules: Rules) -> Game {
        Game::beginning(&BoardRecord::new(size), rules)
    }

    /// A game that begins with these stones.
    pub(super) fn with_setup(setup: &Setup, rules: Rules) -> Result<Game, SetupError> {
        Ok(Game::beginning(&BoardRecord::try_from(setup)?, rules))
    }

    fn beginning(record: &BoardRecord, rules: Rules) -> Game {
        Game {
            now: record.with_rules(rules),
            past: Vec::new(),
            dead: Vec::new(),
        }
    }

    /// A game that has come so far; `None` if it is too long.
    pub(super) fn of(record: BoardRecord) -> Option<Game> {
        let past = (0..record.turns()).map(|turns| record.at(turns));
        (record.turns() <= Engine::MOST_TURNS).then_some(())?;
        Some(Game {
            past: past.collect::<Option<_>>()?,
            now: record,
            dead: Vec::new(),
        })
    }

    pub(super) fn record(&self) -> &BoardRecord {
        &self.now
    }

    /// The game as a color finds it who moves now: play is resumed if passes have ended it, and the turn is his.
    pub(super) fn seen_by(&self, color: Color) -> BoardRecord {
        let resumed = self.now.resume(None);
        let record = resumed.unwrap_or_else(|_| self.now.clone());
        record.hand_turn(color)
    }

    pub(super) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.past.len() >= Engine::MOST_TURNS {
            return Err(Refusal::GameTooLong);
        }
        let next = play_move(mv, &self.seen_by(mv.color)).map_err(|_| Refusal::IllegalMove)?;
        self.past.push(std::mem::replace(&mut self.now, next));
        self.dead.clear();
        Ok(())
    }

    /// All of these moves, or none.
    pub(super) fn play_all(
        &mut self,
        mut moves: impl Iterator<Item = Result<Move, Refusal>>,
    ) -> Result<(), Refusal> {
        let (turns, now, dead) = (self.past.len(), self.now.clone(), self.dead.clone());
        let played = moves.try_for_each(|mv| self.play(mv?));
        if played.is_err() {
            self.past.truncate(turns);
            (self.now, self.dead) = (now, dead);
        }
        played
    }

    /// Takes so many turns back; false if there are not so many.
    pub(super) fn undo(&mut self, turns: usize) -> bool {
        let Some(left) = self.past.len().checked_sub(turns) else {
            return false;
        };
        if let Some(record) = self.past.get(left) {
            self.now = record.with_rules(self.now.rules());
            self.past.truncate(left);
            self.dead.clear();
        }
        true
    }

    /// Is this a board on which a game can be begun: no stone, and no turn taken?
    pub(super) fn is_blank(&self) -> bool {
        self.past.is_empty() && self.now.board().stones().next().is_none()
    }

    /// The turn is this color's.
    pub(super) fn hand_turn(&mut self, color: Color) {
        if self.past.is_empty() {
            // The opening itself, so that no situation is remembered that nobody has seen.
            let mut opening = self.now.setup();
            opening.to_play = color;
            if let Ok(game) = Game::with_setup(&opening, self.now.rules()) {
                self.now = game.now;
            }
        } else {
            self.now = self.now.hand_turn(color);
        }
    }

    pub(super) fn set_rules(&mut self, rules: Rules) {
        self.now = self.now.with_rules(rules);
    }

    /// Exactly the chains at these points are dead.
    pub(super) fn mark_dead(&mut self, points: Vec<Point>) -> Result<(), MarkError> {
        Standing::from(&self.now).marks.with_dead(&points)?;
        self.dead = points;
        Ok(())
    }

    /// The game with its dead stones, to be counted.
    pub(super) fn standing(&self) -> Standing {
        let mut standing = Standing::from(&self.now);
        if let Ok(marks) = standing.marks.with_dead(&self.dead) {
            standing.marks = marks;
        }
        standing
    }
}
