//! Moves, legal or not, and the events of a game.

use std::fmt;
use std::str::FromStr;

use super::color::Color;
use super::point::{Point, Size};
use super::text::ParseError;

/// A move that a player attempts: a color and an action.
///
/// Written as the color's letter, a colon, and the action:
///
/// ```
/// use gokata::{Color, Move};
///
/// let mv: Move = "x:(2,3)".parse()?;
/// assert_eq!(mv, Move::play(Color::Black, (2, 3)));
/// assert_eq!(Move::pass(Color::White).to_string(), "o:pass");
/// # Ok::<(), gokata::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The player who moves.
    pub color: Color,
    /// What the player does.
    pub action: Action,
}

/// The action of a move. Written `(row,col)`, `pass` or `resign`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Put a stone on a point.
    Play(Point),
    /// Leave the board as it is. Two in a row end the game.
    Pass,
    /// Give up the game.
    Resign,
}

impl Move {
    /// A play of this color at this point: `Move::play(Color::Black, (2, 3))`.
    pub fn play(color: Color, point: impl Into<Point>) -> Move {
        let action = Action::Play(point.into());
        Move { color, action }
    }

    /// A pass.
    pub fn pass(color: Color) -> Move {
        let action = Action::Pass;
        Move { color, action }
    }

    /// A resignation.
    pub fn resign(color: Color) -> Move {
        let action = Action::Resign;
        Move { color, action }
    }

    /// The move as players write it: `Black C4`, `White pass`.
    pub fn describe(self, size: Size) -> String {
        format!("{} {}", self.color, self.action.describe(size))
    }
}

impl Size {
    /// Parses a move as players write it on a board of this size: a color, a colon or a space, and a point, `pass` or
    /// `resign`. The point may lie off the board.
    ///
    /// ```
    /// use gokata::{Color, Move, Size};
    ///
    /// let size = Size::square(9)?;
    /// let mv = Move::play(Color::White, (6, 2));
    /// assert_eq!(mv.describe(size), "White C3");
    /// for text in ["White C3", "o:C3", "w c3", "o:(6,2)"] {
    ///     assert_eq!(size.parse_move(text), Ok(mv));
    /// }
    /// assert_eq!(size.parse_move("B pass"), Ok(Move::pass(Color::Black)));
    /// let error = size.parse_move("o:I3").unwrap_err();
    /// assert_eq!(error.to_string(), "`I3` is not a point such as C4 or (2,3), pass or resign");
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`]: which part is no color or no action.
    pub fn parse_move(self, text: &str) -> Result<Move, ParseError> {
        let parts = text.trim().split_once([':', ' ', '\t']);
        let problem = "is not a move, such as o:C3, White C3 or x:pass";
        let (color, action) = parts.ok_or_else(|| ParseError::new(text, problem))?;
        Ok(Move {
            color: color.parse()?,
            action: self.parse_action(action)?,
        })
    }

    /// Parses a point as a vertex or `(row,col)`, `pass` or `resign`.
    pub(crate) fn parse_action(self, text: &str) -> Result<Action, ParseError> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "pass" => return Ok(Action::Pass),
            "resign" => return Ok(Action::Resign),
            _ => {}
        }
        let point = Point::from_vertex(text, self).or_else(|| Point::from_row_col(text));
        point.map(Action::Play).ok_or_else(|| {
            ParseError::new(text, "is not a point such as C4 or (2,3), pass or resign")
        })
    }
}

impl Action {
    /// The point of a play.
    pub fn point(self) -> Option<Point> {
        match self {
            Action::Play(point) => Some(point),
            Action::Pass | Action::Resign => None,
        }
    }

    /// `C4`, `pass` or `resign`.
    pub fn describe(self, size: Size) -> String {
        match self {
            Action::Play(point) => point.vertex(size),
            Action::Pass | Action::Resign => self.to_string(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(point) => point.fmt(f),
            Action::Pass => f.write_str("pass"),
            Action::Resign => f.write_str("resign"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    /// Parses the format of `Display`. Vertices such as `C4` need a size: [`Size::parse_move`].
    fn from_str(text: &str) -> Result<Action, ParseError> {
        match text {
            "pass" => Ok(Action::Pass),
            "resign" => Ok(Action::Resign),
            _ => Point::from_row_col(text)
                .map(Action::Play)
                .ok_or_else(|| ParseError::new(text, "is not (row,col), pass or resign")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.color.letter(), self.action)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Parses the format of `Display`. Vertices such as `C4` need a size: [`Size::parse_move`].
    fn from_str(text: &str) -> Result<Move, ParseError> {
        let read = || {
            let color = Color::from_letter(text.chars().next()?)?;
            let action = text.get(1..)?.strip_prefix(':')?.parse().ok()?;
            Some(Move { color, action })
        };
        let problem = "is not a move, such as x:(2,3), o:pass or x:resign";
        read().ok_or_else(|| ParseError::new(text, problem))
    }
}

/// An event of a game: a turn, a change of the side to play without a move, or resumed play. The color is the side
/// that plays next, except in `Turn`.
///
/// Written as the move, `x:turn` for the turn handed to Black, `o:resume` for play resumed by White:
///
/// ```
/// use gokata::{Color, FastGame, GameEvent, Move, Size};
///
/// let mut game = FastGame::new(Size::square(5)?);
/// game.play(Move::play(Color::Black, (2, 2)))?;
/// game.hand_turn(Color::Black);
/// let events: Vec<String> = game.events().iter().map(GameEvent::to_string).collect();
/// assert_eq!(events, ["x:(2,2)", "x:turn"]);
/// assert_eq!("x:turn".parse(), Ok(GameEvent::HandTurn(Color::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameEvent {
    /// A play, a pass or a resignation.
    Turn(Move),
    /// The turn is handed over without a move.
    HandTurn(Color),
    /// Play goes on after passes have ended the game.
    Resume(Color),
}

impl GameEvent {
    /// The move, if it is a turn.
    pub fn turn(self) -> Option<Move> {
        match self {
            GameEvent::Turn(mv) => Some(mv),
            GameEvent::HandTurn(_) | GameEvent::Resume(_) => None,
        }
    }

    pub(crate) fn next_side(self) -> Color {
        match self {
            GameEvent::Turn(mv) => !mv.color,
            GameEvent::HandTurn(side) | GameEvent::Resume(side) => side,
        }
    }
}

impl fmt::Display for GameEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEvent::Turn(mv) => mv.fmt(f),
            GameEvent::HandTurn(side) => write!(f, "{}:turn", side.letter()),
            GameEvent::Resume(side) => write!(f, "{}:resume", side.letter()),
        }
    }
}

impl FromStr for GameEvent {
    type Err = ParseError;

    /// Parses the format of `Display`.
    fn from_str(text: &str) -> Result<GameEvent, ParseError> {
        Ok(match text {
            "x:turn" => GameEvent::HandTurn(Color::Black),
            "o:turn" => GameEvent::HandTurn(Color::White),
            "x:resume" => GameEvent::Resume(Color::Black),
            "o:resume" => GameEvent::Resume(Color::White),
            _ => GameEvent::Turn(text.parse()?),
        })
    }
}
