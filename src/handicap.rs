//! The points of handicap stones on each board size, as the Go Text Protocol defines them.

use std::cmp::Reverse;

use crate::basics::{Point, Size};

/// Returns the points of a fixed handicap of this number of stones, in reading order; `None` where the protocol defines
/// none.
///
/// Boards of at least 7 lines allow two to four stones; if the number of lines is odd and at least 9, up to nine.
/// Up to 12 lines, stones are on the third line from the edge (GNU Go: on the fourth with 12 lines), else on the fourth.
/// Both sides of a rectangle must meet the conditions.
///
/// ```
/// use gokata::{Size, handicap};
///
/// let points = handicap::fixed(Size::square(9)?, 2).unwrap_or_default();
/// assert_eq!(points, [(2, 6).into(), (6, 2).into()]);
/// assert_eq!(handicap::fixed(Size::square(5)?, 2), None);
/// # Ok::<(), gokata::SizeError>(())
/// ```
pub fn fixed(size: Size, stones: usize) -> Option<Vec<Point>> {
    let [rows, cols] = [size.rows(), size.cols()];
    let most = match [rows, cols] {
        sides if sides.iter().any(|side| *side < 7) => 0,
        sides if sides.iter().all(|side| side % 2 == 1 && *side >= 9) => 9,
        _ => 4,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let lines = |side: usize| {
        let edge = if side < 13 { 2 } else { 3 };
        [edge, side / 2, side - 1 - edge]
    };
    let [top, middle, bottom] = lines(rows);
    let [left, center, right] = lines(cols);
    let corners = [(top, right), (bottom, left), (top, left), (bottom, right)];
    let sides = [
        (middle, left),
        (middle, right),
        (top, center),
        (bottom, center),
    ];
    let mut points: Vec<(usize, usize)> = match stones {
        2..=4 => corners[..stones].to_vec(),
        5 => corners.to_vec(),
        6 | 7 => [&corners[..], &sides[..2]].concat(),
        _ => [corners, sides].concat(),
    };
    if matches!(stones, 5 | 7 | 9) {
        points.push((middle, center));
    }
    points.sort_unstable();
    let points = points.into_iter();
    Some(points.map(|(row, col)| Size::point_at(row, col)).collect())
}

/// Returns points for any number of handicap stones: the largest fixed handicap that fits, then from the center outwards.
pub(crate) fn free(size: Size, stones: usize) -> Vec<Point> {
    let mut fewer = (2..=stones.min(9)).rev();
    let mut points = fewer.find_map(|n| fixed(size, n)).unwrap_or_default();
    let line = |point: &Point| {
        let beyond = |side: usize, at: i32| {
            let at = usize::try_from(at).unwrap_or_default();
            at.min((side - 1).saturating_sub(at))
        };
        beyond(size.rows(), point.row).min(beyond(size.cols(), point.col))
    };
    let others = size.points().filter(|point| !points.contains(point));
    let mut others: Vec<Point> = others.collect();
    others.sort_by_key(|point| Reverse(line(point)));
    let missing = stones.saturating_sub(points.len());
    points.extend(others.into_iter().take(missing));
    points.sort_unstable();
    points
}
