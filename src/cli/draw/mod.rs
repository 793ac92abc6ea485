//! Draws boards and counts as text.

pub(crate) mod board;
pub(crate) mod count;
pub(crate) mod grid;
