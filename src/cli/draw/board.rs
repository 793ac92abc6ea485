//! What boards as text have in common: points to mark, names of columns, two drawings side by side.

use console::measure_text_width;
use gokata::{BoardRecord, IllegalMove, Move, Point, Size, check_move};

use crate::terminal::output::Output;

/// Returns the point of the latest stone, if the last turn was a play.
pub(crate) fn last_stone(record: &BoardRecord) -> Option<Point> {
    record.last_turn()?.action.point()
}

/// The letter of points that the side to play may not play on because of ko or superko.
pub(crate) const KO: char = 'k';

pub(crate) fn ko_points(record: &BoardRecord) -> Vec<Point> {
    let is_repetition = |point: &Point| {
        let verdict = check_move(Move::play(record.to_play(), *point), record);
        matches!(verdict, Err(IllegalMove::Ko | IllegalMove::Superko))
    };
    record.size().points().filter(is_repetition).collect()
}

/// Places two drawings side by side, each below its title; or one below the other, if they do not fit into a line.
pub(crate) fn beside(left: (&str, &[String]), right: (&str, &[String])) -> String {
    let width = |(title, lines): (&str, &[String])| {
        let widths = lines.iter().map(|line| measure_text_width(line));
        widths.chain([title.len()]).max().unwrap_or(0)
    };
    let (total, width) = (width(left) + 4 + width(right), width(left) + 4);
    if total > Output::columns() {
        let stacked = [left, right].map(|(title, lines)| format!("{title}\n{}", lines.join("\n")));
        return stacked.join("\n\n");
    }
    let mut text = format!("{:width$}{}", left.0, right.0);
    for (left, right) in left.1.iter().zip(right.1) {
        let gap = width - measure_text_width(left);
        text = format!("{text}\n{left}{:gap$}{right}", "");
    }
    text
}

pub(super) fn row_of(size: Size, row: usize) -> impl Iterator<Item = Point> {
    size.points().skip(row * size.cols()).take(size.cols())
}

pub(crate) fn column_names(size: Size) -> impl Iterator<Item = String> {
    row_of(size, 0).map(move |point| point.vertex(size).chars().take(1).collect())
}
