//! Drawn moves on boards that do not fit into lanes: one game at a time, from a list of the empty places, as in the
//! playouts of a [`FastGame`](crate::FastGame).
//!
//! Tried without gain: two games in turns, so that the processor has more to do at a time (as long as one after the other),
//! and lanes on 13x13 (see `tests/bench/README.md`).

use std::sync::Arc;

use super::slot::{End, Slot};
use crate::basics::{ByColor, Color, KoRule, Move, Random, Size};
use crate::fast::around::{Plan, Prospect};
use crate::fast::log::{PASS, coded};
use crate::fast::past::Past;
use crate::fast::playout::{Light, Watch};
use crate::fast::sized_game::{OnGame, SizedGame};

/// Games of one size, in each of which at most so many moves are drawn.
pub(super) struct Listed<'a> {
    pub(super) size: Size,
    pub(super) slots: &'a mut [Slot],
    pub(super) most: usize,
}

impl OnGame for Listed<'_> {
    fn run<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
        self,
        game: &SizedGame<STRIDE, LEN, WORDS>,
    ) {
        // A function for each kind of rule: simple ko needs no past.
        if game.rules.ko() == KoRule::Simple {
            self.draw::<STRIDE, LEN, WORDS, false>(game);
        } else {
            self.draw::<STRIDE, LEN, WORDS, true>(game);
        }
    }
}

/// Space for the turns of a round, as a log has them: three for each point of the largest board. The length is a power of
/// two, so that the compiler need not check an index.
type Codes = [u16; 2048];

impl Listed<'_> {
    /// `any` is a game of this size.
    fn draw<const STRIDE: usize, const LEN: usize, const WORDS: usize, const SUPERKO: bool>(
        self,
        any: &SizedGame<STRIDE, LEN, WORDS>,
    ) {
        // Made once, so that a small board in large arrays costs only its own places: a quarter of the instructions on 10x10.
        let mut light = Light::of(any, &mut Random::new(0));
        let (mut codes, mut past) = ([0; _], Past::new(self.size.point_count()));
        for slot in self.slots {
            let last = slot.turns() + self.most;
            loop {
                slot.settle(self.size);
                let shared = Arc::clone(&slot.game);
                let game = shared.sized::<SizedGame<STRIDE, LEN, WORDS>>();
                let Some(game) = game.filter(|game| !game.over && slot.turns() < last) else {
                    break;
                };
                light.begin(game, &mut slot.random);
                if let Some(before) = game.past.as_ref().filter(|_| SUPERKO) {
                    past.begin_after(before);
                }
                let (most, mut random) = (last - slot.turns(), slot.random.clone());
                let mut watcher = Watcher::<WORDS, SUPERKO> {
                    codes: &mut codes,
                    sent: 0,
                    past: &mut past,
                    is_whole: game.log.is_empty(),
                    slot,
                };
                run(&mut light, game.to_play, most, &mut random, &mut watcher);
                watcher.send(light.plies);
                let [black, white] = light.owned(&game.board).map(|owned| game.set(&owned));
                slot.random = random;
                slot.end = Some(End {
                    owned: ByColor::new(black, white),
                    is_over: light.passes == 2,
                });
                // With the button, two passes may not end the game.
                if light.passes == 2 && !game.rules.button() {
                    break;
                }
            }
        }
    }
}

/// A function of its own: inlined above, it keeps registers for what the games around it need.
#[inline(never)]
fn run<const STRIDE: usize, const LEN: usize>(
    light: &mut Light<STRIDE, LEN>,
    first: Color,
    most: usize,
    random: &mut Random,
    watcher: &mut impl Watch<STRIDE, LEN>,
) {
    light.run(first, most, random, watcher);
}

/// Takes the moves down, and refuses those that superko forbids.
struct Watcher<'a, const WORDS: usize, const SUPERKO: bool> {
    codes: &'a mut Codes,
    /// The number of turns that the slot knows.
    sent: usize,
    /// The past of the drawn moves.
    past: &'a mut Past<WORDS>,
    /// True if no boards came before those.
    is_whole: bool,
    slot: &'a mut Slot,
}

impl<const WORDS: usize, const SUPERKO: bool> Watcher<'_, WORDS, SUPERKO> {
    /// Sends the slot the moves that are new to it.
    fn send(&mut self, turns: usize) {
        let codes = &self.codes[self.sent..turns];
        self.slot.drawn.extend_from_slice(codes);
        self.sent = turns;
    }

    /// Judges a play that may bring back an earlier board, and records it in the past if it is legal. The moves drawn show
    /// that nearly all boards are new; the others are looked up in the game, in which the moves are made for that.
    #[inline(never)]
    fn judge<const STRIDE: usize, const LEN: usize>(
        &mut self,
        light: &Light<STRIDE, LEN>,
        plan: &Plan<LEN>,
        color: Color,
    ) -> bool {
        let turns = light.plies - 1;
        let is_kept = |place| !light.stones.is_taken(place, &plan.prospect);
        let is_new = self.past.newest().is_some_and(is_kept) || {
            let mut walk = self.past.walk(&self.codes[..turns]);
            walk.flip(plan.place, color);
            let flip = |place| walk.flip(place, !color);
            let taken = plan.prospect.taken();
            light.stones.taken_at(plan.place, taken, flip);
            walk.proves_new(self.is_whole)
        };
        if !is_new {
            self.send(turns);
            self.slot.settle(light.stones.size());
            let point = light.stones.point(plan.place);
            if !self.slot.game.is_legal(Move::play(color, point)) {
                return false;
            }
        }
        self.past.put(plan, color);
        true
    }
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize, const SUPERKO: bool>
    Watch<STRIDE, LEN> for Watcher<'_, WORDS, SUPERKO>
{
    #[inline(always)]
    fn allows(
        &mut self,
        light: &Light<STRIDE, LEN>,
        place: u16,
        color: Color,
        prospect: &Prospect<LEN>,
        changes: u32,
    ) -> bool {
        if !SUPERKO || changes | u32::from(!self.past.is_calm()) == 0 {
            return true;
        }
        let plan = Plan {
            place,
            prospect: *prospect,
            suicide: false,
        };
        self.past.put_if_clear(&plan, color) || self.judge(light, &plan, color)
    }

    #[inline(always)]
    fn played(&mut self, turn: usize, place: u16, color: Color) {
        self.codes[turn % self.codes.len()] = coded(color, place);
    }

    fn passed(&mut self, turn: usize, color: Color) {
        self.codes[turn % self.codes.len()] = coded(color, PASS);
    }

    #[inline(always)]
    fn took(&mut self, turn: usize, place: u16, color: Color) {
        if SUPERKO {
            self.past.take(place, color, turn);
        }
    }
}
