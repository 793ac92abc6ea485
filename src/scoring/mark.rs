//! The marks that players set, their effects, and the reasons why a mark is rejected.

use std::fmt;

use crate::basics::named::named;
use crate::basics::{Point, Size};

named! {
    /// A mark that a player can set on a point.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    pub enum Mark {
        /// The stones there are dead.
        Dead = "dead",
        /// The stones there are alive.
        Alive = "alive",
        /// The empty region there counts for neither side, as in a seki.
        Neutral = "neutral",
        /// The empty region there counts again.
        Counted = "counted",
    }

    /// `dead`, `alive`, `neutral` or `counted`.
    pub const fn name(self) -> &'static str;
    /// Every mark.
    pub const ALL;
}

/// The changes made by a mark. All lists are in reading order; all are empty if nothing has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Marked {
    /// Stones that became dead.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub killed: Vec<Point>,
    /// Stones that became alive.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub revived: Vec<Point>,
    /// Points that became neutral.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub neutral: Vec<Point>,
    /// Points that count again.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub counted: Vec<Point>,
}

impl Marked {
    /// True if anything has changed.
    pub fn is_change(&self) -> bool {
        *self != Marked::default()
    }
}

/// Why a mark is rejected. Exhaustive, as [`Refusal`](crate::agreement::Refusal), which contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkError {
    /// The point is off the board.
    OffBoard(Point),
    /// Only stones are dead or alive, and the point is empty.
    Empty(Point),
    /// Only empty regions are neutral, and the point holds a stone.
    Stone(Point),
    /// The region has no owner even without the mark: it is not bordered by exactly one color.
    NotTerritory(Point),
    /// The region holds a dead stone, so it cannot be neutral.
    HoldsDeadStones(Point),
}

impl MarkError {
    /// The error with the point as Go programs name it on a board of this size.
    pub fn describe(self, size: Size) -> String {
        self.sentence(|point| point.vertex(size))
    }

    fn sentence(self, name: impl Fn(Point) -> String) -> String {
        match self {
            MarkError::OffBoard(point) => format!("{} lies off the board", name(point)),
            MarkError::Empty(point) => format!("there is no stone on {}", name(point)),
            MarkError::Stone(point) => {
                let place = name(point);
                format!("there is a stone on {place}: only empty regions are neutral")
            }
            MarkError::NotTerritory(point) => {
                let place = name(point);
                format!("{place} is neutral already: both colors or none border its region")
            }
            MarkError::HoldsDeadStones(point) => {
                format!("a dead stone lies in the region of {}", name(point))
            }
        }
    }
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(|point| point.to_string()))
    }
}

impl std::error::Error for MarkError {}
