//! A chain: solidly connected stones.

use super::color::Color;
use super::point_set::PointSet;

/// Connected stones of one color and the empty points adjacent to them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Chain {
    /// The color of the stones.
    pub color: Color,
    /// The stones; at least one.
    pub stones: PointSet,
    /// The empty points adjacent to them.
    pub liberties: PointSet,
}
