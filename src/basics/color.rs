//! The two colors. There is no third: an empty point is `Option<Color>::None`.

use std::fmt;
use std::ops::Not;

/// The color of a stone, or of the player who plays it. `!color` is the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// `x` in the kata's letters. Plays first.
    Black,
    /// `o` in the kata's letters.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The kata's letter: `x` for Black, `o` for White.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }

    /// The color of a kata letter; `None` for anything but `x` and `o`.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'x' => Some(Color::Black),
            'o' => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}
