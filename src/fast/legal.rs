//! Every legal play at once.

use super::bits::Bits;
use super::board_index::Situations;
use super::past::Past;
use super::sized_game::SizedGame;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use super::{avx2, avx512};
use crate::basics::{Color, PointSet, Suicide};

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    #[inline]
    pub(super) fn legal_points(&self) -> PointSet {
        if self.over {
            return self.set(&Bits::default());
        }
        #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
        #[allow(unsafe_code)]
        if WORDS <= 8 && avx512::is_possible() {
            // SAFETY: this processor has these instructions.
            return unsafe { self.legal_points_avx512() };
        } else if WORDS == 8 && avx2::is_possible() {
            // SAFETY: this processor has AVX2.
            return unsafe { self.legal_points_avx2() };
        }
        self.permitted(self.breathing())
    }

    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[target_feature(enable = "avx512bw,avx512vbmi2")]
    fn legal_points_avx512(&self) -> PointSet {
        let (sets, stride) = (self.sets(), self.stones.stride());
        self.permitted(match self.to_play {
            Color::Black => avx512::breathing(sets, stride, |place| self.breathes::<false>(place)),
            Color::White => avx512::breathing(sets, stride, |place| self.breathes::<true>(place)),
        })
    }

    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[target_feature(enable = "avx2")]
    fn legal_points_avx2(&self) -> PointSet {
        let (sets, stride) = (self.sets(), self.stones.stride());
        self.permitted(match self.to_play {
            Color::Black => avx2::breathing(sets, stride, |place| self.breathes::<false>(place)),
            Color::White => avx2::breathing(sets, stride, |place| self.breathes::<true>(place)),
        })
    }

    /// The stones of the side to play, the enemies, and every place of the board.
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[inline(always)]
    pub(super) fn sets(&self) -> [&Bits<WORDS>; 3] {
        let side = self.to_play as usize;
        [&self.planes[side], &self.planes[1 - side], &self.board]
    }

    /// The places where a stone of the side to play would have a liberty. Two calls, so that the color is a constant in each.
    #[inline(always)]
    pub(super) fn breathing(&self) -> Bits<WORDS> {
        match self.to_play {
            Color::Black => self.breathing_for::<false>(),
            Color::White => self.breathing_for::<true>(),
        }
    }

    /// The places where a stone of this color would have a liberty. It has one if there is an empty point beside it, or an
    /// own stone beside it with another empty point beside that stone. Looks at the chains for the others.
    #[inline(always)]
    fn breathing_for<const WHITE: bool>(&self) -> Bits<WORDS> {
        let (empty, stride) = (self.empty(), self.stones.stride());
        let [beside, beside_two] = empty.beside_and_beside_two(stride);
        let own = &self.planes[usize::from(WHITE)];
        let firm = own.zip(&beside_two, |own, two| own & two);
        let free = beside.zip(&firm.beside(stride), |empty, firm| empty | firm);
        let mut found = empty.zip(&free, |empty, free| empty & free);
        for place in empty.zip(&free, |empty, free| empty & !free).iter() {
            found.insert_if(place, self.breathes::<WHITE>(place));
        }
        found
    }

    /// True if a stone of this color would have a liberty at a place that has only stones beside it.
    #[inline(always)]
    fn breathes<const WHITE: bool>(&self, place: u16) -> bool {
        let color = if WHITE { Color::White } else { Color::Black };
        self.stones.prospect(place, color).breathes_by_stones()
    }

    /// Takes the places where the side to play would have a liberty; returns where it may play. Of the plays that have a
    /// liberty and do not retake a ko, only superko can forbid some, and only on a point where its color has lost a stone.
    #[inline(always)]
    pub(super) fn permitted(&self, mut legal: Bits<WORDS>) -> PointSet {
        match self.superko() {
            None if self.ko.place != 0 && self.ko.barred == self.to_play => {
                legal.remove(self.ko.place);
            }
            None => {}
            Some(past) => {
                let doubtful = legal.zip(past.lost(self.to_play), |legal, lost| legal & lost);
                if doubtful != Bits::default() {
                    self.remove_repeats(past, doubtful, &mut legal);
                }
            }
        }
        if self.rules.suicide() != Suicide::Forbidden {
            let rest = self.empty().zip(&legal, |empty, legal| empty & !legal);
            for place in rest.iter() {
                if self.judge(&self.plan(place, self.to_play)).is_ok() {
                    legal.insert(place);
                }
            }
        }
        self.set(&legal)
    }

    /// Removes the doubtful plays that bring back an earlier board. All of them have a liberty.
    #[inline(never)]
    fn remove_repeats(
        &self,
        past: &Past<WORDS>,
        mut doubtful: Bits<WORDS>,
        legal: &mut Bits<WORDS>,
    ) {
        let (color, stride) = (self.to_play, self.stones.stride());
        // Only beside an enemy that has no second empty point beside it, something may be taken.
        let [_, beside_two] = self.empty().beside_and_beside_two(stride);
        let enemies = &self.planes[1 - color as usize];
        let pressed = enemies.zip(&beside_two, |enemies, two| enemies & !two);
        let near = pressed.beside(stride);
        for place in doubtful.zip(&near, |doubtful, near| doubtful & near).iter() {
            let plan = self.plan(place, color);
            if plan.prospect.taken() != 0 {
                doubtful.remove(place);
                if !self.keeps_newest(past, &plan) && self.repeats(past, &plan) {
                    legal.remove(place);
                }
            }
        }
        if past.newest().is_none() && doubtful != Bits::default() {
            let bars = |situations: Situations| situations.bars(color, self.rules);
            past.each_found(&self.log, color, &doubtful, bars, |place| {
                legal.remove(place);
            });
        }
    }
}
