//! A game of a batch.

use std::sync::Arc;

use super::kernel::ROWS;
use super::listed::Receiver;
use super::start::Start;
use crate::basics::{ByColor, Move, PointSet, Random, Size};
use crate::fast::FastGame;

/// A game, and moves drawn since. They are made in the game when somebody looks at it: playouts need only their ends.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// Shared with other games of the batch until it changes.
    pub(super) game: Arc<FastGame>,
    /// Numbers of points in reading order, and passes.
    pub(super) drawn: Vec<u16>,
    pub(super) random: Random,
    /// How the game stands after the drawn moves, if they are still to be made.
    pub(super) end: Option<End>,
}

#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) owned: ByColor<PointSet>,
    pub(super) is_over: bool,
}

impl Slot {
    pub(super) const PASS: u16 = u16::MAX;

    pub(super) fn new(game: &Arc<FastGame>, random: Random) -> Slot {
        Slot {
            game: Arc::clone(game),
            drawn: Vec::new(),
            random,
            end: None,
        }
    }

    pub(super) fn set(&mut self, game: Arc<FastGame>) {
        self.game = game;
        self.drawn.clear();
        self.end = None;
    }

    pub(super) fn is_over(&self) -> bool {
        self.end
            .as_ref()
            .map_or_else(|| self.game.is_over(), |end| end.is_over)
    }

    pub(super) fn turns(&self) -> usize {
        self.game.turns() + self.drawn.len()
    }

    /// The stones and territory of each color, if all stones are alive.
    pub(super) fn owned(&self) -> ByColor<PointSet> {
        self.end
            .as_ref()
            .map_or_else(|| self.game.owned(), |end| end.owned)
    }

    /// Makes the drawn moves in the game.
    pub(super) fn settle(&mut self, size: Size) {
        self.end = None;
        if self.drawn.is_empty() {
            return;
        }
        let game = Arc::make_mut(&mut self.game);
        for number in self.drawn.drain(..) {
            let side = game.to_play();
            let (row, col) = (
                usize::from(number) / size.cols(),
                usize::from(number) % size.cols(),
            );
            let played = game.play(match number {
                Slot::PASS => Move::pass(side),
                _ => Move::play(side, (row, col)),
            });
            debug_assert_eq!(
                played,
                Ok(()),
                "a drawn move is legal: {number} in {game:?}"
            );
        }
    }

    /// The position and a seed for a round of drawn moves; `None` if the game is over.
    pub(super) fn begin(&mut self, size: Size) -> Option<(Start, u64)> {
        self.settle(size);
        (!self.game.is_over()).then(|| (self.game.start(), self.random.number()))
    }

    /// Draws moves on a board that does not fit into lanes.
    pub(super) fn draw_from_list(&mut self, size: Size, most: usize) {
        let last = self.turns() + most;
        loop {
            self.settle(size);
            if self.game.is_over() || self.turns() >= last {
                return;
            }
            let (game, mut random) = (Arc::clone(&self.game), self.random.clone());
            let (owned, is_over) = game.draw_from_list(last - self.turns(), &mut random, self);
            self.random = random;
            self.end = Some(End { owned, is_over });
            // With the button, two passes may not end the game.
            if self.is_over() && !self.game.rules().button() {
                return;
            }
        }
    }

    /// The number of a point, from a place of the log.
    #[allow(clippy::cast_possible_truncation)] // boards have fewer than 1,000 points
    pub(super) fn play(size: Size, place: u16) -> u16 {
        place / 16 * size.cols() as u16 + place % 16
    }

    /// A set of points from its rows.
    pub(super) fn points(size: Size, rows: [u16; ROWS]) -> PointSet {
        let mut words = [0; crate::fast::bits::MOST_WORDS];
        let stride = size.cols() + 1;
        for (nth, row) in rows.into_iter().enumerate() {
            let place = (nth + 1) * stride + 1;
            let bits = u128::from(row) << (place % 64);
            #[allow(clippy::cast_possible_truncation)] // the low half, then the high half
            for (half, word) in [bits as u64, (bits >> 64) as u64]
                .into_iter()
                .zip(&mut words[place / 64..])
            {
                *word |= half;
            }
        }
        PointSet::of_words(size, words)
    }
}

impl Receiver for Slot {
    fn receive(&mut self, number: Option<u16>) {
        self.drawn.push(number.unwrap_or(Slot::PASS));
    }

    fn allows(&mut self, mv: Move) -> bool {
        let size = self.game.size();
        self.settle(size);
        self.game.is_legal(mv)
    }
}
