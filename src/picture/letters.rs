//! Draws boards in letters.

use crate::basics::{Color, Point};
use crate::pure::{Board, BoardRecord, Explanation};

/// Returns the lines of a board in letters: `x`, `o` and `.`, with coordinates, and the stone at `last` in parentheses.
///
/// ```
/// use gokata::{BoardRecord, Color, Move, Point, Size, picture, play_move};
///
/// let record = BoardRecord::new(Size::new(2, 3)?);
/// let record = play_move(Move::play(Color::Black, (0, 2)), &record)?;
/// let lines = picture::text(record.board(), Some(Point::from((0, 2))));
/// assert_eq!(lines, [" 2  .  . (x)", " 1  .  .  .", "    A  B  C"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn text(board: &Board, last: Option<Point>) -> Vec<String> {
    let size = board.size();
    let points: Vec<Point> = size.points().collect();
    let rows = points.chunks(size.cols()).zip(1..).map(|(row, nth)| {
        let mut line = format!("{:2}", size.rows() + 1 - nth);
        let mut behind = ' ';
        for point in row {
            let signs = if last == Some(*point) {
                ['(', ')']
            } else {
                [' '; 2]
            };
            let letter = board.stone_at(*point).map_or('.', Color::letter);
            line.extend([behind, signs[0], letter]);
            behind = signs[1];
        }
        line.push(behind);
        line.trim_end().to_owned()
    });
    let names = points.iter().take(size.cols());
    let names = names.map(|point| point.vertex(size).chars().take(1).collect());
    let names = names.fold("  ".to_owned(), |line, name: String| line + "  " + &name);
    rows.chain([names]).collect()
}

/// Returns an explanation with the boards before and after the move, as `gokata explain` prints it into a pipe, without a
/// line end behind it. The boards stand side by side if they fit into this many columns.
#[must_use]
pub fn explained(record: &BoardRecord, explanation: &Explanation, columns: usize) -> String {
    let last = record.last_turn().and_then(|mv| mv.action.point());
    let before = text(record.board(), last);
    let title = ["after, if it were legal", "after"][usize::from(explanation.is_legal())];
    let titled = |title: &str, lines| [vec![title.to_owned()], lines].concat();
    let boards = match explanation.board_after() {
        None => before.join("\n"),
        Some(board) => {
            let after = text(board, explanation.asked().action.point());
            beside(&titled("before", before), &titled(title, after), columns)
        }
    };
    format!("{explanation}\n  rules: {}\n\n{boards}", record.rules())
}

/// Places two drawings side by side; or one below the other, if they do not fit.
fn beside(left: &[String], right: &[String], columns: usize) -> String {
    let width = |lines: &[String]| lines.iter().map(String::len).max().unwrap_or(0);
    let gap = width(left) + 4;
    if gap + width(right) > columns {
        return format!("{}\n\n{}", left.join("\n"), right.join("\n"));
    }
    let rows = left.iter().zip(right);
    let rows = rows.map(|(left, right)| format!("{left:gap$}{right}"));
    rows.collect::<Vec<_>>().join("\n")
}
