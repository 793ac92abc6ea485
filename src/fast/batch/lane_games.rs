//! Which game is in which lane, and what has happened there.

use super::kernel::{Boards, ROWS, Rows, Trial, none};
use super::lanes::Lanes;
use super::pasts::Pasts;
use super::slot::{End, Round, Slot};
use super::start::Start;
use super::stream::{Streams, seeded};
use super::turns::entry;
use crate::basics::{ByColor, Color};

/// Steps that the log has space for, and how many of the latest are kept when it is full.
const LOG: usize = 256;
const KEPT: usize = 32;

pub(super) type Numbers = [u16; 32];

#[derive(Clone, Copy)]
pub(super) struct State<V> {
    pub(super) boards: Boards<V>,
    pub(super) pasts: Pasts<V>,
    pub(super) streams: Streams<V>,
    pub(super) passes: V,
    pub(super) reset: V,
    /// The moves that the game may still make in this round.
    pub(super) left: V,
    /// All bits where White is the side to play.
    pub(super) white: V,
}

/// The state of all lanes in memory, where single lanes are changed.
pub(super) struct StoredState {
    rows: [[Numbers; ROWS]; 6],
    numbers: [Numbers; 8],
}

#[inline(always)]
fn stored<V: Lanes>(rows: &Rows<V>, numbers: &mut [Numbers; ROWS]) {
    for nth in 0..ROWS {
        rows[nth].store(&mut numbers[nth]);
    }
}

#[inline(always)]
fn loaded<V: Lanes>(numbers: &[Numbers; ROWS]) -> Rows<V> {
    let mut rows = none();
    for nth in 0..ROWS {
        rows[nth] = V::load(&numbers[nth]);
    }
    rows
}

impl StoredState {
    pub(super) const EMPTY: StoredState = StoredState {
        rows: [[[0; 32]; ROWS]; 6],
        numbers: [[0; 32]; 8],
    };

    #[inline(always)]
    pub(super) fn loaded<V: Lanes>(&self) -> State<V> {
        let [own, enemy, barred, lost_own, lost_enemy, young] = &self.rows;
        let [passes, reset, left, white, streams @ ..] = &self.numbers;
        State {
            boards: Boards {
                own: loaded(own),
                enemy: loaded(enemy),
                barred: loaded(barred),
            },
            pasts: Pasts {
                own: loaded(lost_own),
                enemy: loaded(lost_enemy),
                young: loaded(young),
            },
            streams: Streams([
                V::load(&streams[0]),
                V::load(&streams[1]),
                V::load(&streams[2]),
                V::load(&streams[3]),
            ]),
            passes: V::load(passes),
            reset: V::load(reset),
            left: V::load(left),
            white: V::load(white),
        }
    }

    #[inline(always)]
    pub(super) fn store<V: Lanes>(&mut self, state: &State<V>) {
        let [own, enemy, barred, lost_own, lost_enemy, young] = &mut self.rows;
        let [passes, reset, left, white, streams @ ..] = &mut self.numbers;
        stored(&state.boards.own, own);
        stored(&state.boards.enemy, enemy);
        stored(&state.boards.barred, barred);
        stored(&state.pasts.own, lost_own);
        stored(&state.pasts.enemy, lost_enemy);
        stored(&state.pasts.young, young);
        for (nth, numbers) in streams.iter_mut().enumerate() {
            state.streams.0[nth].store(numbers);
        }
        state.passes.store(passes);
        state.reset.store(reset);
        state.left.store(left);
        state.white.store(white);
    }

    fn set(&mut self, lane: usize, start: &Start, most: u16, seed: u64) {
        let rows = start.rows.iter().chain([&[0; ROWS]]);
        for (numbers, rows) in self.rows.iter_mut().zip(rows) {
            for (numbers, row) in numbers.iter_mut().zip(rows) {
                numbers[lane] = *row;
            }
        }
        let white = if start.white { u16::MAX } else { 0 };
        let [a, b, c, d] = seeded(seed);
        let all = [start.passes, start.reset, most, white, a, b, c, d];
        for (numbers, number) in self.numbers.iter_mut().zip(all) {
            numbers[lane] = number;
        }
    }

    fn is_white(&self, lane: usize) -> bool {
        self.numbers[3][lane] != 0
    }

    fn passes(&self, lane: usize) -> u16 {
        self.numbers[0][lane]
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct LaneGame {
    pub(super) slot: usize,
    /// The steps of the log from which its moves are there, and are not in the slot yet.
    pub(super) start: usize,
    drained: usize,
    /// True if the log goes back to the first board of the game.
    pub(super) is_whole: bool,
}

/// The games in the lanes, and the log of what happened.
pub(super) struct LaneGames {
    pub(super) lanes: [LaneGame; 32],
    pub(super) log: Vec<Numbers>,
    pub(super) step: usize,
}

impl LaneGames {
    pub(super) fn new() -> LaneGames {
        LaneGames {
            lanes: [LaneGame::default(); 32],
            log: vec![[entry::NOTHING; 32]; LOG],
            step: 0,
        }
    }

    #[inline(always)]
    pub(super) fn note<V: Lanes>(&mut self, trial: &Trial<V>, lost: u32, played: u32, passed: u32) {
        let col = trial.bit.add(V::all(u16::MAX)).count();
        let lost = V::select(V::mask(lost), V::all(entry::LOST), V::all(0));
        let taken = trial.count.left::<{ entry::TAKEN }>();
        let play = trial.row.left::<4>().or(col).or(lost.or(taken));
        let other = V::select(V::mask(passed), V::all(entry::PASS), V::all(entry::NOTHING));
        if let Some(numbers) = self.log.get_mut(self.step) {
            V::select(V::mask(played), play, other).store(numbers);
        }
        self.step += 1;
    }

    /// Makes space for more steps in the log, if need be.
    #[inline(always)]
    pub(super) fn make_space(&mut self, steps: usize, active: u32, round: &mut Round<'_>) {
        if self.step + steps > LOG {
            self.shorten(active, round);
        }
    }

    #[inline(never)]
    fn shorten(&mut self, active: u32, round: &mut Round<'_>) {
        for lane in lanes(active) {
            self.drain(lane, round.slots);
        }
        let gone = self.step - KEPT;
        self.log.copy_within(gone..self.step, 0);
        self.step = KEPT;
        for game in &mut self.lanes {
            game.is_whole &= game.start >= gone;
            game.start = game.start.saturating_sub(gone);
            game.drained = KEPT;
        }
    }

    /// Adds the moves of a lane that are only in the log to those of its game.
    pub(super) fn drain(&mut self, lane: usize, slots: &mut [Slot]) {
        let game = &mut self.lanes[lane];
        // No branch depends on whether there was a move: it would be mispredicted in every third step.
        let (mut codes, mut count) = ([0; LOG], 0);
        for numbers in &self.log[game.drained..self.step] {
            let entry = numbers[lane % 32];
            codes[count % LOG] = entry & entry::PLACE;
            count += usize::from(entry != entry::NOTHING);
        }
        slots[game.slot].drawn.extend_from_slice(&codes[..count]);
        game.drained = self.step;
    }

    /// Puts the next games into lanes that are free. Returns the lanes that have one then.
    #[inline(never)]
    pub(super) fn fill(
        &mut self,
        free: u32,
        stored: &mut StoredState,
        round: &mut Round<'_>,
    ) -> u32 {
        let mut filled = 0;
        for lane in lanes(free) {
            let Some((slot, start, seed)) = round.next() else {
                break;
            };
            stored.set(lane, &start, round.most, seed);
            self.lanes[lane] = LaneGame {
                slot,
                start: self.step,
                drained: self.step,
                is_whole: start.is_first,
            };
            filled |= 1 << lane;
        }
        filled
    }

    /// Ends the games of some lanes. `owned` is what the side to play and the other side own.
    #[inline(never)]
    pub(super) fn end(
        &mut self,
        ended: u32,
        owned: &[[Numbers; ROWS]; 2],
        stored: &StoredState,
        round: &mut Round<'_>,
    ) {
        for lane in lanes(ended) {
            self.drain(lane, round.slots);
            let set = |numbers: &[Numbers; ROWS]| {
                Slot::points(round.size, numbers.each_ref().map(|row| row[lane]))
            };
            let [own, enemy] = [set(&owned[0]), set(&owned[1])];
            let to_play = Color::BOTH[usize::from(stored.is_white(lane))];
            let owned = ByColor::from_fn(|color| if color == to_play { own } else { enemy });
            let is_over = stored.passes(lane) == 2;
            round.slots[self.lanes[lane].slot].end = Some(End { owned, is_over });
        }
    }
}

pub(super) fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < 32).then_some(lane)
    })
}

#[inline(always)]
pub(super) fn in_memory<V: Lanes>(rows: &Rows<V>) -> [Numbers; ROWS] {
    let mut numbers = [[0; 32]; ROWS];
    stored(rows, &mut numbers);
    numbers
}
