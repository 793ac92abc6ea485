//! Points of its own territory that a side must fill once the neutral points are filled: the Japanese *teire*.
//!
//! The dead stones are taken off. Then one side fills the neutral points, and the owner saves every chain that comes into atari;
//! where only a stone in its territory does, the point is needed. It is looked at again after each stone, since one filled point
//! may put another chain into atari. A point counts that is needed both if the opponent fills all neutral points and if the owner
//! does: then it does not matter who plays there first. Only atari is looked at, no cut that needs more than one move.

use crate::basics::{ByColor, Color, Point, PointSet};
use crate::scoring::Standing;

/// The largest neutral region that is filled: larger ones are borders that nobody has played.
const MOST: usize = 8;

/// The points that each side must fill.
pub(super) fn teire(standing: &Standing) -> ByColor<PointSet> {
    let ground = standing.marks.ground();
    let none = PointSet::empty(standing.marks.size());
    let seki = standing.seki.unwrap_or(none);
    let live = ground.live;
    let neutral = ground.nobody.parts().filter(|region| {
        let beside = live.map(|live| region.beside(live));
        let has_both = beside.iter().all(|(_, stones)| !stones.is_empty());
        region.len() <= MOST && has_both && region.beside(seki).is_empty()
    });
    let neutral = PointSet::union(none.size(), neutral);
    ByColor::from_fn(|owner| {
        let needed = |filler| {
            let mut filling = Filling {
                owner,
                stones: live,
                territory: ground.owned[owner] - standing.marks.dead,
                neutral,
                seki,
                needed: none,
            };
            filling.fill(filler);
            filling.needed
        };
        needed(!owner) & needed(owner)
    })
}

/// A board whose neutral points are being filled.
struct Filling {
    owner: Color,
    stones: ByColor<PointSet>,
    /// The empty points of the owner's territory.
    territory: PointSet,
    neutral: PointSet,
    seki: PointSet,
    needed: PointSet,
}

impl Filling {
    fn fill(&mut self, filler: Color) {
        self.save(self.stones[self.owner]);
        // A point that cannot be filled may be so after others.
        loop {
            let before = self.stones;
            let neutral = self.neutral;
            for point in neutral {
                if self.fills(point, filler) {
                    let stone = self.put(point, filler);
                    self.save(stone | stone.beside(self.stones[self.owner]));
                }
            }
            if self.stones == before {
                return;
            }
        }
    }

    /// True if a stone on an empty point takes nothing, and lives; one of the opponent cannot be taken at once either.
    fn fills(&self, point: Point, color: Color) -> bool {
        let stone = PointSet::new(self.neutral.size(), [point]);
        let beside = stone.beside(self.stones[!color]);
        let takes = beside.grown(self.stones[!color]).parts();
        let mut takes = takes.filter(|chain| self.liberties(*chain).len() == 1);
        let chain = stone.grown(self.stones[color] | stone);
        let least = if color == self.owner { 1 } else { 2 };
        self.empty().contains(point)
            && takes.next().is_none()
            && (self.liberties(chain) - stone).len() >= least
    }

    /// Saves the chains in atari that have one of these stones, and those that come into atari by that.
    fn save(&mut self, mut stones: PointSet) {
        while let Some((chain, last)) = self.in_atari(stones) {
            stones -= chain;
            let Some(point) = last.nth(0) else { continue };
            let own = self.stones[self.owner];
            let saved = last.grown(own | last);
            let can_live = (self.liberties(saved) - last).len() > 1;
            let is_territory = self.territory.contains(point);
            if self.takes_beside(chain)
                || !can_live
                || !(is_territory || self.neutral.contains(point))
            {
                continue;
            }
            if is_territory {
                if !self.is_lost(last) {
                    continue;
                }
                self.needed |= last;
            }
            self.put(point, self.owner);
            stones |= last | last.beside(own);
        }
    }

    /// A chain of the owner that has one of these stones, and its last liberty.
    fn in_atari(&self, stones: PointSet) -> Option<(PointSet, PointSet)> {
        let own = self.stones[self.owner];
        let chains = (stones & own).grown(own).parts();
        let chains = chains.filter(|chain| !chain.meets(self.seki));
        let mut chains = chains.map(|chain| (chain, self.liberties(chain)));
        chains.find(|(_, liberties)| liberties.len() == 1)
    }

    /// True if the owner can save a chain by taking stones beside it.
    fn takes_beside(&self, chain: PointSet) -> bool {
        let enemy = self.stones[!self.owner];
        let mut beside = chain.beside(enemy).grown(enemy).parts();
        beside.any(|enemy| self.liberties(enemy).len() == 1)
    }

    /// True if the opponent takes stones by playing on their last liberty, and cannot be taken at once, except in a ko.
    fn is_lost(&self, last: PointSet) -> bool {
        let [own, enemy] = [self.owner, !self.owner].map(|color| self.stones[color]);
        let beside = last.beside(own).grown(own).parts();
        let taken = beside.filter(|chain| self.liberties(*chain) == last);
        let taken = PointSet::union(own.size(), taken);
        let taker = last.grown(enemy | last);
        let empty = (self.empty() | taken) - last;
        let liberties = taker.beside(empty).len();
        liberties > 1 || (taken.len() == 1 && taker.len() == 1)
    }

    fn put(&mut self, point: Point, color: Color) -> PointSet {
        let stone = PointSet::new(self.neutral.size(), [point]);
        self.stones[color] |= stone;
        stone
    }

    fn empty(&self) -> PointSet {
        PointSet::all(self.neutral.size()) - self.stones.black - self.stones.white
    }

    fn liberties(&self, chain: PointSet) -> PointSet {
        chain.beside(self.empty())
    }
}
