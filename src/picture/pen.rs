//! Writes the elements of a picture: with colors, or with classes.

use std::fmt::{Arguments, Write};

use super::overlay::{Coordinates, Form, Overlay, Sign};
use super::places::{GAP, place, star_points};
use crate::basics::{Point, PointSet, Size};

/// The class of an element, and the attributes that it has instead where no style sheet gives colors.
pub(super) type Ink<'a> = (&'a str, &'a str);

const LINE: Ink<'_> = ("lines", "stroke=\"#553\"");
const STAR: Ink<'_> = ("stars", "fill=\"#553\"");
pub(super) const WOOD: Ink<'_> = ("wood", "fill=\"#e3b668\"");

/// Ends the start tag of a picture for a style sheet: the colors of round stones.
const GRADIENTS: &str = " text-anchor=\"middle\"><defs>\
    <radialGradient id=\"gb\" cx=\".36\" cy=\".3\" r=\".75\"><stop offset=\"0\" stop-color=\"#666\"/>\
    <stop offset=\".5\" stop-color=\"#222\"/><stop offset=\"1\" stop-color=\"#0c0c0c\"/></radialGradient>\
    <radialGradient id=\"gw\" cx=\".36\" cy=\".3\" r=\".8\"><stop offset=\"0\" stop-color=\"#fff\"/>\
    <stop offset=\".6\" stop-color=\"#f3f0ea\"/><stop offset=\"1\" stop-color=\"#cfc9bd\"/></radialGradient></defs>";

/// A line of the board: its path, its name, and where the name stands with colors, and with classes.
type Line = (String, String, [(usize, usize); 3]);

pub(super) struct Pen {
    size: Size,
    form: Form,
    svg: String,
}

impl Pen {
    /// Begins the image: the empty board.
    pub(super) fn new(size: Size, overlay: &Overlay) -> Pen {
        let (width, height) = (GAP * (size.cols() + 1), GAP * (size.rows() + 1));
        // A page in HTML needs no namespace.
        let svg = match overlay.form {
            Form::Colors => "<svg xmlns=\"http://www.w3.org/2000/svg\"",
            Form::Classes => "<svg",
        };
        let (form, svg) = (overlay.form, svg.to_owned());
        let mut pen = Pen { size, form, svg };
        pen.push(format_args!(" viewBox=\"0 0 {width} {height}\""));
        let natural = (form == Form::Colors).then_some(width);
        if let Some(shown) = overlay.width.or(natural) {
            // The picture keeps its proportions.
            let high = height.saturating_mul(shown).div_ceil(width);
            pen.push(format_args!(" width=\"{shown}\" height=\"{high}\""));
        }
        match &overlay.title {
            Some(title) => pen.push(format_args!(
                " role=\"img\" aria-label=\"{}\"",
                escaped(title)
            )),
            None if form == Form::Classes => pen.svg += " aria-hidden=\"true\"",
            None => {}
        }
        pen.svg += match form {
            Form::Colors => {
                " font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
            }
            Form::Classes => GRADIENTS,
        };
        let board = format_args!("width=\"{width}\" height=\"{height}\"");
        pen.element("rect", board, WOOD, "/>");
        pen.lines(overlay.coordinates == Coordinates::Shown);
        pen.signs(Sign::Circle(3), star_points(size), STAR);
        pen
    }

    pub(super) fn finish(self) -> String {
        self.svg + "</svg>\n"
    }

    fn push(&mut self, text: Arguments<'_>) {
        // Writing to a string never fails.
        let _ = self.svg.write_fmt(text);
    }

    fn element(&mut self, tag: &str, geometry: Arguments<'_>, ink: Ink<'_>, end: &str) {
        let (class, attributes) = ink;
        match self.form {
            Form::Colors => self.push(format_args!("<{tag} {geometry} {attributes}{end}\n")),
            Form::Classes => self.push(format_args!("<{tag} class=\"{class}\" {geometry}{end}\n")),
        }
    }

    /// Draws the same sign at each of these points that is on the board; paths as one.
    pub(super) fn signs(
        &mut self,
        sign: Sign,
        points: impl IntoIterator<Item = Point>,
        ink: Ink<'_>,
    ) {
        let (mut all, size) = (String::new(), self.size);
        let points = points.into_iter().filter(|point| size.contains(*point));
        for (x, y) in points.map(place) {
            match sign {
                Sign::Circle(radius) => {
                    let circle = format_args!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
                    self.element("circle", circle, ink, "/>");
                }
                Sign::Path(right, down, path) => {
                    let (x, y) = (
                        x.saturating_add_signed(right),
                        y.saturating_add_signed(down),
                    );
                    let _ = write!(all, "M{x} {y}{path}");
                }
            }
        }
        if !all.is_empty() {
            self.element("path", format_args!("d=\"{all}\""), ink, "/>");
        }
    }

    /// Colors what is under a point, more or less: `thousandths` are those of its opacity. Writing a fraction would take 10 KB of code in WebAssembly.
    pub(super) fn square(&mut self, point: Point, thousandths: u16, ink: Ink<'_>) {
        let (x, y) = place(point);
        let (x, y) = (x - GAP / 2, y - GAP / 2);
        let square = format_args!("x=\"{x}\" y=\"{y}\" width=\"{GAP}\" height=\"{GAP}\"");
        self.element(
            "rect",
            square,
            ink,
            &format!(" fill-opacity=\"0.{thousandths:03}\"/>"),
        );
    }

    pub(super) fn text(&mut self, point: Point, font: usize, ink: Ink<'_>, said: &str) {
        let (x, y) = place(point);
        let text = format_args!("x=\"{x}\" y=\"{}\" font-size=\"{font}\"", y + 5);
        self.element("text", text, ink, &format!(">{}</text>", escaped(said)));
    }

    /// Draws stones as a group, to which a style sheet gives their radius. Counted in lines, hundreds of stones are short.
    pub(super) fn group(&mut self, side: char, dead: &str, stones: PointSet) {
        if stones.is_empty() {
            return;
        }
        self.push(format_args!(
            "<g class=\"{side}s{dead}\" fill=\"url(#g{side})\"><g transform=\"scale({GAP})\">"
        ));
        for Point { row, col } in stones {
            self.push(format_args!(
                "<circle cx=\"{}\" cy=\"{}\"/>",
                col + 1,
                row + 1
            ));
        }
        self.svg += "</g></g>\n";
    }

    /// Draws the lines and their names: with colors each by itself, on the left and below; or all together, on all sides.
    fn lines(&mut self, are_named: bool) {
        let (right, bottom) = (GAP * self.size.cols(), GAP * self.size.rows());
        let rows = (1..=self.size.rows()).map(|row| {
            let (y, name) = (GAP * row, (self.size.rows() + 1 - row).to_string());
            let names = [(8, y + 4), (9, y), (right + GAP - 9, y)];
            (format!("M{GAP} {y}H{right}"), name, names)
        });
        let cols = self.size.points().take(self.size.cols()).map(|point| {
            let (x, _) = place(point);
            let name = point.vertex(self.size).chars().take(1).collect();
            let names = [(x, bottom + GAP - 4), (x, 9), (x, bottom + GAP - 9)];
            (format!("M{x} {GAP}V{bottom}"), name, names)
        });
        let lines: Vec<Line> = rows.chain(cols).collect();
        let text =
            |(x, y): (usize, usize), name: &str| format!("<text x=\"{x}\" y=\"{y}\">{name}</text>");
        let (mut paths, mut names) = (String::new(), String::new());
        for (path, name, [below, ends @ ..]) in lines {
            if self.form == Form::Classes {
                paths += &path;
                names.extend(ends.map(|end| text(end, &name)));
                continue;
            }
            self.element("path", format_args!("d=\"{path}\""), LINE, "/>");
            if are_named {
                self.push(format_args!("{}\n", text(below, &name)));
            }
        }
        if self.form == Form::Classes {
            self.element("path", format_args!("d=\"{paths}\""), LINE, "/>");
        }
        if !names.is_empty() && are_named {
            self.push(format_args!("<g class=\"xy\">{names}</g>\n"));
        }
    }
}

/// Returns text that means no markup, without characters that XML does not allow.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let text = text.replace('"', "&quot;");
    text.replace(
        |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'),
        "\u{fffd}",
    )
}
