//! Half points: their arithmetic, and how they are written and read.

use std::fmt;
use std::ops::{Add, Sub};

use super::text::digits;

/// Points as an exact number of half-points: 13 means 6.5.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct HalfPoints(
    /// The number of half-points.
    pub i64,
);

impl HalfPoints {
    /// A whole number of points.
    pub fn whole(points: u32) -> HalfPoints {
        HalfPoints(2 * i64::from(points))
    }

    /// Parses `7`, `6.0` or `6.5`: the points of a komi or a winner, of up to six digits. Returns the half-points.
    pub(crate) fn parse(text: &str) -> Option<u32> {
        let (whole, half) = match text.split_once('.') {
            None => (text, 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => return None,
        };
        Some(digits(whole)? * 2 + half)
    }

    /// As `parse`, but also accepts `.5`, `6.` and more zeros at the end.
    pub(crate) fn parse_loosely(text: &str) -> Option<u32> {
        match text.split_once('.') {
            Some(("", half)) => (half.trim_end_matches('0') == "5").then_some(1),
            Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => {
                HalfPoints::parse(whole)
            }
            Some(_) => HalfPoints::parse(text.trim_end_matches('0')),
            None => HalfPoints::parse(text),
        }
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;

    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0.saturating_add(other.0))
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;

    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for HalfPoints {
    /// `7`, `6.5`, `-0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{}{half}", self.0.unsigned_abs() / 2))
    }
}
