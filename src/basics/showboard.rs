//! Writes boards in the format of GTP's `showboard`.

use std::fmt;

use super::point::{Point, Size};
use super::setup::Setup;

/// A position in the format that GNU Go and others print: `X` black, `O` white, `.` empty, columns
/// named above and below, rows numbered from the bottom on both sides.
///
/// The format does not include the side to play. [`Pasted`](crate::Pasted) reads it.
///
/// ```
/// use gokata::{Pasted, Showboard};
///
/// let text = "   A B C\n 2 . X . 2\n 1 O . . 1\n   A B C\n";
/// let pasted = Pasted::read(text, None)?;
/// assert_eq!(Showboard(pasted.setup).to_string(), text);
/// # Ok::<(), gokata::PastedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Showboard(pub Setup);

impl fmt::Display for Showboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { size, stones, .. } = &self.0;
        let names: String = (0..size.cols())
            .flat_map(|col| [' ', column_name(*size, col)])
            .collect();
        writeln!(f, "  {names}")?;
        for row in 0..size.rows() {
            let number = size.rows() - row;
            write!(f, "{number:2}")?;
            for col in 0..size.cols() {
                let point = Size::point_at(row, col);
                let stone = stones.iter().find(|(stone, _)| *stone == point);
                let letter = stone.map_or('.', |(_, color)| color.letter().to_ascii_uppercase());
                write!(f, " {letter}")?;
            }
            writeln!(f, " {number}")?;
        }
        writeln!(f, "  {names}")
    }
}

/// Returns the column's letter: `A` for the first.
fn column_name(size: Size, col: usize) -> char {
    let bottom: Point = Size::point_at(size.rows() - 1, col);
    bottom.vertex(size).chars().next().unwrap_or('?')
}
