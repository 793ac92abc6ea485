//! Places: the points of a board and its border, numbered row by row. A row has one place more than the board has
//! columns: the border between it and the next row.

use crate::basics::{Point, Size};

/// The point at a place of a board with this stride.
pub(super) fn point_at(place: u16, stride: usize) -> Point {
    let place = usize::from(place) - 1;
    Size::point_at(place / stride - 1, place % stride)
}

/// A place as it is stored. Boards have fewer than 1,000.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn index(place: usize) -> u16 {
    place as u16
}
