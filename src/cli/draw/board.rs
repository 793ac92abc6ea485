//! Draws boards as text with coordinates.

use anstyle::{AnsiColor, Style};
use gokata::{
    Action, Board, BoardRecord, Color, IllegalMove, Labels, Move, Point, Size, check_move,
};

use crate::terminal::output::{BAD, Output, TITLE, styled};

/// Returns the point of the latest stone, if the last turn was a play.
pub(crate) fn last_stone(record: &BoardRecord) -> Option<Point> {
    stone(record.last_turn()?.action)
}

/// Returns the point of a play.
pub(crate) fn stone(action: Action) -> Option<Point> {
    match action {
        Action::Play(point) => Some(point),
        Action::Pass | Action::Resign => None,
    }
}

/// Draws the board of a game, with the latest stone in parentheses.
pub(crate) fn position(record: &BoardRecord, labels: &Labels) -> Vec<String> {
    book(record.board(), last_stone(record), labels)
}

/// Draws a board with coordinates, one line per row, with the stone at `last` in parentheses.
pub(crate) fn book(board: &Board, last: Option<Point>, labels: &Labels) -> Vec<String> {
    let letter = |point| {
        let label = labels.iter().find(|(_, labelled)| **labelled == point);
        let letter = label.map_or('.', |(letter, _)| *letter);
        board.stone_at(point).map_or(letter, Color::letter)
    };
    grid(board.size(), last, letter)
}

/// Draws a letter for each point, with coordinates.
pub(crate) fn grid(size: Size, last: Option<Point>, letter: impl Fn(Point) -> char) -> Vec<String> {
    let mut lines = Vec::new();
    for row in 0..size.rows() {
        let mut line = format!("{:2} ", size.rows() - row);
        for point in row_of(size, row) {
            let is_last = last == Some(point);
            let [left, right] = if is_last { ['(', ')'] } else { [' ', ' '] };
            line.extend([left, letter(point), right]);
        }
        lines.push(line.trim_end().to_owned());
    }
    let names: Vec<String> = column_names(size).collect();
    lines.push(format!("    {}", names.join("  ")));
    lines
}

/// Like [`grid`], but one character wide per point, for narrow windows.
pub(crate) fn narrow_grid(size: Size, letter: impl Fn(Point) -> char) -> Vec<String> {
    let line = |row| {
        let letters: String = row_of(size, row).map(&letter).collect();
        format!("{:2} {letters}", size.rows() - row)
    };
    let names: String = column_names(size).collect();
    (0..size.rows())
        .map(line)
        .chain([format!("   {names}")])
        .collect()
}

/// The letter of points that the side to play may not play on because of ko or superko.
pub(crate) const KO: char = 'k';

/// Returns these points.
pub(crate) fn ko_points(record: &BoardRecord) -> Vec<Point> {
    let is_repetition = |point: &Point| {
        let verdict = check_move(Move::play(record.to_play(), *point), record);
        matches!(verdict, Err(IllegalMove::Ko | IllegalMove::Superko))
    };
    record.size().points().filter(is_repetition).collect()
}

const BLACK: Style = AnsiColor::Cyan.on_default();
const WHITE: Style = AnsiColor::Magenta.on_default();

/// Colors the letters of a drawing, and the parentheses around the latest stone.
pub(crate) fn colored(mut lines: Vec<String>) -> Vec<String> {
    let letter = |letter: char| match letter {
        'x' => styled(BLACK, letter),
        'o' => styled(WHITE, letter),
        'X' => styled(BLACK.bold(), letter),
        'O' => styled(WHITE.bold(), letter),
        '+' => styled(BLACK.dimmed(), letter),
        '-' => styled(WHITE.dimmed(), letter),
        '(' | ')' => styled(TITLE, letter),
        KO => styled(BAD, letter),
        other => other.to_string(),
    };
    // The last line has the names of the columns.
    let rows = lines.len().saturating_sub(1);
    for line in &mut lines[..rows] {
        *line = line.chars().map(letter).collect();
    }
    lines
}

/// Places two drawings side by side, each below its title; or one below the other, if they do not fit into a line of
/// the output.
pub(crate) fn beside(left: (&str, &[String]), right: (&str, &[String])) -> String {
    let width = |(title, lines): (&str, &[String])| {
        let widths = lines.iter().map(|line| line.chars().count());
        widths.chain([title.len()]).max().unwrap_or(0)
    };
    let (total, width) = (width(left) + 4 + width(right), width(left) + 4);
    if total > Output::columns() {
        let stacked = [left, right].map(|(title, lines)| format!("{title}\n{}", lines.join("\n")));
        return stacked.join("\n\n");
    }
    let mut text = format!("{:width$}{}", left.0, right.0);
    for (left, right) in left.1.iter().zip(right.1) {
        text = format!("{text}\n{left:width$}{right}");
    }
    text
}

fn row_of(size: Size, row: usize) -> impl Iterator<Item = Point> {
    size.points().skip(row * size.cols()).take(size.cols())
}

pub(crate) fn column_names(size: Size) -> impl Iterator<Item = String> {
    row_of(size, 0).map(move |point| point.vertex(size).chars().take(1).collect())
}
