//! A value for each color.

use std::ops::{Index, IndexMut};

use super::color::Color;

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
