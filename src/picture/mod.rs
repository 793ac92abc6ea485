//! Draws a board: as SVG text in layers, with colors or for a style sheet, and in letters.

mod letters;
mod overlay;
mod pen;
mod places;

pub use letters::{explained, text};
pub use overlay::{Coordinates, Form, Layer, Overlay, Shape, Sign};
pub use places::{GAP, place, star_points};

use crate::basics::{Action, ByColor, Color, IllegalMove, Labels, Move, Point, PointSet, Setup};
use crate::pure::Board;
use pen::{Ink, Pen, WOOD};

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
    let stone_at = |point| {
        Color::BOTH
            .into_iter()
            .find(|it| stones[*it].contains(point))
    };
    let on_board = |point: &Point| setup.size.contains(*point);
    let mut pen = Pen::new(setup.size, overlay);
    // Not a number is not drawn.
    let heat = overlay.heat.iter();
    for (point, value) in heat.filter(|(point, value)| on_board(point) && value.abs() > 0.0) {
        let is_warm = *value > 0.0;
        let ink = if is_warm {
            ("hp", "fill=\"#d00\"")
        } else {
            ("hn", "fill=\"#00d\"")
        };
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
        pen.signs(shape.sign(), [*point], inks(stone_at(*point))[0]);
    }
    for (reason, class, shape) in [
        (IllegalMove::Suicide, "no suicide", Shape::Cross),
        (IllegalMove::Ko, "no ko", Shape::Square),
        (IllegalMove::Superko, "no superko", Shape::Triangle),
    ] {
        let refused = overlay.refused.iter();
        let refused = refused.filter(|(point, why)| *why == reason && stone_at(*point).is_none());
        pen.signs(shape.sign(), refused.map(|refused| refused.0), (class, RED));
    }
    if let Some((last, color)) = overlay.last.and_then(|last| Some((last, stone_at(last)?))) {
        let class = if color == Color::Black { "lb" } else { "lw" };
        let ring = "fill=\"none\" stroke=\"#d33\" stroke-width=\"2\"";
        pen.signs(Sign::Circle(6), [last], (class, ring));
    }
    for (points, radius, ink) in [
        (&overlay.disputed, 4, DISPUTED),
        (&overlay.captured, 14, CAPTURED),
        (&overlay.self_captured, 14, SELF_CAPTURED),
    ] {
        pen.signs(Sign::Circle(radius), points.iter().copied(), ink);
    }
    if let Some(Move {
        color,
        action: Action::Play(point),
    }) = overlay.asked
    {
        draw_asked(&mut pen, color, point, stone_at(point).is_none());
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
        pen.text(*point, font, inks(stone)[1], text);
    }
    pen.finish()
}

const RED: &str = "fill=\"none\" stroke=\"#a00\" stroke-width=\"2\"";
const DISPUTED: Ink<'_> = (
    "disputed",
    "fill=\"#fff\" stroke=\"#06c\" stroke-width=\"2\"",
);
const CAPTURED: Ink<'_> = (
    "captured",
    "fill=\"none\" stroke=\"#d33\" stroke-width=\"3\"",
);
const SELF_CAPTURED: Ink<'_> = (
    "self-captured",
    "fill=\"none\" stroke=\"#d33\" stroke-width=\"4\" stroke-dasharray=\"0.1 7.2\" stroke-linecap=\"round\"",
);

/// The ink of shapes and of text on a stone, or on an empty point.
fn inks(stone: Option<Color>) -> [Ink<'static>; 2] {
    match stone {
        Some(Color::Black) => [
            (
                "mk sb",
                "fill=\"none\" stroke=\"#fafafa\" stroke-width=\"2\"",
            ),
            ("tb", "fill=\"#fafafa\""),
        ],
        Some(Color::White) => [
            ("mk sw", "fill=\"none\" stroke=\"#111\" stroke-width=\"2\""),
            ("tw", "fill=\"#111\""),
        ],
        None => [("mk se", RED), ("te", "fill=\"#a00\"")],
    }
}

fn fill(color: Color) -> &'static str {
    inks(Some(!color))[1].1
}

/// Draws the stones and their numbers.
fn draw_stones(pen: &mut Pen, setup: &Setup, overlay: &Overlay, stones: &ByColor<PointSet>) {
    let dead = PointSet::new(setup.size, overlay.dead.iter().copied());
    let are_grouped = overlay.form == Form::Classes;
    if are_grouped {
        for (color, classes, gradient) in [
            (Color::Black, ["bs", "bs dead"], "gb"),
            (Color::White, ["ws", "ws dead"], "gw"),
        ] {
            pen.group([classes[0], gradient], stones[color] - dead);
            pen.group([classes[1], gradient], stones[color] & dead);
        }
    }
    for (point, color) in setup
        .stones
        .iter()
        .filter(|stone| setup.size.contains(stone.0))
    {
        if !are_grouped {
            let pale = if dead.contains(*point) {
                " opacity=\"0.5\""
            } else {
                ""
            };
            let style = format!("{} stroke=\"#111\"{pale}", fill(*color));
            pen.signs(Sign::Circle(14), [*point], ("", &style));
        }
        let mut numbers = overlay.numbers.iter().rev();
        if let Some((_, number)) = numbers.find(|(numbered, _)| numbered == point) {
            // Three digits need smaller ones.
            let font = if *number < 100 { 14 } else { 11 };
            pen.text(*point, font, inks(Some(*color))[1], &number.to_string());
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
        let white = "fill=\"none\" stroke=\"#fff\" stroke-width=\"6\"";
        pen.signs(Sign::Circle(13), [point], ("halo", white));
    }
    let dashed = "stroke=\"#c00\" stroke-width=\"3\" stroke-dasharray=\"5 3\"";
    let style = format!("{} fill-opacity=\"{opacity}\" {dashed}", fill(color));
    pen.signs(Sign::Circle(13), [point], (class, &style));
}
