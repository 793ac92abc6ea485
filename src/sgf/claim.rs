//! Set-ups in a record: stones that are put on the board without a move, and who plays then. Whether they
//! can lie so is for a referee to say.

use std::ops::ControlFlow::{self, Break, Continue};

use super::property::{Property, Value};
use super::read::point;
use super::stats::Tally;
use super::umpire::Umpire;
use super::walk::{AB, AW, End, Walk};
use crate::basics::text::quoted;
use crate::basics::{Color, Point, Setup, TextError};

/// Points set up in one game.
const MOST_SETUP: usize = 5_000_000;

/// A position that the next move is to find.
#[derive(Clone)]
pub(super) struct Claim {
    pub(super) points: Vec<Option<Color>>,
    pub(super) to_play: Option<Color>,
    /// Where it stands in the text.
    pub(super) at: usize,
}

impl<'g, U: Umpire> Walk<'g, U> {
    /// What is set up begins a new history.
    pub(super) fn open(&mut self, place: usize) {
        if let Some(umpire) = self.line.umpire.take() {
            if self.out.disagreement.is_none() {
                self.out.disagreement = umpire.disagreement();
            }
            self.line.claim.points.fill(None);
            for (point, color) in umpire.setup().stones {
                if let Some(index) = self.game.size.index(point) {
                    self.line.claim.points[index] = Some(color);
                }
            }
            self.line.claim.to_play = None;
            let message = format!(
                "set-up after move {}: ko and repetitions are asked anew from here",
                self.line.number
            );
            self.note(place, &message);
        }
        self.line.claim.at = place;
    }

    /// Whose turn it is, as `PL` says.
    pub(super) fn player(&mut self, value: Value<'g>) -> ControlFlow<End, Color> {
        let text = value.text.trim();
        let player = match text.to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Color::Black,
            "w" | "white" | "2" => Color::White,
            _ => return self.fault(value.at, format!("{} is no player: B or W", quoted(text))),
        };
        if !matches!(text, "B" | "W") {
            self.note(value.at, "a player is written B or W");
        }
        Continue(player)
    }

    pub(super) fn set_up(&mut self, property: Property<'g>) -> ControlFlow<End> {
        let content = match property.name {
            AB => Some(Color::Black),
            AW => Some(Color::White),
            _ => None,
        };
        for value in property.values() {
            let text = value.text.trim();
            let corners = match text.split_once(':') {
                Some((one, other)) => point(one.trim()).zip(point(other.trim())),
                None => point(text).zip(point(text)),
            };
            let on_board = |point: &Point| self.game.size.contains(*point);
            let Some((one, other)) = corners else {
                if text.is_empty() {
                    self.note(value.at, "an empty point in a list is left out");
                    continue;
                }
                return self.fault(value.at, format!("{} is no point", quoted(text)));
            };
            if !on_board(&one) || !on_board(&other) {
                let size = self.game.size;
                return self.fault(
                    value.at,
                    format!("{} lies off the board of {size}", quoted(text)),
                );
            }
            if one.row > other.row || one.col > other.col {
                self.note(
                    value.at,
                    "a rectangle is written from its upper left corner to its lower right one",
                );
            }
            self.fill(content, value, one, other)?;
        }
        Continue(())
    }

    /// Puts what is set up on every point of a rectangle.
    fn fill(
        &mut self,
        content: Option<Color>,
        value: Value<'_>,
        one: Point,
        other: Point,
    ) -> ControlFlow<End> {
        let (rows, cols) = (
            one.row.min(other.row)..=one.row.max(other.row),
            (one.col.min(other.col))..=one.col.max(other.col),
        );
        let mut odd = None;
        for row in rows {
            for col in cols.clone() {
                let point = Point { row, col };
                let Some(index) = self.game.size.index(point) else {
                    continue;
                };
                // What is gone through again has been counted.
                self.setup += usize::from(!self.quiet);
                let before = std::mem::replace(&mut self.line.claim.points[index], content);
                if before.is_some() == content.is_some() {
                    odd = odd.or(Some(point));
                }
            }
        }
        if let Some(point) = odd {
            let vertex = || point.vertex(self.game.size);
            self.note_with(value.at, || match content {
                Some(_) => format!("a stone is set up on {}, where there is one", vertex()),
                None => format!("{} is emptied, and is empty", vertex()),
            });
        }
        if self.setup > MOST_SETUP {
            return self.fault(
                value.at,
                format!("more than {MOST_SETUP} points are set up"),
            );
        }
        Continue(())
    }

    /// A game from what is set up.
    pub(super) fn begin(&self, beginner: Color) -> Result<U, TextError> {
        U::begin(&self.opening(beginner), self.out.rules).map_err(|error| {
            let size = self.game.size;
            let message = format!(
                "set up so that the chain at {} has no liberty",
                error.point().vertex(size)
            );
            self.game.places.at(self.line.claim.at, message)
        })
    }

    /// The game goes on from what is set up, so many moves into the line.
    pub(super) fn go_on(&mut self, beginner: Color, moves: usize) -> ControlFlow<End> {
        match self.begin(beginner) {
            Ok(umpire) => self.line.umpire = Some(umpire),
            Err(fault) => {
                self.out.fault.get_or_insert(fault);
                return Break(End::Game);
            }
        }
        self.line.shifts = vec![(0, moves)];
        if self.how.stats && !self.quiet && self.out.stats.is_none() {
            let opening = self.opening(beginner);
            match &mut self.tally {
                Some(tally) => tally.set_up(&opening),
                None => self.tally = Some(Tally::new(&opening)),
            }
        }
        Continue(())
    }

    pub(super) fn opening(&self, beginner: Color) -> Setup {
        let points = self.game.size.points().zip(&self.line.claim.points);
        Setup {
            size: self.game.size,
            stones: points
                .filter_map(|(point, stone)| Some((point, (*stone)?)))
                .collect(),
            to_play: self.line.claim.to_play.unwrap_or(beginner),
        }
    }

    /// Does the number of handicap stones that the record tells of lie on the board?
    pub(super) fn compare_handicap(&mut self) {
        let black = Some(Color::Black);
        let points = self.line.claim.points.iter();
        let stones = points.filter(|point| **point == black).count();
        if let Some((told, place)) = self.game.handicap
            && told >= 2
            && told != stones
        {
            let message = format!("a handicap of {told} stones, and {stones} are set up");
            self.note(place, &message);
        }
    }

    /// Who moves next where nobody has moved since.
    pub(super) fn beginner(&self) -> Color {
        self.usual_beginner().unwrap_or(Color::Black)
    }

    /// Who begins where the record does not say: White after a handicap, Black on an empty board.
    pub(super) fn usual_beginner(&self) -> Option<Color> {
        let stones = |color| {
            self.line
                .claim
                .points
                .iter()
                .filter(|point| **point == Some(color))
                .count()
        };
        match (stones(Color::Black), stones(Color::White)) {
            (0, 0) if self.game.handicap.is_none_or(|(stones, _)| stones < 2) => Some(Color::Black),
            (2.., 0) => Some(Color::White),
            _ => None,
        }
    }
}
