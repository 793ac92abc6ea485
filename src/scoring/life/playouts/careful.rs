//! Careful playouts: random games from a finished position that keep what players would keep. A side answers an atari
//! beside the latest move, plays the vital point of an eye space that it has just lost stones in, fills no eye, and puts
//! no large chain of its own into atari, so that a seki stays.

use super::super::eye_shape::EyeShape;
use crate::basics::random::scaled;
use crate::basics::{Color, Random};
use crate::fast::PlayoutBoard;

/// Of 64 ataris beside the latest move, the number that is answered.
const ANSWERED: usize = 54;

pub(super) struct CarefulGame<const STRIDE: usize, const LEN: usize, const WORDS: usize> {
    pub(super) board: PlayoutBoard<STRIDE, LEN, WORDS>,
    /// The place of the latest stone; 0 after a pass.
    last: u16,
    /// The stones that the latest move took.
    lost: EyeShape,
    passes: u32,
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> CarefulGame<STRIDE, LEN, WORDS> {
    pub(super) fn new(board: PlayoutBoard<STRIDE, LEN, WORDS>) -> Self {
        CarefulGame {
            board,
            last: 0,
            lost: EyeShape::default(),
            passes: 0,
        }
    }

    /// Plays until both sides pass, at most this many moves.
    pub(super) fn play_out(&mut self, first: Color, most: usize, random: &mut Random) {
        let mut color = first;
        for _ in 0..most {
            self.turn(color, random);
            if self.passes == 2 {
                return;
            }
            color = !color;
        }
    }

    fn turn(&mut self, color: Color, random: &mut Random) {
        if self.last != 0
            && let Some(place) = self.answer(color, random)
            && let Some(nth) = self.board.empty.find(place)
        {
            return self.play(nth, color);
        }
        let mut left = self.board.empty.open();
        while left > 0 {
            let drawn = random.below(left);
            if self.fits(self.board.empty.get(drawn), color) {
                return self.play(drawn, color);
            }
            left -= 1;
            self.board.empty.swap(drawn, left);
        }
        self.passes += 1;
        (self.board.ko, self.last) = (0, 0);
    }

    fn play(&mut self, nth: usize, color: Color) {
        (self.passes, self.last) = (0, self.board.empty.get(nth));
        self.lost = EyeShape::default();
        self.board.play(nth, color, |place| self.lost.push(place));
    }

    fn is_legal(&self, place: u16, color: Color) -> bool {
        place != self.board.ko && self.board.stones.prospect(place, color).breathes()
    }

    fn fits(&self, place: u16, color: Color) -> bool {
        let prospect = self.board.stones.prospect(place, color);
        prospect.breathes()
            && place != self.board.ko
            && (prospect.around.walls(color) < 4
                || (prospect.saves(color) && !self.board.stones.is_light_eye(place, color)))
            && (prospect.around.empty() > 1
                || prospect.taken() != 0
                || !self.wastes_stones(place, color))
    }

    /// True if a stone here would put two or more own stones into atari, other than as a sacrifice that can kill.
    #[inline(never)]
    fn wastes_stones(&self, place: u16, color: Color) -> bool {
        let chain = self.chain_in_atari(place, color);
        let stride = self.board.stones.stride();
        chain.is_some_and(|chain| chain.count > 1 && !chain.can_be_killed(stride))
    }

    /// The chain that a stone here would form, if it would have a single liberty.
    fn chain_in_atari(&self, place: u16, color: Color) -> Option<EyeShape> {
        let stones = &self.board.stones;
        let mut liberty = 0;
        let mut is_another = |beside: u16| {
            let is_another = liberty != 0 && beside != liberty;
            liberty = beside;
            is_another
        };
        let mut joined = [0; 4];
        for (joined, beside) in joined.iter_mut().zip(stones.beside(place)) {
            if stones.is_empty(beside) && is_another(beside) {
                return None;
            }
            if stones.is(beside, color) {
                *joined = stones.chain(beside);
            }
        }
        let mut chain = EyeShape::default();
        chain.push(place);
        for (nth, own) in joined.into_iter().enumerate() {
            if own == 0 || joined[..nth].contains(&own) {
                continue;
            }
            for stone in stones.stones_of(own) {
                chain.push(stone);
                for beside in stones.beside(stone) {
                    if beside != place && stones.is_empty(beside) && is_another(beside) {
                        return None;
                    }
                }
            }
        }
        Some(chain)
    }

    /// A move that answers the latest one: usually, if there is one.
    fn answer(&self, color: Color, random: &mut Random) -> Option<u16> {
        let stones = &self.board.stones;
        if let Some(vital) = self.lost.vital_place(stones.stride())
            && self.is_legal(vital, color)
        {
            return Some(vital);
        }
        let mut found = [0; 12];
        let mut count = 0;
        let mut add = |place: u16| {
            if count < found.len() && !found[..count].contains(&place) {
                found[count] = place;
                count += 1;
            }
        };
        if let Some(liberty) = stones.only_liberty(self.last)
            && self.is_legal(liberty, color)
        {
            add(liberty);
        }
        for beside in stones.beside(self.last) {
            if stones.is(beside, color)
                && let Some(liberty) = stones.only_liberty(beside)
            {
                self.ways_out(beside, liberty, color, &mut add);
            }
        }
        if count == 0 {
            return None;
        }
        let drawn = scaled(random.number(), 64 * count);
        (drawn % 64 < ANSWERED).then(|| found[drawn / 64])
    }

    /// Calls `add` with the moves that save a chain in atari: captures beside it, and its liberty if it has two afterwards.
    fn ways_out(&self, stone: u16, liberty: u16, color: Color, add: &mut impl FnMut(u16)) {
        let stones = &self.board.stones;
        for beside in stones.stones_of(stone).flat_map(|own| stones.beside(own)) {
            if stones.is(beside, !color)
                && let Some(capture) = stones.only_liberty(beside)
                && self.is_legal(capture, color)
            {
                add(capture);
            }
        }
        let prospect = stones.prospect(liberty, color);
        if liberty != self.board.ko
            && prospect.breathes()
            && (prospect.around.empty() > 1 || self.chain_in_atari(liberty, color).is_none())
        {
            add(liberty);
        }
    }
}
