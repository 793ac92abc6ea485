//! Searches of the parts of the board around chains that are not proven: thorough ones where the playouts disagree, or are
//! known to err.

use super::Finder;
use super::finding::{ChainLife, Finding, Status};
use super::part::{NODES_OF_A_BOARD, NODES_OF_A_PART, Outlook, Searches, Surroundings};
use super::playouts::Shares;
use crate::basics::{ByColor, Color, Move, PointSet};

/// A chain is in doubt if more playouts than this say something else than most, in percent; others may be walls.
const DOUBT: u8 = 5;
/// A chain is searched most thoroughly if fewer playouts than this agree, in percent.
const WEAK: u8 = 75;
/// The most liberties of chains that may be in seki if they share some.
const FEW: usize = 2;

/// How thoroughly the part of the board around a chain is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// Nearly all playouts agree: searched only as if no chain beside it were sure.
    Little,
    Usual,
    /// Where the playouts agree, only a thorough search can overrule them.
    Seki,
    Great,
}

/// What searches of one board have cost.
struct Tried {
    /// The number of positions that they may still visit.
    left: usize,
    /// The parts in which a search did not decide.
    too_large: Vec<(PointSet, Effort)>,
}

impl Effort {
    /// The most positions.
    fn nodes(self) -> usize {
        NODES_OF_A_PART
            * match self {
                Effort::Little | Effort::Usual => 1,
                Effort::Seki => 8,
                Effort::Great => 20,
            }
    }

    /// The most empty points.
    fn empty(self) -> usize {
        if self == Effort::Great { 20 } else { 10 }
    }
}

impl Finder {
    /// Searches the parts of the board around chains that are not proven, where these parts are small.
    pub(super) fn search(&mut self, shares: &[Shares]) {
        let efforts = self.efforts(shares);
        let mut tried = Tried {
            left: NODES_OF_A_BOARD,
            too_large: Vec::new(),
        };
        // Each stands or falls with its own chains beside it, if they are not proven.
        for color in Color::BOTH {
            let mut around = self.surroundings(shares, &efforts);
            around.walls -= self.stones[color] - around.proven;
            let is_asked =
                |chain: &ChainLife, effort: Effort| chain.color == color && effort != Effort::Great;
            self.search_in(&around, shares, &efforts, &is_asked, &mut tried);
        }
        // What the first round decides makes parts of the second one smaller.
        for _ in 0..2 {
            let around = self.surroundings(shares, &efforts);
            let is_asked = |_: &ChainLife, effort: Effort| effort != Effort::Little;
            self.search_in(&around, shares, &efforts, &is_asked, &mut tried);
        }
        for (chain, effort) in self.chains.clone().iter().zip(efforts) {
            if effort == Effort::Seki && !is_searched(&chain.finding) && self.nobody_begins(chain) {
                self.open(chain);
            }
        }
    }

    fn search_in(
        &mut self,
        around: &Surroundings,
        shares: &[Shares],
        efforts: &[Effort],
        is_asked: &dyn Fn(&ChainLife, Effort) -> bool,
        tried: &mut Tried,
    ) {
        let mut searches = Searches::new(&self.game, around.walls, &mut tried.left);
        let mut found = Vec::new();
        for (nth, (chain, effort)) in self.chains.iter().zip(efforts).enumerate() {
            if chain.finding.is_proven() || is_searched(&chain.finding) || !is_asked(chain, *effort)
            {
                continue;
            }
            let Some(part) = around.part(chain.stones, effort.empty()) else {
                continue;
            };
            if tried.too_large.contains(&(part, *effort)) {
                continue;
            }
            match searches.outlook(part, chain, effort.nodes()) {
                Some(outlook) => found.push((nth, outlook)),
                None => tried.too_large.push((part, *effort)),
            }
        }
        for (nth, outlook) in found {
            self.chains[nth].finding = self.finding(nth, outlook, shares[nth]);
        }
    }

    /// How thoroughly each chain is searched.
    fn efforts(&self, shares: &[Shares]) -> Vec<Effort> {
        let empty = self.empty();
        let in_atari = self.in_atari();
        let few = self.stones_where(|chain| {
            !chain.finding.is_proven() && chain.stones.beside(empty).len() <= FEW
        });
        let effort = |(chain, share): (&ChainLife, &Shares)| {
            let enemy = self.stones[!chain.color];
            let liberties = chain.stones.beside(empty);
            let may_be_seki = chain.stones.meets(few) && !liberties.beside(few & enemy).is_empty();
            let differs = share.own.min(share.enemy) > DOUBT || share.shared > DOUBT;
            // Playouts retake a ko as soon as they can.
            let may_be_ko = share.enemy > 50 && !chain.stones.beside(in_atari & enemy).is_empty();
            match chain.finding {
                Finding::Likely { percent, .. } if percent < WEAK => Effort::Great,
                // Playouts often end a seki by mistake.
                Finding::Likely { .. } if may_be_seki => Effort::Seki,
                Finding::Likely { .. } if differs || may_be_ko => Effort::Usual,
                Finding::Proven(..) | Finding::Likely { .. } => Effort::Little,
                _ => Effort::Great,
            }
        };
        self.chains.iter().zip(shares).map(effort).collect()
    }

    /// What the searches take for granted.
    fn surroundings(&self, shares: &[Shares], efforts: &[Effort]) -> Surroundings {
        let in_atari = self.in_atari();
        let mut walls = PointSet::empty(in_atari.size());
        let mut weak = walls;
        for ((chain, share), effort) in self.chains.iter().zip(shares).zip(efforts) {
            let is_wall = match chain.finding {
                Finding::Proven(..) => true,
                _ if chain.stones.meets(in_atari) => false,
                Finding::Likely {
                    status,
                    percent: 100,
                } => status == Status::Alive,
                _ => share.own > 50 && *effort == Effort::Little,
            };
            if is_wall {
                walls |= chain.stones;
            }
            if share.enemy > 50 || chain.stones.meets(in_atari) {
                weak |= chain.stones;
            }
        }
        Surroundings {
            stones: self.stones,
            walls,
            proven: self.stones_where(|chain| chain.finding.is_proven()),
            weak,
        }
    }

    /// The stones that can be taken at once, if nothing is proven about them.
    fn in_atari(&self) -> PointSet {
        let empty = self.empty();
        let is_in_atari = |chain: &ChainLife| chain.stones.beside(empty).len() == 1;
        self.stones_where(|chain| !chain.finding.is_proven() && is_in_atari(chain))
    }

    fn finding(&mut self, nth: usize, outlook: Outlook, share: Shares) -> Finding {
        match outlook {
            Outlook::Settled(status) => Finding::Likely {
                status,
                percent: 100,
            },
            Outlook::Unsettled {
                moves,
                is_ko,
                without_threats,
            } => {
                let status = without_threats.map(|status| (self.chains[nth].stones, status));
                self.without_threats.extend(status);
                Finding::Unsettled {
                    moves,
                    ko: is_ko,
                    alive: 100 - share.enemy,
                }
            }
        }
    }

    /// True if each stone of either side at a liberty of a chain could be taken at once: playouts begin all the same.
    fn nobody_begins(&self, chain: &ChainLife) -> bool {
        let empty = self.empty();
        let loses = |point, color| {
            let mut game = self.game.clone();
            game.hand_turn(color);
            let before = game.prisoners(color);
            game.play(Move::play(color, point)).is_err()
                || (game.prisoners(color) == before
                    && game
                        .chain(point)
                        .is_none_or(|chain| chain.liberties.len() == 1))
        };
        let mut liberties = chain.stones.beside(empty).iter();
        liberties.all(|point| Color::BOTH.into_iter().all(|color| loses(point, color)))
    }

    fn open(&mut self, chain: &ChainLife) {
        let mut chains = self.chains.iter_mut();
        if let Some(chain) = chains.find(|other| other.stones == chain.stones)
            && let Finding::Likely { status, percent } = chain.finding
        {
            let alive = if status == Status::Dead {
                100 - percent
            } else {
                percent
            };
            chain.finding = Finding::Open { alive };
        }
    }

    /// A chain is not in seki if no enemy chain is that shares a liberty: then it lives, beside neutral points that are still
    /// to be filled.
    pub(super) fn drop_lonely_sekis(&mut self) {
        let empty = self.empty();
        let in_seki = ByColor::from_fn(|color| {
            self.stones_where(|chain| {
                chain.color == color && chain.finding.status() == Some(Status::Seki)
            })
        });
        for chain in &mut self.chains {
            if let Finding::Likely {
                status: status @ Status::Seki,
                ..
            } = &mut chain.finding
            {
                let shared = chain.stones.beside(empty).grown(empty);
                if shared.beside(in_seki[!chain.color]).is_empty() {
                    *status = Status::Alive;
                }
            }
        }
    }
}

/// True if a search has answered.
fn is_searched(finding: &Finding) -> bool {
    match finding {
        Finding::Likely { percent, .. } => *percent == 100,
        Finding::Unsettled { .. } => true,
        _ => false,
    }
}
