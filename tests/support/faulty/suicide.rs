//! Suicide, and the tally of prisoners.

use gokata::{ByColor, Color, Suicide};

use super::game::Faulty;
use super::stones::{Put, Stones};

impl Faulty {
    pub(super) fn is_suicide(&self, point: usize, color: Color, put: &Put, after: &Stones) -> bool {
        let stones = &self.stones;
        let chains = |color| stones.chains_beside(point, color);
        let beside = stones.beside(point);
        let breathes = beside.iter().any(|near| stones.board[*near].is_none());
        let own = chains(color);
        let takes = |id: &usize| stones.chains[*id].liberties == [point];
        let mut lost = put.lost.len();
        let own_stands = own.iter().any(|id| stones.count(*id) > 1);
        let enemies = chains(!color);
        let by_eyes = match stones.fault {
            "suicide-is-asked-before-taking" => Some(breathes || own_stands),
            "any-own-stone-beside-saves" => {
                Some(breathes || !own.is_empty() || enemies.iter().any(takes))
            }
            "own-chains-do-not-save" => Some(breathes || enemies.iter().any(takes)),
            "the-first-own-chain-decides" => {
                let stands = own.first().is_some_and(|id| stones.count(*id) > 1);
                Some(breathes || stands || enemies.iter().any(takes))
            }
            "the-last-own-chain-decides" => {
                let stands = own.last().is_some_and(|id| stones.count(*id) > 1);
                Some(breathes || stands || enemies.iter().any(takes))
            }
            "every-own-chain-must-have-another-liberty" => {
                let stand = !own.is_empty() && own.iter().all(|id| stones.count(*id) > 1);
                Some(breathes || stand || enemies.iter().any(takes))
            }
            "the-first-enemy-decides-about-taking" => {
                Some(breathes || own_stands || enemies.first().is_some_and(takes))
            }
            "every-enemy-beside-must-be-taken" => {
                Some(breathes || own_stands || !enemies.is_empty() && enemies.iter().all(takes))
            }
            "taking-saves-only-from-single-stones" => {
                let single = |id: &usize| takes(id) && stones.chains[*id].stones.len() == 1;
                Some(breathes || own_stands || enemies.iter().any(single))
            }
            "any-enemy-in-atari-saves" => {
                let mut all = stones
                    .chains
                    .iter()
                    .filter(|chain| chain.color != color && !chain.stones.is_empty());
                Some(breathes || own_stands || all.any(|chain| chain.liberties.len() == 1))
            }
            "liberties-are-counted-for-each-stone" => {
                let pseudo = |id: &usize| {
                    let edges = stones.chains[*id]
                        .stones
                        .iter()
                        .flat_map(|stone| stones.beside(*stone));
                    edges.filter(|near| stones.board[*near].is_none()).count()
                };
                Some(breathes || own.iter().any(|id| pseudo(id) > 1) || enemies.iter().any(takes))
            }
            "the-point-itself-is-a-liberty" => {
                Some(breathes || !own.is_empty() && lost > 0 || lost == 0)
            }
            "joining-an-atari-is-suicide" => {
                Some(lost == 0 && (!put.joined_atari || breathes || !put.taken.is_empty()))
            }
            "off-the-board-is-a-liberty" => Some(lost == 0 || beside.len() < 4),
            "playing-into-atari-is-suicide" => Some(
                after.count(after.chain_of[point].min(after.chains.len() - 1)) > 1
                    || !put.taken.is_empty(),
            ),
            "a-point-among-enemies-is-suicide" => Some(
                !beside
                    .iter()
                    .all(|near| stones.board[*near] == Some(!color))
                    || beside.is_empty() && lost == 0,
            ),
            _ => None,
        };
        if let Some(lives) = by_eyes {
            lost = if lives {
                0
            } else {
                lost.max(
                    1 + own
                        .iter()
                        .map(|id| stones.chains[*id].stones.len())
                        .sum::<usize>(),
                )
            };
        }
        if self.has("the-new-stone-is-not-counted") && lost > 0 {
            lost -= 1;
            return lost == 0
                || lost == 1 && self.rules.suicide() == Suicide::MultiStone
                || self.rules.suicide() == Suicide::Forbidden;
        }
        match self.rules.suicide() {
            _ if self.has("suicide-is-always-legal") => false,
            Suicide::Forbidden if self.has("suicide-of-several-is-always-legal") => lost == 1,
            Suicide::Forbidden if self.has("suicide-of-one-is-always-legal") => lost > 1,
            Suicide::MultiStone if self.has("multi-stone-forbids-all") => lost > 0,
            Suicide::MultiStone if self.has("multi-stone-allows-one") => false,
            Suicide::MultiStone if self.has("multi-stone-needs-three") => lost == 1 || lost == 2,
            Suicide::Allowed if self.has("one-stone-suicide-is-never-legal") => lost == 1,
            Suicide::Allowed if self.has("suicide-of-two-is-not-allowed") => lost > 1,
            Suicide::Forbidden => lost > 0,
            Suicide::MultiStone => lost == 1,
            Suicide::Allowed => false,
        }
    }

    pub(super) fn tally(&mut self, color: Color, put: &Put) {
        let number = |stones: &[usize]| stones.len() as u32;
        self.prisoners[color] += match () {
            () if self.has("a-taking-is-one-prisoner") => number(&put.taken).min(1),
            () if self.has("takings-are-no-prisoners") => 0,
            () => number(&put.taken),
        };
        self.prisoners[!color] += match () {
            () if self.has("suicide-gives-no-prisoners") => 0,
            () if self.has("suicide-gives-one-prisoner-less") => {
                number(&put.lost).saturating_sub(1)
            }
            () if self.has("suicide-gives-the-mover-prisoners") => {
                self.prisoners[color] += number(&put.lost);
                0
            }
            () => number(&put.lost),
        };
        if self.has("prisoners-go-to-the-loser") {
            self.prisoners = ByColor::new(self.prisoners.white, self.prisoners.black);
        }
    }
}
