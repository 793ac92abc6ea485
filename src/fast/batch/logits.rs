//! An index drawn from logits.
//!
//! Nothing but sums, products and comparisons of `f32` and `f64` in a fixed order, so that equal seeds and equal logits give
//! equal indices on every processor.

use std::f32::consts::{LN_2, LOG2_E};

use crate::basics::PointSet;

/// The moves of the largest board: 625 points and the pass, rounded up to whole blocks.
const MOST: usize = 640;

/// The numbers of which one sum is made.
const BLOCK: usize = 32;

/// What is wrong with the logits of a game.
pub(super) enum Problem {
    NotFinite { action: usize },
    NothingToDraw,
}

/// Numbers that a vector may hold at once. Loops over so many are made of vectors by the compiler.
type Eight = [f32; 8];

/// Draws an index with a random number of 64 bits.
#[inline(always)]
#[allow(clippy::inline_always)] // in vectors of any size
pub(super) fn drawn(
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
    use super::super::form;
    use super::*;
    use crate::basics::{Random, Size};
    use crate::fast::tests::rounds;

    #[test]
    fn powers_are_right() {
        assert_eq!(
            (power(0.0), power(-87.1), power(f32::NEG_INFINITY)),
            (1.0, 0.0, 0.0)
        );
        for step in (0..870_000_u32).step_by(870_000 / rounds(870_000)) {
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
        for _ in 0..rounds(20_000) {
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
            let found = form::draw(&logits, &legal, temperature, number).ok();
            assert_eq!(found, drawn(&logits, &legal, temperature, number).ok());
            seen.extend(found);
        }
        assert!(seen.len() == 82 || cfg!(miri), "{seen:?}");
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
