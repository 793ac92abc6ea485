//! Parses the board that an engine prints for `showboard`. GTP does not define its format; the formats of GNU Go and
//! `KataGo` are supported.

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
    let mut stones = Vec::with_capacity(size.area());
    for number in (1..=size.rows()).rev() {
        let row = lines.next()?.trim().strip_prefix(&number.to_string())?;
        stones.extend(parse_row(row, size.cols())?);
    }
    // If another row follows, the board is larger than `size`.
    let rest = lines.next().unwrap_or_default();
    let continues = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    (!continues).then_some(stones)
}

/// Parses the points of a row, without its number.
fn parse_row(text: &str, cols: usize) -> Option<Vec<Option<Color>>> {
    let mut points = Vec::with_capacity(cols);
    let mut is_behind_point = false;
    for letter in text.strip_prefix(' ')?.chars() {
        let point = match letter {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            '.' => None,
            // A digit after a point marks a recent move. Its stone may have been captured since.
            ' ' | '1'..='3' if letter == ' ' || is_behind_point => {
                is_behind_point = false;
                continue;
            }
            _ => return None,
        };
        points.push(point);
        is_behind_point = true;
    }
    (points.len() == cols).then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "\
MoveNum: 5 HASH: 55D4F2
   A B C
 3 . X2.
 2 O1X .3
 1 . . O
Next player: White
Rules: {\"ko\":\"SIMPLE\"}
B stones captured: 1
W stones captured: 0";

    fn read(text: &str, rows: usize, cols: usize) -> Option<String> {
        let stones = parse_showboard(text, Size::new(rows, cols).expect("a size"))?;
        let letter = |stone: Option<Color>| stone.map_or('-', Color::letter);
        Some(stones.into_iter().map(letter).collect())
    }

    #[test]
    fn katago_boards_are_parsed() {
        assert_eq!(read(BOARD, 3, 3).as_deref(), Some("-x-ox---o"));
        let flat = "MoveNum: 1 HASH: 0\n   A B C D\n 1 . . . X1\nNext player: White";
        assert_eq!(read(flat, 1, 4).as_deref(), Some("---x"));
        // The digits of a row number must not be taken for marks.
        let rows: Vec<String> = (1..=12).rev().map(|row| format!("{row:2} X .")).collect();
        let tall = format!("HASH: 1\n   A B\n{}", rows.join("\n"));
        assert_eq!(read(&tall, 12, 2), Some("x-".repeat(12)));
    }

    #[test]
    fn other_sizes_and_malformed_rows_are_refused() {
        for (rows, cols) in [(2, 3), (4, 3), (3, 2), (3, 4)] {
            assert_eq!(read(BOARD, rows, cols), None, "{rows}x{cols}");
        }
        for (right, wrong) in [
            ("   A B C\n", ""),
            ("   A B C\n", "   A B D\n"),
            (" 3 . X2.", " 3 . X2"),
            (" 3 . X2.", " 3 . X2. ."),
            (" 3 . X2.", " 3 . X22."),
            (" 3 . X2.", " 3 . X 2."),
            (" 3 . X2.", " 3 . X4."),
            (" 3 . X2.", " 3 . #2."),
            (" 3 . X2.", " 4 . X2."),
            (" 2 O1X .3\n", ""),
            (" 1 . . O\n", " 1 . . O\n 0 . . .\n"),
        ] {
            assert!(BOARD.contains(right), "{right}");
            let board = BOARD.replacen(right, wrong, 1);
            assert_eq!(read(&board, 3, 3), None, "{wrong}");
        }
    }
}
