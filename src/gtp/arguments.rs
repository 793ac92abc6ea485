//! Parses the arguments of a command.

use super::response::Refusal;
use crate::basics::{Action, Color, Move, Point, Size, text};

#[derive(Clone, Copy)]
pub(super) struct Arguments<'a>(pub(super) &'a str);

impl<'a> Arguments<'a> {
    pub(super) fn words(self) -> impl Iterator<Item = &'a str> {
        self.0.split(' ').filter(|word| !word.is_empty())
    }

    pub(super) fn none(self) -> Result<(), Refusal> {
        self.exactly::<0>().map(|_| ())
    }

    /// Returns the arguments; fails unless there are exactly `N`.
    pub(super) fn exactly<const N: usize>(self) -> Result<[&'a str; N], Refusal> {
        let mut words = self.words();
        let found = [(); N].map(|()| words.next());
        if words.next().is_some() || found.contains(&None) {
            return Err(Refusal::SyntaxError);
        }
        Ok(found.map(Option::unwrap_or_default))
    }

    /// Returns the optional argument; fails if there are more.
    pub(super) fn at_most_one(self) -> Result<Option<&'a str>, Refusal> {
        if self.words().next().is_none() {
            return Ok(None);
        }
        self.exactly().map(|[word]| Some(word))
    }

    pub(super) fn color(self) -> Result<Color, Refusal> {
        self.exactly().and_then(|[word]| color(word))
    }

    /// Parses exactly two arguments: a color, then a vertex, `pass` or `resign`.
    pub(super) fn mv(self, size: Size) -> Result<Move, Refusal> {
        let [color, action] = self.exactly()?;
        mv(color, action, size)
    }

    /// As `mv`, but the vertex may be off the board.
    pub(super) fn hypothetical(self, size: Size) -> Result<Move, Refusal> {
        let [color, action] = self.exactly()?;
        hypothetical(color, action, size)
    }

    /// Parses a list of moves: color, vertex, color, vertex, …
    pub(super) fn moves(self, size: Size) -> impl Iterator<Item = Result<Move, Refusal>> {
        let mut words = self.words();
        std::iter::from_fn(move || {
            let color = words.next()?;
            let action = words.next().ok_or(Refusal::SyntaxError);
            Some(action.and_then(|action| mv(color, action, size)))
        })
    }
}

/// Parses `b`, `black`, `w` or `white`, in either case.
pub(super) fn color(word: &str) -> Result<Color, Refusal> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(Refusal::InvalidColorOrCoordinate),
    }
}

pub(super) fn point(word: &str, size: Size) -> Result<Point, Refusal> {
    let point = Point::from_vertex(word, size).filter(|point| size.contains(*point));
    point.ok_or(Refusal::InvalidColorOrCoordinate)
}

/// Parses a color, then `pass`, `resign` or a vertex, which may be off the board.
fn hypothetical(by: &str, what: &str, size: Size) -> Result<Move, Refusal> {
    let color = color(by)?;
    let action = match what.to_ascii_lowercase().as_str() {
        "pass" => Some(Action::Pass),
        "resign" => Some(Action::Resign),
        _ => Point::from_vertex(what, size).map(Action::Play),
    };
    let action = action.ok_or(Refusal::InvalidColorOrCoordinate)?;
    Ok(Move { color, action })
}

/// Parses a move; fails if its vertex is off the board.
fn mv(by: &str, what: &str, size: Size) -> Result<Move, Refusal> {
    let mv = hypothetical(by, what, size)?;
    match mv.action {
        Action::Play(point) if !size.contains(point) => Err(Refusal::InvalidColorOrCoordinate),
        _ => Ok(mv),
    }
}

pub(super) fn count(word: &str) -> Result<usize, Refusal> {
    // A number that overflows exceeds every limit of every command.
    text::count(word).ok_or(Refusal::SyntaxError)
}

/// Parses a finite number, such as a time.
pub(super) fn number(word: &str) -> Result<f64, Refusal> {
    let number: Option<f64> = word.parse().ok();
    let finite = number.filter(|number| number.is_finite());
    finite.ok_or(Refusal::SyntaxError)
}
