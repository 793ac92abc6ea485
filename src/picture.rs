//! Draws a board as SVG text.

use std::fmt::Write;

use crate::basics::{Action, Color, Labels, Move, Point, Setup, Size};
use crate::pure::Board;

/// The distance between two lines of the board, in the units of the picture.
pub const GAP: usize = 30;

/// Returns the board as an SVG image that needs no other file. The stone at `last` is marked with a ring; labels are
/// drawn on the points that are empty.
///
/// ```
/// use gokata::{BoardRecord, Diagram, Point, picture};
///
/// let diagram = Diagram::parse(b"o\n-xo\na--\n")?;
/// let record = BoardRecord::try_from(&diagram.setup)?;
/// let svg = picture::svg(record.board(), Some(Point::from((0, 1))), &diagram.labels);
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert_eq!(svg.matches("r=\"14\"").count(), 2); // two stones
/// assert_eq!(svg.matches(">a</text>").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(board: &Board, last: Option<Point>, labels: &Labels) -> String {
    let mut svg = String::new();
    // Writing to a string never fails.
    let _ = draw(&mut svg, board, last, labels);
    svg
}

/// Returns a position as an SVG image, with numbers on stones: those of the moves that put them there. The point of the
/// move `asked` has a dashed red ring, around a pale stone if it is empty. The position need not be possible.
///
/// ```
/// use gokata::{Color, Diagram, Move, Point, picture};
///
/// let diagram = Diagram::parse(b"o\n-xo\n---\n")?;
/// let numbers = [(Point::from((0, 1)), 7)];
/// let svg = picture::numbered(&diagram.setup, &numbers, Some(Move::play(Color::White, (0, 0))));
/// assert_eq!(svg.matches(">7</text>").count(), 1);
/// assert_eq!(svg.matches("stroke-dasharray").count(), 1);
/// # Ok::<(), gokata::TextError>(())
/// ```
pub fn numbered(setup: &Setup, numbers: &[(Point, usize)], asked: Option<Move>) -> String {
    let mut svg = String::new();
    let _ = draw_numbered(&mut svg, setup, numbers, asked);
    svg
}

fn draw(svg: &mut String, board: &Board, last: Option<Point>, labels: &Labels) -> std::fmt::Result {
    draw_lines(svg, board.size())?;
    for (point, color) in board.stones() {
        draw_stone(svg, point, color)?;
        if last == Some(point) {
            let (x, y) = place(point);
            writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#d33\" stroke-width=\"2\"/>"
            )?;
        }
    }
    for (letter, point) in labels {
        let letter = match letter {
            '<' => "&lt;".to_owned(),
            '&' => "&amp;".to_owned(),
            letter => letter.to_string(),
        };
        if board.stone_at(*point).is_some() {
            continue;
        }
        let (x, y) = place(*point);
        writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#e3b668\"/>\n\
             <text x=\"{x}\" y=\"{}\" font-size=\"15\" fill=\"#a00\">{letter}</text>",
            y + 5
        )?;
    }
    writeln!(svg, "</svg>")
}

fn draw_numbered(
    svg: &mut String,
    setup: &Setup,
    numbers: &[(Point, usize)],
    asked: Option<Move>,
) -> std::fmt::Result {
    draw_lines(svg, setup.size)?;
    for (point, color) in &setup.stones {
        draw_stone(svg, *point, *color)?;
        let mut numbers = numbers.iter().rev();
        if let Some((_, number)) = numbers.find(|(numbered, _)| numbered == point) {
            let (x, y) = place(*point);
            // Three digits need smaller ones.
            let font = if *number < 100 { 14 } else { 11 };
            let fill = fill(!*color);
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"{fill}\">{number}</text>",
                y + 5
            )?;
        }
    }
    if let Some(Move {
        color,
        action: Action::Play(point),
    }) = asked
        && setup.size.contains(point)
    {
        let (x, y) = place(point);
        let is_free = setup.stones.iter().all(|(stone, _)| *stone != point);
        let (fill, opacity) = (fill(color), if is_free { "0.45" } else { "0" });
        if !is_free {
            // Red on black, and red on the board's brown, are hard to see.
            writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"none\" stroke=\"#fff\" stroke-width=\"6\"/>"
            )?;
        }
        writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{fill}\" fill-opacity=\"{opacity}\" stroke=\"#c00\" \
             stroke-width=\"3\" stroke-dasharray=\"5 3\"/>"
        )?;
    }
    writeln!(svg, "</svg>")
}

fn draw_stone(svg: &mut String, point: Point, color: Color) -> std::fmt::Result {
    let (x, y) = place(point);
    let fill = fill(color);
    writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"#111\"/>"
    )
}

fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "#111",
        Color::White => "#fafafa",
    }
}

/// Begins the image: the empty board.
fn draw_lines(svg: &mut String, size: Size) -> std::fmt::Result {
    let (width, height) = (GAP * (size.cols() + 1), GAP * (size.rows() + 1));
    let (right, bottom) = (width - GAP, height - GAP);
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e3b668\"/>"
    )?;
    for row in 0..size.rows() {
        let (y, name) = (GAP * (row + 1), size.rows() - row);
        writeln!(svg, "<path d=\"M{GAP} {y}H{right}\" stroke=\"#553\"/>")?;
        writeln!(svg, "<text x=\"8\" y=\"{}\">{name}</text>", y + 4)?;
    }
    for point in size.points().take(size.cols()) {
        let (x, _) = place(point);
        let name: String = point.vertex(size).chars().take(1).collect();
        writeln!(svg, "<path d=\"M{x} {GAP}V{bottom}\" stroke=\"#553\"/>")?;
        writeln!(svg, "<text x=\"{x}\" y=\"{}\">{name}</text>", height - 4)?;
    }
    for point in star_points(size) {
        let (x, y) = place(point);
        writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#553\"/>")?;
    }
    Ok(())
}

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
    let all = lines
        .iter()
        .flat_map(|row| lines.iter().map(move |col| Point::from((*row, *col))));
    match lines {
        // Small boards mark the corners and the middle only.
        [_, middle, _] if size.rows() < 19 => all
            .filter(|point| (point.row == *middle) == (point.col == *middle))
            .collect(),
        _ => all.collect(),
    }
}
