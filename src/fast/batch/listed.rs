//! Drawn moves on boards that do not fit into lanes: one game at a time, from a list of the empty places, as in the
//! playouts of a [`FastGame`](crate::FastGame).

use super::turns::{Entry, is_new};
use crate::basics::{ByColor, Color, KoRule, Move, PointSet, Random};
use crate::fast::around::Prospect;
use crate::fast::bits::Bits;
use crate::fast::playout::{Light, Watch};
use crate::fast::sized_game::SizedGame;

/// In the place of a play.
pub(super) const PASS: u16 = 0;

/// Receives the moves, and makes them where superko can be asked for.
pub(in crate::fast) trait Receiver {
    /// The turns: places of plays in their lowest bits ([`PLACE`]), and passes.
    fn receive(&mut self, places: &[u16]);

    /// True if the move is legal after all moves received.
    fn allows(&mut self, mv: Move) -> bool;
}

/// The end of drawn moves: what each color owns, and whether there were two passes.
pub(in crate::fast) type Drawn = (ByColor<PointSet>, bool);

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    pub(in crate::fast) fn draw_from_list(
        &self,
        most: usize,
        random: &mut Random,
        receiver: &mut dyn Receiver,
    ) -> Drawn {
        let past = self.past.as_ref();
        let past = past.filter(|_| self.rules.ko() != KoRule::Simple);
        let lost = past.map(|past| Color::BOTH.map(|color| *past.lost(color)));
        match lost {
            Some(lost) => self.draw::<true>(most, random, receiver, lost),
            None => self.draw::<false>(most, random, receiver, Default::default()),
        }
    }

    /// A function for each kind of rule: simple ko needs no evidence.
    #[inline(never)]
    fn draw<const SUPERKO: bool>(
        &self,
        most: usize,
        random: &mut Random,
        receiver: &mut dyn Receiver,
        lost: [Bits<WORDS>; 2],
    ) -> Drawn {
        let mut light = Light::of(self, random);
        let mut watcher = Watcher::<LEN, WORDS, SUPERKO> {
            turns: [[0; LEN]; 4],
            count: 0,
            sent: 0,
            lost,
            taken: Vec::new(),
            is_whole: self.log.is_empty(),
            calm: false,
            receiver,
        };
        light.run(self.to_play, most.min(4 * LEN), random, &mut watcher);
        watcher.send();
        let [black, white] = light.owned::<WORDS>().map(|owned| self.set(&owned));
        (ByColor::new(black, white), light.passes == 2)
    }
}

/// A turn as it is kept: the place, and under a superko rule whether it took stones.
pub(super) const PLACE: u16 = 0x3ff;
const TOOK: u16 = 0x400;

/// Takes the moves down, and refuses those that superko forbids.
struct Watcher<'a, const LEN: usize, const WORDS: usize, const SUPERKO: bool> {
    /// The first `count` are in use. There is space for more than three moves a point; a list that grows takes longer.
    turns: [[u16; LEN]; 4],
    count: usize,
    /// The number of turns that the receiver knows.
    sent: usize,
    /// Where each color has had a stone.
    lost: [Bits<WORDS>; 2],
    /// The number of stones for each turn that took some.
    taken: Vec<u16>,
    /// True if no boards came before those turns.
    is_whole: bool,
    /// True if a stone has been put since stones were last taken, where its color had never lost one. As long as none are taken, no
    /// earlier board returns.
    calm: bool,
    receiver: &'a mut dyn Receiver,
}

impl<const LEN: usize, const WORDS: usize, const SUPERKO: bool> Watcher<'_, LEN, WORDS, SUPERKO> {
    #[inline(always)]
    fn push(&mut self, turn: u16) {
        self.turns.as_flattened_mut()[self.count % (4 * LEN)] = turn;
        self.count += 1;
    }

    /// Sends the receiver the moves that are new to it.
    fn send(&mut self) {
        let turns = &self.turns.as_flattened()[self.sent..self.count];
        self.receiver.receive(turns);
        self.sent = self.count;
    }

    /// What the turns say about superko, the latest first; `first` is the color of the latest. Where a color has lost a stone by
    /// now, it counts as if it had lost it before the turn: then fewer boards are found to be new.
    fn entries(&self, first: Color) -> impl Iterator<Item = Option<Entry>> {
        let mut taken = self.taken.iter().rev();
        let turns = self.turns.as_flattened()[..self.count].iter().rev();
        let colors = [first, !first].into_iter().cycle();
        turns.zip(colors).map(move |(turn, color)| {
            let (place, takes) = (turn & PLACE, turn & TOOK != 0);
            let taken = takes.then(|| taken.next()).flatten();
            (*turn != PASS).then(|| Entry {
                place,
                has_lost: self.lost[color as usize].has(place),
                taken: taken.map_or(0, |taken| u32::from(*taken)),
            })
        })
    }

    /// True if the turns show that the board after a play is new.
    #[inline(never)]
    fn is_new<const STRIDE: usize>(
        &self,
        light: &Light<STRIDE, LEN>,
        place: u16,
        color: Color,
        taken: u32,
    ) -> bool {
        let mut count = 0;
        light.stones.taken_at(place, taken, |_| count += 1);
        let stones = |color: Color| u32::try_from(light.empty.stones[color as usize]).unwrap_or(0);
        let after = [stones(color) + 1, stones(!color) - count];
        let has = |side, other| {
            let mut is_taken = false;
            let mut look = |stone| is_taken |= stone == other;
            let color = if side == 0 { color } else { !color };
            light.stones.taken_at(place, taken, &mut look);
            light.stones.stone(other) == Some(color) && !is_taken
        };
        is_new(self.entries(!color), after, count, has, self.is_whole)
    }
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize, const SUPERKO: bool>
    Watch<STRIDE, LEN> for Watcher<'_, LEN, WORDS, SUPERKO>
{
    #[inline(always)]
    fn allows(
        &mut self,
        light: &Light<STRIDE, LEN>,
        place: u16,
        color: Color,
        prospect: &Prospect<LEN>,
    ) -> bool {
        let is_calm = self.calm && prospect.taken() == 0;
        if !SUPERKO || is_calm || !self.lost[color as usize].has(place) {
            return true;
        }
        if self.is_new(light, place, color, prospect.taken()) {
            return true;
        }
        self.send();
        let point = light.stones.point(place);
        self.receiver.allows(Move::play(color, point))
    }

    #[inline(always)]
    fn played(&mut self, place: u16, color: Color, taken: &[u16]) {
        let mut turn = place;
        if SUPERKO && !(self.calm && taken.is_empty()) {
            self.calm = !self.lost[color as usize].has(place);
            if !taken.is_empty() {
                turn |= TOOK;
                let count = u16::try_from(taken.len()).unwrap_or(u16::MAX);
                self.taken.push(count);
                for taken in taken {
                    self.lost[!color as usize].insert(*taken);
                }
            }
        }
        self.push(turn);
    }

    fn passed(&mut self) {
        self.push(PASS);
    }
}
