//! Converts the nodes of a record to typed steps, each with its offset in the text. `judge` decides whether a move is
//! legal, or a set-up possible.

use super::property::{Properties, Property, Value, Values};
use super::tokens::{AB, AE, AW, B, KO, MN, PL, W};
use super::values::{Rectangle, player, point, rectangle};
use crate::basics::text::quoted;
use crate::basics::{Action, Color, Move, Point, Size};

/// A step of a node: a part of its set-up, a turn, a move, or a message.
#[derive(Debug, Clone)]
pub(super) enum NodeStep {
    /// A set-up begins, and with it a new history.
    SetUp,
    /// Each point of the rectangle becomes this color, or empty.
    Stones(Option<Color>, Rectangle),
    /// It is this player's turn after the set-up.
    ToPlay(Color),
    /// It is this player's turn; the node has no set-up stones and no move. Keeps the stones and the history.
    HandTurn(Color),
    /// This number of moves after the first one in the node. They are not played, because it is unclear which move is
    /// meant.
    SecondMove(usize),
    /// A move. `forced`: the record says, by `KO`, that the move was made even if it is illegal.
    Play { mv: Move, forced: bool },
    /// Something is unusual but understood.
    Warning(&'static str),
    /// Something cannot be understood.
    Fault(String),
}

/// The standard has two letters and nothing else.
const BLANKS: &str = "blanks around a point are ignored";

/// The steps of one node: those of its set-up in the order of the text, then the turn.
pub(super) struct NodeSteps<'t> {
    size: Size,
    properties: Properties<'t>,
    /// The unread values of the current set-up property.
    points: Option<(Option<Color>, Values<'t>)>,
    /// The step after a warning about the same value.
    next: Option<(usize, NodeStep)>,
    sets_up: bool,
    /// The move; `second` is the offset of a second one, and the number of moves from there on.
    played: Option<(Color, Value<'t>)>,
    second: Option<(usize, usize)>,
    to_play: Option<Property<'t>>,
    force: Option<usize>,
}

impl Iterator for NodeSteps<'_> {
    type Item = (usize, NodeStep);

    #[inline]
    fn next(&mut self) -> Option<(usize, NodeStep)> {
        self.next_of_set_up().or_else(|| self.next_of_turn())
    }
}

impl<'t> NodeSteps<'t> {
    #[inline]
    pub(super) fn new(size: Size, properties: Properties<'t>) -> NodeSteps<'t> {
        NodeSteps {
            size,
            properties,
            points: None,
            next: None,
            sets_up: false,
            played: None,
            second: None,
            to_play: None,
            force: None,
        }
    }

    /// Returns the next step of the set-up. After the last one all properties have been read.
    #[inline]
    pub(super) fn next_of_set_up(&mut self) -> Option<(usize, NodeStep)> {
        // Most nodes have only a move.
        if (self.sets_up || self.next.is_some())
            && let Some(step) = self.next_of_stones()
        {
            return Some(step);
        }
        while let Some(property) = self.properties.next() {
            match property.name {
                B | W => self.play(property),
                AB | AW | AE => {
                    let color = match property.name {
                        AB => Some(Color::Black),
                        AW => Some(Color::White),
                        _ => None,
                    };
                    self.points = Some((color, property.all_values()));
                    if !std::mem::replace(&mut self.sets_up, true) {
                        return Some((property.at, NodeStep::SetUp));
                    }
                    if let Some(step) = self.next_of_stones() {
                        return Some(step);
                    }
                }
                PL => self.to_play = Some(property),
                KO => self.force = Some(property.at),
                MN if property.value().text.trim().parse::<u32>().is_err() => {
                    let message = "the move number is not a number";
                    return Some((property.at, NodeStep::Warning(message)));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the step that follows a warning, or that of the next value of `AB`, `AW` or `AE`.
    #[inline(never)]
    fn next_of_stones(&mut self) -> Option<(usize, NodeStep)> {
        if let Some(step) = self.next.take() {
            return Some(step);
        }
        let (color, values) = self.points.as_mut()?;
        let color = *color;
        let Some(value) = values.next() else {
            self.points = None;
            return None;
        };
        Some(self.stones(color, value))
    }

    /// Returns the color of the node's move, once all properties have been read.
    pub(super) fn mover(&self) -> Option<Color> {
        self.played.map(|(color, _)| color)
    }

    #[inline]
    fn play(&mut self, property: Property<'t>) {
        let color = match property.name {
            B => Color::Black,
            _ => Color::White,
        };
        for value in property.values() {
            if self.played.is_some() {
                self.second.get_or_insert((value.at, 0)).1 += 1;
            } else {
                self.played = Some((color, value));
            }
        }
    }

    /// Returns the next step after the set-up. Steps that follow a move have no meaning.
    #[inline]
    fn next_of_turn(&mut self) -> Option<(usize, NodeStep)> {
        let has_more = self.second.is_some() || self.to_play.is_some() || self.force.is_some();
        if (has_more || self.sets_up)
            && let Some(step) = self.next_before_move()
        {
            return Some(step);
        }
        let (color, value) = self.played.take()?;
        Some(self.mv(color, value))
    }

    /// Returns the next step before the move, or, in a node without a move, the next remaining one.
    #[inline(never)]
    fn next_before_move(&mut self) -> Option<(usize, NodeStep)> {
        if let Some((at, count)) = self.second.take() {
            return Some((at, NodeStep::SecondMove(count)));
        }
        if let Some(property) = self.to_play.take() {
            return Some(self.turn(property));
        }
        let Some((_, value)) = self.played else {
            let at = self.force.take()?;
            return Some((at, NodeStep::Warning("KO in a node without a move")));
        };
        let message = "set-up and a move in one node: the set-up comes first";
        std::mem::take(&mut self.sets_up).then_some((value.at, NodeStep::Warning(message)))
    }

    /// Returns a warning, and keeps the step that follows it.
    fn warning(
        &mut self,
        at: usize,
        message: &'static str,
        next: (usize, NodeStep),
    ) -> (usize, NodeStep) {
        self.next = Some(next);
        (at, NodeStep::Warning(message))
    }

    fn stones(&mut self, color: Option<Color>, value: Value<'t>) -> (usize, NodeStep) {
        let at = value.at;
        let rectangle = match rectangle(value, self.size) {
            Err(message) => return (at, NodeStep::Fault(message)),
            Ok(None) => return (at, NodeStep::Warning("an empty point in a list is ignored")),
            Ok(Some(rectangle)) => rectangle,
        };
        let stones = (at, NodeStep::Stones(color, rectangle));
        if !rectangle.is_in_order {
            let message =
                "a rectangle is written from its upper left corner to its lower right one";
            return self.warning(at, message, stones);
        }
        if value.text.contains(char::is_whitespace) {
            return self.warning(at, BLANKS, stones);
        }
        stones
    }

    /// Converts `PL`. Ignores it in a node with a move, because some programs write the player of that move, others the
    /// next player.
    fn turn(&mut self, property: Property<'t>) -> (usize, NodeStep) {
        if self.played.is_some() {
            let message = "PL and a move in one node: PL is ignored";
            return (property.at, NodeStep::Warning(message));
        }
        let value = property.value();
        let text = value.text.trim();
        let Some(color) = player(text) else {
            let message = format!("{} is no player: B or W", quoted(text));
            return (value.at, NodeStep::Fault(message));
        };
        let step = if self.sets_up {
            NodeStep::ToPlay
        } else {
            NodeStep::HandTurn
        };
        let next = (property.at, step(color));
        match text {
            "B" | "W" => next,
            _ => self.warning(value.at, "a player is written B or W", next),
        }
    }

    #[inline]
    fn mv(&mut self, color: Color, value: Value<'t>) -> (usize, NodeStep) {
        let forced = self.force.is_some();
        let step = |action| {
            let mv = Move { color, action };
            (value.at, NodeStep::Play { mv, forced })
        };
        if let Some(point) = Point::from_sgf(value.text)
            && !self.is_pass(value.text)
        {
            return step(Action::Play(point));
        }
        let text = value.text.trim();
        let action = if text.is_empty() || self.is_pass(text) {
            Action::Pass
        } else if let Some(point) = point(text) {
            Action::Play(point)
        } else {
            let text = quoted(text);
            let message = format!("{text} is no point: two letters, or nothing for a pass");
            return (value.at, NodeStep::Fault(message));
        };
        if text.len() == value.text.len() {
            return step(action);
        }
        let message = match text {
            "" => "blanks are read as a pass",
            _ => BLANKS,
        };
        self.warning(value.at, message, step(action))
    }

    /// True for `tt` on boards of up to 19 rows and columns, where that point lies off the board.
    fn is_pass(&self, text: &str) -> bool {
        text == "tt" && self.size.rows() <= 19 && self.size.cols() <= 19
    }
}
