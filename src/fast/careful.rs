//! Careful playouts: random games from a finished position that keep what players would keep. A side answers an atari
//! beside the latest move, plays the vital point of an eye space that it has just lost stones in, fills no eye, and puts
//! no large chain of its own into atari, so that a seki stays.

use super::empties::Empties;
use super::place::index;
use super::stones::{Stones, Witness};
use crate::basics::random::scaled;
use crate::basics::{Color, Random};

/// Of 64 ataris beside the latest move, the number that is answered.
const ANSWERED: usize = 54;
/// The most stones of a chain that may be sacrificed inside an eye space.
const MOST_SACRIFICED: usize = 6;

/// A careful playout in progress.
pub(super) struct Careful<const STRIDE: usize, const LEN: usize> {
    pub(super) stones: Stones<STRIDE, LEN>,
    pub(super) empty: Empties<LEN>,
    /// The place where the side to play may not retake, or 0.
    ko: u16,
    /// The place of the latest stone; 0 after a pass.
    last: u16,
    /// The stones that the latest move took.
    lost: Lost,
    passes: u32,
}

/// The places of the stones taken by a move, as many as matter.
#[derive(Clone, Copy, Default)]
struct Lost {
    places: [u16; MOST_SACRIFICED],
    count: usize,
}

/// Records the stones that a move puts and takes.
struct Changes<'a, const LEN: usize> {
    empty: &'a mut Empties<LEN>,
    lost: &'a mut Lost,
}

impl<const LEN: usize> Witness for Changes<'_, LEN> {
    fn put(&mut self, place: u16, color: Color) {
        self.empty.put(place, color);
    }

    fn taken(&mut self, place: u16, color: Color) {
        self.empty.taken(place, color);
        if let Some(lost) = self.lost.places.get_mut(self.lost.count) {
            *lost = place;
        }
        self.lost.count += 1;
    }
}

impl<const STRIDE: usize, const LEN: usize> Careful<STRIDE, LEN> {
    pub(super) fn new(stones: Stones<STRIDE, LEN>, empty: Empties<LEN>) -> Self {
        Careful {
            stones,
            empty,
            ko: 0,
            last: 0,
            lost: Lost::default(),
            passes: 0,
        }
    }

    /// Plays until both sides pass, at most two moves for each point.
    pub(super) fn run(&mut self, first: Color, random: &mut Random) {
        let mut color = first;
        for _ in 0..2 * self.stones.size().point_count() {
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
            && let Some(nth) = self.empty.find(place)
        {
            return self.play(place, nth, color);
        }
        let mut left = self.empty.open();
        while left > 0 {
            let drawn = random.below(left);
            let place = Stones::<STRIDE, LEN>::within(self.empty.get(drawn));
            if self.fits(place, color) {
                return self.play(place, drawn, color);
            }
            left -= 1;
            self.empty.swap(drawn, left);
        }
        self.passes += 1;
        (self.ko, self.last) = (0, 0);
    }

    fn play(&mut self, place: u16, nth: usize, color: Color) {
        self.empty.remove(nth);
        self.lost.count = 0;
        let prospect = self.stones.prospect(place, color);
        let mut changes = Changes {
            empty: &mut self.empty,
            lost: &mut self.lost,
        };
        self.stones.land(place, color, &prospect, &mut changes);
        self.ko = match prospect.taken() {
            0 => 0,
            taken => self.stones.take(place, color, taken, &mut changes).1,
        };
        self.passes = 0;
        self.last = place;
    }

    fn is_legal(&self, place: u16, color: Color) -> bool {
        place != self.ko && self.stones.prospect(place, color).breathes()
    }

    fn fits(&self, place: u16, color: Color) -> bool {
        let prospect = self.stones.prospect(place, color);
        prospect.breathes()
            && place != self.ko
            && (prospect.around.walls(color) < 4
                || (prospect.saves(color) && !self.stones.is_light_eye(place, color)))
            && (prospect.around.empty() > 1
                || prospect.taken() != 0
                || !self.wastes_stones(place, color))
    }

    /// True if a stone here would put two or more own stones into atari, other than as a sacrifice that can kill.
    #[inline(never)]
    fn wastes_stones(&self, place: u16, color: Color) -> bool {
        let mut liberty = 0;
        let mut own = [0; 4];
        let mut chains = 0;
        for beside in self.stones.beside(place.into()) {
            let word = self.stones.points[beside & (LEN - 1)];
            if word.is_empty() {
                if liberty != 0 && liberty != index(beside) {
                    return false;
                }
                liberty = index(beside);
            } else if word.is(color) && !own[..chains].contains(&word.chain()) {
                own[chains] = word.chain();
                chains += 1;
            }
        }
        if chains == 0 {
            return false;
        }
        let mut stones = [place; MOST_SACRIFICED];
        let mut count = 1;
        for chain in &own[..chains] {
            for stone in self.stones.stones_of(*chain) {
                if let Some(next) = stones.get_mut(count) {
                    *next = stone;
                }
                count += 1;
                for beside in self.stones.beside(stone.into()) {
                    let beside = index(beside);
                    if self.stones.is_empty(beside) && beside != place && beside != liberty {
                        if liberty != 0 {
                            return false;
                        }
                        liberty = beside;
                    }
                }
            }
        }
        !stones
            .get(..count)
            .is_some_and(|stones| self.can_kill(stones))
    }

    /// True if an eye space of this shape makes only one eye, or can be kept from making two.
    fn can_kill(&self, shape: &[u16]) -> bool {
        let (most, twos) = self.degrees(shape);
        match shape.len() {
            1..=3 => true,
            // Three in a pyramid around one, or a square.
            4 => most == 3 || twos == 4,
            // A cross, or the bulky five.
            5 => most == 4 || (most == 3 && twos == 3),
            // The rabbity six.
            6 => most == 4 && twos == 3,
            _ => false,
        }
    }

    /// The largest number of neighbors within a shape, and how many of its places have two.
    fn degrees(&self, shape: &[u16]) -> (usize, usize) {
        let degree = |place: &u16| {
            let beside = self.stones.beside((*place).into());
            let within = beside
                .iter()
                .filter(|beside| shape.contains(&index(**beside)));
            within.count()
        };
        let degrees = shape.iter().map(degree);
        degrees.fold((0, 0), |(most, twos), degree| {
            (most.max(degree), twos + usize::from(degree == 2))
        })
    }

    /// The point that keeps the space of the stones just lost from becoming two eyes.
    fn vital(&self) -> Option<u16> {
        let shape = self.lost.places.get(..self.lost.count)?;
        if shape.len() < 3 || !self.can_kill(shape) {
            return None;
        }
        let most = self.degrees(shape).0;
        let is_vital = |place: &&u16| {
            let beside = self.stones.beside((**place).into());
            let within = beside
                .iter()
                .filter(|beside| shape.contains(&index(**beside)));
            within.count() == most
        };
        shape.iter().find(is_vital).copied()
    }

    /// A move that answers the latest one: usually, if there is one.
    fn answer(&self, color: Color, random: &mut Random) -> Option<u16> {
        if self.lost.count >= 3
            && let Some(vital) = self.vital()
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
        if let Some(liberty) = self.only_liberty(self.last)
            && self.is_legal(liberty, color)
        {
            add(liberty);
        }
        for beside in self.stones.beside(self.last.into()) {
            let beside = index(beside & (LEN - 1));
            if self.stones.points[Stones::<STRIDE, LEN>::at(beside)].is(color)
                && let Some(liberty) = self.only_liberty(beside)
            {
                self.ways_out(beside, liberty, color, &mut add);
            }
        }
        if count == 0 {
            return None;
        }
        let number = random.number();
        let drawn = scaled(number, 64 * count);
        (drawn % 64 < ANSWERED).then(|| found[drawn / 64])
    }

    /// Calls `add` with the moves that save a chain in atari: captures beside it, and its liberty if it has two afterwards.
    fn ways_out(&self, stone: u16, liberty: u16, color: Color, add: &mut impl FnMut(u16)) {
        for own in self.stones.stones_of(stone) {
            for beside in self.stones.beside(own.into()) {
                let beside = index(beside & (LEN - 1));
                if self.stones.points[Stones::<STRIDE, LEN>::at(beside)].is(!color)
                    && let Some(capture) = self.only_liberty(beside)
                    && self.is_legal(capture, color)
                {
                    add(capture);
                }
            }
        }
        let prospect = self.stones.prospect(liberty, color);
        if liberty != self.ko
            && prospect.breathes()
            && (prospect.around.empty() > 1 || !self.leaves_atari(liberty, color))
        {
            add(liberty);
        }
    }

    /// True if a stone here would have a single liberty, with the chains that it joins.
    fn leaves_atari(&self, place: u16, color: Color) -> bool {
        let mut liberty = 0;
        let mut is_more = |beside: u16| {
            let more = liberty != 0 && beside != liberty;
            liberty = beside;
            more
        };
        for beside in self.stones.beside(place.into()) {
            let word = self.stones.points[beside & (LEN - 1)];
            if word.is_empty() && is_more(index(beside)) {
                return false;
            }
            if word.is(color) {
                for stone in self.stones.stones_of(word.chain()) {
                    for beside in self.stones.beside(stone.into()).map(index) {
                        if self.stones.is_empty(beside) && beside != place && is_more(beside) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// The liberty of the chain of a stone, if it has only one.
    fn only_liberty(&self, stone: u16) -> Option<u16> {
        let chain = self.stones.chain(stone);
        // A liberty counts up to four times.
        if self.stones.chains[Stones::<STRIDE, LEN>::at(chain)].open() > 4 {
            return None;
        }
        let mut only = None;
        for stone in self.stones.stones_of(chain) {
            for beside in self.stones.beside(stone.into()).map(index) {
                if self.stones.is_empty(beside) && only != Some(beside) {
                    if only.is_some() {
                        return None;
                    }
                    only = Some(beside);
                }
            }
        }
        only
    }
}
