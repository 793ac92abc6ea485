//! Drawn moves on boards that do not fit into lanes: one game at a time, from a list of the empty places, as in the
//! playouts of a [`FastGame`](crate::FastGame).

use super::turns::{Entry, is_new};
use crate::basics::{ByColor, Color, KoRule, Move, PointSet, Random};
use crate::fast::around::Prospect;
use crate::fast::bits::Bits;
use crate::fast::place::index;
use crate::fast::playout::{Light, Watch};
use crate::fast::shaped::ShapedGame;

/// Receives the moves, and makes them where superko can be asked for.
pub(in crate::fast) trait Receiver {
    /// The number of a point in reading order, or `None` for a pass.
    fn receive(&mut self, number: Option<u16>);

    /// True if the move is legal after all moves received.
    fn allows(&mut self, mv: Move) -> bool;
}

/// The end of drawn moves: what each color owns, and whether there were two passes.
pub(in crate::fast) type Drawn = (ByColor<PointSet>, bool);

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> ShapedGame<STRIDE, LEN, WORDS> {
    /// Draws moves from here on, at most as many as given.
    pub(in crate::fast) fn draw_from_list(
        &self,
        most: usize,
        random: &mut Random,
        receiver: &mut dyn Receiver,
    ) -> Drawn {
        let mut light = Light::of(self, random);
        let past = self
            .past
            .as_ref()
            .filter(|_| self.rules.ko() != KoRule::Simple);
        let mut watcher = Watcher::<WORDS> {
            held: past.map(|past| Color::BOTH.map(|color| *past.held(color))),
            is_whole: self.log.is_empty(),
            young: Vec::new(),
            entries: Vec::new(),
            told: 0,
            stride: self.stones.stride(),
            receiver,
        };
        light.run(self.to_play, most, random, &mut watcher);
        watcher.tell();
        let [black, white] = light.owned::<WORDS>().map(|owned| self.set(&owned));
        (ByColor::new(black, white), light.passes == 2)
    }
}

/// Takes the moves down, and refuses those that superko forbids.
struct Watcher<'a, const WORDS: usize> {
    /// Where each color has had a stone, if a superko rule is in force.
    held: Option<[Bits<WORDS>; 2]>,
    is_whole: bool,
    /// Stones put since stones were last taken, where their color had never been.
    young: Vec<(u16, Color)>,
    entries: Vec<Option<Entry>>,
    /// The number of entries that the receiver knows.
    told: usize,
    stride: usize,
    receiver: &'a mut dyn Receiver,
}

impl<const WORDS: usize> Watcher<'_, WORDS> {
    /// Tells the receiver the moves that are new to it.
    fn tell(&mut self) {
        let stride = index(self.stride);
        for entry in &self.entries[self.told..] {
            let number = entry.map(|Entry { place, .. }| {
                (place / stride - 1) * (stride - 1) + place % stride - 1
            });
            self.receiver.receive(number);
        }
        self.told = self.entries.len();
    }

    /// True if the play brings back an earlier board that the rules forbid.
    #[cold]
    fn repeats<const STRIDE: usize, const LEN: usize>(
        &mut self,
        light: &Light<STRIDE, LEN>,
        place: u16,
        color: Color,
        taken: u32,
    ) -> bool {
        let mut count = 0;
        light.stones.taken_at(place, taken, |_| count += 1);
        let stays = |side: usize, place: u16| {
            let color = if side == 0 { color } else { !color };
            light.stones.stone(place) == Some(color)
        };
        if self.young_stays(light, place, taken) {
            return false;
        }
        let is_taken = |other: u16| {
            let mut found = false;
            light
                .stones
                .taken_at(place, taken, |stone| found |= stone == other);
            found
        };
        let stones: usize = light.empty.stones.iter().sum();
        let wanted = u32::try_from(stones).unwrap_or(u32::MAX) + 1 - count;
        let entries = self.entries.iter().rev().copied();
        let has = |side, other| stays(side, other) && !(side == 1 && is_taken(other));
        if is_new(entries, wanted, count, has, self.is_whole) {
            return false;
        }
        self.tell();
        !self
            .receiver
            .allows(Move::play(color, light.stones.point(place)))
    }

    /// True if a young stone is still there after the play.
    fn young_stays<const STRIDE: usize, const LEN: usize>(
        &self,
        light: &Light<STRIDE, LEN>,
        place: u16,
        taken: u32,
    ) -> bool {
        self.young.iter().rev().any(|(young, _)| {
            let mut is_taken = false;
            light
                .stones
                .taken_at(place, taken, |stone| is_taken |= stone == *young);
            !is_taken
        })
    }
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> Watch<STRIDE, LEN>
    for Watcher<'_, WORDS>
{
    #[inline(always)]
    fn allows(
        &mut self,
        light: &Light<STRIDE, LEN>,
        place: u16,
        color: Color,
        prospect: &Prospect<LEN>,
    ) -> bool {
        match &self.held {
            Some(held) if held[color as usize].has(place) => {
                !self.repeats(light, place, color, prospect.taken())
            }
            _ => true,
        }
    }

    #[inline(always)]
    fn played(&mut self, place: u16, color: Color, taken: &[u16]) {
        let mut is_held = false;
        if let Some(held) = &mut self.held {
            is_held = held[color as usize].has(place);
            if !taken.is_empty() {
                self.young.clear();
                for taken in taken {
                    held[!color as usize].insert(*taken);
                }
            }
            if !is_held {
                self.young.push((place, color));
            }
        }
        self.entries.push(Some(Entry {
            place,
            is_held,
            taken: u32::try_from(taken.len()).unwrap_or(u32::MAX),
        }));
    }

    fn passed(&mut self) {
        self.entries.push(None);
    }
}
