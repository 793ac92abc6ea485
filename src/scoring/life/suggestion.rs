//! The findings as a suggestion for the players: marks, a result, and what it may be if open chains turn out otherwise.

use super::finding::{ChainLife, Finding, Status};
use crate::basics::{ByColor, Point, PointSet};
use crate::scoring::{Score, Standing};

/// What is found about the chains of a board; see [`Standing::life`].
#[derive(Debug, Clone)]
pub struct Life {
    /// The standing that was looked at, without marks.
    standing: Standing,
    chains: Vec<ChainLife>,
    territory: ByColor<PointSet>,
}

impl Life {
    pub(super) fn new(
        standing: &Standing,
        chains: Vec<ChainLife>,
        territory: ByColor<PointSet>,
    ) -> Life {
        let mut life = Life {
            standing: standing.clone(),
            chains,
            territory,
        };
        life.open_impossible();
        life
    }

    /// Every chain: Black's, then White's, each in the order of their first stones.
    pub fn chains(&self) -> &[ChainLife] {
        &self.chains
    }

    /// The chain at a point.
    pub fn chain_at(&self, point: Point) -> Option<&ChainLife> {
        let mut chains = self.chains.iter();
        chains.find(|chain| chain.stones.contains(point))
    }

    /// The points that are proven to be each color's, stones not included, except dead ones of the other color.
    pub fn territory(&self) -> ByColor<PointSet> {
        self.territory
    }

    /// The stones of all chains whose finding has this property.
    pub fn stones_where(&self, holds: impl Fn(&Finding) -> bool) -> PointSet {
        let chains = self.chains.iter().filter(|chain| holds(&chain.finding));
        PointSet::union(self.standing.marks.size(), chains.map(|chain| chain.stones))
    }

    /// The stones of open chains.
    pub fn open(&self) -> PointSet {
        self.stones_where(|finding| finding.status().is_none())
    }

    /// The standing with the suggested marks, and the stones found in seki. Open chains are alive or dead as in most playouts.
    pub fn standing(&self) -> Standing {
        self.standing_where(|chain| chain.finding.better_guess())
    }

    /// The result with the suggested marks.
    pub fn result(&self) -> Score {
        self.standing().count().score()
    }

    /// The results if all open chains turn out for Black, and for White.
    pub fn range(&self) -> ByColor<Score> {
        ByColor::from_fn(|winner| {
            let standing = self.standing_where(|chain| match chain.finding {
                Finding::Open { .. } if chain.color == winner => Status::Alive,
                Finding::Open { .. } => Status::Dead,
                _ => chain.finding.better_guess(),
            });
            standing.count().score()
        })
    }

    fn standing_where(&self, status: impl Fn(&ChainLife) -> Status) -> Standing {
        let mut standing = self.standing.clone();
        let stones_with = |wanted: Status| {
            let chains = self.chains.iter().filter(|chain| status(chain) == wanted);
            PointSet::union(standing.marks.size(), chains.map(|chain| chain.stones))
        };
        let [dead, seki] = [Status::Dead, Status::Seki].map(stones_with);
        standing.marks.neutral = PointSet::empty(standing.marks.size());
        (standing.marks.dead, standing.seki) = (dead, Some(seki));
        standing
    }

    /// Marking corrects what cannot be: a dead stone is alive if living stones of its color border its region, or if no
    /// stone is alive. Opens the chains that marking would revive, so that the suggestion stays as it is when it is marked.
    fn open_impossible(&mut self) {
        loop {
            let marks = self.standing().marks;
            let revived = marks.dead - marks.possible();
            let mut has_opened = false;
            for chain in &mut self.chains {
                if chain.stones.meets(revived) && !chain.finding.is_proven() {
                    chain.finding = Finding::Open { alive: 50 };
                    has_opened = true;
                }
            }
            if !has_opened {
                return;
            }
        }
    }
}
