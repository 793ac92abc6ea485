//! Moves drawn from the logits of a network.

use std::sync::{Mutex, PoisonError};

use super::form;
use super::games::Batch;
use super::logits::Problem;
use super::observation::{BatchError, Observation, OnIllegal, check_length};
use super::parallel::share;
use super::slot::Slot;
use crate::basics::Size;
use crate::fast::{FastGame, masks};

impl Batch {
    /// Draws a legal move for each game, each with a probability proportional to `exp(logit / temperature)`, and makes none.
    /// Temperature 0 means the move with the largest logit, of several the first. `logits` has a row for each game: a number
    /// for each point and one for the pass. Those of illegal moves are not looked at; minus infinity is never drawn. `actions`
    /// receives the indices; -1 for games that are over.
    ///
    /// Equal seeds and equal calls give equal moves.
    ///
    /// # Errors
    /// [`BatchError`]: wrong lengths, a wrong temperature, logits that are not numbers, or no move that can be drawn. The games
    /// and their draws are as they were.
    pub fn choose_from(
        &mut self,
        logits: &[f32],
        temperature: f32,
        actions: &mut [i32],
    ) -> Result<(), BatchError> {
        let (size, games) = (self.size(), self.len());
        let moves = size.point_count() + 1;
        check_length("logits", logits.len(), games * moves)?;
        check_length("actions", actions.len(), games)?;
        if !(0.0..f32::INFINITY).contains(&temperature) {
            return Err(BatchError::Temperature(temperature));
        }
        let (threads, part) = self.parts();
        let wrong = Mutex::new(Vec::new());
        let parts = self.slots.chunks_mut(part).zip(actions.chunks_mut(part));
        let parts = parts.zip(logits.chunks(part * moves)).enumerate();
        let parts =
            parts.map(|(nth, ((slots, actions), logits))| (nth * part, slots, actions, logits));
        share(threads, parts, |(first, slots, actions, logits)| {
            if let Err((nth, problem)) = choose(slots, logits, temperature, actions, size) {
                let error = problem.in_game(first + nth);
                let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                wrong.push((first, error));
            }
        });
        let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, error)) = wrong.into_iter().min_by_key(|(nth, _)| *nth) {
            return Err(error);
        }
        for (slot, _) in self
            .slots
            .iter_mut()
            .zip(actions)
            .filter(|(_, action)| **action != -1)
        {
            slot.random.number();
        }
        Ok(())
    }

    /// Draws moves as [`Batch::choose_from`] does, makes them, and writes what is seen then.
    ///
    /// # Errors
    /// [`BatchError`], as for [`Batch::choose_from`] and [`Batch::step_into`].
    pub fn draw_from(
        &mut self,
        logits: &[f32],
        temperature: f32,
        actions: &mut [i32],
        seen: Observation<'_>,
    ) -> Result<(), BatchError> {
        seen.check(self.len(), self.size().point_count())?;
        self.choose_from(logits, temperature, actions)?;
        self.step_into(actions, OnIllegal::Refuse, seen)
    }
}

impl Problem {
    fn in_game(self, game: usize) -> BatchError {
        match self {
            Problem::NotFinite { action } => BatchError::NotFinite { game, action },
            Problem::NothingToDraw => BatchError::NothingToDraw { game },
        }
    }
}

/// Draws a move for each of these games. Their generators stay as they are, so that a problem in another game changes nothing.
/// Fails with the place of a game among them.
fn choose(
    slots: &mut [Slot],
    logits: &[f32],
    temperature: f32,
    actions: &mut [i32],
    size: Size,
) -> Result<(), (usize, Problem)> {
    for slot in &mut *slots {
        slot.settle(size);
    }
    let games: Vec<&FastGame> = slots.iter().map(|slot| &*slot.game).collect();
    let mut legal = Vec::new();
    masks::fill(&games, &mut legal);
    let rows = logits
        .chunks(size.point_count() + 1)
        .zip(&legal)
        .zip(slots)
        .zip(actions);
    for (nth, (((logits, legal), slot), action)) in rows.enumerate() {
        *action = -1;
        if !slot.is_over() {
            let number = slot.random.clone().number();
            let drawn =
                form::draw(logits, legal, temperature, number).map_err(|problem| (nth, problem))?;
            *action = i32::try_from(drawn).unwrap_or(-1);
        }
    }
    Ok(())
}
