//! Draws a board as SVG text.

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
    let overlay = Overlay {
        last,
        labels: labels.collect(),
        ..Overlay::default()
    };
    drawn(&setup, &overlay)
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
    let mut svg = empty_board(setup.size, None);
    for (point, color) in &setup.stones {
        svg += &stone(*point, *color);
        let mut numbers = numbers.iter().rev();
        if let Some((_, number)) = numbers.find(|(numbered, _)| numbered == point) {
            // Three digits need smaller ones.
            let font = if *number < 100 { 14 } else { 11 };
            svg += &text(*point, font, fill(!*color), &number.to_string());
        }
    }
    if let Some(mv) = asked
        && let Action::Play(point) = mv.action
        && setup.size.contains(point)
    {
        let is_free = setup.stones.iter().all(|(stone, _)| *stone != point);
        let (fill, opacity) = (fill(mv.color), if is_free { "0.45" } else { "0" });
        if !is_free {
            // Red on black, and red on the board's brown, are hard to see.
            let style = "fill=\"none\" stroke=\"#fff\" stroke-width=\"6\"";
            svg += &circle(point, 13, style);
        }
        let dashed = "stroke=\"#c00\" stroke-width=\"3\" stroke-dasharray=\"5 3\"";
        let style = format!("fill=\"{fill}\" fill-opacity=\"{opacity}\" {dashed}");
        svg += &circle(point, 13, &style);
    }
    svg + "</svg>\n"
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
    let size = setup.size;
    let stone_at = |point: Point| {
        let mut stones = setup.stones.iter();
        stones.find_map(|(stone, color)| (*stone == point).then_some(*color))
    };
    let on_board = |point: &Point| size.contains(*point);
    let mut svg = empty_board(size, overlay.width);
    // Not a number is not drawn.
    let heat = overlay.heat.iter();
    let heat = heat.filter(|(point, value)| on_board(point) && value.abs() > 0.0);
    svg.extend(heat.map(|(point, value)| square(*point, *value)));
    let stones = setup.stones.iter().filter(|(point, _)| on_board(point));
    svg.extend(stones.map(|(point, color)| stone(*point, *color)));
    let shapes = overlay.shapes.iter().filter(|(point, _)| on_board(point));
    svg.extend(shapes.map(|(point, shape)| marked(*point, *shape, stone_at(*point))));
    if let Some(last) = overlay.last.filter(|last| stone_at(*last).is_some()) {
        let style = "fill=\"none\" stroke=\"#d33\" stroke-width=\"2\"";
        svg += &circle(last, 6, style);
    }
    let labels = overlay.labels.iter().filter(|(point, _)| on_board(point));
    svg.extend(labels.map(|(point, text)| label(*point, text, stone_at(*point))));
    svg + "</svg>\n"
}

fn square(point: Point, value: f64) -> String {
    let (x, y) = place(point);
    let fill = if value > 0.0 { "#d00" } else { "#00d" };
    let opacity = 0.8 * value.abs().min(1.0);
    let (x, y) = (x - GAP / 2, y - GAP / 2);
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{GAP}\" height=\"{GAP}\" fill=\"{fill}\" fill-opacity=\"{opacity:.3}\"/>\n"
    )
}

fn marked(point: Point, shape: Shape, stone: Option<Color>) -> String {
    let (x, y) = place(point);
    let stroke = stone.map_or("#a00", |color| fill(!color));
    let style = format!("fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\"");
    let path = match shape {
        Shape::Circle => return circle(point, 8, &style),
        Shape::Square => format!("M{} {}h14v14h-14z", x - 7, y - 7),
        Shape::Triangle => format!("M{x} {}l8 14h-16z", y - 9),
        Shape::Cross => format!("M{} {}l14 14m0-14l-14 14", x - 7, y - 7),
    };
    format!("<path d=\"{path}\" {style}/>\n")
}

fn label(point: Point, label: &str, stone: Option<Color>) -> String {
    let escaped = label.replace('&', "&amp;").replace('<', "&lt;");
    let fill = stone.map_or("#a00", |color| fill(!color));
    let font = match label.chars().count() {
        0 | 1 => 15,
        2 => 13,
        _ => 10,
    };
    let text = text(point, font, fill, &escaped);
    match stone {
        Some(_) => text,
        None => circle(point, 9, "fill=\"#e3b668\"") + &text,
    }
}

fn stone(point: Point, color: Color) -> String {
    let style = format!("fill=\"{}\" stroke=\"#111\"", fill(color));
    circle(point, 14, &style)
}

fn circle(point: Point, radius: usize, style: &str) -> String {
    let (x, y) = place(point);
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>\n")
}

fn text(point: Point, font: usize, fill: &str, said: &str) -> String {
    let (x, y) = place(point);
    let y = y + 5;
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{font}\" fill=\"{fill}\">{said}</text>\n")
}

fn fill(color: Color) -> &'static str {
    match color {
        Color::Black => "#111",
        Color::White => "#fafafa",
    }
}

/// Begins the image: the empty board.
fn empty_board(size: Size, shown: Option<usize>) -> String {
    let (width, height) = (GAP * (size.cols() + 1), GAP * (size.rows() + 1));
    let (right, bottom) = (width - GAP, height - GAP);
    let shown = shown.unwrap_or(width);
    // The picture keeps its proportions.
    let high = height.saturating_mul(shown).div_ceil(width);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown}\" height=\"{high}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e3b668\"/>\n"
    );
    let line = |path: String| format!("<path d=\"M{path}\" stroke=\"#553\"/>\n");
    let named = |x, y, name: String| format!("<text x=\"{x}\" y=\"{y}\">{name}</text>\n");
    for row in 0..size.rows() {
        let y = GAP * (row + 1);
        svg += &line(format!("{GAP} {y}H{right}"));
        svg += &named(8, y + 4, (size.rows() - row).to_string());
    }
    for point in size.points().take(size.cols()) {
        let (x, _) = place(point);
        svg += &line(format!("{x} {GAP}V{bottom}"));
        svg += &named(x, height - 4, point.vertex(size).chars().take(1).collect());
    }
    let stars = star_points(size).into_iter();
    svg.extend(stars.map(|point| circle(point, 3, "fill=\"#553\"")));
    svg
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
    let rows = lines.iter();
    let all = rows.flat_map(|row| lines.iter().map(move |col| Point::from((*row, *col))));
    // Small boards mark the corners and the middle only.
    let is_side = |point: &Point| (point.row == lines[1]) != (point.col == lines[1]);
    all.filter(|point| size.rows() == 19 || !is_side(point))
        .collect()
}
