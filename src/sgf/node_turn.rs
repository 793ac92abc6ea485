//! What a node says about its turn: a move, or whose turn it is. `judge` decides whether the move is legal.

use super::property::{Property, Value};
use super::tokens::B;
use super::values::point;
use crate::basics::text::quoted;
use crate::basics::{Action, Color, Move, Point, Size};

/// The properties of a node that are about its turn, in any order. The set-up of the node comes before it.
#[derive(Default)]
pub(super) struct NodeTurn<'t> {
    pub(super) sets_up: bool,
    pub(super) played: Option<(Color, Value<'t>)>,
    /// The offset of a second move, and the number of moves from there on. They are not played, because it is unclear
    /// which move is meant.
    pub(super) second: Option<(usize, usize)>,
    pub(super) to_play: Option<Property<'t>>,
    /// The offset of `KO`: the record says that the move was made even if it is illegal.
    pub(super) force: Option<usize>,
}

impl<'t> NodeTurn<'t> {
    #[inline]
    pub(super) fn add_moves(&mut self, property: Property<'t>) {
        for value in property.values() {
            if self.played.is_some() {
                self.second.get_or_insert((value.at, 0)).1 += 1;
            } else {
                self.played = Some((mover(property), value));
            }
        }
    }
}

/// The player of a property `B` or `W`.
#[inline]
pub(super) fn mover(property: Property<'_>) -> Color {
    match property.name {
        B => Color::Black,
        _ => Color::White,
    }
}

/// The standard has two letters and nothing else.
pub(super) const BLANKS: &str = "blanks around a point are ignored";

/// Parses a move. Also returns a warning if it is written in an unusual way.
#[inline]
pub(super) fn read_move(
    size: Size,
    color: Color,
    value: Value<'_>,
) -> Result<(Move, Option<&'static str>), String> {
    // On boards of up to 19 rows and columns, where that point lies off the board.
    let is_pass = |text| text == "tt" && size.rows() <= 19 && size.cols() <= 19;
    if let Some(point) = Point::from_sgf(value.text)
        && !is_pass(value.text)
    {
        return Ok((Move::play(color, point), None));
    }
    let text = value.text.trim();
    let action = if text.is_empty() || is_pass(text) {
        Action::Pass
    } else {
        let problem = "is no point: two letters, or nothing for a pass";
        Action::Play(point(text).ok_or_else(|| format!("{} {problem}", quoted(text)))?)
    };
    let unusual = match text {
        _ if text.len() == value.text.len() => None,
        "" => Some("blanks are read as a pass"),
        _ => Some(BLANKS),
    };
    Ok((Move { color, action }, unusual))
}
