//! Draws a board: as SVG text in layers, with colors or for a style sheet, and in letters.

mod letters;
mod overlay;
mod pen;
mod places;

pub use letters::{explained, text};
pub use overlay::{Coordinates, Form, Layer, Overlay, Shape, Sign};
pub use places::{GAP, place, star_points};

use crate::basics::{ByColor, Color, IllegalMove, Labels, Move, Point, PointSet, Setup};
use crate::pure::Board;
use pen::{Pen, WOOD};

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
    let overlay = Overlay {
        numbers: numbers.to_vec(),
        asked,
        ..Overlay::default()
    };
    drawn(setup, &overlay)
}

/// Returns a position with an overlay as an SVG image. The position need not be possible.
#[must_use]
pub fn drawn(setup: &Setup, overlay: &Overlay) -> String {
    let stones = ByColor::from_fn(|color| {
        let stones = setup.stones.iter().filter(|stone| stone.1 == color);
        PointSet::new(setup.size, stones.map(|stone| stone.0))
    });
    let both = Color::BOTH.into_iter();
    let stone_at = |point| both.clone().find(|it| stones[*it].contains(point));
    let on_board = |point: &Point| setup.size.contains(*point);
    let mut pen = Pen::new(setup.size, overlay);
    // Not a number is not drawn.
    let heat = overlay.heat.iter();
    for (point, value) in heat.filter(|(point, value)| on_board(point) && value.abs() > 0.0) {
        let inks = [("hn", "fill=\"#00d\""), ("hp", "fill=\"#d00\"")];
        let ink = inks[usize::from(*value > 0.0)];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0 to 800"
        )]
        let opacity = (800.0 * value.abs().min(1.0)).round() as u16;
        pen.square(*point, opacity, ink);
    }
    draw_stones(&mut pen, setup, overlay, &stones);
    for layer in &overlay.layers {
        let ink = (layer.class, layer.attributes);
        pen.signs(layer.sign, layer.points.iter().copied(), ink);
    }
    for (point, shape) in &overlay.shapes {
        let (side, shade) = shade(stone_at(*point));
        let ink = (&*format!("mk s{side}"), &*outline(shade, 2));
        pen.signs(shape.sign(), [*point], ink);
    }
    for (reason, class, shape) in [
        (IllegalMove::Suicide, "no suicide", Shape::Cross),
        (IllegalMove::Ko, "no ko", Shape::Square),
        (IllegalMove::Superko, "no superko", Shape::Triangle),
    ] {
        let refused = overlay.refused.iter();
        let refused = refused.filter(|(point, why)| *why == reason && stone_at(*point).is_none());
        pen.signs(
            shape.sign(),
            refused.map(|refused| refused.0),
            (class, &outline(RED, 2)),
        );
    }
    if let Some((last, color)) = overlay.last.and_then(|last| Some((last, stone_at(last)?))) {
        let class = if color == Color::Black { "lb" } else { "lw" };
        pen.signs(Sign::Circle(6), [last], (class, &outline("#d33", 2)));
    }
    let dotted = outline("#d33", 4) + " stroke-dasharray=\"0.1 7.2\" stroke-linecap=\"round\"";
    for (points, radius, class, attributes) in [
        (&overlay.disputed, 4, "disputed", outline("#06c", 3)),
        (&overlay.captured, 14, "captured", outline("#d33", 3)),
        (&overlay.self_captured, 14, "self-captured", dotted),
    ] {
        let ink = (class, &*attributes);
        pen.signs(Sign::Circle(radius), points.iter().copied(), ink);
    }
    if let Some((point, mv)) = overlay.asked.and_then(|mv| Some((mv.action.point()?, mv))) {
        draw_asked(&mut pen, mv.color, point, stone_at(point).is_none());
    }
    for (point, text) in overlay.labels.iter().filter(|(point, _)| on_board(point)) {
        let stone = stone_at(*point);
        if stone.is_none() {
            pen.signs(Sign::Circle(9), [*point], WOOD);
        }
        let font = match text.chars().count() {
            0 | 1 => 15,
            2 => 13,
            _ => 10,
        };
        write(&mut pen, *point, stone, font, text);
    }
    pen.finish()
}

const RED: &str = "#a00";

/// What stands out on a stone, or on an empty point: a letter for classes, and a color.
fn shade(stone: Option<Color>) -> (&'static str, &'static str) {
    match stone {
        Some(Color::Black) => ("b", "#fafafa"),
        Some(Color::White) => ("w", "#111"),
        None => ("e", RED),
    }
}

fn outline(stroke: &str, width: usize) -> String {
    format!("fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"")
}

fn write(pen: &mut Pen, point: Point, stone: Option<Color>, font: usize, text: &str) {
    let (side, shade) = shade(stone);
    let ink = (&*format!("t{side}"), &*format!("fill=\"{shade}\""));
    pen.text(point, font, ink, text);
}

/// Draws the stones and their numbers.
fn draw_stones(pen: &mut Pen, setup: &Setup, overlay: &Overlay, stones: &ByColor<PointSet>) {
    let dead = PointSet::new(setup.size, overlay.dead.iter().copied());
    let are_grouped = overlay.form == Form::Classes;
    for (color, stones) in stones.iter().filter(|_| are_grouped) {
        let side = if color == Color::Black { 'b' } else { 'w' };
        pen.group(side, "", *stones - dead);
        pen.group(side, " dead", *stones & dead);
    }
    let stones = setup.stones.iter().copied();
    for (point, color) in stones.filter(|(point, _)| setup.size.contains(*point)) {
        if !are_grouped {
            let pale = ["", " opacity=\"0.5\""][usize::from(dead.contains(point))];
            let (_, fill) = shade(Some(!color));
            let style = format!("fill=\"{fill}\" stroke=\"#111\"{pale}");
            pen.signs(Sign::Circle(14), [point], ("", &style));
        }
        let mut numbers = overlay.numbers.iter().rev();
        if let Some((_, number)) = numbers.find(|(numbered, _)| *numbered == point) {
            // Three digits need smaller ones.
            let font = if *number < 100 { 14 } else { 11 };
            write(pen, point, Some(color), font, &number.to_string());
        }
    }
}

/// Draws the ring of a move, around a pale stone if its point is empty.
fn draw_asked(pen: &mut Pen, color: Color, point: Point, is_free: bool) {
    let (class, opacity) = match (is_free, color) {
        (true, Color::Black) => ("asked gb", "0.45"),
        (true, Color::White) => ("asked gw", "0.45"),
        (false, _) => ("asked", "0"),
    };
    if !is_free {
        // Red on black, and red on the board's brown, are hard to see.
        pen.signs(Sign::Circle(13), [point], ("halo", &outline("#fff", 6)));
    }
    let (_, fill) = shade(Some(!color));
    let dashed = "stroke=\"#c00\" stroke-width=\"3\" stroke-dasharray=\"5 3\"";
    let style = format!("fill=\"{fill}\" fill-opacity=\"{opacity}\" {dashed}");
    pen.signs(Sign::Circle(13), [point], (class, &style));
}
