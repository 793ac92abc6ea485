//! What a batch writes into slices, and what it says about wrong ones.

use std::fmt;
use std::iter;

use super::slot::Slot;
use crate::basics::{Color, IllegalMove, Move, PointSet, Size};
use crate::fast::{FastGame, History, masks};

/// What a batch writes after a step: slices with a number, or a row of numbers, for each game. An empty slice is not filled.
///
/// ```
/// use gokata::{Batch, Observation, OnIllegal, Rules, Size};
///
/// let mut batch = Batch::new(2, Size::square(3)?, Rules::default(), 42);
/// let (mut mask, mut ended) = ([0; 2 * 10], [0; 2]);
/// let seen = || Observation::default();
/// batch.step_into(&[4, -1], OnIllegal::Refuse, Observation { mask: &mut mask, ended: &mut ended, ..seen() })?;
/// assert_eq!(mask[..10], [1, 1, 1, 1, 0, 1, 1, 1, 1, 1]); // a stone is in the middle; the last is the pass
/// assert_eq!((mask[10..].contains(&0), ended), (false, [0, 0]));
/// assert!(batch.step_into(&[4, 4], OnIllegal::Refuse, seen()).is_err()); // nothing has moved in the other game, either
/// assert_eq!(batch.turns(1), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Observation<'a> {
    /// For each game, a row of a number for each point and one for the pass: 1 where the side to play may play, or else 0.
    pub mask: &'a mut [u8],
    /// 1 where passes or a resignation have ended the game, or else 0.
    pub ended: &'a mut [u8],
    /// The side to play: 1 Black, -1 White.
    pub to_play: &'a mut [i8],
    /// Who has won: 1 Black, -1 White, 0 a draw or a game that goes on. Counts area with komi and button, all stones alive,
    /// whatever the rules say about territory, tax and handicap; a resignation loses.
    pub rewards: &'a mut [f32],
    /// Why the latest action was refused: the place of the reason in [`IllegalMove::ALL`], from 1, or 0 if it was not.
    pub reasons: &'a mut [u8],
}

/// What becomes of an illegal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnIllegal {
    /// It is an error, and nothing moves in any game.
    #[default]
    Refuse,
    /// Its player resigns. A game that is over stays as it is.
    Lose,
    /// Its game stays as it is.
    Keep,
}

/// Why a call of a [`Batch`](crate::Batch) with arrays was refused. The games are as they were.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum BatchError {
    /// A slice has another length than the games need.
    Length {
        /// The name of the slice.
        name: &'static str,
        /// The length that it must have.
        expected: usize,
        /// Its length.
        found: usize,
    },
    /// An action is no index of a move.
    NotAMove {
        /// The number of the game.
        game: usize,
        /// The action.
        action: i32,
        /// The number of points, which is the index of the pass.
        points: usize,
    },
    /// A move is illegal.
    Illegal {
        /// The number of the game.
        game: usize,
        /// The move.
        mv: Move,
        /// The size of the board.
        size: Size,
        /// The first reason why it is illegal.
        reason: IllegalMove,
    },
    /// The logit of a legal move is no number, or infinitely large.
    NotFinite {
        /// The number of the game.
        game: usize,
        /// The index of the move.
        action: usize,
    },
    /// The logits of all legal moves are minus infinity.
    NothingToDraw {
        /// The number of the game.
        game: usize,
    },
    /// A temperature is negative, infinite or no number.
    Temperature(f32),
    /// Planes are made of no board, or of more than [`History::MOST`].
    Boards(usize),
}

impl BatchError {
    pub(super) fn illegal(game: usize, mv: Move, size: Size, reason: IllegalMove) -> BatchError {
        BatchError::Illegal {
            game,
            mv,
            size,
            reason,
        }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Length {
                name,
                expected,
                found,
            } => {
                write!(f, "{name}: {expected} numbers are needed, not {found}")
            }
            BatchError::NotAMove {
                game,
                action,
                points,
            } => {
                write!(
                    f,
                    "game {game}: an index is 0 to {points}, or -1, not {action}"
                )
            }
            BatchError::Illegal {
                game,
                mv,
                size,
                reason,
            } => {
                write!(
                    f,
                    "game {game}: {} is illegal: {reason}",
                    mv.describe(*size)
                )
            }
            BatchError::NotFinite { game, action } => {
                write!(f, "game {game}: the logit of move {action} is not finite")
            }
            BatchError::NothingToDraw { game } => {
                write!(
                    f,
                    "game {game}: the logits of all legal moves are minus infinity"
                )
            }
            BatchError::Temperature(temperature) => {
                write!(
                    f,
                    "a temperature is 0 or a positive number, not {temperature}"
                )
            }
            BatchError::Boards(boards) => {
                write!(
                    f,
                    "planes are made of 1 to {} boards, not {boards}",
                    History::MOST
                )
            }
        }
    }
}

impl std::error::Error for BatchError {}

/// The slice in parts of this length; an empty one in as many as are asked for.
fn parts_of<T>(slice: &mut [T], length: usize) -> impl Iterator<Item = &mut [T]> {
    let parts = slice.chunks_mut(length.max(1));
    parts.chain(iter::repeat_with(|| &mut [][..]))
}

pub(super) fn check_length(
    name: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), BatchError> {
    if found == expected {
        return Ok(());
    }
    Err(BatchError::Length {
        name,
        expected,
        found,
    })
}

impl<'a> Observation<'a> {
    /// The same slices, for a shorter time.
    pub(super) fn borrowed(&mut self) -> Observation<'_> {
        Observation {
            mask: &mut *self.mask,
            ended: &mut *self.ended,
            to_play: &mut *self.to_play,
            rewards: &mut *self.rewards,
            reasons: &mut *self.reasons,
        }
    }

    /// Fails if a slice is neither empty nor as long as the games need.
    pub(super) fn check(&self, games: usize, points: usize) -> Result<(), BatchError> {
        for (name, found, expected) in [
            ("mask", self.mask.len(), games * (points + 1)),
            ("ended", self.ended.len(), games),
            ("to_play", self.to_play.len(), games),
            ("rewards", self.rewards.len(), games),
            ("reasons", self.reasons.len(), games),
        ] {
            if found > 0 {
                check_length(name, found, expected)?;
            }
        }
        Ok(())
    }

    /// Parts for this many games each, without end.
    pub(super) fn parts(
        self,
        games: usize,
        points: usize,
    ) -> impl Iterator<Item = Observation<'a>> {
        let mut masks = parts_of(self.mask, games * (points + 1));
        let mut ended = parts_of(self.ended, games);
        let mut to_play = parts_of(self.to_play, games);
        let mut rewards = parts_of(self.rewards, games);
        let mut reasons = parts_of(self.reasons, games);
        iter::from_fn(move || {
            Some(Observation {
                mask: masks.next()?,
                ended: ended.next()?,
                to_play: to_play.next()?,
                rewards: rewards.next()?,
                reasons: reasons.next()?,
            })
        })
    }

    /// Fills the slices for these games.
    pub(super) fn see(&mut self, slots: &mut [Slot], size: Size, legal: &mut Vec<PointSet>) {
        for slot in &mut *slots {
            if !slot.is_over() || slot.game.rules().button() {
                slot.settle(size);
            }
        }
        if !self.mask.is_empty() {
            let games: Vec<&FastGame> = slots.iter().map(|slot| &*slot.game).collect();
            masks::fill(&games, legal);
            let rows = self.mask.chunks_mut(size.point_count() + 1);
            for ((row, points), slot) in rows.zip(&*legal).zip(&*slots) {
                points.fill(row);
                if let Some(pass) = row.last_mut() {
                    *pass = 1;
                }
                if slot.is_over() {
                    row.fill(0);
                }
            }
        }
        for (ended, slot) in self.ended.iter_mut().zip(&*slots) {
            *ended = u8::from(slot.is_over());
        }
        for (side, slot) in self.to_play.iter_mut().zip(&*slots) {
            *side = sign(slot.to_play());
        }
        for (reward, slot) in self.rewards.iter_mut().zip(&*slots) {
            *reward = slot.winner().map_or(0.0, |color| f32::from(sign(color)));
        }
    }
}

/// 1 for Black, -1 for White.
pub(super) fn sign(color: Color) -> i8 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}
