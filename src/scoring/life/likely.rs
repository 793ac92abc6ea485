//! What becomes of chains in many careful playouts, each side to move first in half of them. A game is not decided by a
//! move that neither player made, so a chain counts as dead or alive only if it does not matter much who moves first.

use crate::basics::{Color, PointSet, Random};
use crate::fast::{FastGame, Fates};

/// The number of playouts with each side to move first.
const PLAYOUTS: u32 = 400;
/// The playouts use the same random numbers every time.
const SEED: u64 = 1;

/// The shares of the playouts in which the point of a stone is its color's at the end, the opponent's, or that of a stone
/// beside a point that is nobody's. In percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shares {
    pub(super) own: u8,
    pub(super) enemy: u8,
    pub(super) shared: u8,
}

pub(super) struct Likely(Fates);

impl Likely {
    /// Nobody plays on the `closed` points.
    pub(super) fn of(game: &FastGame, closed: PointSet) -> Likely {
        let mut random = Random::new(SEED);
        let mut fates = game.fates(Color::Black, PLAYOUTS, closed, &mut random);
        fates.add(&game.fates(Color::White, PLAYOUTS, closed, &mut random));
        Likely(fates)
    }

    pub(super) fn shares(&self, nth: usize, color: Color) -> Shares {
        let fates = &self.0;
        let percent = |times: u32| u8::try_from(times * 100 / fates.playouts).unwrap_or(100);
        Shares {
            own: percent(fates.owned[nth][color as usize]),
            enemy: percent(fates.owned[nth][!color as usize]),
            shared: percent(fates.in_seki[nth][color as usize]),
        }
    }
}
