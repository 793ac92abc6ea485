//! Exhaustive search of a small part of the board: can one side reach a goal, whatever the other does?
//!
//! The other side moves as it likes, may pass, and retakes every ko at once; the side that wants to reach the goal never
//! does. So an answer holds however many ko threats either side has.

use std::collections::{HashMap, HashSet};

use super::strategy::{Key, Strategy};
use crate::basics::{Color, Move, Point, PointSet};
use crate::fast::FastGame;

/// What a side wants.
pub(super) trait Goal {
    /// Whether the goal is reached, or lost for good, after a move; `None` if play goes on. `passes` are those in a row.
    fn decided(&self, before: &FastGame, after: &FastGame, passes: u8) -> Option<bool>;

    /// Whether a repetition of the position counts as reaching the goal.
    fn repetition(&self) -> bool {
        false
    }
}

pub(super) struct Search<G> {
    points: Vec<Point>,
    reacher: Color,
    goal: G,
    known: HashMap<Key, bool>,
    answers: HashMap<Key, Option<Point>>,
    path: HashSet<Key>,
    nodes_left: usize,
    /// Games whose memory the next positions take: allocating it would take a quarter of the time.
    spare: Vec<FastGame>,
}

#[derive(Debug)]
pub(super) struct TooLarge;

/// Whether the goal is reached, and whether that follows without a repetition.
type Answer = (bool, bool);

impl<G: Goal> Search<G> {
    /// A search of at most `nodes` positions. The sides play on the points of `part` only, at most 60.
    pub(super) fn new(part: PointSet, reacher: Color, goal: G, nodes: usize) -> Search<G> {
        Search {
            points: part.list(),
            reacher,
            goal,
            known: HashMap::new(),
            answers: HashMap::new(),
            path: HashSet::new(),
            nodes_left: nodes,
            spare: Vec::new(),
        }
    }

    /// True if the side reaches its goal in this game, with `first` to move.
    pub(super) fn reaches(&mut self, game: &FastGame, first: Color) -> Result<bool, TooLarge> {
        if self.points.len() > Strategy::MOST_POINTS {
            return Err(TooLarge);
        }
        let mut start = game.clone();
        start.hand_turn(first);
        if first != self.reacher
            && let Some(reached) = self.goal.decided(game, &start, 0)
        {
            return Ok(reached);
        }
        self.node(&start, 0).map(|(reached, _)| reached)
    }

    pub(super) fn strategy(self) -> Strategy {
        Strategy {
            points: self.points,
            side: self.reacher,
            answers: self.answers,
        }
    }

    fn node(&mut self, game: &FastGame, passes: u8) -> Result<Answer, TooLarge> {
        let key = Key::of(&self.points, game, passes);
        if let Some(known) = self.known.get(&key) {
            return Ok((*known, true));
        }
        if !self.path.insert(key) {
            return Ok((self.goal.repetition(), false));
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(TooLarge)?;
        let mut next = self.spare.pop().unwrap_or_else(|| game.clone());
        let answer = self.expand(game, &mut next, key, passes);
        self.spare.push(next);
        self.path.remove(&key);
        let (reached, is_firm) = answer?;
        // The other answer than that of a repetition never depends on one.
        if is_firm || reached != self.goal.repetition() {
            self.known.insert(key, reached);
        }
        Ok((reached, is_firm))
    }

    /// Looks at what follows from a position, each time in `next`.
    fn expand(
        &mut self,
        game: &FastGame,
        next: &mut FastGame,
        key: Key,
        passes: u8,
    ) -> Result<Answer, TooLarge> {
        let side = game.to_play();
        let is_reacher = side == self.reacher;
        let mut all_firm = true;
        for nth in 0..=self.points.len() {
            let point = self.points.get(nth).copied();
            // Copying a game takes most of the time.
            if point.is_some_and(|point| game.stone_at(point).is_some()) {
                continue;
            }
            next.clone_from(game);
            if !make(next, side, point, !is_reacher) {
                continue;
            }
            let passes = if point.is_none() { passes + 1 } else { 0 };
            let (reached, is_firm) = match self.goal.decided(game, next, passes) {
                Some(reached) => (reached, true),
                None => self.node(next, passes)?,
            };
            if reached == is_reacher {
                if is_reacher {
                    self.answers.insert(key, point);
                }
                return Ok((reached, is_firm));
            }
            all_firm &= is_firm;
        }
        Ok((!is_reacher, all_firm))
    }
}

/// Plays at a point, or passes. Returns false if the play is illegal.
fn make(game: &mut FastGame, side: Color, point: Option<Point>, may_retake: bool) -> bool {
    let Some(point) = point else {
        game.lift_ko();
        game.hand_turn(!side);
        return true;
    };
    let mv = Move::play(side, point);
    if game.play(mv).is_ok() {
        return true;
    }
    if !may_retake {
        return false;
    }
    game.lift_ko();
    game.play(mv).is_ok()
}
