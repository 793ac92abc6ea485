//! The two colors. An empty point is `Option<Color>::None`.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use super::text::ParseError;

/// The color of a stone, or of the player who plays it. `!color` is the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Written `x` on boards in text. Plays first in a game without handicap.
    Black,
    /// Written `o` on boards in text.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The letter on boards in text: `x` for Black, `o` for White.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }

    /// The color written with this letter; `None` for any other character than `x` and `o`.
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

impl FromStr for Color {
    type Err = ParseError;

    /// Parses `x`, `b` or `black`; `o`, `w` or `white`; in small or capital letters.
    fn from_str(text: &str) -> Result<Color, ParseError> {
        let problem = "is not a color: x, b or black; o, w or white";
        match text.to_ascii_lowercase().as_str() {
            "x" | "b" | "black" => Ok(Color::Black),
            "o" | "w" | "white" => Ok(Color::White),
            _ => Err(ParseError::new(text, problem)),
        }
    }
}

impl fmt::Display for Color {
    /// `Black` or `White`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}
