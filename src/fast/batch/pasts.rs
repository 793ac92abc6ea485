//! What the lanes know of the past: enough to see that most boards are new (see `repeats.rs`).

#![allow(clippy::inline_always, clippy::needless_range_loop)]

use super::kernel::{ROWS, Rows, Trial};
use super::lanes::Lanes;

/// The points where each side has lost a stone, and the young stones: those put since stones were last taken, where their
/// color had never lost one.
#[derive(Clone, Copy)]
pub(super) struct Pasts<V> {
    pub(super) own: Rows<V>,
    pub(super) enemy: Rows<V>,
    pub(super) young: Rows<V>,
}

impl<V: Lanes> Pasts<V> {
    /// The lanes where the side to play has lost a stone at the point.
    #[inline(always)]
    pub(super) fn lost(&self, trial: &Trial<V>) -> u32 {
        let mut lost = V::all(0);
        for nth in 0..ROWS {
            lost = lost.or(trial.point[nth].and(self.own[nth]));
        }
        V::bits(lost.not_zero())
    }

    /// The lanes where no young stone is left after the move.
    #[inline(always)]
    pub(super) fn without_young(&self, trial: &Trial<V>) -> u32 {
        let mut young = V::all(0);
        for nth in 0..ROWS {
            young = young.or(self.young[nth].without(trial.taken[nth]));
        }
        !V::bits(young.not_zero())
    }

    #[inline(always)]
    pub(super) fn make(&mut self, trial: &Trial<V>, lost: u32, played: u32, passed: u32) {
        let (all, none) = (V::all(u16::MAX), V::all(0));
        let played_there = V::select(V::mask(played), all, none);
        let fresh = V::select(V::mask(played & !lost), all, none);
        let takes = V::select(V::mask(V::bits(trial.count.not_zero())), played_there, none);
        let turn = V::mask(played | passed);
        for nth in 0..ROWS {
            let old = self.young[nth].without(takes);
            self.young[nth] = old.or(trial.point[nth].and(fresh));
            let (own, enemy) = (self.own[nth], self.enemy[nth].or(trial.taken[nth]));
            self.own[nth] = V::select(turn, enemy, own);
            self.enemy[nth] = V::select(turn, own, self.enemy[nth]);
        }
    }
}
