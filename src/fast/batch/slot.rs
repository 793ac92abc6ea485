//! A game of a batch, and a round of drawn moves.

use std::sync::Arc;

use super::kernel::ROWS;
use super::start::{Start, fits};
use super::turns::entry;
use crate::basics::{Action, ByColor, Color, HalfPoints, Move, PointSet, Random, Size};
use crate::fast::bits::MOST_WORDS;
use crate::fast::log::decoded;
use crate::fast::{FastGame, History};

/// A game, and moves drawn since. They are made in the game when it is asked for: playouts need only their ends.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// Shared with other games of the batch until it changes.
    pub(super) game: Arc<FastGame>,
    /// What the game is when it is started anew.
    pub(super) opening: Arc<FastGame>,
    /// The latest boards of the game, drawn moves left out, once somebody has asked for planes.
    pub(super) history: Option<Box<History>>,
    /// The moves: on boards that fit into lanes, the row times 16 plus the column, or `entry::PASS`; on others, as a
    /// log has them.
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

/// A game of a batch as it was when [`Batch::save`](crate::Batch::save) was called. It shares memory with the batch until one of them changes.
#[derive(Debug, Clone)]
pub struct SavedGame {
    game: Arc<FastGame>,
    history: Option<Box<History>>,
}

impl SavedGame {
    /// The game, with its past.
    pub fn game(&self) -> &FastGame {
        &self.game
    }
}

impl Slot {
    pub(super) fn new(game: &Arc<FastGame>, random: Random) -> Slot {
        Slot {
            game: Arc::clone(game),
            opening: Arc::clone(game),
            history: None,
            drawn: Vec::new(),
            random,
            end: None,
        }
    }

    pub(super) fn set(&mut self, game: Arc<FastGame>) {
        self.game = game;
        self.drawn.clear();
        self.end = None;
        self.history = None;
    }

    /// True if a game may stand in the place of this one.
    pub(super) fn takes(&self, game: &FastGame) -> bool {
        game.size() == self.opening.size() && game.rules() == self.opening.rules()
    }

    /// Begins with another opening when it is started anew, and goes on under its rules.
    pub(super) fn begin_from(&mut self, opening: Arc<FastGame>) {
        if self.game.rules() != opening.rules() {
            if Arc::ptr_eq(&self.game, &self.opening) {
                self.game = Arc::clone(&opening);
            } else {
                Arc::make_mut(&mut self.game).under(opening.rules());
            }
        }
        self.opening = opening;
    }

    pub(super) fn is_over(&self) -> bool {
        self.end
            .as_ref()
            .map_or_else(|| self.game.is_over(), |end| end.is_over)
    }

    pub(super) fn turns(&self) -> usize {
        self.game.turns() + self.drawn.len()
    }

    pub(super) fn to_play(&self) -> Color {
        let side = self.game.to_play();
        if self.drawn.len().is_multiple_of(2) {
            side
        } else {
            !side
        }
    }

    /// The stones and territory of each color, if all stones are alive.
    pub(super) fn owned(&self) -> ByColor<PointSet> {
        self.end
            .as_ref()
            .map_or_else(|| self.game.owned(), |end| end.owned)
    }

    /// Makes the drawn moves in the game.
    #[inline]
    pub(super) fn settle(&mut self, size: Size) {
        if self.end.is_some() || !self.drawn.is_empty() {
            self.make_drawn(size);
        }
    }

    #[inline(never)]
    fn make_drawn(&mut self, size: Size) {
        self.end = None;
        let game = Arc::make_mut(&mut self.game);
        let kept = self.drawn.len().saturating_sub(History::MOST);
        for (nth, code) in self.drawn.drain(..).enumerate() {
            let side = game.to_play();
            let played = game.play(match code {
                _ if !fits(size) => {
                    let turn = decoded(code, size.cols() + 1).turn();
                    turn.unwrap_or(Move::pass(side))
                }
                entry::PASS => Move::pass(side),
                _ => Move::play(side, (usize::from(code / 16), usize::from(code % 16))),
            });
            debug_assert_eq!(
                played,
                Ok(()),
                "a drawn move is legal: {code:#x} in {game:?}"
            );
            if let Some(history) = self.history.as_mut().filter(|_| nth >= kept) {
                history.push(game);
            }
        }
    }

    /// The position and a seed for a round of drawn moves; `None` if the game is over.
    pub(super) fn begin(&mut self, size: Size) -> Option<(Start, u64)> {
        self.settle(size);
        (!self.game.is_over()).then(|| (self.game.start(), self.random.number()))
    }

    /// Who has won by area; `None` for a draw, or if the game is not over. Under rules with a button, the drawn moves have
    /// been made.
    pub(super) fn winner(&self) -> Option<Color> {
        if !self.is_over() {
            return None;
        }
        let last = self.game.last_turn().filter(|_| self.end.is_none());
        if let Some(Move {
            color,
            action: Action::Resign,
        }) = last
        {
            return Some(!color);
        }
        let (rules, owned) = (self.game.rules(), self.owned());
        let [black, white] = Color::BOTH.map(|color| owned[color].len());
        let halves = |points: usize| i64::try_from(2 * points).unwrap_or(i64::MAX);
        let mut margin = halves(black) - halves(white) - HalfPoints::from(rules.komi()).0;
        if rules.button() {
            let turns = self.game.moves();
            let first = turns.iter().find(|mv| mv.action == Action::Pass);
            margin += first.map_or(0, |pass| if pass.color == Color::Black { 1 } else { -1 });
        }
        match margin {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    pub(super) fn saved(&self) -> SavedGame {
        SavedGame {
            game: Arc::clone(&self.game),
            history: self.history.clone(),
        }
    }

    pub(super) fn restore(&mut self, saved: &SavedGame) {
        self.set(Arc::clone(&saved.game));
        self.history.clone_from(&saved.history);
    }

    /// A set of points from its rows, on a board that fits into lanes.
    pub(super) fn points(size: Size, rows: [u16; ROWS]) -> PointSet {
        let mut words = [0; MOST_WORDS];
        for (nth, row) in rows.into_iter().enumerate() {
            let place = (nth + 1) * (size.cols() + 1) + 1;
            let both = u128::from(row) << (place % 64);
            #[allow(clippy::cast_possible_truncation)] // 64 bits each
            {
                words[place / 64] |= both as u64;
                words[place / 64 + 1] |= (both >> 64) as u64;
            }
        }
        PointSet::of_words(size, words)
    }
}

/// The games of a round of drawn moves, which wait for a lane, and how far they are played.
pub(super) struct Round<'a> {
    pub(super) size: Size,
    pub(super) slots: &'a mut [Slot],
    /// The most moves of a game in this round, at least one.
    pub(super) most: u16,
    pub(super) superko: bool,
    /// The first game that has not been in a lane.
    next: usize,
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
