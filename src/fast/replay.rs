//! Replay, undo and change of rules, which use the game's log.

use super::past::Past;
use super::sized_game::SizedGame;
use crate::basics::{Action, GameEvent, IllegalMove, KoRule, Move, Rules};

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    /// Applies an event that another referee has checked. Skips a play off the board or on a stone.
    pub(super) fn replay(&mut self, event: GameEvent) {
        match event {
            GameEvent::Turn(mv) => {
                if let Action::Play(point) = mv.action {
                    let place = self
                        .stones
                        .place(point)
                        .filter(|place| self.stones.is_empty(*place));
                    if let Some(plan) = place.map(|place| self.plan(place, mv.color)) {
                        let past = self.past.as_deref();
                        if past.is_some_and(|past| past.may_repeat(&plan, mv.color)) {
                            self.doubt();
                        }
                        self.note(&plan, mv.color);
                        self.make::<true>(&plan, mv.color);
                    }
                } else {
                    self.make_no_play(mv.color, mv.action == Action::Resign);
                }
            }
            GameEvent::HandTurn(side) => self.hand_turn(side),
            GameEvent::Resume(side) => self.reopen(side),
        }
        self.over = self.has_ended();
    }

    /// Changes the rules from here on and keeps the history. When a superko rule comes into force for the first time,
    /// the game is replayed to collect its boards.
    pub(super) fn under(&mut self, rules: Rules) {
        self.rules = rules;
        self.over = self.has_ended();
        if rules.ko() != KoRule::Simple && self.past.is_none() {
            self.past = self.remembered();
        }
    }

    /// Takes back the latest turn and the events after it. Returns its move; `None` at the start.
    pub(super) fn undo(&mut self) -> Option<Move> {
        let mut events = self.log.events(self.size());
        let last_turn = events.by_ref().rev().find_map(GameEvent::turn)?;
        let mut before = self.opened()?;
        if self.past.is_some() {
            before.past = Some(Box::new(before.first_past()));
        }
        before.rules = self.rules;
        events.for_each(|event| before.replay(event));
        *self = before;
        Some(last_turn)
    }

    /// For a play that ko or superko forbids: the number of turns after which the board was last as the play would make it.
    pub(super) fn repeated(&self, mv: Move) -> Option<usize> {
        let Action::Play(point) = mv.action else {
            return None;
        };
        match self.check(mv) {
            Err(IllegalMove::Ko) => return self.log.turns().checked_sub(1),
            Err(IllegalMove::Superko) => {}
            _ => return None,
        }
        let plan = self.plan(self.stones.place(point)?, mv.color);
        let past = self.past.as_deref()?;
        let latest = past.latest(&self.log, self.walk(past, &plan), |situations| {
            situations.bars(mv.color, self.rules)
        });
        latest.map(|events| self.log.turns_among(events))
    }

    /// The past, collected by replaying the game from its start.
    fn remembered(&self) -> Option<Box<Past<WORDS>>> {
        if self.log.is_empty() {
            return Some(Box::new(self.first_past()));
        }
        let mut again = self.opened()?;
        again.past = Some(Box::new(again.first_past()));
        let events = self.log.events(self.size());
        events.for_each(|event| again.replay(event));
        again.past
    }

    /// Returns a new game with the opening of this one, under the kata's rules.
    fn opened(&self) -> Option<Self> {
        let mut game = Self::new(self.size());
        game.set_up(&self.log.opening(self.size())).ok()?;
        Some(game)
    }

    fn first_past(&self) -> Past<WORDS> {
        Past::new(self.size().point_count())
    }
}
