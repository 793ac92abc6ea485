//! Results: the margin of a count, and the outcome as game records write it.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::basics::{Color, HalfPoints, ParseError};

/// The result of a count. `Display` writes the form of fixtures: `x+3.5`, `o+1`, `draw`; an [`Outcome`] that of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// Both sides have the same points.
    Draw,
    /// The winner and the margin in half-points.
    Win(Color, NonZeroU32),
}

impl Score {
    /// The score with this margin: Black's points minus White's.
    pub fn from_margin(margin: HalfPoints) -> Score {
        let winner = match margin.0 {
            ..0 => Color::White,
            0.. => Color::Black,
        };
        let halves = u32::try_from(margin.0.unsigned_abs()).unwrap_or(u32::MAX);
        NonZeroU32::new(halves).map_or(Score::Draw, |halves| Score::Win(winner, halves))
    }

    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Score::Draw => None,
            Score::Win(color, _) => Some(color),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Draw => f.write_str("draw"),
            Score::Win(side, halves) => write!(f, "{}+{}", side.letter(), points(*halves)),
        }
    }
}

impl FromStr for Score {
    type Err = ParseError;

    /// Reads what `Display` writes, with at most six digits before the point.
    fn from_str(text: &str) -> Result<Score, ParseError> {
        let read = || {
            if text == "draw" {
                return Some(Score::Draw);
            }
            let (side, points) = text.split_once('+')?;
            let winner = Color::from_letter(side.parse().ok()?)?;
            let halves = HalfPoints::parse(points).filter(|_| !points.ends_with(".0"))?;
            Some(Score::Win(winner, NonZeroU32::new(halves)?))
        };
        read().ok_or_else(|| ParseError::new(text, "is not a score: x+3.5, o+1 or draw"))
    }
}

/// How a game has ended.
///
/// `Display` and `FromStr` use the form of game records (the property `RE`): `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, `0`,
/// `Void`, `?`.
///
/// ```
/// use gokata::Color;
/// use gokata::scoring::{HalfPoints, Outcome, Score};
///
/// let won = Outcome::Counted(Score::from_margin(HalfPoints(7)));
/// assert_eq!(won.to_string(), "B+3.5");
/// assert_eq!("B+3.50".parse(), Ok(won));
/// assert_eq!("w+resign".parse(), Ok(Outcome::Resignation { winner: Color::White }));
/// # Ok::<(), gokata::scoring::Score>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was counted.
    Counted(Score),
    /// The loser resigned.
    Resignation {
        /// The winner.
        winner: Color,
    },
    /// The loser's time ran out.
    Time {
        /// The winner.
        winner: Color,
    },
    /// The loser broke a rule or did not appear.
    Forfeit {
        /// The winner.
        winner: Color,
    },
    /// One side won in a way that is not known.
    Win {
        /// The winner.
        winner: Color,
    },
    /// The game does not count.
    Void,
    /// The result is not known.
    Unknown,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Counted(score) => score.winner(),
            Outcome::Resignation { winner }
            | Outcome::Time { winner }
            | Outcome::Forfeit { winner }
            | Outcome::Win { winner } => Some(winner),
            Outcome::Void | Outcome::Unknown => None,
        }
    }

    /// A sentence for players: `White wins by 7.5 points`.
    pub fn sentence(self) -> String {
        match self {
            Outcome::Counted(Score::Draw) => "the game is a draw".to_owned(),
            Outcome::Counted(Score::Win(color, halves)) => {
                let word = if halves.get() == 2 { "point" } else { "points" };
                format!("{color} wins by {} {word}", points(halves))
            }
            Outcome::Resignation { winner } => format!("{} resigns: {winner} wins", !winner),
            Outcome::Time { winner } => format!("{winner} wins on time"),
            Outcome::Forfeit { winner } => format!("{winner} wins by forfeit"),
            Outcome::Win { winner } => format!("{winner} wins"),
            Outcome::Void => "the game does not count".to_owned(),
            Outcome::Unknown => "the result is not known".to_owned(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Counted(Score::Draw) => f.write_str("0"),
            // `.1` gives the first letter of a color: B or W.
            Outcome::Counted(Score::Win(color, halves)) => {
                write!(f, "{color:.1}+{}", points(*halves))
            }
            Outcome::Resignation { winner } => write!(f, "{winner:.1}+R"),
            Outcome::Time { winner } => write!(f, "{winner:.1}+T"),
            Outcome::Forfeit { winner } => write!(f, "{winner:.1}+F"),
            Outcome::Win { winner } => write!(f, "{winner:.1}+"),
            Outcome::Void => f.write_str("Void"),
            Outcome::Unknown => f.write_str("?"),
        }
    }
}

impl FromStr for Outcome {
    type Err = ParseError;

    /// Also accepts `Draw`, long words (`W+Resign`, `B+Time`, `W+Forfeit`), small letters, `.5` and zeros at the end. A
    /// margin has up to six digits before the point.
    fn from_str(text: &str) -> Result<Outcome, ParseError> {
        let read = || {
            let small = text.to_ascii_lowercase();
            let (winner, by) = match small.as_str() {
                "0" | "draw" => return Some(Outcome::Counted(Score::Draw)),
                "void" => return Some(Outcome::Void),
                "?" => return Some(Outcome::Unknown),
                _ => match small.split_once('+')? {
                    ("b", by) => (Color::Black, by),
                    ("w", by) => (Color::White, by),
                    _ => return None,
                },
            };
            match by {
                "" => Some(Outcome::Win { winner }),
                "r" | "resign" => Some(Outcome::Resignation { winner }),
                "t" | "time" => Some(Outcome::Time { winner }),
                "f" | "forfeit" => Some(Outcome::Forfeit { winner }),
                _ => {
                    let halves = NonZeroU32::new(HalfPoints::parse_loosely(by)?)?;
                    Some(Outcome::Counted(Score::Win(winner, halves)))
                }
            }
        };
        let problem = "is no result: B+3.5, W+R, B+T, W+F, B+, 0, Void or ?";
        read().ok_or_else(|| ParseError::new(text, problem))
    }
}

#[cfg(feature = "serde")]
crate::basics::as_text::as_text!(Outcome);

pub(super) fn points(halves: NonZeroU32) -> HalfPoints {
    HalfPoints(halves.get().into())
}
