//! Settled places: eyes where neither color can play in a playout, so that nobody needs to try again.
//!
//! A place is settled if it is a light eye of one color, and no chain beside it can be taken there. Two things can open it
//! again: an enemy stone at one of its corners, and a stone on the last other liberty of a chain beside it. (The stones
//! beside it cannot be taken before, because the place is their liberty.)

use super::stones::Stones;
use super::word::PointWord;
use crate::basics::Color;

impl<const STRIDE: usize, const LEN: usize> Stones<STRIDE, LEN> {
    /// Marks an empty place as settled, and counts its pseudo-liberties as settled.
    pub(super) fn settle(&mut self, place: u16) {
        let word = &mut self.points[Self::at(place)];
        *word = word.settled();
        for word in self.around(place).words {
            let chain = &mut self.chains[word.chain_index()];
            *chain = chain.with_one_settled();
        }
    }

    pub(super) fn unsettle(&mut self, place: u16) {
        self.points[Self::at(place)] = PointWord::empty(place);
        for word in self.around(place).words {
            let chain = &mut self.chains[word.chain_index()];
            *chain = chain.with_one_unsettled();
        }
    }

    /// True for a settled place that is no light eye now.
    pub(super) fn is_spoiled_eye(&self, place: u16) -> bool {
        let is_light_eye = |color: &Color| self.is_light_eye(place, *color);
        self.points[Self::at(place)].is_settled() && !Color::BOTH.iter().any(is_light_eye)
    }

    /// The only liberty of a chain beside this place, if it is one of the settled places.
    pub(super) fn settled_last_liberty(&self, place: u16, settled: &[u16]) -> Option<u16> {
        self.around(place).words.iter().find_map(|word| {
            let chain = self.chains[word.chain_index()];
            // A liberty counts up to four times.
            if chain.open() != 0 || !(1..=4).contains(&chain.settled()) {
                return None;
            }
            let is_only_liberty = |place: &u16| {
                let words = self.around(*place).words;
                let touches = words.iter().filter(|other| other.chain() == word.chain());
                touches.count() == chain.settled() as usize
            };
            settled.iter().copied().find(is_only_liberty)
        })
    }

    /// The color of all stones beside an empty place, if there is no empty point and only one color.
    pub(super) fn owner(&self, place: u16) -> Option<Color> {
        let around = self.around(place);
        let [black, white] = Color::BOTH.map(|color| around.walls(color) == 4);
        // Both are true on a board of one point.
        (black != white).then_some(if black { Color::Black } else { Color::White })
    }
}
