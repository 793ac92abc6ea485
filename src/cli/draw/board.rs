//! Boards for people to look at.

use std::fmt::Write;

use clap::ValueEnum;
use gokata::{Board, BoardRecord, Color, Diagram, Labels, Point, Showboard, Size};

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// With coordinates, as in the book *Deep Learning and the Game of Go*.
    Book,
    /// The kata's letters, ready to be used as a fixture.
    Kata,
    /// As GNU Go's showboard.
    Showboard,
    /// A picture.
    Svg,
}

/// The drawing, without the last line end.
pub(crate) fn draw(
    form: Form,
    record: &BoardRecord,
    last: Option<Point>,
    labels: &Labels,
) -> String {
    let board = record.board();
    let text = match form {
        Form::Book => book(board, last, labels).join("\n"),
        Form::Kata => Diagram {
            setup: record.setup(),
            labels: free(labels, board),
        }
        .to_string(),
        Form::Showboard => Showboard(record.setup()).to_string(),
        Form::Svg => svg(board, last, labels),
    };
    text.trim_end_matches('\n').to_owned()
}

/// Labels whose points are still empty.
fn free(labels: &Labels, board: &Board) -> Labels {
    labels
        .iter()
        .filter(|(_, point)| board.stone_at(**point).is_none())
        .map(|(letter, point)| (*letter, *point))
        .collect()
}

/// One line a row; the latest stone in brackets.
pub(crate) fn book(board: &Board, last: Option<Point>, labels: &Labels) -> Vec<String> {
    let letter = |point| {
        let label = labels.iter().find(|(_, labelled)| **labelled == point);
        let letter = label.map_or('.', |(letter, _)| *letter);
        board.stone_at(point).map_or(letter, Color::letter)
    };
    grid(board.size(), last, letter)
}

/// A letter a point, with coordinates.
pub(crate) fn grid(size: Size, last: Option<Point>, letter: impl Fn(Point) -> char) -> Vec<String> {
    let mut lines = Vec::new();
    for row in 0..size.rows() {
        let mut line = format!("{:2} ", size.rows() - row);
        for point in row_of(size, row) {
            let letter = letter(point);
            let (left, right) = if last == Some(point) {
                ('(', ')')
            } else {
                (' ', ' ')
            };
            line.extend([left, letter, right]);
        }
        lines.push(line.trim_end().to_owned());
    }
    let names: Vec<String> = row_of(size, 0)
        .map(|point| column_name(point, size))
        .collect();
    lines.push(format!("    {}", names.join("  ")));
    lines
}

/// The same in a column a point, for narrow windows.
pub(crate) fn narrow_grid(size: Size, letter: impl Fn(Point) -> char) -> Vec<String> {
    let line = |row| {
        let letters: String = row_of(size, row).map(&letter).collect();
        format!("{:2} {letters}", size.rows() - row)
    };
    let names: String = row_of(size, 0)
        .map(|point| column_name(point, size))
        .collect();
    (0..size.rows())
        .map(line)
        .chain([format!("   {names}")])
        .collect()
}

/// Two drawings side by side under their titles.
pub(crate) fn beside(left: (&str, &[String]), right: (&str, &[String])) -> String {
    let width = left
        .1
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
        .max(left.0.len())
        + 4;
    let titles = [format!("{:width$}{}", left.0, right.0)];
    let rows = left
        .1
        .iter()
        .zip(right.1)
        .map(|(left, right)| format!("{left:width$}{right}"));
    titles
        .into_iter()
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n")
}

fn row_of(size: Size, row: usize) -> impl Iterator<Item = Point> {
    size.points().skip(row * size.cols()).take(size.cols())
}

fn column_name(point: Point, size: Size) -> String {
    point.vertex(size).chars().take(1).collect()
}

/// A picture of its own, without outside parts: 30 units a line of the board.
fn svg(board: &Board, last: Option<Point>, labels: &Labels) -> String {
    const GAP: usize = 30;
    let size = board.size();
    let x = |point: Point| GAP * (usize::try_from(point.col).unwrap_or(0) + 1);
    let y = |point: Point| GAP * (usize::try_from(point.row).unwrap_or(0) + 1);
    let (width, height) = (GAP * (size.cols() + 1), GAP * (size.rows() + 1));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e3b668\"/>\n"
    );
    let mut add = |line: String| {
        let _ = writeln!(svg, "{line}");
    };
    for row in 0..size.rows() {
        let at = GAP * (row + 1);
        add(format!(
            "<path d=\"M{GAP} {at}H{}\" stroke=\"#553\"/>",
            GAP * size.cols()
        ));
        let name = size.rows() - row;
        add(format!("<text x=\"8\" y=\"{}\">{name}</text>", at + 4));
    }
    for point in row_of(size, 0) {
        let at = x(point);
        add(format!(
            "<path d=\"M{at} {GAP}V{}\" stroke=\"#553\"/>",
            GAP * size.rows()
        ));
        add(format!(
            "<text x=\"{at}\" y=\"{}\">{}</text>",
            height - 4,
            column_name(point, size)
        ));
    }
    for point in star_points(size) {
        add(format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"#553\"/>",
            x(point),
            y(point)
        ));
    }
    for (point, color) in board.stones() {
        let fill = if color == Color::Black {
            "#111"
        } else {
            "#fafafa"
        };
        let (x, y) = (x(point), y(point));
        add(format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"#111\"/>"
        ));
        if last == Some(point) {
            add(format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#d33\" stroke-width=\"2\"/>"
            ));
        }
    }
    for (letter, point) in free(labels, board) {
        let (x, y) = (x(point), y(point));
        add(format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#e3b668\"/>"
        ));
        add(format!(
            "<text x=\"{x}\" y=\"{}\" font-size=\"15\" fill=\"#a00\">{letter}</text>",
            y + 5
        ));
    }
    svg + "</svg>\n"
}

/// The points marked on boards of the usual sizes.
fn star_points(size: Size) -> Vec<Point> {
    let lines: &[i32] = match (size.rows(), size.cols()) {
        (19, 19) => &[3, 9, 15],
        (13, 13) => &[3, 6, 9],
        (9, 9) => &[2, 4, 6],
        _ => &[],
    };
    let all = lines.iter().flat_map(|row| {
        lines.iter().map(move |col| Point {
            row: *row,
            col: *col,
        })
    });
    match lines {
        // Small boards mark the corners and the middle only.
        [first, middle, _] if size.rows() < 19 => all
            .filter(|point| (point.row == *middle) == (point.col == *middle))
            .collect(),
        _ => all.collect(),
    }
}
