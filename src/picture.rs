//! Draws a board as SVG text.

use std::fmt::Write;

use crate::basics::named::named;
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
    let setup = Setup {
        size: board.size(),
        stones: board.stones().collect(),
        to_play: Color::Black,
    };
    let labels = labels.iter();
    let empty = labels.filter(|(_, point)| board.stone_at(**point).is_none());
    let labels = empty.map(|(letter, point)| (*point, letter.to_string()));
    drawn(
        &setup,
        &Overlay {
            last,
            labels: labels.collect(),
            ..Overlay::default()
        },
    )
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

/// What is drawn on a board besides its stones. Points off the board are not drawn.
///
/// ```
/// use gokata::picture::{Overlay, Shape, drawn};
/// use gokata::{Color, Point, Setup, Size};
///
/// let setup = Setup::new(Size::square(3)?, Color::Black).with(Point::from((0, 0)), Color::Black);
/// let svg = drawn(&setup, &Overlay {
///     labels: vec![((0, 0).into(), "17".to_owned()), ((1, 1).into(), "A&B".to_owned())],
///     shapes: vec![((2, 2).into(), Shape::Triangle)],
///     heat: vec![((1, 1).into(), 0.5)],
///     width: Some(240),
///     ..Overlay::default()
/// });
/// assert!(svg.contains("width=\"240\"") && svg.contains(">A&amp;B</text>"));
/// assert_eq!(svg.matches("fill-opacity=\"0.400\"").count(), 1);
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overlay {
    /// The stone with a ring: the last move.
    pub last: Option<Point>,
    /// Texts on stones and empty points, of one to three characters.
    pub labels: Vec<(Point, String)>,
    /// Shapes on stones and empty points.
    pub shapes: Vec<(Point, Shape)>,
    /// Colored squares under the stones: red for up to 1, blue for down to -1, paler for values nearer to 0.
    pub heat: Vec<(Point, f64)>,
    /// The width of the image in pixels; without it, [`GAP`] for each line.
    pub width: Option<usize>,
}

named! {
    /// A shape on a point, as game records mark points.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Shape {
        /// `CR`.
        Circle = "circle",
        /// `SQ`.
        Square = "square",
        /// `TR`.
        Triangle = "triangle",
        /// `MA`.
        Cross = "cross",
    }

    /// `circle`, `square`, `triangle` or `cross`.
    pub const fn name(self) -> &'static str;
    /// Every shape.
    pub const ALL;
}

/// Returns a position with an overlay as an SVG image. The position need not be possible.
pub fn drawn(setup: &Setup, overlay: &Overlay) -> String {
    let mut svg = String::new();
    let _ = draw(&mut svg, setup, overlay);
    svg
}

fn draw(svg: &mut String, setup: &Setup, overlay: &Overlay) -> std::fmt::Result {
    let size = setup.size;
    draw_lines(svg, size, overlay.width)?;
    let stone_at = |point: Point| {
        let mut stones = setup.stones.iter();
        stones.find_map(|(stone, color)| (*stone == point).then_some(*color))
    };
    let on_board = |point: &Point| size.contains(*point);
    for (point, value) in overlay.heat.iter().filter(|(point, _)| on_board(point)) {
        // Not a number is not drawn.
        if value.abs() > 0.0 {
            draw_heat(svg, *point, *value)?;
        }
    }
    for (point, color) in setup.stones.iter().filter(|(point, _)| on_board(point)) {
        draw_stone(svg, *point, *color)?;
    }
    for (point, shape) in overlay.shapes.iter().filter(|(point, _)| on_board(point)) {
        draw_shape(svg, *point, *shape, stone_at(*point))?;
    }
    if let Some(last) = overlay.last.filter(|last| stone_at(*last).is_some()) {
        let (x, y) = place(last);
        writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#d33\" stroke-width=\"2\"/>"
        )?;
    }
    for (point, text) in overlay.labels.iter().filter(|(point, _)| on_board(point)) {
        draw_label(svg, *point, text, stone_at(*point))?;
    }
    writeln!(svg, "</svg>")
}

fn draw_heat(svg: &mut String, point: Point, value: f64) -> std::fmt::Result {
    let (x, y) = place(point);
    let fill = if value > 0.0 { "#d00" } else { "#00d" };
    let opacity = 0.8 * value.abs().min(1.0);
    let (x, y) = (x - GAP / 2, y - GAP / 2);
    writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{GAP}\" height=\"{GAP}\" fill=\"{fill}\" fill-opacity=\"{opacity:.3}\"/>"
    )
}

fn draw_shape(
    svg: &mut String,
    point: Point,
    shape: Shape,
    stone: Option<Color>,
) -> std::fmt::Result {
    let (x, y) = place(point);
    let stroke = stone.map_or("#a00", |color| fill(!color));
    let style = format!("fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\"");
    match shape {
        Shape::Circle => writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" {style}/>"),
        Shape::Square => writeln!(svg, "<path d=\"M{} {}h14v14h-14z\" {style}/>", x - 7, y - 7),
        Shape::Triangle => writeln!(svg, "<path d=\"M{x} {}l8 14h-16z\" {style}/>", y - 9),
        Shape::Cross => {
            let (left, top) = (x - 7, y - 7);
            writeln!(svg, "<path d=\"M{left} {top}l14 14m0-14l-14 14\" {style}/>")
        }
    }
}

fn draw_label(
    svg: &mut String,
    point: Point,
    text: &str,
    stone: Option<Color>,
) -> std::fmt::Result {
    let (x, y) = place(point);
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    if stone.is_none() {
        writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#e3b668\"/>"
        )?;
    }
    let fill = stone.map_or("#a00", |color| fill(!color));
    let font = match text.chars().count() {
        0 | 1 => 15,
        2 => 13,
        _ => 10,
    };
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"{fill}\">{escaped}</text>",
        y + 5
    )
}

fn draw_numbered(
    svg: &mut String,
    setup: &Setup,
    numbers: &[(Point, usize)],
    asked: Option<Move>,
) -> std::fmt::Result {
    draw_lines(svg, setup.size, None)?;
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
fn draw_lines(svg: &mut String, size: Size, shown: Option<usize>) -> std::fmt::Result {
    let (width, height) = (GAP * (size.cols() + 1), GAP * (size.rows() + 1));
    let (right, bottom) = (width - GAP, height - GAP);
    let shown = shown.unwrap_or(width);
    // The picture keeps its proportions.
    let high = height.saturating_mul(shown).div_ceil(width);
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown}\" height=\"{high}\" \
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
