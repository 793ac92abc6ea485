//! The board that an engine prints for `showboard`. GTP leaves its form free; two forms are understood.

use gokata::{Color, Point, Showboard, Size};

/// What lies on every point, in reading order, if the board has this size and is drawn in a form that is understood.
pub(super) fn drawn(text: &str, size: Size) -> Option<Vec<Option<Color>>> {
    let common = Showboard::parse(text.as_bytes(), Color::Black).ok();
    match common.filter(|shown| shown.0.size == size) {
        Some(Showboard(setup)) => setup.points().ok(),
        None => as_katago_draws(text, size),
    }
}

/// `KataGo`'s form: words around the board, no numbers on its right, and digits behind the last three moves.
///
/// ```text
/// MoveNum: 2 HASH: 6C4E
///    A B C
///  2 . X1.
///  1 O2. .
/// Next player: Black
/// ```
fn as_katago_draws(text: &str, size: Size) -> Option<Vec<Option<Color>>> {
    let names: Vec<String> = (0..size.cols()).map(|col| column_name(size, col)).collect();
    let mut lines = text.lines();
    lines.find(|line| line.split_whitespace().eq(&names))?;
    let mut stones = Vec::with_capacity(size.area());
    for number in (1..=size.rows()).rev() {
        let points = lines.next()?.trim().strip_prefix(&number.to_string())?;
        stones.extend(row(points, size.cols())?);
    }
    // A longer board than was asked for goes on here.
    let rest = lines.next().unwrap_or_default();
    let goes_on = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    (!goes_on).then_some(stones)
}

/// The points of a row behind its number.
fn row(text: &str, cols: usize) -> Option<Vec<Option<Color>>> {
    let mut points = Vec::with_capacity(cols);
    let mut may_be_marked = false;
    for letter in text.strip_prefix(' ')?.chars() {
        let point = match letter {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            '.' => None,
            // The mark of a move, one digit where the space would be. What was played there may be gone.
            '1'..='3' if may_be_marked => {
                may_be_marked = false;
                continue;
            }
            ' ' => {
                may_be_marked = false;
                continue;
            }
            _ => return None,
        };
        points.push(point);
        may_be_marked = true;
    }
    (points.len() == cols).then_some(points)
}

/// `A` for the first column.
fn column_name(size: Size, col: usize) -> String {
    let lowest = Point::from((0, i32::try_from(col).unwrap_or_default()));
    let vertex = lowest.vertex(size);
    vertex
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
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
        let stones = drawn(text, Size::new(rows, cols).expect("a size"))?;
        let letter = |stone: Option<Color>| stone.map_or('-', Color::letter);
        Some(stones.into_iter().map(letter).collect())
    }

    #[test]
    fn katagos_boards_are_understood() {
        assert_eq!(read(BOARD, 3, 3).as_deref(), Some("-x-ox---o"));
        let flat = "MoveNum: 1 HASH: 0\n   A B C D\n 1 . . . X1\nNext player: White";
        assert_eq!(read(flat, 1, 4).as_deref(), Some("---x"));
        // Two digits before the row, and none of them a mark.
        let rows: Vec<String> = (1..=12).rev().map(|row| format!("{row:2} X .")).collect();
        let tall = format!("HASH: 1\n   A B\n{}", rows.join("\n"));
        assert_eq!(read(&tall, 12, 2), Some("x-".repeat(12)));
    }

    #[test]
    fn what_is_no_board_of_this_size_is_not_guessed_at() {
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
            assert_eq!(
                read(&BOARD.replacen(right, wrong, 1), 3, 3),
                None,
                "{wrong}"
            );
        }
    }
}
