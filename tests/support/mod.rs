//! What several tests need: boards in one line, and moves as the oracles write them.

use gokata::{BoardRecord, Color, Move, Point};

/// `xo-/---:o` as a record: rows from the top, then the side to move.
pub(crate) fn record(start: &str) -> BoardRecord {
    let (rows, side) = start.split_once(':').unwrap_or((start, "x"));
    let text = format!("{side}\n{}\n", rows.replace('/', "\n"));
    text.parse()
        .unwrap_or_else(|error| panic!("{start}: {error}"))
}

/// `x2,3`, `opass` or `x-1,2`.
pub(crate) fn colored_move(text: &str) -> Move {
    let color = text.chars().next().and_then(Color::from_letter);
    let color = color.unwrap_or_else(|| panic!("{text}: no color"));
    plain_move(color, &text[1..])
}

/// `2,3` or `pass`.
pub(crate) fn plain_move(color: Color, text: &str) -> Move {
    if text == "pass" {
        Move::pass(color)
    } else {
        Move::play(color, point(text))
    }
}

/// `2,3`: row and column.
pub(crate) fn point(text: &str) -> Point {
    let numbers = text
        .split_once(',')
        .and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
    numbers.map_or_else(
        || panic!("{text}: no point"),
        |(row, col): (i32, i32)| Point::from((row, col)),
    )
}

/// The board as rows joined by `/`.
pub(crate) fn rows(record: &BoardRecord) -> String {
    record.board().to_string().replace('\n', "/")
}
