//! The part of the board where the fate of a chain is decided, and the search of it.

use std::collections::HashMap;

use super::search::{Goal, Search};
use super::{ChainLife, Status, Strategy};
use crate::basics::{ByColor, Color, Point, PointSet};
use crate::fast::FastGame;

/// The most empty points of a part that is searched.
const MOST_EMPTY: usize = 8;
/// The most positions that a search may visit.
pub const NODES_OF_A_PART: usize = 5000;
/// A chain of this many stones or more that is taken gives room to live, or takes it. (Of the shapes that one stone kills,
/// the largest has six points.)
const LARGE: usize = 7;

/// What is known about the chains of a board before a search.
pub(super) struct Surroundings {
    pub(super) stones: ByColor<PointSet>,
    /// Stones that stay on the board.
    pub(super) walls: PointSet,
    /// Stones that will rather be taken.
    pub(super) weak: PointSet,
}

impl Surroundings {
    fn empty(&self) -> PointSet {
        PointSet::all(self.walls.size()) - self.stones.black - self.stones.white
    }

    /// True if all chains beside a part are walls: then what happens in it depends on nothing else.
    pub(super) fn enclose(&self, part: PointSet) -> bool {
        let stones = self.stones.black | self.stones.white;
        (part.beside(stones) - part - self.walls).is_empty()
    }

    /// The part where a chain's fate is decided, if it is small: its liberties, the empty points connected to them, the
    /// chains beside these, and the weak enemy chains beside its chains; walls excepted.
    pub(super) fn part(&self, chain: PointSet) -> Option<PointSet> {
        let empty = self.empty();
        let mut part = chain;
        loop {
            let free = part.beside(empty).grown(empty) | (part & empty);
            if free.len() > MOST_EMPTY {
                return None;
            }
            let mut more = part | free;
            for color in Color::BOTH {
                let stones = self.stones[color];
                let met = free.beside(stones - self.walls)
                    | (part & self.stones[!color]).beside(self.weak & stones);
                more |= met.grown(stones);
            }
            if more == part {
                return Some(part);
            }
            part = more;
        }
    }
}

/// What a search of a part says about a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outlook {
    /// This, whoever plays first.
    Settled(Status),
    /// It depends on who plays first, or on a ko.
    Unsettled,
}

/// The searches of the parts of a board, each made once: chains of one part ask the same about each other.
pub(super) struct Searches<'a> {
    game: &'a FastGame,
    walls: PointSet,
    /// For each part, first stone and aim, whether it is reached; `None` if this number of positions did not suffice.
    known: HashMap<(PointSet, Point, Aim), (usize, Option<bool>)>,
}

impl<'a> Searches<'a> {
    pub(super) fn new(game: &'a FastGame, walls: PointSet) -> Searches<'a> {
        Searches {
            game,
            walls,
            known: HashMap::new(),
        }
    }

    /// True if the chain's owner, or its opponent for a kill, reaches the aim. To live is asked with the opponent to play
    /// first, the other aims with the owner.
    fn reaches(
        &mut self,
        part: PointSet,
        (color, chain): (Color, PointSet),
        aim: Aim,
        nodes: usize,
    ) -> Option<bool> {
        let target = chain.nth(0)?;
        if let Some((most, reached)) = self.known.get(&(part, target, aim))
            && (reached.is_some() || nodes <= *most)
        {
            return *reached;
        }
        let reacher = if aim == Aim::Kill { !color } else { color };
        let first = if aim == Aim::Live { !color } else { color };
        let fate = Fate {
            target,
            color,
            aim,
            walls: self.walls,
            is_proof: false,
        };
        let mut search = Search::new(part, reacher, fate, nodes);
        let reached = search.reaches(self.game, first).ok();
        self.known.insert((part, target, aim), (nodes, reached));
        reached
    }

    /// Searches the part of a chain, as if all other chains stayed on the board. Takes the capture of a large chain for the
    /// end of the matter, and a repetition for peace: this is no proof. `None` if a search would visit more than this number
    /// of positions.
    pub(super) fn outlook(
        &mut self,
        part: PointSet,
        chain: &ChainLife,
        nodes: usize,
    ) -> Option<Outlook> {
        let chain = (chain.color, chain.stones);
        if !self.reaches(part, chain, Aim::Live, nodes)? {
            let is_dead = self.reaches(part, chain, Aim::Kill, nodes)?;
            return Some(if is_dead {
                Outlook::Settled(Status::Dead)
            } else {
                Outlook::Unsettled
            });
        }
        // In a seki an enemy chain shares a liberty and cannot be taken either, and neither side can end that.
        let (color, stones) = chain;
        let all = PointSet::all(part.size());
        let empty = all - self.game.stones_of(Color::Black) - self.game.stones_of(Color::White);
        let shared = stones.beside(empty).grown(empty);
        for enemy in (self.game.stones_of(!color) & part).parts() {
            let other = (!color, enemy);
            if !shared.beside(enemy).is_empty()
                && self.reaches(part, other, Aim::Live, nodes)?
                && !self.reaches(part, other, Aim::LiveApart, nodes)?
                && !self.reaches(part, chain, Aim::LiveApart, nodes)?
            {
                return Some(Outlook::Settled(Status::Seki));
            }
        }
        Some(Outlook::Settled(Status::Alive))
    }
}

/// Proves that a chain is in seki in its part: it cannot be taken if the opponent plays first, and it gets no territory of
/// its own if its owner does. Returns the answers of its owner, and those of the opponent.
pub(super) fn proven_seki(
    game: &FastGame,
    part: PointSet,
    chain: &ChainLife,
    walls: PointSet,
) -> Option<[Strategy; 2]> {
    let (color, target) = (chain.color, chain.stones.nth(0)?);
    let prove = |reacher: Color, aim: Aim| {
        let fate = Fate {
            target,
            color,
            aim,
            walls,
            is_proof: true,
        };
        let mut search = Search::new(part, reacher, fate, NODES_OF_A_PART);
        let reached = search.reaches(game, !reacher).unwrap_or(false);
        reached.then(|| search.strategy())
    };
    Some([prove(color, Aim::Live)?, prove(!color, Aim::Share)?])
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Aim {
    /// The chain is taken, or touches a point that is nobody's when both sides pass.
    Share,
    /// The chain is taken.
    Kill,
    /// The chain is on the board when both sides pass.
    Live,
    /// Besides, it is connected to a chain that lives, or touches no point that is nobody's.
    LiveApart,
}

struct Fate {
    target: Point,
    color: Color,
    aim: Aim,
    /// Stones that live.
    walls: PointSet,
    /// True if a large capture and a repetition prove nothing.
    is_proof: bool,
}

impl Goal for Fate {
    fn decided(&self, before: &FastGame, after: &FastGame, passes: u8) -> Option<bool> {
        let kills = matches!(self.aim, Aim::Kill | Aim::Share);
        if after.stone_at(self.target) != Some(self.color) {
            return Some(kills);
        }
        if passes >= 2 {
            return Some(match self.aim {
                Aim::Kill => false,
                Aim::Live => true,
                Aim::LiveApart => self.is_apart(after),
                Aim::Share => !self.is_apart(after),
            });
        }
        if self.is_proof {
            return None;
        }
        let mover = before.to_play();
        let has_taken_many = after.prisoners(mover) - before.prisoners(mover) >= LARGE;
        has_taken_many.then_some((mover == self.color) != kills)
    }

    fn repetition(&self) -> bool {
        self.aim == Aim::Live && !self.is_proof
    }
}

impl Fate {
    /// True if the chain is connected to one that lives, or touches no point that is nobody's.
    fn is_apart(&self, game: &FastGame) -> bool {
        let Some(chain) = game.chain(self.target) else {
            return true;
        };
        if chain.stones.meets(self.walls) {
            return true;
        }
        let [own, other] = [self.color, !self.color].map(|color| game.stones_of(color));
        let empty = PointSet::all(game.size()) - own - other;
        let reached = chain.liberties.grown(empty);
        reached.beside(other).is_empty()
    }
}
