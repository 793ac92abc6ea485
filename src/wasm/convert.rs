//! Arguments and results: moves, colors, points, errors, and objects as JSON.

use gokata::{Action, Color, IllegalMove, Move, ParseError, Point, Size, TextError};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a call from JavaScript returns. The error is a sentence, or a `Fault`.
pub(crate) type Result<T> = std::result::Result<T, JsValue>;

/// An error in a text, with its place.
#[wasm_bindgen(getter_with_clone)]
pub struct Fault {
    /// The sentence.
    pub text: String,
    /// Line, counted from 1, in a text of several lines.
    pub line: Option<u32>,
    /// Column, counted from 1 in characters.
    pub column: Option<u32>,
}

pub(crate) fn unreadable(error: &ParseError) -> JsValue {
    fault(error.to_string())
}

pub(crate) fn fault(text: String) -> JsValue {
    let (line, column) = (None, None);
    Fault { text, line, column }.into()
}

pub(crate) fn text_error(error: &TextError) -> JsValue {
    at(&error.to_string(), error.line(), error.column())
}

pub(crate) fn at(text: &str, line: usize, column: usize) -> JsValue {
    let number = |number: usize| u32::try_from(number).ok();
    let (text, line, column) = (text.to_owned(), number(line), number(column));
    Fault { text, line, column }.into()
}

pub(crate) fn sentence(error: impl ToString) -> JsValue {
    error.to_string().into()
}

/// Writes an object for JavaScript.
pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(sentence)
}

/// Reads a move. Without `color`, and without a color in the text, it is one of `side`.
pub(crate) fn read_move(text: &str, color: Option<&str>, size: Size, side: Color) -> Result<Move> {
    let color = color.map(read_color).transpose()?;
    let text = text.trim();
    let has_color = text.contains([':', ' ', '\t']) && !text.starts_with('(');
    let mv = if has_color {
        size.parse_move(text)
    } else {
        size.parse_move(&format!("{}:{text}", color.unwrap_or(side).letter()))
    };
    let mv = mv.map_err(|error| unreadable(&error))?;
    match color.filter(|color| *color != mv.color) {
        Some(color) => Err(sentence(format!("{text} is not a move of {color}"))),
        None => Ok(mv),
    }
}

/// Reads a point. A pass is none.
pub(crate) fn read_point(text: &str, size: Size) -> Result<Point> {
    match read_move(text, None, size, Color::Black)?.action {
        Action::Play(point) => Ok(point),
        other => Err(sentence(format!("{other} is not a point"))),
    }
}

pub(crate) fn read_points(texts: &[String], size: Size) -> Result<Vec<Point>> {
    let points = texts.iter().map(|text| read_point(text, size));
    points.collect()
}

pub(crate) fn read_color(text: &str) -> Result<Color> {
    text.parse().map_err(|error| unreadable(&error))
}

/// The move with this index, of `rows * cols + 1`: the last one is the pass. A larger one is a pass, too.
pub(crate) fn move_at(index: usize, size: Size, side: Color) -> Move {
    let (row, col) = (index / size.cols(), index % size.cols());
    if row < size.rows() {
        Move::play(side, (row, col))
    } else {
        Move::pass(side)
    }
}

/// The index of a point or of a pass; `None` for other moves and off the board.
pub(crate) fn index(action: Action, size: Size) -> Option<usize> {
    match action {
        Action::Play(point) if size.contains(point) => size.points().position(|it| it == point),
        Action::Pass => Some(size.point_count()),
        Action::Play(_) | Action::Resign => None,
    }
}

pub(crate) fn vertices(points: impl IntoIterator<Item = Point>, size: Size) -> Vec<String> {
    let points = points.into_iter();
    points.map(|point| point.vertex(size)).collect()
}

/// `black` or `white`.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// 1 for a black stone, -1 for a white one, 0.
pub(crate) const fn stone_number(stone: Option<Color>) -> i8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
    }
}

/// The number of a verdict: 0 for a legal move, else the place of the reason in `reason_names`, counted from 1.
pub(crate) fn verdict_number(verdict: std::result::Result<(), IllegalMove>) -> u8 {
    let place = |reason| IllegalMove::ALL.iter().position(|it| *it == reason);
    let place = verdict.err().and_then(place);
    place.map_or(0, |place| u8::try_from(place + 1).unwrap_or(u8::MAX))
}

pub(crate) fn names(reasons: &[IllegalMove]) -> Vec<&'static str> {
    reasons.iter().map(|reason| reason.name()).collect()
}
