//! The nodes of a record -> typed steps, each with its place in the text. Whether a move is legal, or a set-up
//! possible, is for `judge`.

use super::game::SgfGame;
use super::property::{AB, AE, AW, BLACK, KO, MN, PL, Properties, Property, Value, Values, WHITE};
use super::values::{Spelling, player, point};
use crate::basics::text::quoted;
use crate::basics::{Action, Color, Move, Point, Size};

/// What a node says, one thing at a time. Places are offsets in the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'t> {
    /// A set-up begins, and with it a new history.
    SetUp { at: usize },
    /// Stones are set up or taken away.
    Stones(Area),
    /// It is this player's turn, and nothing else happens in the node.
    HandTurn { color: Color, at: usize },
    /// It is this player's turn after the set-up.
    ToPlay(Color),
    /// A second move in the node. It is not played: which one is meant is not known.
    SecondMove { at: usize },
    /// A move; with `forced`, the record says that it was made whether legal or not.
    Play { mv: Move, forced: bool, at: usize },
    /// Something is odd, but understood.
    Warning { message: &'static str, at: usize },
    /// The value cannot be understood.
    Fault { fault: Fault, value: Value<'t> },
}

/// A rectangle of points, each of which becomes this color or empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) content: Option<Color>,
    pub(super) first: Point,
    pub(super) last: Point,
    pub(super) at: usize,
}

/// Why a value cannot be understood.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    Move,
    Point,
    OffBoard,
    Player,
}

impl Fault {
    pub(super) fn message(self, value: Value<'_>, size: Size) -> String {
        let text = quoted(value.text.trim());
        match self {
            Fault::Move => format!("{text} is no point: two letters, or nothing for a pass"),
            Fault::Point => format!("{text} is no point"),
            Fault::OffBoard => format!("{text} lies off the board of {size}"),
            Fault::Player => format!("{text} is no player: B or W"),
        }
    }
}

/// The steps of one node: those of its set-up in the order of the text, then the turn.
pub(super) struct Steps<'t> {
    size: Size,
    properties: Properties<'t>,
    /// The values of a set-up property not read yet.
    points: Option<(Option<Color>, Values<'t>)>,
    /// The step to which the latest warning belongs.
    next: Option<Step<'t>>,
    sets_up: bool,
    /// The move, and the place of a second one.
    played: Option<(Color, Value<'t>)>,
    second: Option<usize>,
    to_play: Option<Property<'t>>,
    force: Option<usize>,
}

impl<'t> Iterator for Steps<'t> {
    type Item = Step<'t>;

    #[inline]
    fn next(&mut self) -> Option<Step<'t>> {
        self.next_of_set_up().or_else(|| self.next_of_turn())
    }
}

impl<'t> Steps<'t> {
    #[inline]
    pub(super) fn of(game: &SgfGame<'t>, node: u32) -> Steps<'t> {
        Steps {
            size: game.size,
            properties: game.properties(node),
            points: None,
            next: None,
            sets_up: false,
            played: None,
            second: None,
            to_play: None,
            force: None,
        }
    }

    /// The next step of the set-up. After the last one all properties have been read.
    #[inline]
    pub(super) fn next_of_set_up(&mut self) -> Option<Step<'t>> {
        loop {
            if let Some(step) = self.next.take() {
                return Some(step);
            }
            if let Some((content, values)) = &mut self.points {
                let content = *content;
                match values.next() {
                    Some(value) => return Some(self.stones(content, value)),
                    None => self.points = None,
                }
            }
            let property = self.properties.next()?;
            match property.name {
                BLACK | WHITE => self.play(property),
                AB | AW | AE => {
                    let content = match property.name {
                        AB => Some(Color::Black),
                        AW => Some(Color::White),
                        _ => None,
                    };
                    self.points = Some((content, property.values()));
                    if !std::mem::replace(&mut self.sets_up, true) {
                        return Some(Step::SetUp { at: property.at });
                    }
                }
                PL => self.to_play = Some(property),
                KO => self.force = Some(property.at),
                MN if property.value().text.trim().parse::<u32>().is_err() => {
                    return Some(Step::Warning {
                        message: "the number of the move is none",
                        at: property.at,
                    });
                }
                _ => {}
            }
        }
    }

    /// The color of the node's move, once all properties have been read.
    pub(super) fn mover(&self) -> Option<Color> {
        self.played.map(|(color, _)| color)
    }

    #[inline]
    fn play(&mut self, property: Property<'t>) {
        let color = match property.name {
            BLACK => Color::Black,
            _ => Color::White,
        };
        for value in property.values() {
            if self.played.is_some() {
                self.second.get_or_insert(value.at);
                break;
            }
            self.played = Some((color, value));
        }
    }

    /// The steps of the turn, of which a move is the last one.
    #[inline]
    fn next_of_turn(&mut self) -> Option<Step<'t>> {
        let has_more = self.second.is_some() || self.to_play.is_some() || self.force.is_some();
        if (has_more || self.sets_up)
            && let Some(step) = self.next_before_move()
        {
            return Some(step);
        }
        let (color, value) = self.played.take()?;
        Some(self.mv(color, value))
    }

    /// What is to be said before the move, or without one.
    #[inline(never)]
    fn next_before_move(&mut self) -> Option<Step<'t>> {
        if let Some(at) = self.second.take() {
            return Some(Step::SecondMove { at });
        }
        if let Some(property) = self.to_play.take() {
            return Some(self.turn(property));
        }
        let Some((_, value)) = self.played else {
            let at = self.force.take()?;
            let message = "KO, and no move in the node";
            return Some(Step::Warning { message, at });
        };
        std::mem::take(&mut self.sets_up).then_some(Step::Warning {
            message: "set-up and a move in one node: the set-up comes first",
            at: value.at,
        })
    }

    /// A warning, and the step that comes after it.
    fn warning(&mut self, at: usize, message: &'static str, step: Step<'t>) -> Step<'t> {
        self.next = Some(step);
        Step::Warning { message, at }
    }

    fn stones(&mut self, content: Option<Color>, value: Value<'t>) -> Step<'t> {
        let (text, at) = (value.text.trim(), value.at);
        let corners = match text.split_once(':') {
            Some((first, last)) => point(first.trim()).zip(point(last.trim())),
            None => point(text).zip(point(text)),
        };
        let fault = match corners {
            None if text.is_empty() => {
                let message = "an empty point in a list is left out";
                return Step::Warning { message, at };
            }
            None => Fault::Point,
            Some((one, other)) if [one, other].iter().all(|point| self.size.contains(*point)) => {
                let (top, left) = (one.row.min(other.row), one.col.min(other.col));
                let stones = Step::Stones(Area {
                    content,
                    first: Point {
                        row: top,
                        col: left,
                    },
                    last: Point {
                        row: one.row.max(other.row),
                        col: one.col.max(other.col),
                    },
                    at,
                });
                if (top, left) == (one.row, one.col) {
                    return stones;
                }
                let message =
                    "a rectangle is written from its upper left corner to its lower right one";
                return self.warning(at, message, stones);
            }
            Some(_) => Fault::OffBoard,
        };
        Step::Fault { fault, value }
    }

    /// `PL`. Some programs write who moves in the node, others who moves next: with a move it says nothing.
    fn turn(&mut self, property: Property<'t>) -> Step<'t> {
        if self.played.is_some() {
            return Step::Warning {
                message: "PL and a move in one node: PL is left out",
                at: property.at,
            };
        }
        let value = property.value();
        let Some((color, spelling)) = player(value.text.trim()) else {
            let fault = Fault::Player;
            return Step::Fault { fault, value };
        };
        let step = if self.sets_up {
            Step::ToPlay(color)
        } else {
            let at = property.at;
            Step::HandTurn { color, at }
        };
        match spelling {
            Spelling::Usual => step,
            Spelling::Odd => self.warning(value.at, "a player is written B or W", step),
        }
    }

    #[inline]
    fn mv(&mut self, color: Color, value: Value<'t>) -> Step<'t> {
        let at = value.at;
        let forced = self.force.is_some();
        let step = |action| Step::Play {
            mv: Move { color, action },
            forced,
            at,
        };
        if let Some(point) = Point::from_sgf(value.text)
            && !self.is_pass(value.text)
        {
            return step(Action::Play(point));
        }
        let text = value.text.trim();
        if text.is_empty() && !value.text.is_empty() {
            return self.warning(at, "blanks are read as a pass", step(Action::Pass));
        }
        if text.is_empty() || self.is_pass(text) {
            return step(Action::Pass);
        }
        match point(text) {
            Some(point) => step(Action::Play(point)),
            None => Step::Fault {
                fault: Fault::Move,
                value,
            },
        }
    }

    /// `tt` is a pass on boards of up to 19 rows and columns, where it lies off the board.
    fn is_pass(&self, text: &str) -> bool {
        text == "tt" && self.size.rows() <= 19 && self.size.cols() <= 19
    }
}
