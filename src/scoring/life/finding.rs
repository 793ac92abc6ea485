//! What is found about each chain, and how sure it is; the findings as a suggestion of marks, and the results that they give.

use std::ops::RangeInclusive;

use super::strategy::Strategy;
use super::teire::teire;
use crate::basics::named::named;
use crate::basics::{ByColor, Color, Point, PointSet, Scoring};
use crate::scoring::{Ending, Score, Standing};

named! {
    /// What becomes of a chain at the end of a game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Status {
        /// It lives, with territory of its own.
        Alive = "alive",
        /// It is taken off the board at the end.
        Dead = "dead",
        /// It lives beside points that neither side can play on. Under rules with a tax for seki, territory beside it does not
        /// count.
        Seki = "seki",
    }

    /// `alive`, `dead` or `seki`.
    pub const fn name(self) -> &'static str;
    /// Every status.
    pub const ALL;
}

/// A chain, and what is found about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChainLife {
    /// The color of its stones.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub finding: Finding,
}

/// What becomes of a chain, and how sure that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// It holds however many ko threats either side has, whoever moves first.
    Proven(Status, Proof),
    /// Dead by a ruling, under territory scoring only: the owner needs a ko, which is retaken only after a pass for it
    /// (Japanese rules of 1989, article 7.2; bent four in the corner is the best known example).
    Ruling,
    /// Most playouts, or the search of a small part of the board, say so.
    Likely {
        /// The more frequent status.
        status: Status,
        /// Its share of the playouts, in percent, at most 99; 100 after a search.
        percent: u8,
    },
    /// Who moves first decides, or a ko does: the game is most likely not finished.
    Unsettled {
        /// For each color, a move by which it gets what it wants if it plays first; `None` if a pass does as well, or no
        /// move helps.
        moves: ByColor<Option<Point>>,
        /// True if one of the sides must win a ko.
        ko: bool,
        /// The share of the playouts in which it lives, in percent.
        alive: u8,
    },
    /// Nothing that the finder tries decides it.
    Open {
        /// The share of the playouts in which it lives, in percent.
        alive: u8,
    },
}

/// Why a finding is certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Alive even if its owner always passes: each of these regions, at least two, always leaves it a liberty.
    Eyes(Vec<PointSet>),
    /// Dead even if the opponent passes for now: the stones lie in this territory of chains that live unconditionally. At most
    /// two points of it, neighbors, touch none of these chains, so the opponent takes every stone in it whenever it likes,
    /// even if it never retakes a ko.
    Territory(PointSet),
    /// Alive if its owner answers in the region where the opponent plays: these regions give two eyes or more.
    AnsweredEyes(Vec<EyeRegion>),
    /// Dead if the opponent answers in this region, which then becomes territory of chains that live.
    AnsweredTerritory(EyeRegion),
    /// In seki: in a part of the board that is surrounded by chains that live, the chain cannot be taken if its owner answers,
    /// and has no territory of its own if the opponent answers. The part is that of both [strategies](Strategy::part).
    Seki {
        /// The answers of the owner.
        survives: Strategy,
        /// The answers of the opponent.
        shares: Strategy,
    },
}

/// A region in which its owner makes eyes by answering there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EyeRegion {
    /// Its points, enemy stones included.
    pub points: PointSet,
    /// The number of eyes for every chain around it: one, or two; none if it only becomes territory of chains that live
    /// elsewhere.
    pub eyes: usize,
    /// The answers.
    pub strategy: Strategy,
}

impl Finding {
    /// The status; `None` if the chain is unsettled or open.
    pub fn status(&self) -> Option<Status> {
        match self {
            Finding::Proven(status, _) | Finding::Likely { status, .. } => Some(*status),
            Finding::Ruling => Some(Status::Dead),
            Finding::Unsettled { .. } | Finding::Open { .. } => None,
        }
    }

    /// From this share of the playouts on, in percent, nobody needs to look at a likely finding.
    pub const SURE: u8 = 95;

    /// True if the players should look at the chain: it is unsettled or open, or less likely than [`SURE`](Finding::SURE).
    pub fn is_doubtful(&self) -> bool {
        match self {
            Finding::Likely { percent, .. } => *percent < Finding::SURE,
            other => other.status().is_none(),
        }
    }

    /// True if the finding is proven.
    pub fn is_proven(&self) -> bool {
        matches!(self, Finding::Proven(..))
    }

    /// The status, or for an unsettled or open chain the more likely one of alive and dead.
    pub fn better_guess(&self) -> Status {
        match self {
            Finding::Unsettled { alive, .. } | Finding::Open { alive } if *alive < 50 => {
                Status::Dead
            }
            _ => self.status().unwrap_or(Status::Alive),
        }
    }
}

/// A chain is open if its share of playouts lies between these, in percent.
pub(super) const OPEN: RangeInclusive<u8> = 37..=63;

/// What is found about the chains of a board; see [`Standing::life`].
#[derive(Debug, Clone)]
pub struct Life {
    /// The standing that was looked at, without marks.
    standing: Standing,
    chains: Vec<ChainLife>,
    territory: ByColor<PointSet>,
    teire: ByColor<PointSet>,
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
            teire: territory.map(|points| PointSet::empty(points.size())),
        };
        life.open_impossible();
        if standing.rules.scoring() == Scoring::Territory {
            life.teire = teire(&life.standing());
        }
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

    /// The points of its territory that each color must fill once the neutral points are filled (teire), whoever fills these;
    /// none under area scoring, where that costs nothing. [`Life::standing`] marks them as neutral, except in a game that passes
    /// have ended: it is counted as the players have left it.
    ///
    /// The dead stones are thought off the board, and neutral points beside stones in seki stay open. A point is needed where a
    /// living chain comes into atari, and only a stone in its owner's territory saves it; cuts that need more than one move are
    /// not looked for.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{BoardRecord, Preset};
    ///
    /// let board = "x\n--xooo-\n--xo-oo\n--xoooo\n---x-o-\n--xoooo\n--xo-oo\n--xooo-\n";
    /// let board: BoardRecord = board.parse()?;
    /// let life = Standing::from(&board.with_rules(Preset::Japanese.rules())).life();
    /// assert_eq!(life.teire().black.list(), [(3, 2).into()]); // D4 is in atari once E4 is filled
    /// assert!(life.teire().white.is_empty());
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn teire(&self) -> ByColor<PointSet> {
        self.teire
    }

    /// The stones of all chains whose finding has this property.
    pub fn stones_where(&self, holds: impl Fn(&Finding) -> bool) -> PointSet {
        let chains = self.chains.iter().filter(|chain| holds(&chain.finding));
        PointSet::union(self.standing.marks.size(), chains.map(|chain| chain.stones))
    }

    /// The stones of chains without a status: those that are unsettled or open.
    pub fn open(&self) -> PointSet {
        self.stones_where(|finding| finding.status().is_none())
    }

    /// The standing with the suggested marks, [`Life::teire`] included, and the stones found in seki. Chains without a status are
    /// alive or dead as in most playouts.
    pub fn standing(&self) -> Standing {
        self.standing_where(|chain| chain.finding.better_guess())
    }

    /// The result with the suggested marks.
    pub fn result(&self) -> Score {
        self.standing().count().score()
    }

    /// The result if the chains with these stones have this status, and all others are as suggested.
    pub fn result_if(&self, stones: PointSet, status: Status) -> Score {
        let standing = self.standing_where(|chain| {
            if chain.stones.meets(stones) {
                status
            } else {
                chain.finding.better_guess()
            }
        });
        standing.count().score()
    }

    /// The results if all chains without a status turn out for Black, and for White.
    pub fn range(&self) -> ByColor<Score> {
        ByColor::from_fn(|winner| {
            let mut standing = self.standing_where(|chain| {
                let turned_out = if chain.color == winner {
                    Status::Alive
                } else {
                    Status::Dead
                };
                chain.finding.status().unwrap_or(turned_out)
            });
            // What was dead inside a chain that is dead now lives.
            let owned = standing.marks.ground().owned;
            for color in Color::BOTH {
                standing.marks.dead -= standing.marks.stones[color] & owned[color];
            }
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
        if !self.is_over() {
            standing.marks = standing.marks.with_teire(self.teire);
        }
        standing
    }

    fn is_over(&self) -> bool {
        self.standing.ending == Some(Ending::Passes)
    }

    /// Marking corrects what cannot be: a dead stone is alive if living stones of its color border its region, or if no
    /// stone is alive. A chain most likely lives whose captors are dead; opens the others that marking would revive, so that the
    /// suggestion stays as it is when it is marked.
    fn open_impossible(&mut self) {
        loop {
            let marks = self.standing().marks;
            let revived = marks.dead - marks.possible();
            let mut has_opened = false;
            for chain in &mut self.chains {
                if chain.stones.meets(revived) && !chain.finding.is_proven() {
                    let owner = chain.stones.nth(0).and_then(|point| marks.owner(point));
                    chain.finding = match chain.finding {
                        // It could be taken, but those that would take it are taken first.
                        Finding::Likely { .. } if owner == Some(chain.color) => Finding::Likely {
                            status: Status::Alive,
                            percent: OPEN.end() + 1,
                        },
                        _ => Finding::Open { alive: 50 },
                    };
                    has_opened = true;
                }
            }
            if !has_opened {
                return;
            }
        }
    }
}
