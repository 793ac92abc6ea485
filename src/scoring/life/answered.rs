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
use super::search::{Goal, Kos, Search};
use super::unconditional::{Unconditional, View};
use crate::basics::{ByColor, Color, PointSet, Suicide};
use crate::fast::FastGame;

/// The most positions that the search of a region may visit.
pub const NODES_OF_A_REGION: usize = 3000;
/// The most points of a region that is searched.
const MOST_POINTS: usize = 12;

/// The chains and regions of a color that are safe if the owner answers.
pub(super) struct Answered {
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
    /// Looks at the regions of a color. What is `steady` holds without answers.
    pub(super) fn of(
        game: &FastGame,
        color: Color,
        steady: &Unconditional,
        suicide: Suicide,
    ) -> Answered {
        let stones = ByColor::from_fn(|color| game.stones_of(color));
        let own = stones[color];
        let all = PointSet::all(own.size());
        let regions = (all - own).parts();
        let small = regions.filter(|region| region.len() <= MOST_POINTS);
        let asked = small.filter_map(|points| Asked::of(game, points, color, suicide));
        let asked: Vec<Asked> = asked.collect();
        let needs_eyes = |asked: &&Asked| !(asked.walls - steady.alive).is_empty();
        let regions = asked.iter().filter(needs_eyes).filter_map(Asked::eyes);
        let mut regions: Vec<Region> = regions.collect();
        let chains: Vec<PointSet> = own.parts().collect();
        let mut alive = own;
        loop {
            regions.retain(|region| (region.walls - alive).is_empty());
            let eyes = |chain: &PointSet| -> usize {
                let beside = regions.iter().filter(|region| region.walls.meets(*chain));
                beside.map(|region| region.eyes.eyes).sum()
            };
            let living = chains.iter().filter(|chain| eyes(chain) >= 2);
            let living = living.fold(steady.alive, |all, chain| all | *chain);
            if living == alive {
                break;
            }
            alive = alive & living;
        }
        for asked in asked {
            let is_known = |region: &Region| region.eyes.points == asked.points;
            // The owner does not play where its chains have eyes without answers.
            if asked.points.meets(game.stones_of(!color))
                && (asked.walls - alive).is_empty()
                && !asked.points.meets(steady.territory)
                && !regions.iter().any(is_known)
            {
                // As territory of chains that live elsewhere.
                regions.extend(asked.reaches(0, true));
            }
        }
        let owned = regions.iter().filter(|region| region.is_owned);
        let territory = PointSet::union(own.size(), owned.map(|region| region.eyes.points));
        Answered {
            alive,
            territory,
            regions,
        }
    }

    /// The points of all regions where play is answered.
    pub(super) fn regions(&self) -> PointSet {
        let regions = self.regions.iter().map(|region| region.eyes.points);
        PointSet::union(self.alive.size(), regions)
    }

    pub(super) fn eyes_of(&self, chain: PointSet) -> Vec<EyeRegion> {
        let beside = |region: &&Region| region.eyes.eyes > 0 && region.walls.meets(chain);
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

struct Asked<'a> {
    game: &'a FastGame,
    color: Color,
    points: PointSet,
    walls: PointSet,
    suicide: Suicide,
}

impl<'a> Asked<'a> {
    fn of(game: &'a FastGame, points: PointSet, color: Color, suicide: Suicide) -> Option<Self> {
        let own = game.stones_of(color);
        let walls = points.beside(own).grown(own);
        (!walls.is_empty()).then_some(Asked {
            game,
            color,
            points,
            walls,
            suicide,
        })
    }

    /// The region with as many eyes as can be made in it.
    fn eyes(&self) -> Option<Region> {
        let most = |is_owned| {
            let one = self.reaches(1, is_owned)?;
            Some(self.reaches(2, is_owned).unwrap_or(one))
        };
        most(true).or_else(|| most(false))
    }

    fn reaches(&self, eyes: usize, is_owned: bool) -> Option<Region> {
        let (points, walls) = (self.points, self.walls);
        let goal = Eyes {
            asked: self,
            needed: eyes,
            is_owned,
        };
        let mut search = Search::new(points, self.color, goal, Kos::Other, NODES_OF_A_REGION);
        let reached = search.reaches(self.game, !self.color);
        reached.unwrap_or(false).then(|| Region {
            eyes: EyeRegion {
                points,
                eyes,
                strategy: search.strategy(),
            },
            walls,
            is_owned,
        })
    }
}

struct Eyes<'a> {
    asked: &'a Asked<'a>,
    /// The number of eyes. None if the chains live elsewhere and need no liberty here.
    needed: usize,
    /// Demands that the opponent has no room to live in the region.
    is_owned: bool,
}

impl Goal for Eyes<'_> {
    fn decided(&self, _: &FastGame, after: &FastGame, passes: u8) -> Option<bool> {
        let Asked {
            color,
            points: region,
            walls,
            suicide,
            ..
        } = *self.asked;
        let ground = region | walls;
        let own = after.stones_of(color) & ground;
        let enemy = after.stones_of(!color) & region;
        let empty = region - own - enemy;
        let has_liberty = |chain: PointSet| !chain.beside(empty).is_empty();
        let mut around = own.parts().filter(|chain| chain.meets(walls));
        let stay = (walls - own).is_empty();
        if !stay || (self.needed > 0 && !around.all(has_liberty)) {
            return Some(false);
        }
        if after.to_play() == color {
            return None;
        }
        let found = Unconditional::of(&View {
            own,
            enemy,
            ground,
            helped: (walls, 2 - self.needed),
            suicide,
        });
        let is_reached = (walls - found.alive).is_empty()
            && (!self.is_owned || (region - own - found.territory).is_empty());
        if is_reached {
            return Some(true);
        }
        (passes >= 2).then_some(false)
    }
}
