//! Exhaustive search of a small part of the board: can one side reach a goal, whatever the other does?
//!
//! The other side moves as it likes, may pass, and retakes every ko at once; the side that wants to reach the goal never
//! does. So an answer holds however many ko threats either side has. A search can also ask what becomes of a position where
//! neither side has any ([`Kos::Neither`]).
//!
//! A repetition of the position decides for one of the sides, and what follows from it is kept for other paths to the same
//! position. No proof relies on that: there a repetition never reaches the goal, so each answer leads to positions that were
//! decided before.

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

/// Who may retake a ko at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kos {
    /// The side that does not want the goal.
    Other,
    /// Neither. A side that wants to retake passes first, and that pass does not count towards the end.
    Neither,
}

pub(super) struct Search<G> {
    points: Vec<Point>,
    reacher: Color,
    goal: G,
    kos: Kos,
    known: HashMap<Key, Known>,
    path: HashSet<Key>,
    nodes_left: usize,
    visited: usize,
    /// The first position.
    start: Option<Key>,
    /// Games whose memory the next positions take: allocating it would take a quarter of the time.
    spare: Vec<FastGame>,
}

#[derive(Debug)]
pub(super) struct TooLarge;

/// How much is missing to show that the goal is reached, and that it is not: estimates, 0 if nothing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Missing {
    proof: u32,
    refutation: u32,
}

const NEVER: u32 = u32::MAX / 2;

impl Missing {
    const UNKNOWN: Missing = Missing {
        proof: 1,
        refutation: 1,
    };

    fn decided(reached: bool) -> Missing {
        let [proof, refutation] = if reached { [0, NEVER] } else { [NEVER, 0] };
        Missing { proof, refutation }
    }

    fn answer(self) -> Option<bool> {
        match self {
            Missing { proof: 0, .. } => Some(true),
            Missing { refutation: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// As the side to move sees it: what is missing to get what it wants, and to show that it cannot.
    fn of_mover(self, is_reacher: bool) -> [u32; 2] {
        let both = [self.proof, self.refutation];
        if is_reacher { both } else { [both[1], both[0]] }
    }

    fn from_mover([own, other]: [u32; 2], is_reacher: bool) -> Missing {
        let [proof, refutation] = if is_reacher {
            [own, other]
        } else {
            [other, own]
        };
        Missing { proof, refutation }
    }
}

/// What is known about a position.
struct Known {
    missing: Missing,
    moves: Vec<Next>,
    /// The number of the move by which the side to play gets what it wants. The position after it was decided before this
    /// one, so such moves never lead back.
    decides: Option<usize>,
}

impl Known {
    /// The move that decides; a pass is none.
    #[allow(clippy::option_option)]
    fn deciding(&self) -> Option<Option<Point>> {
        Some(self.moves.get(self.decides?)?.point)
    }
}

/// A move, and the position after it.
#[derive(Clone, Copy)]
struct Next {
    /// The point; a pass is none.
    point: Option<Point>,
    key: Key,
    passes: u8,
    decided: Option<bool>,
}

impl<G: Goal> Search<G> {
    /// A search of at most `nodes` positions. The sides play on the points of `part` only, at most 60.
    pub(super) fn new(
        part: PointSet,
        reacher: Color,
        goal: G,
        kos: Kos,
        nodes: usize,
    ) -> Search<G> {
        Search {
            points: part.list(),
            reacher,
            goal,
            kos,
            known: HashMap::new(),
            path: HashSet::new(),
            nodes_left: nodes,
            visited: 0,
            start: None,
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
        let key = Key::of(&self.points, &start, 0);
        self.start = Some(key);
        let most = [NEVER, NEVER];
        self.visit(&start, key, 0, most)?;
        let known = self
            .known
            .get(&key)
            .and_then(|known| known.missing.answer());
        known.ok_or(TooLarge)
    }

    /// The number of positions that were visited.
    pub(super) fn visited(&self) -> usize {
        self.visited
    }

    /// The move of the side to play first that gets it what it wants; a pass is none.
    pub(super) fn first_move(&self) -> Option<Point> {
        self.known.get(&self.start?)?.deciding()?
    }

    /// The answers of the side that reaches its goal.
    pub(super) fn strategy(self) -> Strategy {
        let reacher = self.reacher;
        let known = self.known.into_iter();
        let known = known.filter(|(key, _)| key.side() == reacher);
        let answers = known.filter_map(|(key, known)| Some((key, known.deciding()?)));
        Strategy {
            answers: answers.collect(),
            points: self.points,
            side: reacher,
        }
    }

    /// Looks at a position until what is missing reaches one of these bounds, as the side to move sees it.
    ///
    /// This is proof-number search (V. Allis, 1994) in its depth-first form (A. Nagai, 2002): it goes where least seems to
    /// be missing.
    fn visit(
        &mut self,
        game: &FastGame,
        key: Key,
        passes: u8,
        most: [u32; 2],
    ) -> Result<(), TooLarge> {
        let is_reacher = game.to_play() == self.reacher;
        let moves = match self.known.remove(&key) {
            Some(known) => known.moves,
            None => self.moves(game, passes)?,
        };
        self.path.insert(key);
        let result = loop {
            let (missing, best) = self.sum(&moves, is_reacher);
            let [own, other] = missing.of_mover(is_reacher);
            let Some((nth, second)) = best.filter(|_| own < most[0] && other < most[1]) else {
                let decides = best.filter(|_| own == 0).map(|(nth, _)| nth);
                break Ok((missing, decides));
            };
            let next = moves[nth];
            let [_, next_other] = self.missing(&next).of_mover(is_reacher);
            // A little more than what the second-best move asks for: changing the mind costs time.
            let own_most = most[0].min(second.saturating_add(second / 4 + 1));
            let other_most = most[1]
                .saturating_sub(other)
                .saturating_add(next_other)
                .min(NEVER);
            let mut after = self.spare.pop().unwrap_or_else(|| game.clone());
            after.clone_from(game);
            let may_retake = !is_reacher && self.kos == Kos::Other;
            make(&mut after, game.to_play(), next.point, may_retake);
            let visited = self.visit(&after, next.key, next.passes, [other_most, own_most]);
            self.spare.push(after);
            if visited.is_err() {
                break Err(TooLarge);
            }
        };
        self.path.remove(&key);
        let (missing, decides) = result?;
        let known = Known {
            missing,
            moves,
            decides,
        };
        self.known.insert(key, known);
        Ok(())
    }

    fn missing(&self, next: &Next) -> Missing {
        if let Some(reached) = next.decided {
            Missing::decided(reached)
        } else if self.path.contains(&next.key) {
            Missing::decided(self.goal.repetition())
        } else {
            self.known
                .get(&next.key)
                .map_or(Missing::UNKNOWN, |known| known.missing)
        }
    }

    /// What is missing in a position with these moves; the number of the best move, and what is
    /// missing after the second-best one.
    fn sum(&self, moves: &[Next], is_reacher: bool) -> (Missing, Option<(usize, u32)>) {
        let (mut least, mut second, mut best) = (NEVER, NEVER, None);
        // Different moves often lead to the same positions, so adding up would count these twice.
        let (mut largest, mut left) = (0, 0);
        for (nth, next) in moves.iter().enumerate() {
            let [own, other] = self.missing(next).of_mover(is_reacher);
            if own < least {
                (least, second, best) = (own, least, Some(nth));
            } else if own < second {
                second = own;
            }
            largest = largest.max(other);
            left += u32::from(other > 0);
        }
        let other = if largest >= NEVER {
            NEVER
        } else {
            largest + left.saturating_sub(1)
        };
        let missing = Missing::from_mover([least, other], is_reacher);
        (missing, best.map(|best| (best, second)))
    }

    /// The moves in a position.
    fn moves(&mut self, game: &FastGame, passes: u8) -> Result<Vec<Next>, TooLarge> {
        let side = game.to_play();
        let may_retake = side != self.reacher && self.kos == Kos::Other;
        let is_for_ko = self.kos == Kos::Neither && game.ko_point().is_some();
        let mut moves = Vec::new();
        let mut after = self.spare.pop().unwrap_or_else(|| game.clone());
        for nth in 0..=self.points.len() {
            let point = self.points.get(nth).copied();
            // Copying a game takes most of the time.
            if point.is_some_and(|point| game.stone_at(point).is_some()) {
                continue;
            }
            self.nodes_left = self.nodes_left.checked_sub(1).ok_or(TooLarge)?;
            self.visited += 1;
            after.clone_from(game);
            if !make(&mut after, side, point, may_retake) {
                continue;
            }
            let passes = if point.is_none() && !is_for_ko {
                passes + 1
            } else {
                0
            };
            let decided = self.goal.decided(game, &after, passes);
            moves.push(Next {
                point,
                key: Key::of(&self.points, &after, passes),
                passes,
                decided,
            });
            if decided == Some(side == self.reacher) {
                break;
            }
        }
        self.spare.push(after);
        Ok(moves)
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
