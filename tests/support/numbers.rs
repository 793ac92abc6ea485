//! Numbers in the oracles' tables, and boards by their numbers.

use gokata::{Color, Setup, Size};

use crate::support::oracles::Asked;

pub(crate) fn empty<R: Asked>(size: Size) -> R {
    R::try_from(&Setup::new(size, Color::Black)).unwrap()
}

/// Returns every way to put stones on a board, in the order of the oracles' base-3 numbers.
pub(crate) fn all_setups(size: Size) -> impl Iterator<Item = Setup> {
    let powers = powers_of_three(size);
    let count = powers.last().map_or(1, |power| power * 3);
    (0..count).map(move |number| {
        let mut setup = Setup::new(size, Color::Black);
        for (point, power) in size.points().zip(&powers) {
            match number / power % 3 {
                1 => setup.stones.push((point, Color::Black)),
                2 => setup.stones.push((point, Color::White)),
                _ => {}
            }
        }
        setup
    })
}

/// The place value of each point in a board's number.
pub(crate) fn powers_of_three(size: Size) -> Vec<u64> {
    (0..size.point_count())
        .scan(1, |power, _| Some(std::mem::replace(power, *power * 3)))
        .collect()
}

/// True if the long tests are to run.
pub(crate) fn deep() -> bool {
    std::env::var_os("GOKATA_DEEP").is_some()
}

/// True if the tests that go through every board of a size cover this size: up to 10 points, and 3x4. All others need
/// `GOKATA_DEEP`: larger boards take too long, and longer ones have hardly any shape that shorter ones lack.
pub(crate) fn is_small(size: Size) -> bool {
    deep() || size.point_count() <= 10 || (size.rows(), size.cols()) == (3, 4)
}

pub(crate) fn size(text: &str) -> Size {
    let (rows, cols) = text
        .split_once('x')
        .unwrap_or_else(|| panic!("{text}: no size"));
    Size::new(small(rows), small(cols)).unwrap()
}

pub(crate) fn number(text: &str) -> u64 {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn small(text: &str) -> usize {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// FNV-1a, 64 bits.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    pub(crate) fn feed(&mut self, number: u64) {
        number
            .to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }

    pub(crate) fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}
