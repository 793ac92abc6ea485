//! The two colors, and a value for each. An empty point is `Option<Color>::None`.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
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

/// A value for Black and one for White, indexed by [`Color`].
///
/// ```
/// use gokata::{ByColor, Color};
///
/// let mut prisoners = ByColor::new(3, 0);
/// prisoners[Color::White] += 1;
/// assert_eq!(prisoners, ByColor { black: 3, white: 1 });
/// assert_eq!(prisoners.map(|stones| stones > 2), ByColor::new(true, false));
/// assert_eq!(prisoners.iter().last(), Some((Color::White, &1)));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// These two values.
    pub const fn new(black: T, white: T) -> ByColor<T> {
        ByColor { black, white }
    }

    /// The values that a function gives for Black, then for White.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor::new(value(Color::Black), value(Color::White))
    }

    /// The results of a function of Black's value, then of White's.
    pub fn map<U>(self, mut with: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor::new(with(self.black), with(self.white))
    }

    /// Both colors with their values, Black first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        [(Color::Black, &self.black), (Color::White, &self.white)].into_iter()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// With the feature `serde`: a list of Black's value and White's.
#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for ByColor<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [&self.black, &self.white].serialize(serializer)
    }
}

/// With the feature `serde`.
#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for ByColor<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ByColor<T>, D::Error> {
        <[T; 2]>::deserialize(deserializer).map(|[black, white]| ByColor { black, white })
    }
}
