//! What is drawn on a board besides its stones.

use crate::basics::named::named;
use crate::basics::{IllegalMove, Move, Point};

/// What is drawn on a board besides its stones, and how; nothing by default. Points off the board are not drawn.
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
    /// A move with a dashed ring, around a pale stone if its point is empty.
    pub asked: Option<Move>,
    /// Stones that the move takes, each in a ring.
    pub captured: Vec<Point>,
    /// Stones that the move takes of its own side, each in a dotted ring.
    pub self_captured: Vec<Point>,
    /// Empty points where a move is refused: a cross for suicide, a square for ko, a triangle for superko, nothing for
    /// other reasons.
    pub refused: Vec<(Point, IllegalMove)>,
    /// Points with a small ring, unlike the dots of the board's own points: rules disagree about them.
    pub disputed: Vec<Point>,
    /// Numbers on stones: those of the moves that put them there. The last one for a point counts.
    pub numbers: Vec<(Point, usize)>,
    /// Texts on stones and empty points, of one to three characters.
    pub labels: Vec<(Point, String)>,
    /// Shapes on stones and empty points.
    pub shapes: Vec<(Point, Shape)>,
    /// Stones that are drawn paler, because they are dead.
    pub dead: Vec<Point>,
    /// Colored squares under the stones: red for up to 1, blue for down to -1, paler for values nearer to 0.
    pub heat: Vec<(Point, f64)>,
    /// Other signs above the stones.
    pub layers: Vec<Layer>,
    /// The names of lines and columns.
    pub coordinates: Coordinates,
    /// Where colors come from.
    pub form: Form,
    /// The width of the image in pixels. Without it, [`GAP`](super::GAP) for each line in [`Form::Colors`], and what the
    /// style sheet says in [`Form::Classes`].
    pub width: Option<usize>,
    /// What the image shows, in words, for those who do not see it.
    pub title: Option<String>,
}

/// Where the colors of a picture come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The picture has them: it needs no other file.
    #[default]
    Colors,
    /// A style sheet of the page that contains the picture gives them to classes, and to stones their radius (7/15); the page may
    /// forbid inline styles. Without a title, screen readers skip the picture.
    ///
    /// | class | what it is |
    /// |---|---|
    /// | `wood`, `lines`, `stars`, `xy` | the board, its lines, dots and coordinates |
    /// | `bs`, `ws`, `dead` | the groups of black and white stones, and of dead ones |
    /// | `lb`, `lw` | the ring of the last move, on a black and a white stone |
    /// | `mk sb`, `mk sw`, `mk se` | shapes on black stones, on white ones and on empty points |
    /// | `tb`, `tw`, `te` | the same for labels and numbers |
    /// | `no suicide`, `no ko`, `no superko` | refused points |
    /// | `disputed`, `captured`, `self-captured` | disputed points, and rings of captured stones |
    /// | `asked`, `gb`, `gw`, `halo` | the ring of the move; its pale stone; on a stone, what makes the ring visible |
    /// | `hp`, `hn` | heat above and below 0 |
    Classes,
}

/// Whether a picture names lines and columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// On the left and below; in [`Form::Classes`] on all sides.
    #[default]
    Shown,
    /// Nowhere. The margin stays.
    Hidden,
}

/// The same sign at some points: a layer of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// Its class in [`Form::Classes`].
    pub class: &'static str,
    /// Its attributes in [`Form::Colors`], such as `fill="none" stroke="#a00"`.
    pub attributes: &'static str,
    /// What is drawn at each point.
    pub sign: Sign,
    /// Where.
    pub points: Vec<Point>,
}

/// What a layer draws at each of its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// A circle of this radius; stones have 14.
    Circle(usize),
    /// Where a path begins, to the right of the point and below it, and how it goes on, in lower case letters of SVG.
    Path(isize, isize, &'static str),
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

impl Shape {
    pub(super) const fn sign(self) -> Sign {
        match self {
            Shape::Circle => Sign::Circle(8),
            Shape::Square => Sign::Path(-7, -7, "h14v14h-14z"),
            Shape::Triangle => Sign::Path(0, -9, "l8 14h-16z"),
            Shape::Cross => Sign::Path(-7, -7, "l14 14m0-14l-14 14"),
        }
    }
}
