//! Plays a round of drawn moves in lanes, on boards that fit into them.
//!
//! Every lane draws at each step. Where the move is illegal, the lane draws again at the next step, while the others go
//! on. A lane whose game has ended takes the next game.

#![allow(clippy::inline_always)]

use super::kernel::Shape;
use super::lane_games::{LaneGames, State, StoredState, in_memory};
use super::lanes::Lanes;
use super::repeats::{After, repeating};
use super::slot::Round;

/// Steps after which lanes whose game has ended take the next one. With fewer, more time goes into taking games; with more,
/// lanes are idle for longer.
const STEPS: usize = 8;

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
    let (mut stored, mut games) = (StoredState::EMPTY, LaneGames::new());
    let mut active = games.fill(u32::MAX >> (32 - V::LANES), &mut stored, round);
    while active != 0 {
        let mut state = stored.loaded::<V>();
        let mut going = active;
        while going == active {
            games.make_space(STEPS, active, round);
            for _ in 0..STEPS {
                step::<V, SUPERKO>(&shape, &mut state, &mut going, &mut games, round);
            }
        }
        let ended = active & !going;
        let [own, enemy] = shape.owned(&state.boards, ended);
        stored.store(&state);
        games.end(ended, &[in_memory(&own), in_memory(&enemy)], &stored, round);
        active = going | games.fill(ended, &mut stored, round);
    }
}

#[inline(always)]
fn step<V: Lanes, const SUPERKO: bool>(
    shape: &Shape<V>,
    state: &mut State<V>,
    going: &mut u32,
    games: &mut LaneGames,
    round: &mut Round<'_>,
) {
    let trial = shape.draw(&state.boards, &mut state.streams);
    let passed = *going & !trial.some;
    let mut played = *going & trial.some & !trial.suicide;
    let mut lost = 0;
    if SUPERKO {
        lost = state.pasts.lost(&trial);
        let doubtful = lost & played & state.pasts.without_young(&trial);
        if doubtful != 0 {
            let after = After::of(&state.boards, &trial, state.white);
            played &= !repeating(doubtful, &after, games, round);
        }
        state.pasts.make(&trial, lost, played, passed);
    }
    games.note(&trial, lost, played, passed);
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
