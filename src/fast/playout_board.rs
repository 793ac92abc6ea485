//! A board for playouts whose moves are chosen elsewhere: stones, empty places and the ko, without history. Looking for
//! life ([`Standing::life`](crate::scoring::Standing::life)) plays on it; what it needs is `pub(crate)` here, in `stones`,
//! `empties`, `around` and `bits`.

use super::bits::Bits;
use super::empties::{Changes, Empties};
use super::sized_game::SizedGame;
use super::stones::Stones;
use crate::basics::{Color, PointSet};

/// The board. Its places are numbers, see `bits.rs`; 0 is none.
#[derive(Clone)]
pub(crate) struct PlayoutBoard<const STRIDE: usize, const LEN: usize, const WORDS: usize> {
    pub(crate) stones: Stones<STRIDE, LEN>,
    /// The places to draw from.
    pub(crate) empty: Empties<LEN>,
    /// The place where the side to play may not retake, or 0.
    pub(crate) ko: u16,
    /// Where nobody plays.
    pub(crate) closed: Bits<WORDS>,
    board: Bits<WORDS>,
}

/// Work on the board of a game of any size.
pub(crate) trait OnBoard {
    type Result;

    fn run<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
        self,
        board: &PlayoutBoard<STRIDE, LEN, WORDS>,
    ) -> Self::Result;
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    /// The board now, without a ko.
    pub(super) fn playout_board(&self, closed: PointSet) -> PlayoutBoard<STRIDE, LEN, WORDS> {
        let mut shut = Bits::default();
        let places = closed.iter().filter_map(|point| self.stones.place(point));
        places.for_each(|place| shut.insert(place));
        let open = self.empty().zip(&shut, |empty, shut| empty & !shut);
        PlayoutBoard {
            stones: self.stones,
            empty: Empties::new(open, self.planes.map(|stones| stones.len())),
            ko: 0,
            closed: shut,
            board: self.board,
        }
    }
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> PlayoutBoard<STRIDE, LEN, WORDS> {
    /// Plays where it is legal, at the empty place with this number. Calls `taken` with the place of each stone taken.
    pub(crate) fn play(&mut self, nth: usize, color: Color, taken: impl FnMut(u16)) {
        let place = self.empty.get(nth);
        self.empty.remove(nth);
        let prospect = self.stones.prospect(place, color);
        let empty = &mut self.empty;
        let mut changes = Changes { empty, taken };
        self.stones.land(place, color, &prospect, &mut changes);
        self.ko = match prospect.taken() {
            0 => 0,
            taken => self.stones.take(place, color, taken, &mut changes).1,
        };
    }

    /// The stones of Black and of White, and the empty places.
    pub(crate) fn planes(&self) -> [Bits<WORDS>; 3] {
        let [black, white] = Color::BOTH.map(|color| self.stones.plane(color));
        let stones = black.zip(&white, |black, white| black | white);
        let empty = self.board.zip(&stones, |board, stones| board & !stones);
        [black, white, empty]
    }
}
