//! What becomes of chains in many careful playouts, each side to move first in half of them. A game is not decided by a
//! move that neither player made, so a chain counts as dead or alive only if it does not matter much who moves first.

mod careful;

use crate::basics::{Color, PointSet, Random};
use crate::fast::{Bits, FastGame, OnBoard, PlayoutBoard};
use careful::CarefulGame;

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

/// For each point in reading order, in how many playouts it was Black's and White's at the end, and in how many there was
/// a stone of each whose chain touched a point that is nobody's.
pub(super) struct Playouts(Vec<Counts>);

#[derive(Clone, Copy, Default)]
struct Counts {
    owned: [u32; 2],
    in_seki: [u32; 2],
}

impl Playouts {
    /// Plays from the position of a game. Nobody plays on the `closed` points.
    pub(super) fn of(game: &FastGame, closed: PointSet) -> Playouts {
        game.on_board(closed, PlayAll)
    }

    /// The shares for a stone of this color at a point, the `nth` in reading order.
    pub(super) fn shares(&self, nth: usize, color: Color) -> Shares {
        let percent = |times: u32| u8::try_from(times * 100 / (2 * PLAYOUTS)).unwrap_or(100);
        let Counts { owned, in_seki } = self.0[nth];
        Shares {
            own: percent(owned[color as usize]),
            enemy: percent(owned[!color as usize]),
            shared: percent(in_seki[color as usize]),
        }
    }
}

struct PlayAll;

impl OnBoard for PlayAll {
    type Result = Playouts;

    fn run<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
        self,
        start: &PlayoutBoard<STRIDE, LEN, WORDS>,
    ) -> Playouts {
        let mut random = Random::new(SEED);
        let area = start.stones.size().point_count();
        let mut counts = vec![Counts::default(); LEN];
        for first in Color::BOTH {
            for _ in 0..PLAYOUTS {
                let mut game = CarefulGame::new(start.clone());
                game.play_out(first, 2 * area, &mut random);
                let end = Ending::of(&game.board);
                for color in 0..2 {
                    end.owned[color].each(|place| counts[usize::from(place)].owned[color] += 1);
                    end.in_seki[color].each(|place| counts[usize::from(place)].in_seki[color] += 1);
                }
            }
        }
        let places = start.stones.places();
        Playouts(places.map(|place| counts[usize::from(place)]).collect())
    }
}

struct Ending<const WORDS: usize> {
    /// The points of each color: its stones, and the empty points that are connected to no other color.
    owned: [Bits<WORDS>; 2],
    /// The stones of each color that are connected to a point that is nobody's.
    in_seki: [Bits<WORDS>; 2],
}

impl<const WORDS: usize> Ending<WORDS> {
    /// No stone is in seki because of a closed point: nobody could play there.
    fn of<const STRIDE: usize, const LEN: usize>(board: &PlayoutBoard<STRIDE, LEN, WORDS>) -> Self {
        let stride = board.stones.stride();
        let [black_stones, white_stones, empty] = board.planes();
        let [black, white] =
            [black_stones, white_stones].map(|stones| stones.grown(&empty, stride));
        let both = black.zip(&white, |black, white| black & white);
        let shared = both.zip(&board.closed, |both, closed| both & !closed);
        let beside = shared.beside(stride);
        let in_seki = [black_stones, white_stones].map(|stones| {
            let start = stones.zip(&beside, |stones, beside| stones & beside);
            start.grown(&stones, stride)
        });
        let owned = [black, white].map(|own| own.zip(&both, |own, both| own & !both));
        Ending { owned, in_seki }
    }
}
