//! Parses the answer to `showboard`. GTP does not define its format; those of GNU Go and `KataGo` are supported.

use gokata::{Color, Showboard, Size};

use crate::draw::board::column_names;

/// Returns the stones in reading order; `None` if the format is unknown or the board has another size.
pub(super) fn parse_showboard(text: &str, size: Size) -> Option<Vec<Option<Color>>> {
    let gnugo = Showboard::parse(text.as_bytes(), Color::Black).ok();
    match gnugo.filter(|board| board.0.size == size) {
        Some(Showboard(setup)) => setup.points().ok(),
        None => parse_katago(text, size),
    }
}

/// Parses `KataGo`'s format: text around the board, no row numbers on the right, and digits after the last three moves.
///
/// ```text
/// MoveNum: 2 HASH: 6C4E
///    A B C
///  2 . X1.
///  1 O2. .
/// Next player: Black
/// ```
fn parse_katago(text: &str, size: Size) -> Option<Vec<Option<Color>>> {
    let names: Vec<String> = column_names(size).collect();
    let mut lines = text.lines();
    lines.find(|line| line.split_whitespace().eq(&names))?;
    let mut stones = Vec::with_capacity(size.point_count());
    for number in (1..=size.rows()).rev() {
        let row = lines.next()?.trim().strip_prefix(&number.to_string())?;
        let end = stones.len() + size.cols();
        let mut is_behind_point = false;
        for letter in row.strip_prefix(' ')?.chars() {
            // A digit after a point marks a recent move. Its stone may have been captured since.
            let is_mark = is_behind_point && matches!(letter, '1'..='3');
            is_behind_point = letter != ' ' && !is_mark;
            if is_behind_point {
                stones.push(match letter {
                    'X' => Some(Color::Black),
                    'O' => Some(Color::White),
                    '.' => None,
                    _ => return None,
                });
            }
        }
        (stones.len() == end).then_some(())?;
    }
    // If another row follows, the board is larger than `size`.
    let rest = lines.next().unwrap_or_default();
    let continues = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    (!continues).then_some(stones)
}
