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

use crate::basics::{ByColor, Color, PointSet, Suicide};

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
    /// The parts of the board that alive chains enclose and in which the opponent, even playing alone, makes no chain
    /// unconditionally alive. Stones of both colors may lie there.
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
        let parts = (view.ground - found.alive).parts();
        let enclosed = parts.filter(|part| !part.beside(found.alive).is_empty());
        for part in enclosed.filter(|part| !has_room_to_live(*part, found.alive, view)) {
            found.territory |= part;
        }
        found
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

/// The most points of a part where eyes are looked for.
const MOST_EYES: usize = 10;
/// The most chains of the owner in a part that are looked at one by one.
const MOST_CHAINS: usize = 4;

/// True if the opponent may make a chain unconditionally alive in a part enclosed by `walls` that cannot be taken. Such a
/// chain stays alive if its owner fills its eyes up to one point each, and everything else; so it is enough to try all sets of
/// single points as eyes. An eye touches no wall. Where suicide is forbidden, two things more are known: the opponent's
/// stones stay, and nobody takes a chain without filling all its liberties, for good.
fn has_room_to_live(part: PointSet, walls: PointSet, view: &View) -> bool {
    let inside = part - walls.beside(part);
    let chains: Vec<PointSet> = (part & view.own).parts().collect();
    if view.suicide != Suicide::Forbidden || chains.len() > MOST_CHAINS {
        return has_eyes(part, inside, walls, view.suicide);
    }
    (0u32..1 << chains.len()).any(|taken| {
        let (mut eyes, mut left) = (inside - view.enemy, PointSet::empty(part.size()));
        for (nth, chain) in chains.iter().enumerate() {
            if taken >> nth & 1 == 1 {
                eyes -= chain.beside(part - view.own - view.enemy);
            } else {
                left |= *chain;
            }
        }
        has_eyes(part, eyes - left, walls | left, view.suicide)
    })
}

/// True if some of these points, as the only empty ones of a part, are eyes of an unconditionally alive chain that fills the
/// rest of it.
fn has_eyes(part: PointSet, points: PointSet, walls: PointSet, suicide: Suicide) -> bool {
    if points.len() > MOST_EYES {
        return true;
    }
    let points = points.list();
    (0u32..1 << points.len()).any(|chosen| {
        let is_chosen = |nth: &usize| chosen >> nth & 1 == 1;
        let eyes = (0..points.len()).filter(is_chosen).map(|nth| points[nth]);
        let eyes = PointSet::new(part.size(), eyes);
        if eyes.len() < 2 || !eyes.beside(eyes).is_empty() {
            return false;
        }
        let filled = View {
            own: part - eyes - walls,
            enemy: walls,
            ground: part,
            helped: (PointSet::empty(part.size()), 0),
            suicide,
        };
        !Unconditional::without_territory(&filled).alive.is_empty()
    })
}
