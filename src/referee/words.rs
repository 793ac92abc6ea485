//! Answers of referees as messages write them.

use crate::basics::{IllegalMove, Move, Point, Size};

/// Each point once, in reading order.
pub(crate) fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    points
}

/// A move in a form that does not depend on labels: `x:C4`.
pub(crate) fn written(mv: Move, size: Size) -> String {
    format!("{}:{}", mv.color.letter(), mv.action.describe(size))
}

/// `illegal ko (repeats turn 2)`.
pub(crate) fn refused(reason: IllegalMove, evidence: Option<String>) -> String {
    let evidence = evidence.map_or_else(String::new, |evidence| format!(" ({evidence})"));
    format!("illegal {}{evidence}", reason.name())
}

/// `C4 D4`.
pub(crate) fn vertices(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points.iter().map(|point| point.vertex(size)).collect();
    names.join(" ")
}

/// `1 liberty`, `2 liberties`.
pub(crate) fn counted(liberties: usize) -> String {
    let noun = if liberties == 1 {
        "liberty"
    } else {
        "liberties"
    };
    format!("{liberties} {noun}")
}
