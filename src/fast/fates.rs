//! What becomes of each point in many careful playouts.

use super::bits::Bits;
use super::careful::Careful;
use super::empties::Empties;
use super::shaped::ShapedGame;
use crate::basics::{Color, PointSet, Random};

/// For each point in reading order, in how many playouts it was Black's, White's and nobody's at the end, and in how many
/// there was a stone whose chain touched a point that is nobody's.
#[derive(Debug, Clone)]
pub(crate) struct Fates {
    pub(crate) playouts: u32,
    pub(crate) owned: Vec<[u32; 2]>,
    pub(crate) nobody: Vec<u32>,
    pub(crate) in_seki: Vec<[u32; 2]>,
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> ShapedGame<STRIDE, LEN, WORDS> {
    /// Plays careful playouts with one side to move first. Nobody plays on the `closed` points.
    pub(super) fn fates(
        &self,
        first: Color,
        playouts: u32,
        closed: PointSet,
        random: &mut Random,
    ) -> Fates {
        let area = self.size().point_count();
        let mut fates = Fates::new(area, playouts);
        let mut open = self.empty();
        let mut shut = Bits::default();
        for point in &closed {
            if let Some(place) = self.stones.place(point) {
                open.remove(place);
                shut.insert(place);
            }
        }
        for _ in 0..playouts {
            let empty = Empties::new(open, self.planes.map(|stones| stones.len()));
            let mut careful = Careful::new(self.stones.clone(), empty);
            careful.run(first, random);
            let end = self.ending(&careful, &shut);
            self.record(&end, &mut fates);
        }
        fates
    }

    pub(super) fn ending(
        &self,
        careful: &Careful<STRIDE, LEN>,
        closed: &Bits<WORDS>,
    ) -> Ending<WORDS> {
        let stride = self.stones.stride();
        let planes = Color::BOTH.map(|color| careful.stones.plane::<WORDS>(color));
        let empty = self
            .board
            .zip(&planes[0], |board, black| board & !black)
            .zip(&planes[1], |board, white| board & !white);
        let [black, white] = planes.map(|stones| grown(stones, &empty, stride));
        let both = black.zip(&white, |black, white| black & white);
        let shared = both.zip(closed, |both, closed| both & !closed);
        // The stones connected to a point that is nobody's.
        let seki = planes.map(|stones| {
            let start = shared
                .beside(stride)
                .zip(&stones, |beside, own| beside & own);
            grown(start, &stones, stride)
        });
        let alone = |own: Bits<WORDS>| own.zip(&both, |own, both| own & !both);
        Ending {
            owned: [alone(black), alone(white)],
            in_seki: seki,
        }
    }

    pub(super) fn record(&self, end: &Ending<WORDS>, fates: &mut Fates) {
        for (nth, place) in self.stones.places().enumerate() {
            let owners = end.owned.map(|owned| owned.has(place));
            match owners {
                [true, false] => fates.owned[nth][0] += 1,
                [false, true] => fates.owned[nth][1] += 1,
                _ => fates.nobody[nth] += 1,
            }
            for color in 0..2 {
                fates.in_seki[nth][color] += u32::from(end.in_seki[color].has(place));
            }
        }
    }
}

/// The end of a playout.
pub(super) struct Ending<const WORDS: usize> {
    /// The points of each color.
    pub(super) owned: [Bits<WORDS>; 2],
    /// The stones of each color that are connected to a point that is nobody's.
    in_seki: [Bits<WORDS>; 2],
}

/// The set, and the places of `ground` that are connected to it.
fn grown<const WORDS: usize>(
    mut set: Bits<WORDS>,
    ground: &Bits<WORDS>,
    stride: usize,
) -> Bits<WORDS> {
    loop {
        let beside = set
            .beside(stride)
            .zip(ground, |beside, ground| beside & ground);
        let more = set.zip(&beside, |set, beside| set | beside);
        if more == set {
            return set;
        }
        set = more;
    }
}

impl Fates {
    pub(super) fn new(area: usize, playouts: u32) -> Fates {
        Fates {
            playouts,
            owned: vec![[0; 2]; area],
            nobody: vec![0; area],
            in_seki: vec![[0; 2]; area],
        }
    }

    /// Adds the fates of other playouts from the same position.
    pub(crate) fn add(&mut self, other: &Fates) {
        self.playouts += other.playouts;
        let pairs = |one: &mut Vec<[u32; 2]>, other: &Vec<[u32; 2]>| {
            for (one, other) in one.iter_mut().zip(other) {
                one[0] += other[0];
                one[1] += other[1];
            }
        };
        pairs(&mut self.owned, &other.owned);
        pairs(&mut self.in_seki, &other.in_seki);
        for (one, other) in self.nobody.iter_mut().zip(&other.nobody) {
            *one += other;
        }
    }
}
