//! The part of the board where the fate of a chain is decided, and the search of it.

use std::collections::HashMap;

use super::eye_shape::EyeShape;
use super::finding::{ChainLife, Status};
use super::search::{Goal, Kos, Search};
use super::strategy::Strategy;
use crate::basics::{ByColor, Color, Point, PointSet};
use crate::fast::FastGame;

/// The most empty points of a part where a seki can be proven.
pub(super) const MOST_EMPTY: usize = 8;
/// The most positions that a usual search of a part may visit. Where a chain decides much, or may be in seki, it is several
/// times as many.
pub const NODES_OF_A_PART: usize = 10_000;
/// The most positions that the searches of all chains that are not proven may visit, on one board.
pub const NODES_OF_A_BOARD: usize = 1_000_000;

/// True if stones that are taken leave a space in which two eyes can be made, whoever plays there first.
fn gives_room(taken: PointSet) -> bool {
    if taken.len() < 4 {
        return false;
    }
    let all = PointSet::all(taken.size());
    let beside = |point: Point, set| PointSet::new(taken.size(), [point]).beside(set).len();
    // In a corner, liberties outside count for a bent four, and for six in a rectangle.
    if taken.iter().any(|point| beside(point, all) <= 2)
        && (taken.len() < 6 || taken.iter().all(|point| beside(point, taken) >= 2))
    {
        return false;
    }
    let mut shape = EyeShape::default();
    for Point { row, col } in &taken {
        shape.push(u16::try_from(32 * row + col).unwrap_or_default());
    }
    !shape.can_be_killed(32)
}

/// What is known about the chains of a board before a search.
pub(super) struct Surroundings {
    pub(super) stones: ByColor<PointSet>,
    /// Stones that stay on the board.
    pub(super) walls: PointSet,
    /// Those of them that stay in any case.
    pub(super) proven: PointSet,
    /// Stones that will rather be taken, or can be at once.
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
    /// chains beside these, and the weak enemy chains beside its chains; walls excepted, if these have liberties elsewhere or
    /// are proven. `most` is the number of empty points that it may have.
    pub(super) fn part(&self, chain: PointSet, most: usize) -> Option<PointSet> {
        let empty = self.empty();
        let mut part = chain;
        loop {
            let free = part.beside(empty).grown(empty) | (part & empty);
            if free.len() > most {
                return None;
            }
            let mut more = part | free;
            for color in Color::BOTH {
                let stones = self.stones[color];
                let met = free.beside(stones - self.walls)
                    | (part & self.stones[!color]).beside(self.weak & stones);
                more |= met.grown(stones);
                let likely = stones & (self.walls - self.proven);
                let walls = free.beside(likely).grown(likely);
                let shut_in = walls
                    .parts()
                    .filter(|wall| (wall.beside(empty) - free).is_empty());
                more = shut_in.fold(more, |more, wall| more | wall);
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
    Unsettled {
        /// The first move of either side.
        moves: ByColor<Option<Point>>,
        is_ko: bool,
        /// What becomes of it, whoever plays first, if neither side has a ko threat.
        without_threats: Option<Status>,
    },
}

/// The searches of the parts of a board, each made once: chains of one part ask the same about each other.
pub(super) struct Searches<'a> {
    game: &'a FastGame,
    walls: PointSet,
    /// The number of positions that all searches together may still visit.
    left: &'a mut usize,
    /// What is known for each question; `None` if this number of positions did not suffice.
    known: HashMap<Question, (usize, Option<Reply>)>,
}

/// A part, the first stone of a chain, an aim, the side to play first, and who retakes kos.
type Question = (PointSet, Point, Aim, Color, Kos);

/// Whether the aim is reached, and the first move of the side that gets what it wants.
type Reply = (bool, Option<Point>);

impl<'a> Searches<'a> {
    pub(super) fn new(game: &'a FastGame, walls: PointSet, left: &'a mut usize) -> Searches<'a> {
        Searches {
            game,
            walls,
            left,
            known: HashMap::new(),
        }
    }

    /// Whether the chain's owner, or its opponent for a kill, reaches the aim with `first` to play.
    fn reply(
        &mut self,
        part: PointSet,
        (color, chain): (Color, PointSet),
        (aim, first, kos): (Aim, Color, Kos),
        nodes: usize,
    ) -> Option<Reply> {
        let target = chain.nth(0)?;
        let question = (part, target, aim, first, kos);
        if let Some((most, reply)) = self.known.get(&question)
            && (reply.is_some() || nodes <= *most)
        {
            return *reply;
        }
        let reacher = if aim == Aim::Kill { !color } else { color };
        let fate = Fate {
            target,
            color,
            aim,
            walls: self.walls - part,
            is_proof: false,
        };
        let mut search = Search::new(part, reacher, fate, kos, nodes.min(*self.left));
        let reached = search.reaches(self.game, first).ok();
        *self.left -= search.visited();
        let reply = reached.map(|reached| (reached, search.first_move()));
        self.known.insert(question, (nodes, reply));
        reply
    }

    /// To live is asked with the opponent to play first, the other aims with the owner.
    fn reaches(
        &mut self,
        part: PointSet,
        chain: (Color, PointSet),
        aim: Aim,
        nodes: usize,
    ) -> Option<bool> {
        let first = if aim == Aim::Live { !chain.0 } else { chain.0 };
        let reply = self.reply(part, chain, (aim, first, Kos::Other), nodes);
        reply.map(|(reached, _)| reached)
    }

    /// What either side gets if it plays first, where neither gets all in any case.
    fn unsettled(
        &mut self,
        part: PointSet,
        chain: (Color, PointSet),
        nodes: usize,
    ) -> Option<Outlook> {
        let owner = chain.0;
        let mut moves = ByColor::default();
        let mut is_ko = false;
        for first in Color::BOTH {
            let [aim, other] = if first == owner {
                [Aim::Live, Aim::Kill]
            } else {
                [Aim::Kill, Aim::Live]
            };
            let (reached, mv) = self.reply(part, chain, (aim, first, Kos::Other), nodes)?;
            is_ko |= !reached;
            // With more ko threats the side may still get it.
            moves[first] = if reached {
                mv
            } else {
                self.reply(part, chain, (other, first, Kos::Other), nodes)?
                    .1
            };
        }
        let mut reaches = |aim, first| {
            let reply = self.reply(part, chain, (aim, first, Kos::Neither), nodes);
            is_ko && reply.is_some_and(|(reached, _)| reached)
        };
        let without_threats = if reaches(Aim::Kill, owner) {
            Some(Status::Dead)
        } else {
            reaches(Aim::Live, !owner).then_some(Status::Alive)
        };
        Some(Outlook::Unsettled {
            moves,
            is_ko,
            without_threats,
        })
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
            if self.reaches(part, chain, Aim::Kill, nodes)? {
                return Some(Outlook::Settled(Status::Dead));
            }
            return self.unsettled(part, chain, nodes);
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
        let mut search = Search::new(part, reacher, fate, Kos::Other, NODES_OF_A_PART);
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
        let taken = before.stones_of(!mover) - after.stones_of(!mover);
        if !gives_room(taken) {
            return None;
        }
        // It must matter to the chain: beside it for its owner, beside its liberties for the opponent.
        let chain = after.chain(self.target)?;
        let matters = if mover == self.color {
            chain.stones.beside(taken)
        } else {
            chain.liberties.beside(taken) | (chain.liberties & taken)
        };
        (!matters.is_empty()).then_some((mover == self.color) != kills)
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
