//! Life if the owner answers: what holds if the opponent plays first anywhere, and the owner answers in the same region.
//!
//! For each small region of a color, a search asks whether the owner can make one eye there, or two, for all chains around
//! it. The regions are independent: an opponent's move in one of them is answered there, and a pass or a move elsewhere
//! needs no answer. So chains live that have two such eyes, if the chains around these regions live, too (the same reduction
//! as for unconditional life). M. Müller, *Playing it safe* (1997), calls this safety under alternating play.
//!
//! One thing has to be watched: a chain's liberties in other regions may be filled at any time. So the search demands that
//! after every move each chain around the region has a liberty *in* the region. A chain with two regions then always has two
//! liberties, and is never taken.

use super::finding::EyeRegion;
use super::search::{Goal, Search};
use super::unconditional::{Unconditional, View};
use crate::basics::{ByColor, Color, PointSet, Suicide};
use crate::fast::FastGame;

/// The most positions that the search of a region may visit.
pub const NODES_OF_A_REGION: usize = 1000;
/// The most points of a region that is searched.
const MOST_POINTS: usize = 12;

/// The chains and regions of a color that are safe if the owner answers.
pub(super) struct Answered {
    /// The stones of safe chains.
    pub(super) alive: PointSet,
    /// The points of regions that become the owner's, enemy stones included.
    pub(super) territory: PointSet,
    regions: Vec<Region>,
}

/// A region in which the owner can make eyes.
struct Region {
    eyes: EyeRegion,
    /// The stones of the chains around it.
    walls: PointSet,
    /// True if the whole region becomes the owner's.
    is_owned: bool,
}

impl Answered {
    pub(super) fn of(game: &FastGame, color: Color, suicide: Suicide) -> Answered {
        let stones = ByColor::from_fn(|color| game.stones(color));
        let own = stones[color];
        let all = PointSet::all(own.size());
        let small = (all - own)
            .parts()
            .filter(|region| region.len() <= MOST_POINTS);
        let mut regions: Vec<Region> = small
            .filter_map(|points| Region::of(game, points, color, suicide))
            .collect();
        let chains: Vec<PointSet> = own.parts().collect();
        let mut alive = own;
        loop {
            regions.retain(|region| (region.walls - alive).is_empty());
            let eyes = |chain: &PointSet| -> usize {
                let beside = regions.iter().filter(|region| region.walls.meets(*chain));
                beside.map(|region| region.eyes.eyes).sum()
            };
            let living = chains.iter().filter(|chain| eyes(chain) >= 2);
            let living = living.fold(PointSet::empty(own.size()), |all, chain| all | *chain);
            if living == alive {
                break;
            }
            alive = alive & living;
        }
        let owned = regions.iter().filter(|region| region.is_owned);
        let territory = owned.fold(PointSet::empty(own.size()), |all, region| {
            all | region.eyes.points
        });
        Answered {
            alive,
            territory,
            regions,
        }
    }

    /// The points of all regions where eyes are made.
    pub(super) fn regions(&self) -> PointSet {
        let none = PointSet::empty(self.alive.size());
        let regions = self.regions.iter();
        regions.fold(none, |all, region| all | region.eyes.points)
    }

    /// The regions that keep a safe chain alive.
    pub(super) fn eyes_of(&self, chain: PointSet) -> Vec<EyeRegion> {
        let beside = |region: &&Region| region.walls.meets(chain);
        let regions = self.regions.iter().filter(beside);
        regions.map(|region| region.eyes.clone()).collect()
    }

    /// The region in which these enemy stones are killed.
    pub(super) fn killing(&self, stones: PointSet) -> Option<EyeRegion> {
        let mut owned = self.regions.iter().filter(|region| region.is_owned);
        let region = owned.find(|region| region.eyes.points.meets(stones))?;
        Some(region.eyes.clone())
    }
}

impl Region {
    fn of(game: &FastGame, points: PointSet, color: Color, suicide: Suicide) -> Option<Region> {
        let own = game.stones(color);
        let walls = points.beside(own).grown(own);
        if walls.is_empty() {
            return None;
        }
        let reaches = |eyes: usize, is_owned: bool| {
            let goal = Eyes {
                color,
                region: points,
                walls,
                needed: eyes,
                is_owned,
                suicide,
            };
            let mut search = Search::new(points, color, goal, NODES_OF_A_REGION);
            let reached = search.reaches(game, !color);
            reached.unwrap_or(false).then(|| Region {
                eyes: EyeRegion {
                    points,
                    eyes,
                    strategy: search.strategy(),
                },
                walls,
                is_owned,
            })
        };
        match reaches(1, true) {
            Some(owned) => Some(reaches(2, true).unwrap_or(owned)),
            None => reaches(1, false).map(|eye| reaches(2, false).unwrap_or(eye)),
        }
    }
}

/// The goal of making eyes for all chains around a region.
struct Eyes {
    color: Color,
    region: PointSet,
    walls: PointSet,
    /// The number of eyes: one, or two.
    needed: usize,
    /// Demands that the opponent has no room to live in the region.
    is_owned: bool,
    suicide: Suicide,
}

impl Goal for Eyes {
    fn decided(&self, _: &FastGame, after: &FastGame, passes: u8) -> Option<bool> {
        let ground = self.region | self.walls;
        let own = after.stones(self.color) & ground;
        let enemy = after.stones(!self.color) & self.region;
        let empty = self.region - own - enemy;
        let has_liberty = |chain: PointSet| !chain.beside(empty).is_empty();
        let mut around = own.parts().filter(|chain| chain.meets(self.walls));
        let stay = (self.walls - own).is_empty();
        if !stay || !around.all(has_liberty) {
            return Some(false);
        }
        if after.to_play() == self.color {
            return None;
        }
        if self.is_reached(own, enemy, ground) {
            return Some(true);
        }
        (passes >= 2).then_some(false)
    }
}

impl Eyes {
    fn is_reached(&self, own: PointSet, enemy: PointSet, ground: PointSet) -> bool {
        let found = Unconditional::of(&View {
            own,
            enemy,
            ground,
            helped: if self.needed == 1 {
                self.walls
            } else {
                PointSet::empty(own.size())
            },
            suicide: self.suicide,
        });
        (self.walls - found.alive).is_empty()
            && (!self.is_owned || (self.region - own - found.territory).is_empty())
    }
}
