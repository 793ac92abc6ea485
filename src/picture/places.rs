//! Where points lie in a picture.

use crate::basics::{Point, Size};

/// The distance between two lines of the board, in the units of the picture.
pub const GAP: usize = 30;

/// Returns x and y of a point, in the units of the picture: `(GAP, GAP)` is the top left corner of the board.
pub fn place(point: Point) -> (usize, usize) {
    let at = |index: i32| GAP * (usize::try_from(index).unwrap_or(0) + 1);
    (at(point.col), at(point.row))
}

/// Returns the points that boards of 9x9, 13x13 and 19x19 mark with a dot; none for other sizes.
pub fn star_points(size: Size) -> Vec<Point> {
    let lines: &[i32] = match (size.rows(), size.cols()) {
        (19, 19) => &[3, 9, 15],
        (13, 13) => &[3, 6, 9],
        (9, 9) => &[2, 4, 6],
        _ => &[],
    };
    let rows = lines.iter();
    let all = rows.flat_map(|row| lines.iter().map(move |col| Point::from((*row, *col))));
    // Small boards mark the corners and the middle only.
    let is_side = |point: &Point| (point.row == lines[1]) != (point.col == lines[1]);
    all.filter(|point| size.rows() == 19 || !is_side(point))
        .collect()
}
