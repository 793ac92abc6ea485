//! Moves drawn from the logits of a network.
//!
//! Nothing but sums, products and comparisons of `f32` and `f64` in a fixed order, so that equal seeds and equal logits give
//! equal moves on every processor and for any number of threads.

use std::f32::consts::{LN_2, LOG2_E};
use std::sync::{Mutex, PoisonError};

use super::games::Batch;
use super::observation::{BatchError, Observation, OnIllegal, check_length};
use super::parallel::share;
use super::slot::Slot;
use crate::basics::{PointSet, Size};
use crate::fast::{FastGame, masks};

/// The moves of the largest board: 625 points and the pass, rounded up to whole blocks.
const MOST: usize = 640;

/// The numbers of which one sum is made.
const BLOCK: usize = 32;

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

/// What is wrong with the logits of a game.
enum Problem {
    NotFinite { action: usize },
    NothingToDraw,
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
                draw(logits, legal, temperature, number).map_err(|problem| (nth, problem))?;
            *action = i32::try_from(drawn).unwrap_or(-1);
        }
    }
    Ok(())
}

/// Draws an index with a random number of 64 bits.
fn draw(logits: &[f32], legal: &PointSet, temperature: f32, number: u64) -> Result<usize, Problem> {
    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[allow(unsafe_code)]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: this processor has AVX2.
        return unsafe { draw_avx2(logits, legal, temperature, number) };
    }
    drawn(logits, legal, temperature, number)
}

/// The same operations, but eight at a time: takes two thirds to three quarters of the time.
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
#[target_feature(enable = "avx2")]
fn draw_avx2(
    logits: &[f32],
    legal: &PointSet,
    temperature: f32,
    number: u64,
) -> Result<usize, Problem> {
    drawn(logits, legal, temperature, number)
}

/// Numbers that a vector may hold at once. Loops over so many are made of vectors by the compiler.
type Eight = [f32; 8];

#[inline(always)]
#[allow(clippy::inline_always)] // in both functions above
fn drawn(
    logits: &[f32],
    legal: &PointSet,
    temperature: f32,
    number: u64,
) -> Result<usize, Problem> {
    let count = logits.len();
    let mut mask = [0_u8; MOST];
    legal.fill(&mut mask[..count - 1]);
    mask[count - 1] = 1;
    // The logits of legal moves, minus infinity for others.
    let mut weights = [f32::NEG_INFINITY; MOST];
    for ((weight, logit), mask) in weights.iter_mut().zip(logits).zip(&mask) {
        let all = u32::from(*mask).wrapping_neg();
        *weight = f32::from_bits(logit.to_bits() & all | f32::NEG_INFINITY.to_bits() & !all);
    }
    let weights = &mut weights[..count.next_multiple_of(BLOCK)];
    let (mut most, mut good) = ([f32::NEG_INFINITY; 8], [true; 8]);
    for eight in weights.as_chunks::<8>().0 {
        for lane in 0..8 {
            good[lane] &= eight[lane] < f32::INFINITY;
            most[lane] = if eight[lane] > most[lane] {
                eight[lane]
            } else {
                most[lane]
            };
        }
    }
    if good != [true; 8] {
        let mut weights = weights.iter();
        let wrong = weights.position(|weight| weight.max(0.0).is_infinite() || weight.is_nan());
        let action = wrong.unwrap_or(count - 1);
        return Err(Problem::NotFinite { action });
    }
    let most = most.into_iter().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        return Err(Problem::NothingToDraw);
    }
    if temperature == 0.0 {
        let first = weights.iter().position(|weight| *weight >= most);
        return Ok(first.unwrap_or(count - 1));
    }
    // Not infinite, so that zero stays zero.
    let scale = (1.0 / temperature).min(f32::MAX);
    for weight in &mut *weights {
        *weight = power((*weight - most) * scale);
    }
    Ok(at(weights, number))
}

/// The index that a number of 64 bits falls on, if each index has a part of all numbers in proportion to its weight.
#[inline(always)]
#[allow(clippy::inline_always)] // in vectors of any size
fn at(weights: &[f32], number: u64) -> usize {
    let mut sums = [0.0; MOST / BLOCK];
    for (sum, block) in sums.iter_mut().zip(weights.chunks_exact(BLOCK)) {
        let mut lanes: Eight = [0.0; 8];
        for eight in block.as_chunks::<8>().0 {
            for lane in 0..8 {
                lanes[lane] += eight[lane];
            }
        }
        *sum = lanes.into_iter().map(f64::from).sum::<f64>();
    }
    let total: f64 = sums.iter().sum();
    // 53 bits, below 1.
    #[allow(clippy::cast_precision_loss)]
    let mut left = (number >> 11) as f64 / (1_u64 << 53) as f64 * total;
    // Where rounding leaves more than all weights, the block is the last that has one, and so is the index in it.
    let mut here = (0, left);
    for (nth, sum) in sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0) {
        here = (nth, left);
        if left < sum {
            break;
        }
        left -= sum;
    }
    let (block, mut left) = here;
    let first = block * BLOCK;
    let mut chosen = first;
    for (at, weight) in weights[first..first + BLOCK].iter().enumerate() {
        if *weight > 0.0 {
            chosen = first + at;
            if left < f64::from(*weight) {
                break;
            }
            left -= f64::from(*weight);
        }
    }
    chosen
}

/// e to the power of a number that is not positive, with an error of about one part in ten million; 0 below -87.
///
/// The whole part of the power of 2 is put into the exponent, the rest comes from the first terms of the series of `2^x`,
/// which suffice from -0.5 to 0.5.
#[inline(always)]
#[allow(clippy::inline_always)] // in loops of vectors
fn power(number: f32) -> f32 {
    /// The coefficients of x^6 to x^0: ln(2)^n / n!.
    const SERIES: [f32; 7] = [
        1.540_353e-4,
        1.333_355_8e-3,
        9.618_129e-3,
        5.550_411e-2,
        0.240_226_5,
        LN_2,
        1.0,
    ];
    /// Added to a number below 2^22, it leaves no bits behind the point: the sum is rounded to a whole number.
    const ROUNDING: f32 = 12_582_912.0;
    let is_small = number < -87.0;
    let twos = if is_small { -126.0 } else { number * LOG2_E };
    let rounded = twos + ROUNDING;
    let rest = twos - (rounded - ROUNDING);
    let sum = SERIES
        .iter()
        .fold(0.0, |sum, coefficient| sum * rest + coefficient);
    let exponent = rounded.to_bits().wrapping_sub(ROUNDING.to_bits()) << 23;
    let power = f32::from_bits(sum.to_bits().wrapping_add(exponent));
    if is_small { 0.0 } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::Random;

    #[test]
    fn powers_are_right() {
        assert_eq!(
            (power(0.0), power(-87.1), power(f32::NEG_INFINITY)),
            (1.0, 0.0, 0.0)
        );
        for step in 0..870_000_u32 {
            #[allow(clippy::cast_precision_loss)]
            let number = step as f32 / -10_000.0;
            let (found, expected) = (f64::from(power(number)), f64::from(number).exp());
            // The product with log2(e) is rounded: to one part in 2^24, of a number of up to 125.
            assert!(
                (found / expected - 1.0).abs() < 6e-6,
                "{number}: {found}, not {expected}"
            );
        }
    }

    #[test]
    fn vectors_draw_the_same() {
        let size = Size::square(9).unwrap_or_default();
        let mut random = Random::new(1);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..20_000 {
            #[allow(clippy::cast_precision_loss)]
            let mut logits: Vec<f32> = (0..82)
                .map(|_| random.below(1 << 24) as f32 / 1e6)
                .collect();
            let legal = PointSet::new(size, size.points().filter(|_| random.below(3) > 0));
            if random.below(9) == 0 {
                logits[random.below(82)] =
                    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][random.below(3)];
            }
            let (temperature, number) = ([0.0, 0.3, 1.0, 9.0][random.below(4)], random.number());
            let found = draw(&logits, &legal, temperature, number).ok();
            assert_eq!(found, drawn(&logits, &legal, temperature, number).ok());
            seen.extend(found);
        }
        assert_eq!(seen.len(), 82);
    }

    #[test]
    fn each_index_has_its_part() {
        let mut weights = [0.0; 64];
        (weights[3], weights[40], weights[41]) = (1.0, 2.0, 1.0);
        let quarter = 1_u64 << 62;
        let found = [
            0,
            quarter - 2048,
            quarter,
            3 * quarter - 2048,
            3 * quarter,
            u64::MAX,
        ];
        assert_eq!(
            found.map(|number| at(&weights, number)),
            [3, 3, 40, 40, 41, 41]
        );
    }
}
