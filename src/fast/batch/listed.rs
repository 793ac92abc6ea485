//! Drawn moves on boards that do not fit into lanes: one game at a time, from a list of the empty places, as in the
//! playouts of a [`FastGame`](crate::FastGame).

use super::turns::{Entry, is_new};
use crate::basics::{ByColor, Color, KoRule, Move, PointSet, Random};
use crate::fast::around::Prospect;
use crate::fast::bits::Bits;
use crate::fast::playout::{Light, Watch};
use crate::fast::sized_game::{SizedGame, usual_turns};

/// In the place of a play.
pub(super) const PASS: u16 = 0;

/// Receives the moves, and makes them where superko can be asked for.
pub(in crate::fast) trait Receiver {
    /// The places of plays, and passes.
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
        let mut light = Light::of(self, random);
        let past = self.past.as_ref();
        let past = past.filter(|_| self.rules.ko() != KoRule::Simple);
        let mut watcher = Watcher {
            places: Vec::with_capacity(most.min(usual_turns(self.size()))),
            sent: 0,
            superko: past.map(|past| Superko::<WORDS> {
                lost: Color::BOTH.map(|color| *past.lost(color)),
                turns: Vec::new(),
                is_whole: self.log.is_empty(),
            }),
            receiver,
        };
        light.run(self.to_play, most, random, &mut watcher);
        watcher.send();
        let [black, white] = light.owned::<WORDS>().map(|owned| self.set(&owned));
        (ByColor::new(black, white), light.passes == 2)
    }
}

/// Takes the moves down, and refuses those that superko forbids.
struct Watcher<'a, const WORDS: usize> {
    places: Vec<u16>,
    /// The number of places that the receiver knows.
    sent: usize,
    superko: Option<Superko<WORDS>>,
    receiver: &'a mut dyn Receiver,
}

struct Superko<const WORDS: usize> {
    /// Where each color has had a stone.
    lost: [Bits<WORDS>; 2],
    /// The turns so far; `None` for a pass.
    turns: Vec<Option<Entry>>,
    /// True if no boards came before those turns.
    is_whole: bool,
}

impl<const WORDS: usize> Superko<WORDS> {
    fn has_lost(&self, place: u16, color: Color) -> bool {
        self.lost[color as usize].has(place)
    }

    /// True if the turns show that the board after a play is new.
    fn is_new<const STRIDE: usize, const LEN: usize>(
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
        is_new(
            self.turns.iter().rev().copied(),
            after,
            count,
            has,
            self.is_whole,
        )
    }
}

impl<const WORDS: usize> Watcher<'_, WORDS> {
    /// Sends the receiver the moves that are new to it.
    fn send(&mut self) {
        self.receiver.receive(&self.places[self.sent..]);
        self.sent = self.places.len();
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
        let Some(superko) = &self.superko else {
            return true;
        };
        if !superko.has_lost(place, color) || superko.is_new(light, place, color, prospect.taken())
        {
            return true;
        }
        self.send();
        let point = light.stones.point(place);
        self.receiver.allows(Move::play(color, point))
    }

    #[inline(always)]
    fn played(&mut self, place: u16, color: Color, taken: &[u16]) {
        self.places.push(place);
        if let Some(superko) = &mut self.superko {
            superko.turns.push(Some(Entry {
                place,
                has_lost: superko.has_lost(place, color),
                taken: u32::try_from(taken.len()).unwrap_or(u32::MAX),
            }));
            for taken in taken {
                superko.lost[!color as usize].insert(*taken);
            }
        }
    }

    fn passed(&mut self) {
        self.places.push(PASS);
        if let Some(superko) = &mut self.superko {
            superko.turns.push(None);
        }
    }
}
