//! Superko in lanes: whether a drawn move brings back an earlier board.
//!
//! Only a stone where its color has lost one can do that. All boards that have it are older than the move that took it.
//! If one of the stones put since then where its color had never lost one is still there after the move, no board as old
//! as that is equal: this decides nearly all cases, in all lanes at once. The log of the lane decides most others,
//! from the numbers of stones and from the first stone that is too young; a game that is played again decides the rest.

use super::kernel::{Boards, ROWS, Trial, none};
use super::lane_games::{LaneGames, Numbers, in_memory, lanes};
use super::lanes::Lanes;
use super::slot::Round;
use super::turns::{Entry, entry, is_new};
use crate::basics::{Color, Move};

/// The boards after drawn moves, in memory.
pub(super) struct After {
    /// Of the side that moves, and of the other side.
    stones: [[Numbers; ROWS]; 2],
    row: Numbers,
    bit: Numbers,
    taken: Numbers,
    white: Numbers,
}

impl After {
    #[inline(always)]
    pub(super) fn of<V: Lanes>(boards: &Boards<V>, trial: &Trial<V>, white: V) -> After {
        let mut enemy = none();
        for (nth, enemy) in enemy.iter_mut().enumerate() {
            *enemy = boards.enemy[nth].xor(trial.taken[nth]);
        }
        let numbers = |vector: V| {
            let mut numbers = [0; 32];
            vector.store(&mut numbers);
            numbers
        };
        After {
            stones: [in_memory(&trial.own), in_memory(&enemy)],
            row: numbers(trial.row),
            bit: numbers(trial.bit),
            taken: numbers(trial.count),
            white: numbers(white),
        }
    }

    fn mv(&self, lane: usize) -> Move {
        let color = Color::BOTH[usize::from(self.white[lane] != 0)];
        let col = self.bit[lane].trailing_zeros() as usize;
        let row = usize::from(self.row[lane]);
        Move::play(color, (row, col))
    }

    /// True if a side has a stone at a place of the log. `side` is 0 for the one that moves.
    fn has(&self, lane: usize, side: usize, place: u16) -> bool {
        let row = &self.stones[side][usize::from(place / 16)];
        row[lane] >> (place % 16) & 1 == 1
    }

    fn stones(&self, lane: usize) -> [u32; 2] {
        let count = |rows: &[Numbers; ROWS]| rows.iter().map(|row| row[lane].count_ones()).sum();
        self.stones.each_ref().map(count)
    }
}

/// The lanes, of some, in which the board after the move is an earlier one that the rules forbid.
#[inline(never)]
pub(super) fn repeating(
    doubtful: u32,
    after: &After,
    games: &mut LaneGames,
    round: &mut Round<'_>,
) -> u32 {
    let mut repeating = 0;
    for lane in lanes(doubtful) {
        if is_new_in_lane(lane, after, games) {
            continue;
        }
        games.drain(lane, round.slots);
        let slot = &mut round.slots[games.lanes[lane].slot];
        slot.settle(round.size);
        repeating |= u32::from(!slot.game.is_legal(after.mv(lane))) << lane;
    }
    repeating
}

/// A play from the log; `None` for a pass.
fn turn(numbers: u16) -> Option<Entry> {
    (numbers != entry::PASS).then_some(Entry {
        place: numbers & entry::PLACE,
        has_lost: numbers & entry::LOST != 0,
        taken: u32::from(numbers >> entry::TAKEN),
    })
}

/// True if the log of a lane shows that the board after the move is new.
fn is_new_in_lane(lane: usize, after: &After, games: &LaneGames) -> bool {
    let game = games.lanes[lane];
    let log = games.log[game.start..games.step].iter().rev();
    let entries = log
        .map(|numbers| numbers[lane])
        .filter(|numbers| *numbers != entry::NOTHING);
    let taken = u32::from(after.taken[lane]);
    let has = |side, place| after.has(lane, side, place);
    is_new(
        entries.map(turn),
        after.stones(lane),
        taken,
        has,
        game.is_whole,
    )
}
