//! Unconditional life: what holds even if the owner always passes.
//!
//! D. B. Benson, *Life in the Game of Go* (1976). Take a color's chains and its *regions*: the maximal connected sets of
//! points without a stone of that color. A region is *vital* to a chain beside it if no play inside can take away the
//! chain's last liberty there. Remove chains with fewer than two vital regions, then regions beside a removed chain, until
//! nothing changes: the chains that are left are alive.
//!
//! **What makes a region vital depends on the suicide rule.** Where suicide is forbidden, every *empty* point of the region
//! must be a liberty of the chain. Where it is allowed, every point must touch the chain, points under enemy stones
//! included: those stones may take themselves off the board and leave empty points that are no liberties.
//!
//! Proof. Suppose that the opponent, playing alone, takes a chain B of these, and that it is the first one taken. Before the
//! move B has one liberty, so B has a vital region R without a liberty of B. Then no point of R is empty: where suicide is
//! forbidden, the points that were empty at first are liberties of B while they are empty, and the stones that were there
//! at first are still there, since nobody has taken any; where it is allowed, every point of R touches B. So R is full of
//! enemy stones, and all chains around R are among those that are left, none of which has been taken. Then the last stone
//! played in R had no liberty and took nothing: it was illegal, or it took itself and its neighbors off, and R is not full.
//! (If nothing has been played in R, its stones had a liberty in R from the start.)
//!
//! Where suicide is forbidden, the chains found are all that live in this way (Benson's theorem); where it is allowed, some
//! may be missed.
//!
//! # Death without condition
//!
//! A chain is *dead without condition* if its enemy can take it even though the owner moves first, may pass, and retakes
//! every ko at once, while the enemy never does; a game that goes on for ever is the owner's. Here this is proven for the
//! stones in *territory*: a part P of the board such that
//!
//! 1. its walls, the chains W around it, live unconditionally without P. A wall may count P as one of its eyes if *every*
//!    point of P touches it;
//! 2. its *deep* points, which touch no wall, are none, one, or two that touch each other; each has at least two neighbors.
//!
//! Proof. The walls are never taken: a wall has two eyes elsewhere, or one, and a liberty at each empty point of P; and P is
//! never full of stones while one of the owner's stands there. The enemy plays in P by two rules.
//!
//! - *Where an empty point of P touches the walls, it plays there.* The stone joins a wall and stays. It is legal, and no ko
//!   forbids it: a stone that was just taken there would have been part of a wall. So this happens at most once for each
//!   point of P.
//! - *Else all empty points of P are deep*, and all stones around them are the owner's: an enemy stone outside the deep points
//!   would be part of a wall. If one deep point is empty, it is the only liberty of all chains of the owner in P, and the
//!   enemy plays there and takes them: two stones at least, since the point has two neighbors (if the other deep point is the
//!   enemy's, a neighbor of each, and these differ), so no ko forbids it. If two are empty, the enemy plays one of
//!   them. If that takes a chain, points beside the walls become empty, and the first rule applies. Otherwise the owner can
//!   only play the other point, which takes one stone and leaves the case before, or play elsewhere, and the enemy plays the
//!   other point and takes everything.
//!
//! Before, the enemy may pass as often as it likes: the conditions do not depend on the stones in P. With two deep points
//! that do not touch, a ko for one of them can save the owner, even where there is no room for two eyes that live
//! unconditionally.

use crate::basics::{ByColor, Color, Point, PointSet, Suicide};

/// A part of the board, seen by one color.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The stones of the color.
    pub(super) own: PointSet,
    pub(super) enemy: PointSet,
    /// Where eyes may lie: the points of the part.
    pub(super) ground: PointSet,
    /// Own stones whose chains have eyes elsewhere, and how many.
    pub(super) helped: (PointSet, usize),
    pub(super) suicide: Suicide,
}

impl View {
    /// The whole board.
    pub(super) fn whole(stones: ByColor<PointSet>, color: Color, suicide: Suicide) -> View {
        let size = stones.black.size();
        View {
            own: stones[color],
            enemy: stones[!color],
            ground: PointSet::all(size),
            helped: (PointSet::empty(size), 0),
            suicide,
        }
    }

    /// The chains of the color, and its regions.
    fn divided(&self) -> (Vec<PointSet>, Vec<Region>) {
        let own = self.own;
        let chains: Vec<PointSet> = own.parts().collect();
        let touched = chains.iter().map(|chain| chain.beside(self.ground));
        let touched: Vec<PointSet> = touched.collect();
        let region = |points: PointSet| {
            let needed = match self.suicide {
                Suicide::Forbidden => points - self.enemy,
                _ => points,
            };
            let beside = (0..chains.len()).filter(|nth| touched[*nth].meets(points));
            let is_vital = |nth: usize| (nth, (needed - touched[nth]).is_empty());
            Region {
                points,
                beside: beside.map(is_vital).collect(),
            }
        };
        let regions = (self.ground - own).parts().map(region).collect();
        (chains, regions)
    }
}

/// The unconditionally alive chains of one color, and its regions.
pub(super) struct Unconditional {
    /// The stones of the chains.
    pub(super) alive: PointSet,
    /// The parts of the board that alive chains enclose and in which every stone of the opponent is dead without condition.
    /// Stones of both colors may lie there.
    pub(super) territory: PointSet,
    /// All chains; the regions that are left.
    chains: Vec<PointSet>,
    regions: Vec<Region>,
}

struct Region {
    points: PointSet,
    /// The chains beside it, as indexes of `chains`, and whether it is vital to each.
    beside: Vec<(usize, bool)>,
}

impl Unconditional {
    pub(super) fn of(view: &View) -> Unconditional {
        let mut found = Unconditional::without_territory(view);
        for part in (view.ground - found.alive).parts() {
            let walls = part.beside(found.alive);
            if !walls.is_empty() && leaves_no_room(part, walls) && found.stays_without(part, view) {
                found.territory |= part;
            }
        }
        found
    }

    /// The first condition of death in a part.
    fn stays_without(&self, part: PointSet, view: &View) -> bool {
        let mut without = Unconditional {
            regions: Vec::new(),
            chains: self.chains.clone(),
            ..*self
        };
        for Region { points, beside } in &self.regions {
            let touches_all = |chain: PointSet| (part - chain.beside(part)).is_empty();
            let keeps = |(nth, is_vital): &(usize, bool)| {
                let keeps = !points.meets(part) || touches_all(self.chains[*nth]);
                (*nth, *is_vital && keeps)
            };
            without.regions.push(Region {
                points: *points,
                beside: beside.iter().map(keeps).collect(),
            });
        }
        without.reduce(view.helped);
        (part.beside(self.alive) - without.alive).is_empty()
    }

    fn without_territory(view: &View) -> Unconditional {
        let (chains, regions) = view.divided();
        let mut found = Unconditional {
            alive: view.own,
            territory: PointSet::empty(view.own.size()),
            chains,
            regions,
        };
        found.reduce(view.helped);
        found
    }

    fn reduce(&mut self, (helped, eyes): (PointSet, usize)) {
        let help = |chain: &PointSet| if chain.meets(helped) { eyes } else { 0 };
        let help: Vec<usize> = self.chains.iter().map(help).collect();
        let mut stays = vec![true; self.chains.len()];
        loop {
            let mut eyes = help.clone();
            for (nth, is_vital) in self.regions.iter().flat_map(|region| &region.beside) {
                eyes[*nth] += usize::from(*is_vital);
            }
            let before = stays.clone();
            for (stays, eyes) in stays.iter_mut().zip(&eyes) {
                *stays &= *eyes >= 2;
            }
            if stays == before {
                break;
            }
            self.regions
                .retain(|region| region.beside.iter().all(|(nth, _)| stays[*nth]));
        }
        for (chain, stays) in self.chains.iter().zip(stays) {
            if !stays {
                self.alive -= *chain;
            }
        }
    }

    /// The regions that are vital to the alive chain with these stones.
    pub(super) fn vital_regions(&self, chain: PointSet) -> Vec<PointSet> {
        let is_vital = |region: &&Region| {
            let mut beside = region.beside.iter();
            beside.any(|(nth, is_vital)| *is_vital && self.chains[*nth] == chain)
        };
        let regions = self.regions.iter().filter(is_vital);
        regions.map(|region| region.points).collect()
    }
}

/// The second condition of death in a part.
fn leaves_no_room(part: PointSet, walls: PointSet) -> bool {
    let deep = part - walls.beside(part);
    let all = PointSet::all(part.size());
    let has_one_neighbor = |point: Point| PointSet::new(part.size(), [point]).beside(all).len() < 2;
    match deep.len() {
        0 => true,
        1 | 2 => deep.parts().count() == 1 && !deep.iter().any(has_one_neighbor),
        _ => false,
    }
}
