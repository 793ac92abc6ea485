//! A round of drawn moves in the games of a batch, on boards that fit into lanes.
//!
//! Every lane draws at each step. Where the move is illegal, the lane draws again at the next step, while the others go
//! on. A lane whose game has ended takes the next game.

#![allow(clippy::inline_always)]

use super::kernel::Shape;
use super::lanes::{Lanes, Plain};
use super::repeats::{After, repeating};
use super::seats::{Seats, Sheet, State, in_memory};
use super::slot::Slot;
use super::start::Start;
use crate::basics::Size;

/// The games, and how far they are played.
pub(super) struct Round<'a> {
    pub(super) size: Size,
    pub(super) slots: &'a mut [Slot],
    /// The most moves of a game in this round, at least one.
    pub(super) most: u16,
    /// True if a superko rule is in force.
    pub(super) superko: bool,
    /// The first game that has not been in a lane.
    next: usize,
}

/// Steps after which lanes whose game has ended take the next one. With fewer, more time goes into taking games; with more,
/// lanes are idle for longer.
const STEPS: usize = 8;

/// A form of vectors that this processor may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    Avx2,
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    Avx512,
}

impl Form {
    /// The forms that this processor has, the fastest one last.
    pub(super) fn possible() -> impl DoubleEndedIterator<Item = Form> {
        let forms = [
            (Form::Plain, true),
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            (Form::Avx2, super::avx2::is_possible()),
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            (Form::Avx512, super::avx512::is_possible()),
        ];
        let possible = forms.into_iter().filter(|(_, is_possible)| *is_possible);
        possible.map(|(form, _)| form)
    }

    /// The fastest one that this processor has.
    pub(super) fn best() -> Form {
        Form::possible().next_back().unwrap_or(Form::Plain)
    }

    /// Plays a round. `self` must be possible.
    #[allow(unsafe_code)]
    pub(super) fn play(self, round: &mut Round<'_>) {
        match self {
            Form::Plain => work::<Plain>(round),
            // SAFETY: this processor has AVX2.
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            Form::Avx2 => unsafe { super::avx2::play(round) },
            // SAFETY: this processor has these instructions.
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            Form::Avx512 => unsafe { super::avx512::play(round) },
        }
    }
}

impl<'a> Round<'a> {
    pub(super) fn new(size: Size, slots: &'a mut [Slot], most: usize, superko: bool) -> Self {
        Round {
            size,
            slots,
            most: u16::try_from(most).unwrap_or(u16::MAX),
            superko,
            next: 0,
        }
    }

    /// The number of the next game, its position and the seed of its draws.
    pub(super) fn next(&mut self) -> Option<(usize, Start, u64)> {
        loop {
            let game = self.next;
            let slot = self.slots.get_mut(game)?;
            self.next += 1;
            if let Some((start, seed)) = slot.begin(self.size) {
                return Some((game, start, seed));
            }
        }
    }
}

/// Plays a round in lanes of one form.
#[inline(always)]
pub(super) fn work<V: Lanes>(round: &mut Round<'_>) {
    if round.superko {
        play::<V, true>(round);
    } else {
        play::<V, false>(round);
    }
}

#[inline(always)]
fn play<V: Lanes, const SUPERKO: bool>(round: &mut Round<'_>) {
    let shape = Shape::<V>::new(round.size.rows(), round.size.cols());
    let (mut sheet, mut seats) = (Sheet::EMPTY, Seats::new());
    let mut active = seats.fill(u32::MAX >> (32 - V::LANES), &mut sheet, round);
    while active != 0 {
        let mut state = sheet.loaded::<V>();
        let mut going = active;
        while going == active {
            seats.make_space(STEPS, active, round);
            for _ in 0..STEPS {
                step::<V, SUPERKO>(&shape, &mut state, &mut going, &mut seats, round);
            }
        }
        let ended = active & !going;
        let [own, enemy] = shape.owned(&state.boards, ended);
        sheet.store(&state);
        seats.end(ended, &[in_memory(&own), in_memory(&enemy)], &sheet, round);
        active = going | seats.fill(ended, &mut sheet, round);
    }
}

#[inline(always)]
fn step<V: Lanes, const SUPERKO: bool>(
    shape: &Shape<V>,
    state: &mut State<V>,
    going: &mut u32,
    seats: &mut Seats,
    round: &mut Round<'_>,
) {
    let trial = shape.draw(&state.boards, &mut state.streams);
    let passed = *going & !trial.some;
    let mut played = *going & trial.some & !trial.suicide;
    let mut held = 0;
    if SUPERKO {
        held = state.pasts.held(&trial);
        let doubtful = held & played & state.pasts.without_young(&trial);
        if doubtful != 0 {
            let after = After::of(&state.boards, &trial, state.white);
            played &= !repeating(doubtful, &after, seats, round);
        }
        state.pasts.make(&trial, held, played, passed);
    }
    seats.note(&trial, held, played, passed);
    state.boards.make(&trial, played, passed);
    let (play, pass) = (V::mask(played), V::mask(passed));
    let passes = V::select(play, state.reset, state.passes);
    state.passes = V::select(pass, passes.add(V::all(1)), passes);
    state.reset = V::select(pass, V::all(0), state.reset);
    let turn = V::mask(played | passed);
    state.left = V::select(turn, state.left.minus(V::all(1)), state.left);
    state.white = V::select(turn, state.white.xor(V::all(u16::MAX)), state.white);
    *going &= V::bits(state.left.not_zero()) & !V::bits(state.passes.equal(V::all(2)));
}
