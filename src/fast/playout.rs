//! Random games from a position to the end, used to estimate the position. They record no history.

use super::around::Prospect;
use super::ask::owned;
use super::bits::Bits;
use super::empties::{Changes, Empties};
use super::sized_game::{Ko, SizedGame};
use super::stones::Stones;
use super::word::Counter;
use crate::basics::random::scaled;
use crate::basics::{ByColor, Color, Random};

/// The result of a playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Playout {
    /// The number of moves, passes included.
    pub plies: usize,
    /// The points of Black and of White at the end: stones, and empty points connected to one color only.
    pub area: ByColor<usize>,
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    #[inline]
    pub(super) fn playout(&self, random: &mut Random) -> Playout {
        let mut light = Light::of(self, random);
        if !self.over {
            light.run(
                self.to_play,
                3 * self.size().point_count(),
                random,
                &mut Nothing,
            );
        }
        Playout {
            plies: light.plies,
            area: light.area::<WORDS>(),
        }
    }
}

/// Learns of each move of a playout, and may refuse moves.
pub(super) trait Watch<const STRIDE: usize, const LEN: usize> {
    /// False if a play is not legal for a reason that playouts do not know. Otherwise it is made. `changes` is not 0 if the
    /// play takes stones.
    #[inline(always)]
    fn allows(
        &mut self,
        _light: &Light<STRIDE, LEN>,
        _place: u16,
        _color: Color,
        _prospect: &Prospect<LEN>,
        _changes: u32,
    ) -> bool {
        true
    }

    /// The turn with this number is a play here.
    #[inline(always)]
    fn played(&mut self, _turn: usize, _place: u16, _color: Color) {}

    #[inline(always)]
    fn passed(&mut self, _turn: usize, _color: Color) {}

    /// The turn with this number has taken a stone of this color.
    #[inline(always)]
    fn took(&mut self, _turn: usize, _place: u16, _color: Color) {}
}

pub(super) struct Nothing;

impl<const STRIDE: usize, const LEN: usize> Watch<STRIDE, LEN> for Nothing {}

/// With the button, two passes may not have ended the game; one more ends it.
fn passes<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    game: &SizedGame<STRIDE, LEN, WORDS>,
) -> u32 {
    game.passes.row.min(1)
}

/// The place where the side to play may not retake, or 0.
fn ko<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    game: &SizedGame<STRIDE, LEN, WORDS>,
) -> u16 {
    let Ko { place, barred } = game.ko;
    if barred == game.to_play { place } else { 0 }
}

/// A playout in progress.
pub(super) struct Light<const STRIDE: usize, const LEN: usize> {
    pub(super) stones: Stones<STRIDE, LEN>,
    pub(super) empty: Empties<LEN>,
    /// The next random number, computed in advance, so that the processor can work on it in parallel.
    number: u64,
    pub(super) plies: usize,
    pub(super) passes: u32,
    /// The place where the side to play may not retake, or 0.
    pub(super) ko: u16,
    /// For each place, which colors have, or had, a settled eye at one of its corners: 1 for Black, 2 for White.
    near_eye: [u8; LEN],
}

impl<const STRIDE: usize, const LEN: usize> Light<STRIDE, LEN> {
    #[inline(always)]
    pub(super) fn of<const WORDS: usize>(
        game: &SizedGame<STRIDE, LEN, WORDS>,
        random: &mut Random,
    ) -> Self {
        Light {
            stones: game.stones,
            empty: Empties::new(game.empty(), game.planes.map(|stones| stones.len())),
            number: random.number(),
            plies: 0,
            passes: passes(game),
            near_eye: [0; LEN],
            ko: ko(game),
        }
    }

    /// Begins anew, in another game of this size. Writes only the places that the board has.
    pub(super) fn begin<const WORDS: usize>(
        &mut self,
        game: &SizedGame<STRIDE, LEN, WORDS>,
        random: &mut Random,
    ) {
        let used = self.stones.copy_places(&game.stones);
        self.near_eye[..used].fill(0);
        let stones = game.planes.map(|stones| stones.len());
        self.empty.fill(game.empty(), stones);
        self.number = random.number();
        self.plies = 0;
        self.passes = passes(game);
        self.ko = ko(game);
    }

    /// The two colors are written out, so that their codes are constants: this saves 4 % of the time.
    #[inline]
    pub(super) fn run(
        &mut self,
        first: Color,
        most: usize,
        random: &mut Random,
        watch: &mut impl Watch<STRIDE, LEN>,
    ) {
        let state = &mut random.clone();
        if first == Color::White {
            self.turn(Color::White, state, watch);
        }
        while self.passes < 2 && self.plies < most {
            self.turn(Color::Black, state, watch);
            if self.passes < 2 && self.plies < most {
                self.turn(Color::White, state, watch);
            }
        }
        *random = state.clone();
    }

    /// Draws points until one is legal and not an eye. Moves each rejected point behind the others, so that the others
    /// stay equally likely.
    #[inline(always)]
    pub(super) fn turn(
        &mut self,
        color: Color,
        random: &mut Random,
        watch: &mut impl Watch<STRIDE, LEN>,
    ) {
        self.plies += 1;
        let mut left = self.empty.open();
        while left > 0 {
            let drawn = scaled(self.number, left);
            self.number = random.number();
            let place = Stones::<STRIDE, LEN>::within(self.empty.get(drawn));
            let prospect = self.stones.prospect(place, color);
            let near_eye = self.near_eye[usize::from(place)] & (!color as u8 + 1);
            let changes = prospect.taken() | prospect.pressed() | u32::from(near_eye);
            if (!prospect.needs_a_closer_look(place, self.ko, color)
                || self.fits(place, color, prospect.breathes()))
                && watch.allows(self, place, color, &prospect, changes)
            {
                watch.played(self.plies - 1, place, color);
                self.empty.remove(drawn);
                self.stones.land(place, color, &prospect, &mut self.empty);
                self.ko = 0;
                if changes != 0 {
                    self.press(place, color, prospect.taken(), prospect.pressed(), watch);
                }
                self.passes = 0;
                return;
            }
            left -= 1;
            self.empty.swap(drawn, left);
            if let Some(holder) = prospect.holder(color) {
                self.settle(place, holder, left);
            }
        }
        watch.passed(self.plies - 1, color);
        self.passes += 1;
        self.ko = 0;
    }

    /// True if a place that needs a closer look can be played.
    #[inline(never)]
    fn fits(&self, place: u16, color: Color, breathes: bool) -> bool {
        breathes && place != self.ko && !self.stones.is_light_eye(place, color)
    }

    /// Settles an open place if it is a light eye of its holder (see [`Prospect`](super::around::Prospect)).
    #[inline(never)]
    fn settle(&mut self, place: u16, holder: Color, nth: usize) {
        if self.stones.is_light_eye(place, holder)
            && self.empty.settled().len() < Counter::MOST_SETTLED
        {
            self.stones.settle(place);
            self.empty.settle(nth);
            for corner in self.stones.corner_places(place) {
                self.near_eye[usize::from(corner)] |= holder as u8 + 1;
            }
        }
    }

    /// Takes what the stone at this place takes, and opens the settled places again where one of the colors can play now.
    #[inline(never)]
    fn press(
        &mut self,
        place: u16,
        color: Color,
        taken: u32,
        pressed: u32,
        watch: &mut impl Watch<STRIDE, LEN>,
    ) {
        if taken != 0 {
            let turn = self.plies - 1;
            let mut changes = Changes {
                empty: &mut self.empty,
                taken: |place| watch.took(turn, place, !color),
            };
            self.ko = self.stones.take(place, color, taken, &mut changes).1;
        }
        if self.near_eye[usize::from(place)] != 0 {
            for corner in self.stones.corner_places(place) {
                if self.stones.is_spoiled_eye(corner) {
                    self.unsettle(corner);
                }
            }
        }
        if pressed != 0 {
            let last_liberty = |light: &Self| {
                let settled = light.empty.settled();
                light.stones.settled_last_liberty(place, settled)
            };
            while let Some(opened) = last_liberty(self) {
                self.unsettle(opened);
            }
        }
    }

    fn unsettle(&mut self, place: u16) {
        self.stones.unsettle(place);
        self.empty.unsettle(place);
    }

    /// Counts the points of each color; see [`Light::owned`].
    pub(super) fn area<const WORDS: usize>(&self) -> ByColor<usize> {
        let [black, white] = self.empty.stones;
        let mut area = ByColor::new(black, white);
        for place in self.empty.all() {
            match self.stones.owner(place) {
                Some(color) => area[color] += 1,
                None => return self.area_by_flood::<WORDS>(),
            }
        }
        area
    }

    #[cold]
    pub(super) fn area_by_flood<const WORDS: usize>(&self) -> ByColor<usize> {
        let [black, white] = self.owned_by_flood::<WORDS>().map(|owned| owned.len());
        ByColor::new(black, white)
    }

    /// The points of each color. At the end nearly every empty point is an eye and belongs to the color of the adjacent
    /// stones; otherwise uses the flood fill.
    pub(super) fn owned<const WORDS: usize>(&self, board: &Bits<WORDS>) -> [Bits<WORDS>; 2] {
        let mut black = self.stones.plane(Color::Black);
        for place in self.empty.all() {
            let Some(color) = self.stones.owner(place) else {
                return self.owned_by_flood();
            };
            black.insert_if(place, color == Color::Black);
        }
        [black, board.zip(&black, |board, black| board & !black)]
    }

    #[cold]
    fn owned_by_flood<const WORDS: usize>(&self) -> [Bits<WORDS>; 2] {
        let mut empty = Bits::<WORDS>::default();
        self.empty.all().for_each(|place| empty.insert(place));
        owned(
            &Color::BOTH.map(|color| self.stones.plane(color)),
            &empty,
            self.stones.stride(),
        )
    }
}
