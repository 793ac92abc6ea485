//! Life and death at the end of a game: which chains are alive, dead or in seki, as far as that can be found; see
//! [`Standing::life`].

mod answered;
mod doubt;
mod eye_shape;
mod finding;
mod part;
mod playouts;
mod search;
mod strategy;
mod teire;
mod unconditional;

use crate::basics::{ByColor, Color, PointSet, Rules, Scoring, Setup, Suicide};
use crate::fast::FastGame;
use crate::scoring::Standing;
use answered::Answered;
use finding::OPEN;
use part::{MOST_EMPTY, Surroundings, proven_seki};
use playouts::{Playouts, Shares};
use unconditional::{Unconditional, View};

pub use answered::NODES_OF_A_REGION;
pub use finding::{ChainLife, EyeRegion, Finding, Life, Proof, Status};
pub use part::{NODES_OF_A_BOARD, NODES_OF_A_PART};
pub use strategy::Strategy;

impl Standing {
    /// Finds out which chains are alive, dead or in seki. Looks at the stones and the rules, not at marks or at who is to
    /// move; the same stones and rules always have the same answer.
    ///
    /// Each chain has a [`Finding`]: *proven* with its [`Proof`], dead by a *ruling*, *likely*, *unsettled*, or *open*.
    /// - Proven: unconditional life (D. B. Benson, *Life in the Game of Go*, 1976), and death inside it, even if the owner moves
    ///   first and takes every ko; life and territory if the owner answers (M. Müller, *Playing it safe*, 1997), and sekis, both
    ///   by exhaustive search of small regions ([`NODES_OF_A_REGION`], [`NODES_OF_A_PART`]). It holds whoever moves first,
    ///   however many ko threats there are.
    /// - Ruling: dead where a ko is retaken only after a pass for it, under territory scoring.
    /// - Likely: a search that takes more for granted than a proof (100 %), or most of 400 games by semi-random play with each
    ///   side to move first.
    /// - Unsettled: by a search, who moves first decides, or a ko does. Open: the playouts disagree, and no search decides.
    ///
    /// The shares of playouts are cautious where a game is finished. Of 7,844 chains at the end of 656 games of GNU Go 3.8 against
    /// itself (600 of 9x9, 56 of 19x19; GNU Go plays out what is dead), and of 4,300 chains in walled shapes of 6 to 12 points
    /// with random stones, which a solver has decided for whoever moves first and whatever the ko threats:
    ///
    /// | finding | right in games | right in shapes |
    /// |---|---|---|
    /// | proven, or dead by ruling | 515 of 515 | 2,973 of 2,973 |
    /// | likely, 100 %: by search | 736 of 743 | 742 of 742 |
    /// | likely, 95 to 99 % | 3,098 of 3,100 | 23 of 30 |
    /// | likely, 80 to 94 % | 3,032 of 3,034 | 4 of 7 |
    /// | likely, 64 to 79 % | 322 of 332 | 0 of 53 |
    /// | unsettled | 5 better guesses of 5 | 424 of 424 |
    /// | open: the better guess | 82 of 115 | – |
    ///
    /// In shapes nearly everything is decided by search. The 53 are stones that could be taken, inside dead chains: they live
    /// only because those are taken first.
    ///
    /// It takes some 20 milliseconds for 9x9, and 60 for 19x19. In the middle of a game most chains are open, or likely without
    /// much meaning.
    ///
    /// ```
    /// use gokata::scoring::{Finding, Proof, Standing, Status};
    /// use gokata::{BoardRecord, Preset};
    ///
    /// let board: BoardRecord = "o\n-xo-xo-\nxxo-xoo\n-xooxo-\nxxoxxoo\n".parse()?;
    /// let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    /// let life = end.life();
    ///
    /// let left = life.chain_at((0, 1).into()).ok_or("a stone")?;
    /// let Finding::Proven(Status::Alive, Proof::Eyes(eyes)) = &left.finding else {
    ///     return Err("not proven".into());
    /// };
    /// assert_eq!(eyes.len(), 2);
    /// let middle = life.chain_at((0, 2).into()).ok_or("a stone")?;
    /// assert_eq!(middle.finding.status(), Some(Status::Seki));
    /// assert!(life.open().is_empty());
    /// assert_eq!(life.result().to_string(), "o+6.5"); // two points each, and komi
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn life(&self) -> Life {
        self.found().life(self)
    }

    /// Looks for life, whatever the scoring.
    pub(crate) fn found(&self) -> Found {
        let mut finder = Finder::new(self.marks.stones, self.rules.suicide());
        finder.prove_all();
        if finder.chains.iter().any(|chain| !chain.finding.is_proven()) {
            let shares = finder.find_likely();
            finder.search(&shares);
            finder.drop_lonely_sekis();
        }
        Found(finder)
    }
}

/// What has been found about the stones of a board, before a ruling.
pub(crate) struct Found(Finder);

impl Found {
    /// Life of the same stones under rules that may differ in the scoring alone.
    pub(crate) fn life(&self, standing: &Standing) -> Life {
        let mut finder = self.0.clone();
        if standing.rules.scoring() == Scoring::Territory {
            finder.rule_kos();
        }
        Life::new(standing, finder.chains, finder.territory)
    }
}

/// A board on which life is looked for, and what has been found.
#[derive(Clone)]
struct Finder {
    game: FastGame,
    stones: ByColor<PointSet>,
    suicide: Suicide,
    chains: Vec<ChainLife>,
    /// Proven territory.
    territory: ByColor<PointSet>,
    /// What becomes of chains whose fate depends on a ko, if neither side has a ko threat.
    without_threats: Vec<(PointSet, Status)>,
}

const UNKNOWN: Finding = Finding::Open { alive: 50 };

impl Finder {
    fn new(stones: ByColor<PointSet>, suicide: Suicide) -> Finder {
        let size = stones.black.size();
        let mut setup = Setup::new(size, Color::Black);
        for color in Color::BOTH {
            let own = stones[color].iter();
            setup.stones.extend(own.map(|point| (point, color)));
        }
        let chains = Color::BOTH.into_iter().flat_map(|color| {
            let chains = stones[color].parts();
            chains.map(move |stones| ChainLife {
                color,
                stones,
                finding: UNKNOWN,
            })
        });
        let game = FastGame::try_from(&setup).unwrap_or_else(|_| FastGame::new(size));
        let rules = Rules::default().with_suicide(suicide);
        Finder {
            game: game.with_rules(rules),
            stones,
            suicide,
            chains: chains.collect(),
            territory: ByColor::from_fn(|_| PointSet::empty(size)),
            without_threats: Vec::new(),
        }
    }

    fn prove_all(&mut self) {
        let unconditional = self.find_unconditional();
        let answered = self.find_answered(&unconditional);
        self.find_sekis(answered);
    }

    fn find_unconditional(&mut self) -> ByColor<Unconditional> {
        let found = ByColor::from_fn(|color| {
            Unconditional::of(&View::whole(self.stones, color, self.suicide))
        });
        self.prove(|chain| {
            let (own, enemy) = (&found[chain.color], &found[!chain.color]);
            if chain.stones.meets(own.alive) {
                Some((Status::Alive, Proof::Eyes(own.vital_regions(chain.stones))))
            } else if chain.stones.meets(enemy.territory) {
                let territory = chain.stones.grown(enemy.territory);
                Some((Status::Dead, Proof::Territory(territory)))
            } else {
                None
            }
        });
        for color in Color::BOTH {
            self.territory[color] |= found[color].territory;
        }
        found
    }

    /// Returns the regions where play is answered.
    fn find_answered(&mut self, steady: &ByColor<Unconditional>) -> PointSet {
        let found =
            ByColor::from_fn(|color| Answered::of(&self.game, color, &steady[color], self.suicide));
        self.prove(|chain| {
            let (own, enemy) = (&found[chain.color], &found[!chain.color]);
            if chain.stones.meets(own.alive) {
                let eyes = own.eyes_of(chain.stones);
                Some((Status::Alive, Proof::AnsweredEyes(eyes)))
            } else {
                let region = enemy.killing(chain.stones)?;
                Some((Status::Dead, Proof::AnsweredTerritory(region)))
            }
        });
        for color in Color::BOTH {
            self.territory[color] |= found[color].territory;
        }
        found.black.regions() | found.white.regions()
    }

    /// Proves sekis in small parts that are surrounded by living chains and touch none of the `busy` points, where play is
    /// answered for another reason.
    fn find_sekis(&mut self, busy: PointSet) {
        let around = Surroundings {
            stones: self.stones,
            walls: self
                .stones_where(|chain| matches!(chain.finding, Finding::Proven(Status::Alive, _))),
            proven: self.stones_where(|chain| chain.finding.is_proven()),
            weak: PointSet::empty(self.game.size()),
        };
        let mut proofs = Vec::new();
        let unproven = self.chains.iter();
        for chain in unproven.filter(|chain| !chain.finding.is_proven()) {
            if let Some(part) = around.part(chain.stones, MOST_EMPTY)
                && around.enclose(part)
                && !part.meets(busy)
                && let Some([survives, shares]) = proven_seki(&self.game, part, chain, around.walls)
            {
                let proof = Proof::Seki { survives, shares };
                proofs.push((chain.color, chain.stones, proof));
            }
        }
        // A chain alone can do that inside an enemy group that is dead.
        let both = ByColor::from_fn(|color| {
            let own = proofs.iter().filter(|(other, ..)| *other == color);
            PointSet::union(busy.size(), own.map(|(_, stones, _)| *stones))
        });
        let empty = self.empty();
        self.prove(|chain| {
            let mut proofs = proofs.iter();
            let (_, _, proof) = proofs.find(|(_, stones, _)| *stones == chain.stones)?;
            let shared = chain.stones.beside(empty).grown(empty);
            let meets = shared.beside(both[!chain.color]);
            (!meets.is_empty()).then(|| (Status::Seki, proof.clone()))
        });
    }

    fn empty(&self) -> PointSet {
        PointSet::all(self.game.size()) - self.stones.black - self.stones.white
    }

    fn prove(&mut self, proof: impl Fn(&ChainLife) -> Option<(Status, Proof)>) {
        for chain in &mut self.chains {
            if !chain.finding.is_proven()
                && let Some((status, proof)) = proof(chain)
            {
                chain.finding = Finding::Proven(status, proof);
            }
        }
    }

    /// Judges the chains that are not proven by playouts. Returns the shares of all chains.
    fn find_likely(&mut self) -> Vec<Shares> {
        let closed = self.stones_where(|chain| chain.finding.is_proven())
            | self.territory.black
            | self.territory.white;
        let playouts = Playouts::of(&self.game, closed);
        let size = closed.size();
        let mut shares = Vec::new();
        for chain in &mut self.chains {
            let first = chain.stones.nth(0).and_then(|point| size.index(point));
            let share = playouts.shares(first.unwrap_or(0), chain.color);
            if !chain.finding.is_proven() {
                chain.finding = share.finding();
            }
            shares.push(share);
        }
        shares
    }

    /// Under territory scoring a ko is retaken only after a pass for it, while life and death are confirmed (Japanese rules of
    /// 1989, article 7.2): so nobody has ko threats.
    fn rule_kos(&mut self) {
        let empty = self.empty();
        let living = self.without_threats.iter();
        let living = living.filter(|(_, status)| *status == Status::Alive);
        let living = PointSet::union(empty.size(), living.map(|(stones, _)| *stones));
        for chain in &mut self.chains {
            let mut known = self.without_threats.iter();
            let known = known.find(|(stones, _)| *stones == chain.stones);
            if let (Finding::Unsettled { .. }, Some((_, status))) = (&chain.finding, known) {
                let shared = chain.stones.beside(empty);
                let others = shared.beside(living & self.stones[!chain.color]);
                let status = match status {
                    Status::Alive if !others.is_empty() => Status::Seki,
                    status => *status,
                };
                chain.finding = match status {
                    Status::Dead => Finding::Ruling,
                    status => Finding::Likely {
                        status,
                        percent: 100,
                    },
                };
            }
        }
    }

    fn stones_where(&self, holds: impl Fn(&ChainLife) -> bool) -> PointSet {
        let chains = self.chains.iter().filter(|chain| holds(chain));
        PointSet::union(self.game.size(), chains.map(|chain| chain.stones))
    }
}

impl Shares {
    fn finding(self) -> Finding {
        let [least, most] = [*OPEN.start(), *OPEN.end()];
        let Shares { own, enemy, shared } = self;
        let (status, percent) = if enemy > most {
            (Status::Dead, enemy)
        } else if enemy >= least {
            return Finding::Open { alive: 100 - enemy };
        } else if shared > most {
            (Status::Seki, shared)
        } else if shared >= least {
            return Finding::Open { alive: own };
        } else {
            (Status::Alive, own)
        };
        // Playouts never make sure.
        let percent = percent.min(99);
        Finding::Likely { status, percent }
    }
}
